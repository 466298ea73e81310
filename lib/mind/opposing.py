"""
Opposing: whether a new statement of the owner goes against a core memory.

Two ways, both rules: what both say of somebody conflicts (`predicates`, `rules.posts`), or both
speak of one topic and one of them denies it: 很爱吃辣 and 最近胃炎，暂时不吃辣; 对花生过敏 and
不再对花生过敏. A topic is what is left between the words of liking, eating, denying and time; it
has to be the same whole piece (苹果 is not 苹果手机). A single occasion (昨天没喝咖啡), questions,
guesses and what is said of others oppose nothing. Precision before recall: a wrong patch stays.
Pure.
"""

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, entry, has, head, is_chinese, skip, trimmed
from memory.records.ids import counter_of
from memory.text.folding import plain
from memory.text.phrase_tables import replaced
from memory.text.script import fold
from memory.text.stemming import stem

from .predicates import are_of_others, claims, conflicts, ended_by, tells_of_others
from .rules import ended_things
from .rules import topic_tables as w
from .rules.posts import post, took_over
from .rules.relatives import PEERS_ZH, is_for_another, peer, possessor, somebody_else

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.records.record import Record


_THIRD_ZH = "|他|她|它|他们|老师|老板|大家|别人|人家|小|"


_LEAVES_ZH = (
    "|走了|跑了|跑路|调走|调去|调到|离职|辞职|搬走|不干了|不做了|关门|倒闭|去世|没了|换成|改成|"
)
# Behind a name, of whom something is said.
_OF_SOMEBODY_ZH = "|对|喜欢|讨厌|怕|爱|最|在|是|有|叫|住|"


class Statement:
    """
    A new statement, which is held against core memories. `may_oppose` is False for one that goes
    against none of them, whatever they say: most do.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._claims = claims(text)
        found = post(text)
        self._post = found if found is not None and found.is_new else None
        # (folded subject, predicate) of what it may be against,
        self.against = [(fold(one.subject), one.predicate) for one in self._claims]
        self.against += [(of, "工作于") for of, name in self.against if name == "职业"]
        self._low = low = _lowered(text)
        self._chinese = chinese = is_chinese(low)
        # Who is no relative and begins it, unless they are what a core memory names: Sue is not.
        is_named = not chinese and tells_of_others(text)
        self._other = fold(text).split(" ")[0] if is_named else ""
        self._clauses = []
        if not _says_nothing(low, chinese):
            parts = _clauses(low)
            self._clauses = parts if chinese else [part.strip() + " " for part in parts]
        self._is_changed = has(_changed(chinese), " " + low)
        self._may_deny = self._is_changed
        for part in self._clauses:
            changed = has(_changed(chinese), " " + part)
            self._may_deny = self._may_deny or changed or _is_against(part, chinese)
        self._may_deny = self._may_deny and len(self._clauses) > 0
        # and the words of those who do not eat or drink what it speaks of.
        often = has(w.TAKES_ZH if chinese else w.TAKES_EN, " " + low)
        self._taken = [row for row in w.ABSTAINING if often and self._takes(row)]
        self.abstaining = " ".join([row[0] for row in self._taken])
        self.may_oppose = self._may_deny or len(self._claims + self._taken) > 0
        self.may_oppose = self.may_oppose or self._post is not None
        # What is over, whenever that was, and what is liked best of its sort.
        says = not has(w.NONE_ZH if chinese else w.NONE_EN, " " + low)
        parts = _clauses(low) if says else []
        self._over = ended_things.ended(
            [one.strip() + " " * (not chinese) for one in parts], chinese
        )
        self._best = ended_things.best(low)
        self.may_oppose = self.may_oppose or bool(self._over or self._best[0])

    def opposes(self, core: str) -> bool:
        """True where it denies or changes what a core memory says."""
        if not self.may_oppose or are_of_others(core, self._text):
            return False
        if self._other and self._other not in fold(core):
            return False
        for one in claims(core) if self._claims else ():
            for other in self._claims:
                if conflicts(one, other) or ended_by(one, other):
                    return True
        if self._post is not None and took_over(post(core), self._post):
            return True
        core = _lowered(core)
        if not (self._may_deny or self._taken or self._over or self._best[0]):
            return False
        chinese = self._chinese
        if chinese != is_chinese(core) or whose(self._low, chinese) != whose(core, chinese):
            return False
        of, which = ended_things.best(core)
        if of and of == self._best[0] and which != self._best[1]:
            return True
        if self._over and ended_things.ends(self._over, core, _topics(core, chinese), chinese):
            return True
        if [True for row in self._taken if has(row[0], " " + core + "\n")]:
            return True
        return self._may_deny and self._denies(core)

    def _takes(self, row: "tuple") -> bool:
        """True where the owner takes now and then, or again, what those of a row do not."""
        often = w.TAKES_ZH if self._chinese else w.TAKES_EN
        for clause in self._clauses:
            padded = " " + clause
            is_own = head(w.OWN_ZH, clause) if self._chinese else has(w.OWN_EN, padded)
            is_taken = (
                is_own and has(row[1], padded) and has(row[2], padded) and has(often, padded)
            )
            if is_taken and not has(row[0], padded) and not _is_against(clause, self._chinese):
                return True
        return False

    def _denies(self, core: str) -> bool:
        chinese = self._chinese
        before = _is_against(core, chinese)
        topics = _topics(core, chinese)
        begin = skip("|用户|主人|我|的|家|", core)
        named = topics[0] if chinese and topics and core[begin:].startswith(topics[0]) else ""
        if named and head(_OF_SOMEBODY_ZH, core, begin + len(named)):  # 雅婷 of 雅婷对花生过敏
            topics = [one for one in topics if one != named]
        for clause in self._clauses:
            if not [one for one in _topics(clause, chinese) if one in topics]:
                continue
            after = _is_against(clause, chinese)
            if after and not before:
                return True
            elif before and not after and has(_changed(chinese), " " + clause):
                return True
        return False


def opposes(core: str, statement: str) -> bool:
    """True where a statement of the owner denies or changes what a core memory says."""
    return Statement(statement).opposes(core)


def contradicted(records: "list[Record]", core: int) -> "list[str]":
    """
    Ids of those records that a later one of them denies: 喜欢吃辣, then 不喜欢吃辣. What goes
    against a core memory (p of `core` or more) stands behind it already.
    """
    found = []
    said = sorted(records, key=lambda one: (one.created, counter_of(one.id)))
    statements = [Statement(one.content) for one in said]
    for at, one in enumerate(said):
        for later in range(at + 1, len(said)):
            other = said[later].content
            if one.get("p", 0) < core and (
                statements[later].opposes(one.content) or statements[at].opposes(other)
            ):
                found.append(one.id)
                break
    return found


def _lowered(text: str) -> str:
    text = plain(text).strip()
    if is_chinese(text):
        return fold(text).replace(",", "，")
    text = " " + text.replace("’", "'")
    text = replaced(words_en.TIDY, replaced(words_en.OPENED, text))
    return fold(text).strip(" .!") + " "


def _changed(chinese: bool) -> str:
    return w.CHANGED_ZH if chinese else w.CHANGED_EN


def _says_nothing(text: str, chinese: bool) -> bool:
    if chinese:
        return has(w.NONE_ZH, text) or has(w.EVENT_ZH, text)
    return has(w.NONE_EN, " " + text) or has(w.EVENT_EN, " " + text.replace(",", " "))


def whose(text: str, chinese: bool) -> str:
    """Of whom a text speaks: "" for the owner, a relative, or ? for somebody else."""
    if chinese:
        at = skip(
            "|用户|主人|我|你|您|的|家|最近|现在|其实|不过|但是|原来|，"
            "|新交的|新找的|新认识的|刚交的|刚认识的|",
            text,
        )
        kin = head(words_zh.KIN, text, at)
        if kin and text[at : at + kin] != "对象":
            return text[at : at + kin]
        is_else = head(PEERS_ZH, text, at) or head(_THIRD_ZH, text, at) or somebody_else(text)
        return "?" if is_else else ""
    at = skip(
        "|the user |user |the user's |user's |my |our |the owner's |and |but |actually |now |",
        text,
    )
    owned = text.find("'s ", at)
    if owned > 0 and entry(words_en.KIN, text[at:owned] + " "):
        return text[at:owned]
    kin = head(words_en.KIN, text.replace(",", " "), at)  # my wife, Dana, teaches
    if kin:
        return text[at : at + kin].rstrip(" ,")
    if text.startswith(("the user ", "the owner ", "the doctor ")):
        return ""
    return "?" if head(w.OTHERS_EN, text, at) else ""


def is_of_another(content: str) -> bool:
    """
    True for what a friend or the like has changed, or the owner for somebody: 同事换了手机, got
    mum a phone. What relatives do may tell of the owner, too: 女儿给买了台手机.
    """
    low = fold(content)
    if peer(low) or possessor(content) or is_for_another(content):
        return True
    is_gone = has(_LEAVES_ZH, low)  # with whom the owner's own may end: 刘主任调走了
    return somebody_else(content) > 0 and not is_gone and "我" not in low and "用户" not in low


_MARKS = ("，", "。", "；", "！", ";", "!", "、")


def _clauses(text: str) -> "list[str]":
    """The clauses of a statement; what follows on a change counts with it."""
    for mark in _MARKS:
        text = text.replace(mark, "\n")
    return [one for one in text.replace(", ", "\n").split("\n") if one.strip()]


def _topics(text: str, chinese: bool) -> "list[str]":
    """What a text speaks of: the pieces between the words of the table, in one form."""
    table = w.STOPS_ZH if chinese else w.STOPS_EN
    found: "list[str]" = []
    begin = at = 0
    while at <= len(text):
        size = head(table, text, at) if at < len(text) else 1
        if not chinese and at and text[at - 1 : at] != " ":
            size = 1 if at == len(text) else 0
        if size:
            of = chinese and size == 1 and at + 1 < len(text) and text[at : at + 1] == "的"
            if not of or head(table, text, at + 1):  # 周杰伦的新歌 is not 周杰伦
                _keep(found, text[begin:at], chinese)
            at += size
            begin = at
        else:
            at += 1
    return found


def _keep(found: "list[str]", piece: str, chinese: bool) -> None:
    piece = trimmed(piece, "| |.|,|，|")
    if not chinese:
        words = [one.strip(b".,;:!'") for one in piece.encode().split(b" ")]
        words = [stem(one) if max(one) < 0x80 else one for one in words if one]
        piece = b" ".join(words).decode()
        if len(piece) > 2:
            found.append(piece)
        return
    if len(piece) > 1:
        short = piece[: drop(w.TAILS_ZH, piece, len(piece), 1)]
        piece = short if len(short) > 1 or short in w.SINGLE_ZH else piece
    if len(piece) > 1 or (piece and piece in w.SINGLE_ZH):
        found.append(piece)


def _is_against(text: str, chinese: bool) -> bool:
    """True where, all in all, it denies: each word that denies or dislikes turns it around."""
    against = False
    if chinese:
        if not has(w.NEGATORS_ZH, text) and not has(w.AVERSE_ZH, text):
            return False  # most do not: each character need not be looked at
        at = 0
        while at < len(text):
            skipped = head(w.NOT_NEGATED_ZH, text, at)
            size = 0 if skipped else head(w.NEGATORS_ZH, text, at)
            if size and _denies(text, at, size):
                against = not against
            averse = head(w.AVERSE_ZH, text, at) if not size and not skipped else 0
            against = not against if averse else against
            at += skipped or size or averse or 1
        return against
    at = 0
    while at < len(text):
        skipped = head(w.NOT_NEGATED_EN, text, at)
        averse = 0 if skipped else head(w.AVERSE_EN, text, at)
        size = 0 if skipped or averse else head(w.NEGATORS_EN, text, at)
        against = not against if size or averse else against
        at += skipped or size or averse
        if not (skipped or size or averse):
            at = text.find(" ", at) + 1 or len(text)
    return against


def _denies(text: str, at: int, size: int) -> bool:
    """True for 不吃, 不再喜欢, 戒了, not for 不辣."""
    word = text[at : at + size]
    if head("|戒|停|放弃|远离|告别|没兴趣|没有兴趣|不感兴趣|", word):
        return True
    return head(w.VERBS_ZH, text, at + size) > 0 or not trimmed(text[at + size :], "|了|吧|啊|")
