"""
The tool `update`: the owner has another version of the app put in place.

There is one where the setting `update_url` names a folder with a release (tools/release.sh), for
keys of scope admin alone. What it does is in `update`.
"""

import asyncio
from collections import OrderedDict

import machine
from mcp.core.tool_result import ToolResult

from firmware import VERSION
from firmware.system import events
from firmware.update import installer
from firmware.update.manifest import UpdateError
from firmware.words.update import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DESCRIPTION = """\
主人要求更新设备固件时用：check 看有没有新版本，install 安装并重启（断电也不会坏，记忆不受影响）。
Update the device when its owner asks to: check looks for a new version, install puts it in place
and restarts; memory stays.
"""
_RESTART_S = 2  # for the answer to leave


def register(registry: "Any", companion: "Any") -> None:
    """Add the tool to an mcp.features.tools.Registry."""
    under_way: "list[bool]" = []

    async def call_update(arguments: dict, call: "Any") -> ToolResult:
        call.steady = True
        companion.interrupt()
        language = companion.settings.get("language")
        if under_way:
            return _result("error", say(language, "under_way"))
        under_way.append(True)
        try:
            result, restarts = await _answer(arguments, call, companion, language)
            if restarts:
                companion.spawn(_restart(companion))
            return result
        finally:
            under_way.clear()

    registry.add(
        "update",
        call_update,
        _DESCRIPTION,
        _input,
        title="更新 / Update",
        annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": True},
        scope="admin",
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


async def _answer(
    arguments: dict, call: "Any", companion: "Any", language: str
) -> "tuple[ToolResult, bool]":
    """The result, and whether the device is to start again."""
    try:
        tell = None if call.progress_token is None else call.progress
        where = companion.settings.get("update_url")
        one = installer.made(where, bool(arguments.get("older")), tell)
        if arguments["action"] == "check":
            head = await one.check()
            details = {"files": one.files, "kb": one.total // 1024}
            message = say(language, "available", version=head.version, running=VERSION, **details)
            return _result("ok", message, head.version), False
        head = await one.install()
    except UpdateError as e:
        return _result("error", say(language, e.code, **e.details)), False
    except OSError as e:
        return _result("error", say(language, "flash", what=repr(e))), False
    except MemoryError:
        return _result("error", say(language, "ram")), False
    events.emit("update", what="installed", version=head.version, slot="", why="")
    return _result("ok", say(language, "installed", version=head.version), head.version), True


def _result(status: str, message: str, version: str = "") -> ToolResult:
    out: "OrderedDict[str, object]" = OrderedDict((("status", status), ("message", message)))
    out["running"] = VERSION
    if version:
        out["version"] = version
    return ToolResult(structured=out)


async def _restart(companion: "Any") -> None:
    """Started by a call that has installed something: save what there is, and start again."""
    await asyncio.sleep(_RESTART_S)
    await companion.keep()
    machine.reset()
