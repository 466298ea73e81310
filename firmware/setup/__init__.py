"""First set-up: access point, DNS, and one page."""
