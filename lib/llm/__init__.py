"""
A client for any server that speaks OpenAI's HTTP interface: chat completions and embeddings.

Knows nothing of memory or of the device. Nothing is sent but to the servers that it is given.
docs/decisions/llm-client.md has the choices and what was measured.
"""
