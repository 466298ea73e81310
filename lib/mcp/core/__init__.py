"""The server without I/O: messages, sessions, protocol revisions. Imports no other room."""
