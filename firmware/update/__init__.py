"""Update: another version of the app, put into the slot that does not run."""
