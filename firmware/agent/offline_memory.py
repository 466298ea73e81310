"""
Offline memory: what the companion knows of its owner, told without a model.

What is told is what memory offers for the question (`mind.offers`), in its own words with the
person turned: nothing is put together, and where nothing fits, nothing is told.
"""

from memory.records.kinds import PROFILE
from memory.records.record import holds
from memory.records.values import day_number
from memory.search.query import Query
from memory.text.folding import plain
from memory.text.script import fold
from micropython import const
from mind import predicates
from mind.offers import context, fitting, items, offering, phrases
from mind.offers.asked import Asked

from firmware.words import offline as words

from . import offline_plans

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record
    from mind.mind import Mind

_MOST = const(3)  # memories of an answer
_LISTED = const(8)  # of one kind
_READ = const(10)  # records of the archive that are looked at
_DATED = ("schedule", "event", "todo")
# The owner's words as they are said to them; a verb follows on the person.
_TURNS_EN = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you",
    "our": "your", "us": "you", "i'm": "you are", "i've": "you have", "i'd": "you would",
    "i'll": "you will",
}  # fmt: skip
_VERBS_EN = {"am": "are", "was": "were"}
# As tools and the past of the profile have them: "The user lives in Boston".
_OWNERS_EN = ("user", "owner", "user's", "owner's")
_NO_OWNER_EN = ("of", "guide", "manual", "name", "account", "interface")  # behind "The user"
_THIRDS_EN = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_BETWEEN_EN = ("now", "also", "still", "really", "never", "often", "usually", "always")
_TURNS_ZH = (("主人", "我"), ("用户", "我"), ("你", "\x01"), ("我", "你"), ("\x01", "我"))


async def offered(mind: "Mind", question: str, recent: "list[str]") -> "list[Record]":
    """The memories that answer a question, best first; none where none fits. Raises Broken."""
    found = await offering.offer(mind, question, _MOST, recent)
    records = [one.record for one in found if not one.record.suspect]
    over = [record for record in records if not _is_so(mind, record)]
    if over and Asked(question).when() == predicates.PAST:
        return over  # what is true now is no answer to what was
    return records


def of_kind(mind: "Mind", kind: str) -> "list[Record]":
    """What is at hand of a kind, newest first."""
    return [one for one in mind.memory.hot(kind) if not one.suspect][:_LISTED]


async def beginning(mind: "Mind", words: str) -> "list[Record]":
    """The memories that begin with these words and are true now. Raises Broken."""
    if not words:
        return []
    page, _ = await mind.memory.recall(Query(None, words, None, None, _READ, 0, 16384))
    found = []
    for record in page:
        is_told = _is_so(mind, record) and not record.suspect
        if is_told and fold(record.content).startswith(fold(words)):
            found.append(record)
    return found[:_MOST]


def _is_so(mind: "Mind", record: "Record") -> bool:
    return holds(record.fields, day_number(mind.clock.now()))


async def recalled(mind: "Mind", topic: str) -> "list[Record]":
    """
    What memory has of a topic, archive and all: memories with its very words, or that fit it as
    well as what is offered. Raises Broken, Rejected.
    """
    if not topic:
        return []
    found = await offered(mind, topic, [])
    known = [record.id for record in found]
    asked = Asked(topic)
    threshold = mind.numbers["offer_threshold"] / 100
    query = Query(None, topic, None, None, _READ, 0, 16384, True)
    query.words_alone = True  # what does not hold the words is not told
    page, _ = await mind.memory.recall(query)
    for at, record in enumerate(page):
        if record.id in known or record.suspect or len(found) >= _MOST:
            continue
        if at < page.exact or fitting.relevance(asked, record, []) >= threshold:
            found.append(record)
    return found


async def of_owner(mind: "Mind", language: str) -> "list[Record]":
    """What matters most of the owner, who they are first."""
    found = await context.context(mind, "", "core", 0, language)
    return [one.record for one in found.offered]


def told(mind: "Mind", records: "list[Record]", language: str) -> str:
    """These memories as the companion tells them; they count as used."""
    mind.use([record.id for record in records])
    return words.listed(language, [sentence(record, language) for record in records])


def sentence(record: "Record", language: str) -> str:
    """A memory as it is told to its owner."""
    what = phrases.one_line(record.content)
    if record.another:
        text = context.words_of(record, 0, language)  # a taste: of no day
    elif record.kind in PROFILE or record.kind in ("like", "dislike"):
        text = words.say(language, record.kind, what=what)
    elif record.kind == "family" and record.get("relation"):
        relation = plain(record.get("relation"))
        code = "family" if what else "family_unnamed"
        text = words.say(language, code, relation=relation, what=what)
    elif record.kind in _DATED:
        text = offline_plans.line(record, language)
    else:
        text = turned(what)
    if record.get("valid_to") is not None:
        text = phrases.until(text, str(items.shown(record, "valid_to")), language)
    return text


def turned(text: str) -> str:
    """The owner's words as said to them: 我养了猫 is 你养了猫, "I am" is "you are"."""
    if len(text) != len(text.encode()):
        for old, new in _TURNS_ZH:
            text = text.replace(old, new)
        return text
    found: "list[str]" = []
    is_third = False  # "The user" was said, and not yet its verb
    said = text.replace("’", "'").split(" ")
    for at, word in enumerate(said):
        bare = word.rstrip(".,!?;:")
        low = fold(bare)
        new = _TURNS_EN.get(low, bare)
        is_first = at == 1 and fold(said[0]) == "the" and low in _OWNERS_EN
        if is_first and said[2:3] and fold(said[2]) not in _NO_OWNER_EN:
            found.pop()
            is_third = low in ("user", "owner")
            new = "you" if is_third else "your"
        elif is_third:
            is_third = low in _BETWEEN_EN
            new = new if is_third else _second(low, new)
        elif found and found[-1] == "you":
            new = _VERBS_EN.get(low, new)
        found.append(new + word[len(bare) :])
    out = " ".join(found)
    return out[:1].upper() + out[1:]


def _second(low: str, verb: str) -> str:
    """A verb of the third person as it follows on "you": lives is live."""
    if low in _THIRDS_EN:
        return _THIRDS_EN[low]
    if low.endswith("ies"):
        return verb[:-3] + "y"
    if low.endswith(("ches", "shes", "sses", "xes")):
        return verb[:-2]
    return verb[:-1] if low.endswith("s") and not low.endswith("ss") else verb
