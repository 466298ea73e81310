"""
Rules: what the modules of mind that read sentences are made of, and their words in Chinese and
English. Nobody outside of mind needs them.
"""
