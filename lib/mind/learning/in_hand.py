"""
In hand: what the owner says to be busy with and to do next, by rules, for the scratchpad.

Reads one turn of the owner; what they ask, deny or tell of somebody else is nothing of it. A model
rewrites the page at the end of a talk (`texts`). Pure but for `note`.
"""

from memory.extract.scan import entry, has, head, is_chinese, skip
from memory.text.folding import plain
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..mind import Mind

_LEAST, _MOST = const(2), const(40)  # characters of a line
_ENDS = "，。！；、,!;\n（("
_ASKS_ZH = "|吗|呢|什么|谁|哪|几|怎么|为什么|没|不|别|他|她|它|你|假如|如果|要是|"
_LATELY = (
    "|最近|这几天|这两天|这阵子|这段时间|这段日子|这周|这个月|这半年|这些天|现在|目前|眼下|一直"
    "|都|正|"
)
_BUSY_ZH = (
    "|在忙着|在忙|忙着|忙|在准备|准备|在筹备|筹备|在备考|备考|在复习|在写|在做|在搞|在弄|在赶"
    "|在研究|在装修|"
)
# Of these the verb alone says nothing of what one is busy with.
_BARE_ZH = "|在忙着|在忙|忙着|忙|在搞|在弄|"
_NO_FOCUS = "|饭|菜|作业|梦|自己的事|工作|上班|死了|死|坏了|得很|什么|不过来|家务|"
_NEXT_ZH = "|下一步|接下来|下一个步骤|"
_TO_ZH = "|我要|我打算|我准备|我想|我得|要|打算|准备|就是|是|得|想|"
_ENDS_EN = (". ", ", ", "! ", "; ", "\n", " but ", " and ")
_BUSY_EN = (
    "|i'm busy with |i am busy with |i'm working on |i am working on |i've been working on "
    "|i have been working on |i'm preparing for |i am preparing for |i'm studying for "
    "|i'm busy preparing |i've been busy with |i'm in the middle of |we're working on "
    "|we're in the middle of |"
)
_NEXT_EN = (
    "|my next step is to |my next step is |next i have to |next i need to |next i want to "
    "|next i'm going to |next up is |"
)
_NO_WORDS_EN = (
    "|it |that |this |them |monday |tuesday |wednesday |thursday |friday |saturday |sunday "
    "|mondays |weekends |nights |something |work |"
)
_EN_LEADS = "|lately |these days |currently |right now |at the moment |well |so |and |"
_ASKS_EN = "|?| not | never | if | would | he | she | they |"


def note(mind: "Mind", text: str, turn: str) -> None:
    """Put it on the scratchpad; `turn` is where it was said (`session/index`), "" for unknown."""
    for part, words in in_hand(text) if turn else ():
        mind.scratchpad.note_heard(part, words, turn)


def in_hand(text: str) -> "list[tuple[str, str]]":
    """[(`focus` or `next`, its words)] of what is said in one turn."""
    text = plain(text).strip()
    return _in_hand_zh(text) if is_chinese(text) else _in_hand_en(text)


def _clauses_zh(text: str) -> "list[str]":
    for mark in _ENDS:
        text = text.replace(mark, "\n")
    return text.replace("？", "?\n").replace("?", "?\n").split("\n")


def _in_hand_zh(text: str) -> "list[tuple[str, str]]":
    found: "list[tuple[str, str]]" = []
    for clause in _clauses_zh(text):
        clause = clause.strip()
        if "?" in clause or has(_ASKS_ZH, clause):
            continue
        for part, words in (("focus", _focus_zh(clause)), ("next", _next_zh(clause))):
            if _LEAST <= len(words) <= _MOST:
                found.append((part, words))
    return found


def _focus_zh(clause: str) -> str:
    """毕业论文, of 我最近在忙毕业论文; "" where nothing is said of it."""
    begin = skip(_LATELY, clause)
    at = begin + 1
    since = skip(_LATELY, clause, at)
    size = head(_BUSY_ZH, clause, since)
    if clause[begin:at] != "我" or not size:
        return ""
    verb, what = clause[since : since + size], clause[since + size :]
    if what.endswith(("呢", "啊", "呀", "的", "了")):
        what = what[:-1]
    is_bare = entry(_BARE_ZH, verb)
    is_lately = begin > 0 or since > at
    if not what or has(_NO_FOCUS, what) or not (is_lately or is_bare):
        return ""
    return what if is_bare else (verb[1:] if verb.startswith("在") else verb) + what


def _next_zh(clause: str) -> str:
    """找导师, of 我下一步要找导师."""
    begin = skip("|我|", clause)
    after = skip(_NEXT_ZH, clause, begin)
    what = skip(_TO_ZH, clause, after)
    return clause[what:] if begin < after < what else ""


def _in_hand_en(text: str) -> "list[tuple[str, str]]":
    for mark in _ENDS_EN:
        text = text.replace(mark, "\n")
    found: "list[tuple[str, str]]" = []
    for clause in text.replace("’", "'").split("\n"):
        clause = clause.strip().rstrip(".!")
        low = clause.lower() + " "
        if has(_ASKS_EN, " " + low):
            continue
        begin = skip(_EN_LEADS, low)
        for part, table in (("focus", _BUSY_EN), ("next", _NEXT_EN)):
            size = head(table, low, begin)
            words = clause[begin + size :] if size else ""
            is_named = not head(_NO_WORDS_EN, words.lower() + " ")
            if is_named and _LEAST <= len(words) <= _MOST:
                found.append((part, words))
    return found
