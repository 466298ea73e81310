"""Service: MCP over HTTP and the serial console, access keys, TLS."""
