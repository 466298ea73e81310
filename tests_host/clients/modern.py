"""
The same steps as typescript.mjs has them, by the official Python SDK 2.x and its `Client`.

Reads and prints the same objects; "mode" goes to the client as it is.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def call(client, name, arguments):
    progress = []

    async def told(at, total, message):
        progress.append([at, total])

    result = plain(await client.call_tool(name, arguments, progress_callback=told))
    found = {"error": result.get("isError", False), "content": result["content"]}
    return {**found, "structured": result.get("structuredContent"), "progress": progress}


async def cancel(client, name, arguments):
    begun = asyncio.Event()

    async def told(at, total, message):
        begun.set()

    calling = asyncio.create_task(client.call_tool(name, arguments, progress_callback=told))
    await begun.wait()
    calling.cancel()
    try:
        await calling
    except asyncio.CancelledError:
        return "cancelled"
    return None


async def complete(client, ref, argument):
    from mcp.types import PromptReference, ResourceTemplateReference

    kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
    return plain(await client.complete(kind.model_validate(ref), argument))["completion"]


async def step(client, what, *given):
    if what == "tools":
        return plain(await client.list_tools())["tools"]
    if what == "resources":
        return plain(await client.list_resources())["resources"]
    if what == "templates":
        return plain(await client.list_resource_templates())["resourceTemplates"]
    if what == "prompts":
        return plain(await client.list_prompts())["prompts"]
    if what == "read":
        return plain(await client.read_resource(*given))["contents"]
    if what == "prompt":
        return plain(await client.get_prompt(*given))["messages"]
    return await {"call": call, "cancel": cancel, "complete": complete}[what](client, *given)


async def main():
    plan = json.load(sys.stdin)
    async with AsyncExitStack() as stack:
        if "command" in plan:
            first, *rest = plan["command"]
            target: Any = StdioServerParameters(command=first, args=rest)
        else:
            token = plan.get("token")
            headers = {"Authorization": "Bearer " + token} if token else {}
            web = await stack.enter_async_context(httpx2.AsyncClient(headers=headers))
            target = streamable_http_client(plan["url"], http_client=web)
        client = await stack.enter_async_context(Client(target, mode=plan["mode"]))
        results = [await step(client, *one) for one in plan["steps"]]
        said = {"protocol": client.protocol_version, "server": plain(client.server_info)}
        said["instructions"] = client.instructions
    json.dump({**said, "results": results}, sys.stdout)


asyncio.run(main())
