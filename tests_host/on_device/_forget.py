"""
For device-side tests of forgetting: a device that can do it, and a look at every byte of its chip.
"""

from _bench import Bench, run
from esp32 import NVS
from memory.erase import erasure
from memory.erase.flash_scrub import inflated
from memory.erase.scrub import finish

from firmware.companion.chat_history import COMPANION, OWNER, ChatHistory
from firmware.companion.saved_conversation import SavedConversation
from firmware.system import flash_regions

# Nothing else on the chip has these characters.
RARE = "龘靐齉"
SECRET = "我把" + RARE + "藏在柜子里"


class Pet(Bench):
    """A Bench whose memory knows the raw partitions and the namespace of what is said."""

    def prepare(self, memory):
        memory.saved_conversation = SavedConversation()
        memory.partitions = flash_regions.partitions

    def copy(self):
        other = Pet(bytearray(self.image), self._size // 1024)
        other.clock.seconds = self.clock.seconds
        other.clock.known = self.clock.known
        other.rng.state = self.rng.state
        return other


def hear(*texts):
    """A conversation, over and in the ring."""
    chat = ChatHistory(NVS("talk"))
    for at, text in enumerate(texts):
        chat.hear(COMPANION if at else OWNER, text, 1000)
    chat.save()


def said():
    """What the ring holds."""
    return [message.text for message in ChatHistory(NVS("talk")).messages()]


def forget(memory, sure=True, talk=None, **wanted):
    return run(erasure.erase(memory, wanted, lambda found: sure, talk))


def scrub(memory):
    run(finish(memory))


def traces(image, words=RARE):
    """Where these words stand on a chip, as they are or packed; each character counts."""
    found = []
    pieces = [words[at : at + 1].encode() for at in range(len(words))]
    for piece in pieces + [words.encode()]:
        at = image.find(piece)
        while at >= 0:
            found.append(at)
            at = image.find(piece, at + 1)
    for mark in (b"\x1f\x8b\x08", b"\x00\x00\xff\xff"):
        at = image.find(mark)
        while at >= 0:
            for skip in (4, 10):
                end = at // 4096 * 4096 + 4096
                if inflated(image[at:end], skip).find(pieces[0]) >= 0:
                    found.append(at)
            at = image.find(mark, at + 1)
    return found
