"""
The `update` tool: the owner has another version of the app put in place.

Registered where the setting `update_url` names a folder with a release (tools/release.sh). What
it does is in firmware/update/update_request.py, which startup.py hands in.
"""

import asyncio
from collections import OrderedDict

import machine
from mcp.core.tool_result import ToolResult

from firmware import VERSION
from firmware.system.supervisor import ON_FAILURE
from firmware.words.update import say

from . import access_scopes
from .tool_results import error, ok, progress_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from mcp.core.call import Call
    from mcp.features.tools import Registry

    from firmware.app import Companion

    # (URL, language, whether it installs, whether an older one may be taken, progress) ->
    # (whether it worked, the sentence for the owner, the version)
    Request = Callable[
        [str, str, bool, bool, "Callable | None"], Coroutine[None, None, tuple[bool, str, str]]
    ]


_DESCRIPTION = """\
主人要求更新设备固件时用：check 看有没有新版本，install 安装并重启（断电也不会坏，记忆不受影响）。
Update the device when its owner asks to: check looks for a new version, install puts it in place
and restarts; memory stays.
"""
_RESTART_S = 2  # for the answer to leave


def register(registry: "Registry", device: "Companion", request: "Request") -> None:
    """Add the tool; `request` is firmware.update.update_request.answer."""
    running: "list[bool]" = []

    async def call_update(arguments: dict, call: "Call") -> ToolResult:
        call.steady = True
        device.interrupt()
        language = device.settings.get("language")
        if running:
            return _result(False, say(language, "under_way"))
        running.append(True)
        installs = arguments["action"] == "install"
        try:
            url, older = device.settings.get("update_url"), bool(arguments.get("older"))
            done = await request(url, language, installs, older, progress_of(call))
            if installs and done[0]:
                name = "restart after an update"
                device.supervisor.start(name, "tools", ON_FAILURE, lambda: _restart(device))
            return _result(*done)
        finally:
            running.clear()

    registry.add(
        "update",
        call_update,
        _DESCRIPTION,
        _input(),
        title="更新 / Update",
        annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": True},
        scope=access_scopes.TO_CALL["update"],
    )


def _input() -> dict:
    words = "退回旧版本或重装 / go back to an older version, or install the same again"
    properties: "OrderedDict[str, dict]" = OrderedDict()
    properties["action"] = {"type": "string", "enum": ["check", "install"]}
    properties["older"] = {"type": "boolean", "description": words}
    return {
        "type": "object",
        "properties": properties,
        "required": ["action"],
        "additionalProperties": False,
    }


def _result(worked: bool, message: str, version: str = "") -> ToolResult:
    out = ok(message) if worked else error(message)
    out["running"] = VERSION
    if version:
        out["version"] = version
    return ToolResult(structured=out)


async def _restart(device: "Companion") -> None:
    """Started by a call that has installed a version: save, and start again."""
    await asyncio.sleep(_RESTART_S)
    try:
        await device.save()
    finally:
        machine.reset()
