"""Search: recall by keyword, date and rank, and finding the record that a caller means."""
