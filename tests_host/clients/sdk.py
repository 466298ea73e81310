"""
One session of the official Python SDK with the companion, in a process of its own.

Runs on the SDK's current major or on 1.x, whichever is on the path (lib/mcp has the same import
name, so this never shares a process with it). Reads one JSON object from stdin:

    {"url": ..., "token": ...} or {"command": [...]}, and "calls": [[tool, arguments], ...]

and prints one: {"sdk", "protocol", "server", "instructions", "tools": [...],
"results": [...]}; a result has `error`, `text` and `structured`. With "prompt": [name, arguments]
also {"read": {uri: text} of all resources listed, "templates": [...], "prompt": its text}.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version

from mcp import ClientSession, StdioServerParameters
from mcp.client import streamable_http
from mcp.client.stdio import stdio_client

MAJOR = int(version("mcp").split(".")[0])


@asynccontextmanager
async def streams(plan):
    if "command" in plan:
        first, *rest = plan["command"]
        async with stdio_client(StdioServerParameters(command=first, args=rest)) as pair:
            yield pair
    elif MAJOR == 1:
        headers = {"Authorization": "Bearer " + plan["token"]}
        opened = streamable_http.streamablehttp_client(  # type: ignore[attr-defined]  # of 1.x
            plan["url"], headers=headers
        )
        async with opened as (read, write, _):
            yield read, write
    else:
        import httpx2

        headers = {"Authorization": "Bearer " + plan["token"]}
        async with httpx2.AsyncClient(headers=headers) as http:
            opened = streamable_http.streamable_http_client(plan["url"], http_client=http)
            async with opened as pair:
                yield pair


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def offered(session, name, arguments):
    """What there is beside tools."""
    read = {}
    for one in (await session.list_resources()).resources:
        found = plain(await session.read_resource(one.uri))["contents"]
        read[found[0]["uri"]] = found[0]["text"]
    templates = plain(await session.list_resource_templates())["resourceTemplates"]
    prompt = plain(await session.get_prompt(name, arguments))["messages"][0]["content"]["text"]
    return {"read": read, "templates": templates, "prompt": prompt}


async def main():
    plan = json.load(sys.stdin)
    async with streams(plan) as (read, write), ClientSession(read, write) as session:
        hello = plain(await session.initialize())
        tools = plain(await session.list_tools())["tools"]
        results = []
        for name, arguments in plan["calls"]:
            result = plain(await session.call_tool(name, arguments))
            (item,) = result["content"]
            found = {"error": result.get("isError", False), "text": item["text"]}
            results.append({**found, "structured": result.get("structuredContent")})
        more = await offered(session, *plan["prompt"]) if "prompt" in plan else {}
        await session.send_ping()
    said = {**more, "sdk": version("mcp"), "protocol": hello["protocolVersion"], "tools": tools}
    said["instructions"] = hello.get("instructions")
    json.dump({**said, "server": hello["serverInfo"], "results": results}, sys.stdout)


asyncio.run(main())
