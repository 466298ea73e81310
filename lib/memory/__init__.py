"""
Memory: a crash-safe store for what a companion is told.

Hot records live in a key-value flash store (NVS), cold ones in an append-only log of JSON Lines.
The world is injected: `Memory(kv, root, clock, rng)`, see `engine`. Nothing here knows of networks
or machines. Importing the package loads nothing; import the module you need.
"""

__version__ = "0.1.0"
