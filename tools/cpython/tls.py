"""
What lib/net names of MicroPython's `tls` when it is imported, for running pure modules on CPython.
No connection is made there.
"""

PROTOCOL_TLS_CLIENT = 0
