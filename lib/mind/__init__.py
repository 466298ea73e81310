"""
Mind: what matters of what is remembered. It weighs memories, says which are offered unasked, which
fade and which are never forgotten, and words them for a prompt.

Imports lib/memory and nothing else. Knows no clock, no file and no model: time, memories and
settings are handed in.
"""
