"""Prompts: what MCP offers of memory besides tools: resources, prompts, their completion."""
