"""Cloud: channels to XiaoZhi servers and MCP endpoints."""
