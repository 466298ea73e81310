"""
Untold: what a memory cannot tell, however many words it shares with a question in English.

How a dish that is liked is made, which company one flies with of what names none, and who sold a
thing of what the owner did and names nobody. Pure.
"""

from memory.extract import words_en
from memory.extract.scan import entry, has
from memory.text.script import fold

_MADE = "| how do i make | how do i cook | how do i bake | how do you make | how can i make |"
_TASTES = ("like", "dislike")
_WHICH = (" which ", " what ")
_IS_WITH = (" am i with ", " are we with ")  # whoever it is, now
_WHO_DID = (" who sold ", " who bought ", " who gave ", " who paid ", " who found ")
_OWNER_DID = (
    " i ", " we ", " user ", " the user ", " sold ", " bought ", " gave ", " paid ", " found ",
)  # fmt: skip
_WITH = "| with | by | via | through |"
_BY = "| with | by | from | to | through | via | and i | called | named | he | she | they |"


def is_untold(core: str, kind: str, content: str) -> bool:
    """True for a memory that has no answer of the sort that a question (folded) asks for."""
    if kind in _TASTES and has(_MADE, core):
        return True
    is_with = core.startswith(_WHICH) and core.endswith(" with ") and not core.endswith(_IS_WITH)
    if not is_with and not core.startswith(_WHO_DID):
        return False
    low = " " + fold(content).replace("'s ", " ").replace(",", " ") + " "
    if is_with:
        return not has(_WITH, low)
    is_owners = low.startswith(_OWNER_DID) and not has(_BY, low)
    return is_owners and _names_nobody(content, low, core)


def _names_nobody(content: str, low: str, core: str) -> bool:
    """True for what names no relative, and with a capital only what is asked for."""
    if [1 for word in low.split() if entry(words_en.KIN, word + " ")]:
        return False
    words = [word.strip(".,;!?") for word in content.split(" ")]
    known = [fold(word) in core for word in words] + [False]
    for at, word in enumerate(words[1:], 1):  # the Royal Enfield is known, asked for the Enfield
        if word[:1].isupper() and not (known[at] or known[at - 1] or known[at + 1]):
            return False
    return True
