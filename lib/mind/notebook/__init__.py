"""What may be offered unasked."""
