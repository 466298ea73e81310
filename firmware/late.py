"""
Late: what is offered beside tools, before anybody has asked for it.

Owns what a server must know from the start, names and methods, in as little heap as it takes. What
answers is in `offers`, which is loaded for a request; whoever uses tools alone never pays for it.
"""

import gc

from mcp.errors import INTERNAL_ERROR, ProtocolError
from micropython import const

# Bytes (64-bit words) that a request takes at most. With less it is not begun: what it would load
# leaves names behind that nobody gets back, and the tools would have to do without.
_ROOM = const(57344)
_NO_ROOM = "RAM 不够，请用 memory 工具 / not enough RAM for this, use the memory tool"

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


class Late:
    """
    An offer of `mcp.server.Server`, made when it is first asked for something. `world` is what
    `offers` makes it of, shared by all.
    """

    def __init__(self, name: str, methods: tuple, world: dict) -> None:
        self.capability: "tuple[str, dict]" = (name, {})
        self.requests = dict.fromkeys(methods, self.answer)
        self.world = world

    async def answer(self, session: "Any", message: "Any", call: "Any") -> "Any":
        """Answer a request as the offer does. Raises ProtocolError where RAM is short."""
        if self.world["small"]:
            gc.collect()
            if gc.mem_free() < _ROOM:
                raise ProtocolError(INTERNAL_ERROR, _NO_ROOM)
        for last in (False, True):
            try:
                from . import offers

                return await offers.answer(self.capability[0], self.world, session, message, call)
            except MemoryError:  # there was enough, and not in one piece
                if last or not self.world["small"]:
                    break
            # Once more: it only reads, and what is loaded by now need not be put among the rest.
            self.world["tidy"]()
        raise ProtocolError(INTERNAL_ERROR, _NO_ROOM)


def made(**world: object) -> "list[Late]":
    """
    The offers over `memory` (memory.engine.Memory), with the firmware's `clock` and `language`.
    `tidy()` is called before each request; on a `small` heap nothing stays in it between two.
    """
    world["more"] = []
    world["made"] = {}
    reads = ("resources/list", "resources/templates/list", "resources/read")
    return [
        Late("resources", reads, world),
        Late("prompts", ("prompts/list", "prompts/get"), world),
        Late("completions", ("completion/complete",), world),
    ]
