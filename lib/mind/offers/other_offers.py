"""
Other offers: what earlier talk was about, or a picture, recording or file, that fits a question.

Owns how many of each an offer may have, behind memories, and how a question asks for a file: "show
me the photo of the cat" is about a cat, and wants a picture. Both have to reach the threshold that
memories have; suspect ones, and attachments that are past their time or in the trash, are left
out.
"""

from memory.extract.scan import is_chinese
from memory.records.record import Record
from memory.search.query import Query
from memory.search.subject_query import SubjectQuery
from memory.text import dates, script
from memory.text.folding import fold
from memory.text.phrase_tables import entry, has, padded, standing
from micropython import const

from mind import predicates

from .. import attachments, episodes
from . import fitting, offering
from .asked import Asked
from .asked_claims import family, read
from .items import Offered
from .listings import asks_in_general

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..mind import Mind

MOST = const(2)
_LOOKED_AT = const(6)
_LATEST = const(24)  # looked at too where a file is asked for: 猫 is no word of its own in 橘猫
_ROOM = const(16384)
_EPISODES_ROOM = const(8192)
_MARKS = b"?!,.'"  # ends of words in Latin letters
_OTHER_KIN = "夫妻妈爸弟妹姐哥奶爷公婆丈父母子女孙侄儿嫂叔伯姨舅"  # behind kin: 姐夫 is no 姐
_SUBJECTS_ROOM = const(8192)
_OF_LAST_DAYS = 0.5  # relevance of what was told in the last days, where all of it is asked for
_OF_SUBJECT = 0.3  # relevance of what is of whom is asked for, and answers nothing
# How media types begin, and what people call such files.
_SORTS = (
    (
        "image/",
        "|图片|照片|相片|截图|picture of|pictures of|photo of|photos of|image of|picture|pictures"
        "|photo|photos|image|images|screenshot|",
    ),
    ("audio/", "|录音|语音|音频|recording of|recording|voice message|audio|"),
    ("video/", "|视频|录像|video of|video|"),
    ("", "|附件|文件|文档|attachment|file|document|"),
)
# What surrounds it where somebody asks for a file.
_AROUND = (
    "|上次|之前|以前|我发给你的|发给你的|我发你的|我发的|你做的|给你看的|发给我|给我|发我|找一下"
    "|找找|找出来|找到|找|看一下|看看|给你|一下|那张|那个|那段|那份|这张|这个|我要|我想看|请|把"
    "|呢|吧|吗|在哪里|在哪儿|在哪|哪里|show me|send me|give me|find me|find|where is|where are"
    "|look for|please|that i sent you|i sent you|you made|can you|could you|i want to see"
    "|let me see|again|earlier|last|"
)


# Words that say nothing of what is in a file.
_EMPTY_ZH = "的了在是有我你他她它那这上里张个段份和跟"
_EMPTY_EN = (
    b"|the|a|an|of|my|your|our|in|on|at|with|from|to|and|about|me|i|you|is|was|we|that|this|"
)
_LEAST_SHARE = 0.8  # of the other words, that a file has to say


class Request:
    """
    A question without what only says that a file is asked for: `words`, and `sort`, how the media
    type of such a file begins; None where the question speaks of no file.
    """

    def __init__(self, question: str) -> None:
        self.sort: "str | None" = None
        rest = " " + fold(question).replace("?", " ").replace("？", " ") + " "
        for begin, names in _SORTS:
            without = _without(rest, names)
            if without != rest and self.sort is None:
                self.sort = begin
            rest = without
        rest = _without(rest, _AROUND).strip()
        if self.sort is None and rest.endswith("图") and not rest.endswith("地图"):
            self.sort = "image/"
            rest = rest[:-1]
        self.words = question if self.sort is None else rest
        for sign in _EMPTY_ZH:
            rest = rest.replace(sign, " ")
        self._parts = [one for one in rest.split() if not has(_EMPTY_EN, one.encode())]

    def share(self, record: "Record") -> float:
        """How much of the words a file says, 0 to 1; 0.0 where nothing but a file is asked for."""
        text = " " + fold(record.words()).replace("\n", " ") + " "
        whole = said = 0
        for part in self._parts:
            is_chinese = part > "\x7f"
            whole += len(part) if is_chinese else 2
            if is_chinese:
                said += len(part) if part in text else _pairs(part, text)
            elif " " + part in text:
                said += 2
        return said / whole if whole else 0.0

    def wants(self, record: "Record") -> bool:
        """False for a file of which it is known that it is of another sort."""
        return not self.sort or record.get("mime", self.sort).startswith(self.sort)


def _pairs(part: str, text: str) -> int:
    """How many characters of a run of Chinese are in the text beside the same neighbour."""
    found = 0
    for at in range(len(part)):
        before = at > 0 and part[at - 1 : at + 1] in text
        found += before or (at + 1 < len(part) and part[at : at + 2] in text)
    return found


def _without(text: str, names: str) -> str:
    """The folded text, between blanks, without these words."""
    table = names.encode()
    raw = text.encode()
    at = standing(table, raw)
    while at >= 0:
        word = entry(table, at)
        if word[0] < 0x80:
            raw = raw.replace(b" " + word + b" ", b" ")
        else:
            raw = raw.replace(word, b" ")
        at = standing(table, raw, at)
    return raw.decode()


async def offer_attachments(mind: "Mind", question: str, most: int = MOST) -> "list[Offered]":
    """At most `most` attachments that fit a question, best first. Raises Broken."""
    if most <= 0 or not await _has_some(mind, attachments.KIND):
        return []
    request = Request(question)
    asked = Asked(request.words)
    if asked.fits_nothing and request.sort is None:
        return []
    query = Query((attachments.KIND,), request.words, None, None, _LOOKED_AT, 0, _ROOM, True)
    query.words_alone = True
    page, _ = await mind.memory.recall(query)
    looked_at = list(page)
    if request.sort is not None:
        looked_at += await attachments.latest(mind, _LATEST)
    threshold = mind.numbers["offer_threshold"] / 100
    found = []
    known = set()
    for record in looked_at:
        if record.id in known or record.suspect or record.get("trashed_at") is not None:
            continue
        known.add(record.id)
        if attachments.is_past(mind, record) or not request.wants(record):
            continue
        relevance = fitting.relevance(asked, record, [])
        share = 0.0 if request.sort is None else request.share(record)
        if share >= _LEAST_SHARE:
            relevance = max(relevance, share)
        if relevance >= threshold:
            found.append((relevance, record.created, record))
    found.sort(key=lambda row: row[:2], reverse=True)
    return [Offered(row[2], row[0], row[0], "words") for row in found[:most]]


async def offer_episodes(mind: "Mind", question: str, most: int = MOST) -> "list[Offered]":
    """At most `most` episodes that fit a question, best first. Raises Broken."""
    if most <= 0 or not await _has_some(mind, episodes.KIND):
        return []
    asked = Asked(question)
    if asked.fits_nothing:
        return []
    query = Query((episodes.KIND,), question, None, None, _LOOKED_AT, 0, _EPISODES_ROOM, True)
    query.words_alone = True
    page, _ = await mind.memory.recall(query)
    threshold = mind.numbers["offer_threshold"] / 100
    found = []
    for record in page:
        relevance = 0.0 if record.suspect else fitting.relevance(asked, record, [])
        if relevance >= threshold:
            found.append((relevance, record.created, record))
    found.sort(key=lambda row: row[:2], reverse=True)
    return [Offered(row[2], row[0], row[0], "words") for row in found[:most]]


async def offer_subjects(
    mind: "Mind", question: str, kinds: "tuple", most: int
) -> "list[Offered]":
    """
    At most `most` memories whose subject alone says of whom they are, where a text names them,
    those first that answer it. Raises Broken.
    """
    page, _ = await mind.memory.recall(SubjectQuery(kinds, question, most, _SUBJECTS_ROOM))
    found = []
    asked = read(mind, question) if len(page) else None
    for record in page:
        if asked is None or record.suspect:
            continue
        told = dict(record.fields)
        told["content"] = " ".join((record.get("subject"), record.content))
        of = Record(record.id, record.kind, record.created, told)
        relevance = max(_OF_SUBJECT, fitting.relevance(asked, of, asked.family))
        found.append((relevance, record.created, record))
    found.sort(key=lambda row: row[:2], reverse=True)
    return [Offered(row[2], row[0], row[0], "subject") for row in found]


async def offer_of_last_days(
    mind: "Mind", question: str, kinds: "tuple", most: int
) -> "list[Offered]":
    """
    To a question in general words what was told in the last days, as many as the setting says, the
    newest first. Raises Broken.
    """
    if not asks_in_general(question):
        return []
    today = mind.notebook.today()
    first = max(0, today - int(mind.numbers["recent_days"]))
    days = [dates.day_text(day * dates.DAY) for day in (first, today)]
    page, _ = await mind.memory.recall(Query(kinds, None, days[0], days[1], most))
    return [Offered(one, _OF_LAST_DAYS, _OF_LAST_DAYS, "time") for one in page]


async def offer_by_name(
    mind: "Mind", question: str, most: int, is_answered: bool
) -> "tuple[list[Offered], bool]":
    """
    (what is offered to a question that is not answered, and calls a relative otherwise: the wife
    for Anna, Anna for the wife; whether it is no more than a name, and who that is is told).
    Raises Broken.
    """
    known = family(mind)
    known += [one for one in mind.notebook.names or () if one not in known]
    low = script.fold(question)
    text = padded(low.encode(), _MARKS).decode()
    for relation, name in known:
        if not name or not relation:
            continue
        if text.strip() == name:
            who = name + "是谁" if is_chinese(name) else "who is " + _capital(name)
            rows = await offering.offer(mind, who, most)
            return [row for row in rows if says_who(name, row.record)], True
        other = "" if is_answered else _called_otherwise(mind, text, relation, name)
        if other:
            return await offering.offer(mind, other, most), False
    return [], False


def says_who(name: str, record: "Record") -> bool:
    """True for a memory that says who somebody is, by a folded name alone."""
    who = name + "是谁" if is_chinese(name) else "who is " + name
    return predicates.answers(who, record.content, record.get("relation", ""))


def _called_otherwise(mind: "Mind", text: str, relation: str, name: str) -> str:
    """A padded text with the relation for the name, or the name for it; "" without either."""
    said = name if is_chinese(name) else " %s " % name
    if said in text:
        mine = "我" + relation if is_chinese(relation) else " my %s " % relation
        return text.replace(said, mine).strip()
    expander = mind.memory.expander
    kins = [relation] + ([] if expander is None else expander.named_by(relation))
    called = name if is_chinese(name) else " %s " % _capital(name)
    for kin in sorted(kins, key=lambda one: -len(one)):
        if not is_chinese(kin):
            kin = " my %s " % kin
            if kin in text and text != kin:
                return text.replace(kin, called).strip()
            continue
        for form in ("我的" + kin, "我" + kin, " " + kin):
            before, _, rest = text.partition(form)
            if rest.strip() and rest[:1] not in _OTHER_KIN:
                return (before + called + rest).strip()
    return ""


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


async def _has_some(mind: "Mind", kind: str) -> bool:
    """Most devices have none: that is looked for once."""
    if mind.has.get(kind) is None:
        newest, _ = await mind.memory.recall(Query((kind,), None, limit=1))
        mind.has[kind] = len(newest) > 0
    return mind.has[kind]
