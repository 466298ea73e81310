"""Features of a server: tools, resources, prompts, completion. They import the core only."""
