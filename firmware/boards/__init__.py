"""What boards there are; one of them becomes the module `board` of a device when it is flashed."""
