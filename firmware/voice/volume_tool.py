"""
The `self.audio_speaker.set_volume` tool: how loud the companion speaks.

Registered where the device has a voice. Its name and argument are those of other devices of
XiaoZhi, whose servers know it. The volume stays over a restart (the setting `volume`).
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult

from firmware.system import events
from firmware.words.messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.core.call import Call
    from mcp.features.tools import Registry

    from firmware.system.settings import Settings

    from .loudspeaker import Loudspeaker


_NAME = "self.audio_speaker.set_volume"
_DESCRIPTION = """\
主人要大声点、小声点或静音时用：设置音量，0 到 100。不知道现在的音量先查 self.get_device_status。
Call when the owner wants it louder, quieter or silent: sets the volume, 0 to 100. The present one
is in self.get_device_status; ask for it first.
"""


def register(registry: "Registry", loudspeaker: "Loudspeaker", settings: "Settings") -> None:
    """Add the tool."""

    async def call_volume(arguments: dict, call: "Call") -> ToolResult:
        call.steady = True
        volume = arguments["volume"]
        loudspeaker.set_volume(volume)
        try:
            settings.set("volume", volume)
        except OSError as e:
            events.log("error", "voice", "the volume is not kept: %r" % e)
        out: "OrderedDict[str, object]" = OrderedDict((("status", "ok"),))
        out["message"] = say("volume", volume=volume)
        out["volume"] = volume
        return ToolResult(structured=out)

    registry.add(
        _NAME,
        call_volume,
        _DESCRIPTION,
        {
            "type": "object",
            "properties": {"volume": {"type": "integer", "minimum": 0, "maximum": 100}},
            "required": ["volume"],
            "additionalProperties": False,
        },
        title="音量 / Volume",
        annotations={"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False},
        scope="write",
    )
