"""
Memory: a crash-safe store of what a companion is told.

Hot records are in a key-value store on flash (NVS), archived ones in an append-only log of JSON
lines. `Memory(kv, root, clock, rng)` of `engine` is given what it needs of the device
(`interfaces` has the types); nothing here uses the network or the board. Importing the package
loads nothing: import the modules that you need.
"""

__version__ = "0.1.0"
