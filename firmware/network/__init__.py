"""Network: Wi-Fi, time, and staying online."""
