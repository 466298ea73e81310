"""Transports: stdio, Streamable HTTP, and an endpoint that is dialled out to."""
