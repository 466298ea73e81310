"""
Saved conversation: the texts of conversations that NVS holds while nobody speaks.

Hands them to the erasure of memory (lib/memory/erase/erasure.py), which chooses what of them goes.
While somebody speaks, conversation.Conversation does this instead. chat_history.py and
extraction_queue.py own the keys and their bytes.
"""

import esp32

from firmware.system.nvs import erase

from . import chat_history, extraction_queue
from .chat_history import ChatHistory
from .extraction_queue import ExtractionQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class SavedConversation:
    """As memory.interfaces.SavedConversation."""

    def texts(self) -> "Iterator[str]":
        """Every text of the chat history and of the extraction queue. Raises OSError."""
        kv = esp32.NVS("talk")
        for message in ChatHistory(kv).messages():
            yield message.text
        if extraction_queue.is_kept(kv):
            queue = ExtractionQueue(kv)
            queue.open()
            yield from queue.texts()

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Remove each text of which `unwanted(text)` is True. Raises OSError."""
        kv = esp32.NVS("talk")
        ChatHistory(kv).remove(unwanted)
        if extraction_queue.is_kept(kv):
            queue = ExtractionQueue(kv)
            queue.open()
            queue.remove(unwanted)

    def erase(self) -> None:
        """Erase all of it. Raises OSError."""
        kv = esp32.NVS("talk")
        for key in chat_history.KEYS + extraction_queue.KEYS:
            erase(kv, key)
            kv.commit()
