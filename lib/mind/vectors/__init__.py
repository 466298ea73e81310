"""What memories mean, in numbers that a model of the owner's choice makes of their words."""
