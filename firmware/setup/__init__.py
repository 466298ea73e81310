"""First set-up: an access point of the device, its DNS server, and one page with a form."""
