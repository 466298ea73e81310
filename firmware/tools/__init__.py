"""Tools: MCP tools, resources and prompts over memory."""
