"""Update: installs another version of the app in the slot that does not run."""
