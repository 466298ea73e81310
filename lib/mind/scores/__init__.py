"""What a memory weighs, how long it is kept, and every number of the mind."""
