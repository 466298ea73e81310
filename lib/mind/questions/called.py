"""
Called: what somebody's own is called, and of which kind it is, as questions ask and memories say.

What is Karthik's cat called, who is Peter's wife, what sort of dog have I got: the owner's pets
and all that others have, for which `rules.attributes` has no form. A question is read only where
all of its words are understood, and a name has its capital. Owns the forms, and how relatives are
called at home (悦悦, of 邓悦). Pure.
"""

import micropython
from memory.extract.scan import cut, entry, has, head, is_chinese, known_as
from memory.text.script import fold
from memory.viper import ptr8
from micropython import const

_WIDE = const(3)  # bytes of a Chinese character
_MINE = "|my |our |the user's |user's |the owner's |"
_COUNTS = "|a |an |one |two |three |four |five |six |several |some |baby |little |new |young |"
_PETS = "|cat |dog |hamster |rabbit |parrot |horse |pony |bird |tortoise |guinea pig |fish |"
_KIDS = "|kids |children |sons |daughters |grandkids |grandchildren |brothers |sisters |twins |"
_KIDS_AS = "|kids:children|grandkids:grandchildren|"
_NUMBERS = "|one |two |three |four |five |six |seven |eight |nine |ten |twelve |"
_COUNTED = 4  # words within which what is counted stands
_GONE = "| died | passed away | ran away | put down | put to sleep |"
_LONGEST = 6  # words of what there is
# (before, behind) whose, and what of theirs: what is karthik's cat called,
_ASKED = (
    ("what is the name of ", " "), ("what is ", " called "), ("what is ", " named "),
    ("what is ", "'s name "), ("what are ", " called "), ("who is ", " "),
    ("what was ", " called "), ("what was ", "'s name "), ("who was ", " "),
)  # fmt: skip
_KINDS = ("what kind of ", "what sort of ", "what type of ", "what breed of ", "what breed is my ")
_GOT = "|have i got|do i have|do we have|have we got|have i|have we|"
# What tells that there is one of the owner's,
_HAS = (
    "|user has |i have |we have |i've got |we've got |user owns |has |have |got |i got |user got "
    "|adopted |i adopted |we adopted |user adopted |took in |i took in |we took in |user took in "
    "|bought |i bought |we bought |rescued |i rescued |we rescued |keeps |the user has |rehomed |"
)
_HAS_THEIRS = "| has | has got |'s got | got | keeps | owns | adopted | bought | have |"
_NAMED_SO = (
    " called ", " named ", " and named her ", " and named him ", " and named it ",
    " and called her ", " and called him ", " and called it ", ", ",
)  # fmt: skip
_NAMED_THEIR = (" is called ", " is named ", "'s name is ", " called ", ", ", " is ", " ")
# With a capital, and nobody's name.
_NO_NAMES = (
    "|american |british |english |irish |indian |chinese |french |german |italian |spanish "
    "|polish |scottish |welsh |australian |canadian |japanese |korean |russian |dutch |muslim "
    "|hindu |christian |jewish |catholic |i |i'm |monday |tuesday |wednesday |thursday |friday "
    "|saturday |sunday |"
)
_ENDS = "|,|.|;|!|?|(|"
_THEIRS = (" his ", " her ", " their ")
_BEFORE = 4  # words with which a memory begins before who it is of
_BREEDS = (
    "|terrier:dog|whippet:dog|beagle:dog|collie:dog|greyhound:dog|spaniel:dog|poodle:dog|pug:dog"
    "|labrador:dog|lab:dog|retriever:dog|shepherd:dog|corgi:dog|husky:dog|dachshund:dog|puppy:dog"
    "|cockapoo:dog|labradoodle:dog|staffie:dog|bulldog:dog|chihuahua:dog|lurcher:dog|mutt:dog"
    "|dalmatian:dog|rottweiler:dog|boxer:dog|pup:dog|kitten:cat|tabby:cat|tortoiseshell:cat"
    "|ragdoll:cat|siamese:cat|persian:cat|bunny:rabbit|budgie:bird|canary:bird|"
)


# The question that was read last, and what it asks for.
_read: "list[tuple]" = [("", ("", "", ""))]


def answers(core: str, content: str, called: "list[str] | tuple" = ()) -> bool:
    """
    True where a memory says what a question in English (folded, without what opens it) asks for;
    `called` are the names of the relatives who are asked for.
    """
    how, of, what = _asked_once(core)
    if not how:
        return False
    low = fold(content).replace("’", "'")
    if how == "theirs":
        return _is_theirs(content, low, [of] + list(called), what)
    if has(_GONE, low + " "):
        return False
    if how == "count":
        return _is_counted(low, what)
    return _is_kind(low, what) if how == "kind" else _named(content, low, head(_HAS, low), what)


def _asked_once(core: str) -> "tuple":
    if _read[0][0] != core:
        _read[0] = (core, _asked(core))
    found: "tuple" = _read[0][1]
    return found


def _asked(core: str) -> "tuple":
    """(what is wanted: "theirs", "kind", "named" or "", of whom, of what)."""
    low = core.strip()
    for short in ("what", "who"):
        low = low.replace(short + "'s ", short + " is ")
    low = low.replace(" our ", " my ")
    low = low[:-6] if low.endswith(" again") else low
    what, _, rest = low[9:].partition(" ")
    if low.startswith("how many ") and entry(_GOT, rest):
        return "count", "", what
    for before in _KINDS:
        if low.startswith(before):
            what, _, rest = low[len(before) :].partition(" ")
            is_asked = entry(_PETS, what + " ") and (not rest or entry(_GOT, rest))
            return ("kind", "", what) if is_asked else ("", "", "")
    for before, behind in _ASKED:
        if low.startswith(before) and (low + " ").endswith(behind):
            what = low[len(before) : len(low) + 1 - len(behind)]
            mine, what = what.startswith("my "), what[3 if what.startswith("my ") else 0 :].strip()
            name, mark, theirs = what.partition("'s ")
            if mark and 0 < len(theirs.split(" ")) <= 2 and " " not in name:
                return "theirs", name, theirs
            is_one = mine and not mark and entry(_PETS + _KIDS, what + " ") and before != "who is "
            return ("named", "", what) if is_one else ("", "", "")
    return "", "", ""


def _is_kind(low: str, what: str) -> bool:
    """True for what tells of which kind a pet is that the owner has: a border terrier, of dog."""
    begin = head(_HAS, low)
    mine = head(_MINE, low)
    if mine and low[mine:].startswith(what):
        begin = (low.find(" is a ") + 1 or -5) + 5
    words = low[begin : cut(_ENDS, low, begin)].split(" ") if begin else []
    for at, word in enumerate(words[:_LONGEST]):
        is_sort = word == what and at > 0 and not entry(_COUNTS, words[at - 1] + " ")
        if is_sort or (word != what and known_as(_BREEDS, word) == what):
            return True
    return False


def _is_counted(low: str, what: str) -> bool:
    """True for what says how many of these the owner has: two grandchildren, 3 black cats."""
    begin = head(_HAS, low)
    words = low[begin : cut(_ENDS, low, begin)].split(" ") if begin else []
    if len(words) < 2 or not (words[0].isdigit() or entry(_NUMBERS, words[0] + " ")):
        return False
    return bool([1 for one in words[1:_COUNTED] if _plain(one) == _plain(what)])


def _plain(word: str) -> str:
    """A noun in the singular, a grandkid as a grandchild."""
    word = known_as(_KIDS_AS, word) or word
    return word[:-1] if word.endswith("s") else word


def _named(content: str, low: str, begin: int, what: str) -> bool:
    """True where what stands from `begin` on is one of these, and a name stands behind it."""
    for word in _NAMED_SO if begin else ():
        at = low.find(word, begin)
        front = low[begin:at].split(" ")[:_LONGEST] if at > 0 else []
        front = front if word.startswith(" and ") else front[-1:]  # a beagle mix from the shelter
        is_it = [
            1 for one in front if _plain(one) == _plain(what) or known_as(_BREEDS, one) == what
        ]
        if is_it and _is_name(content, low, at + len(word)):
            return True
    return False


def _is_theirs(content: str, low: str, names: "list[str]", attribute: str) -> bool:
    """True where a memory says what something or somebody of theirs is called."""
    for name in names:
        at = (" " + low).find(" " + name) if name else -1
        end = at + len(name)
        if at < 0 or len(low[:at].split(" ")) > _BEFORE or low[end : end + 1].isalpha():
            continue
        rest = low[end:]
        has_one = head(_HAS_THEIRS, rest)
        if has_one and _named(content, low, end + has_one, attribute):
            return True
        for whose in ("'s ",) if rest.startswith("'s ") else _THEIRS:
            begin = low.find(whose + attribute, end)
            behind = begin + len(whose) + len(attribute)
            if begin == end or (begin > 0 and whose != "'s " and not low[:begin].endswith(" and")):
                sizes = [len(one) for one in _NAMED_THEIR if low.startswith(one, behind)]
                return bool(sizes) and _is_name(content, low, behind + sizes[0])
    return False


def _is_name(content: str, low: str, at: int) -> bool:
    """True where a name stands in a folded text, as far as its content tells."""
    is_capital = len(low) == len(content) and content[at : at + 1].isupper()
    return is_capital and not head(_NO_NAMES, low + " ", at)


def has_double(low: str) -> bool:
    """True where two of the same characters of Chinese may stand beside each other."""
    raw = low.encode()
    return bool(_has_double(raw, len(raw)))


@micropython.viper
def _has_double(raw: object, size: int) -> int:
    """1 where three bytes stand twice in a row."""
    text = ptr8(raw)
    at = 0
    while at + 5 < size:
        if text[at] == text[at + 3] and text[at + 1] == text[at + 4]:
            if text[at + 2] == text[at + 5]:
                return 1
        at += 1
    return 0


def doubled(names: "list[tuple]", low: str) -> "list[tuple]":
    """(relation, name, how they are called at home) of those in a folded text: 悦悦, of 邓悦."""
    found = []
    text = low.encode()
    for relation, name in names:
        raw = name.encode()
        twice = raw[-_WIDE:] * 2
        if len(raw) > _WIDE and twice in text and not raw.endswith(twice) and is_chinese(name):
            found.append((relation, name, twice.decode()))
    return found
