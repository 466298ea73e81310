"""
Forget clauses: what the owner names to be forgotten, or not to be remembered.

忘掉我住在北京, 别记我有糖尿病, 把我喜欢下棋删掉, "forget that I like chess": the clause behind the
order (before it in 把…忘掉 and …这件事别记) is nothing that the owner tells. Nobody learns from it
(`without`), and which memory says it is for others to look for. What was just said (忘掉刚才说的)
is `owner_words`'; 别忘了, 我忘了, quotes and questions are no orders. Pure.
"""

from memory.extract import words_en
from memory.extract.scan import cut, drop, entry, has, head, is_chinese, skip
from memory.text import phrase_tables
from memory.text.folding import fold, plain

_LONGEST = 200  # characters of a sentence that is looked at
_ENDS = "。！!？?；;\n"
# One of these stands in every order.
_SIGNS = (
    "|忘|别|不要|不许|不准|不用|不需要|删|抹|清|擦|移除|去掉|forget|orget |remember|elete |rase "
    "|emove |ipe |nlearn |n't |n’t |not |need |"
).encode()

# -- Chinese ---------------------------------------------------------------------------------
OPEN_ZH = (
    "|嗯|哦|啊|哎|那个|小智|请|请你|麻烦|麻烦你|拜托|你|您|就|先|还是|那|好了|好|算了|，| |你就"
    "|能不能|可以|帮我|我说|说说|告诉我|跟我说说|讲讲|呃|等等|等一下|抱歉|对不起|不好意思|"
)
_NOT_ZH = "|别|勿|不要|不用|不需要|不许|不准|别再|不要再|不用再|"
KEPT_ZH = (
    "|记|记住|记下来|记下|记录|记着|记得|存|存下|存下来|存起来|保存|往心里记|放进记忆|放进记忆里"
    "|留记录|往记忆里存|往记忆里记|"
)
FORGET_ZH = "|忘掉|忘了|忘记|"
DELETE_ZH = "|删掉|删除|删了|删|抹掉|抹去|清除|清掉|擦掉|移除|去掉|"
_ASKED_ZH = (
    "|快|快点|赶紧|现在|以后|我要你|我想让你|我希望你|希望你|可不可以|能|给我|把它|从现在起|"
)
_NO_CLAUSE_ZH = "|，|吧|啊|了|错|混|仇|恨|账|不|我吧|他|她|它|你|这|那|刚|"
_LEAD_ZH = (
    "|我说过|我说的|我说|我刚才说的|我刚才说|我告诉你的|我告诉过你|我跟你说过|我跟你说的|刚才|之前"
    "|以前|关于|你知道的|"
)
_ENDS_ZH = "|呀|啦|吧|啊|哦|哈|嘛|好吗|行吗|可以吗|好不好|谢谢|谢谢你|，| |"
_THING_ZH = "|这件事|这件事情|这事|这一点|这个事|这回事|这条|的事|的事情|这些|"
_BEFORE_VERB_ZH = "|你|你就|请|就|都|给我|请你|，|也|全|彻底|从记忆里|"
_POLITE_ZH = "|请|麻烦|拜托|能|可以|可不可以|帮我|给我|要你|让你|希望你|"
_REST_ZH = "|，我|，咱|，他|，她|，不|，现在|"
_ASKS_ZH = "|什么|哪|谁|怎么|为什么|多少|"
# -- English ---------------------------------------------------------------------------------
OPEN_EN = (
    "|please |hey |ok |okay |oh |um |uh |so |just |well |and |xiaozhi |could you |can you "
    "|would you |will you |you can |you should |actually |wait |sorry |hi |also |let us "
    "|tell me |i said |hold on |oops |"
)
_NOT_EN = "|do not |do not need to |do not have to |no need to |do not ever |"
_KEEP_EN = (
    "|remember |save |keep |store |record |write |note |memorize |log |make a note of "
    "|take a note of |"
)
_ASKED_EN = "|i want you to |i would like you to |i need you to |you must |you may |kindly |"
_FORGET_EN = "|forget |forget about |unlearn |stop remembering |never remember |"
_DELETE_EN = "|delete |erase |remove |wipe |"
_LINK_EN = (
    "|that |the fact that |about |the memory that |i said |i told you |i ever said "
    "|i ever told you |i mentioned |i once said |i just said |down |"
)
_MINE_EN = "| i | my | we | our | me |"
_OWN_EN = "|i |my |we |our |"
_NO_CLAUSE_EN = "|it|that|this|them|to|what|where|when|who|how|why|if|whether|me|us|you|"
_ENDS_EN = (
    "|please |thanks |thank you |okay |ok |anymore |any more |for good |completely |will you "
    "|from now on |, |. |! |"
)
_REST_EN = "|, i |, my |, we |, our |, but |, because |, it |"


class Order:
    """
    `clause`: what is to be forgotten, in the owner's words; `sure`: False where the words may be
    about something else than a memory of the owner; `acts`: False where they may tell that
    somebody has forgotten it; `rest`: what is said behind it of something else.
    """

    def __init__(self, clause: str, sure: bool) -> None:
        self.clause = clause
        self.sure = sure
        self.acts = True
        self.rest = ""


def order(sentence: str) -> "Order | None":
    """What a sentence wants to be forgotten; None where it wants nothing so."""
    said = plain(sentence).strip()
    if len(said) > _LONGEST or phrase_tables.standing(_SIGNS, said.encode()) < 0:
        return None
    return _chinese(said) if is_chinese(said) else _english(said)


def without(text: str) -> str:
    """An utterance without what it wants to be forgotten; the text itself where it has no such."""
    if phrase_tables.standing(_SIGNS, text.encode()) < 0:
        return text
    kept = []
    begin = at = 0
    is_less = False
    while at < len(text):
        at += 1
        letter = text[at - 1 : at]
        if at < len(text) and letter not in _ENDS and text[at - 1 : at + 1] != ". ":
            continue
        found = order(text[begin:at])
        is_less = is_less or found is not None
        kept.append(text[begin:at] if found is None else found.rest + " ")
        begin = at
    return "".join(kept) if is_less else text


def _chinese(text: str) -> "Order | None":
    text = text.replace(",", "，").replace("：", "，")
    is_asked = text.endswith(("？", "?"))
    while text[-1:] in _ENDS + "~～":
        text = text[:-1]
    low = fold(text).replace(",", "，")
    end = drop(_ENDS_ZH, low, len(low))
    if low[:end].endswith(("吗", "呢", "没", "没有")):
        return None
    begin = skip(OPEN_ZH, low)
    begin = skip(OPEN_ZH, low, skip(_ASKED_ZH, low, begin))
    is_polite = end < len(low) or has(_POLITE_ZH, low[:begin])
    if is_asked and not is_polite:
        return None
    verb = _verb(low, begin)
    if verb:
        at = begin + verb
        if head(_NO_CLAUSE_ZH, low, at):
            return None
        comma = cut(_REST_ZH, low, at)
        found = _order_zh(text, low, (at, min(comma, end)), low[begin:at])
        if found is not None:
            found.rest = text[comma + 1 :]
            # 忘了我有会: whoever says so has forgotten it.
            told = low[begin : begin + 2] == "忘了" or low[at : at + 1] != "我" or low[-1:] == "了"
            found.acts = is_polite or low[begin : begin + 2] not in ("忘了", "忘记") or not told
        return found
    size = head("|把|将|别把|不要把|不许把|", low, begin)
    last = drop(DELETE_ZH + FORGET_ZH[1:] if size == 1 else KEPT_ZH, low, end, begin)
    if size and last < end:
        return _order_zh(text, low, (begin + size, last), low[last:end])
    last = cut(_THING_ZH, low, begin)
    after = skip(_BEFORE_VERB_ZH, low, last + head(_THING_ZH, low, last))
    verb = _verb(low, after)
    if last < end and verb and drop("|了|", low, end) <= after + verb:
        return _order_zh(text, low, (begin, last), "")
    return None


def _verb(low: str, at: int) -> int:
    return head(FORGET_ZH, low, at) or not_keep(low, at) or head(DELETE_ZH, low, at)


def not_keep(low: str, at: int) -> int:
    """Length of 别记住 or "do not remember " at a place of a folded text; 0 where none stands."""
    for refused, kept in ((_NOT_ZH, KEPT_ZH), (_NOT_EN, _KEEP_EN)):
        size = head(refused, low, at)
        verb = head(kept, low, at + size) if size else 0
        if verb:
            return size + verb
    return 0


def _order_zh(text: str, low: str, place: "tuple[int, int]", verb: str) -> "Order | None":
    at, end = place
    at = skip(_LEAD_ZH, low, at)
    end = drop(_THING_ZH, low, end, at)
    if end - at < 2 or head(_NO_CLAUSE_ZH, low, at):
        return None
    sure = has("|我|咱|", low[at:end]) and not has(_ASKS_ZH, low[at:end])
    return Order(text[at:end], sure and not head(DELETE_ZH, verb))


def _english(text: str) -> "Order | None":
    asks = text.endswith("?")
    text = phrase_tables.replaced(words_en.OPENED, " " + text.replace("’", "'"))
    text = text.strip().rstrip("?!. ;") + " "
    low = fold(text)
    bare = low.replace(",", " ")
    at = skip(OPEN_EN, bare)
    at = skip(OPEN_EN, bare, skip(_ASKED_EN, bare, at))
    if asks and not has("|could you |can you |would you |will you |", low[:at]):
        return None
    verb = head(_FORGET_EN, low, at) or not_keep(low, at)
    is_delete = not verb
    verb = verb or head(_DELETE_EN, low, at)
    if not verb:
        return None
    at += verb
    link = skip(_LINK_EN, low, at)
    if link == at and not head(_OWN_EN, low, at):
        return None
    word = low[link:].split(" ")[0]
    if entry(_NO_CLAUSE_EN, word.rstrip(",")) or word.endswith(","):
        return None
    comma = cut(_REST_EN, low, link)
    end = drop(_ENDS_EN, low, min(comma, len(low)), link)
    clause = text[link:end].strip().rstrip(",")
    if " " not in clause:
        return None
    is_clause = "that " in low[at:link] or not is_delete
    found = Order(clause, is_clause and has(_MINE_EN, " " + low[link:]))
    found.rest = text[comma + 2 :].strip()
    return found
