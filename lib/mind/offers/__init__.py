"""What is found and offered of what is remembered, and how it is worded."""
