"""
Agent: the companion's own part of a talk, without a cloud.

The offline brain answers in text from rules and memory alone; with a server of the owner's choice
a model answers, with the device's own tools. What a room beside it owns (the conversation that
listens, the pet, the tools) it is handed by startup.py.
"""
