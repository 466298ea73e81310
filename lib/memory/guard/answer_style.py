"""
Answer style: a rule of the owner on how to answer, in words that can say nothing else.

每次回答都要简短 and "Always answer in English" are what owners ask of their companion, and read
like what is smuggled into a memory. A rule of which every word is of these tables, one of them a
language, a length or a manner, says how to answer; one word more, and it is judged like any other
text. Pure.
"""

from memory.text.phrase_tables import entry, has, leading
from memory.text.script import fold

_MANNERS_ZH = (
    "|中文|汉语|普通话|国语|英文|英语|日文|日语|粤语|广东话|法文|法语|德文|德语|韩文|韩语|西班牙语"
    "|俄语|意大利语|四川话|上海话|东北话|简短|简洁|简单|简明|简明扼要|言简意赅|精简|简练|短|详细|具体"
    "|长|啰嗦|冗长|温柔|温和|礼貌|客气|正式|幽默|活泼|轻松|认真|耐心|慢|大声|小声|亲切|自然|表情"
    "|表情符号|结论|"
).encode()
_AROUND_ZH = (
    "|以后|今后|往后|从今天起|从今天开始|从现在起|从现在开始|从今以后|每次|每一次|每句话|都|也|要|请|你"
    "|您|我|跟|和|对|给|用|不|别|再|可以|必须|务必|一定|尽量|总是|始终|永远|一律|只|能|全部|所有|的|了|吧"
    "|啊|时|时候|得|一点|一些|点|些|太|更|很|比较|改|成|换|继续|还是|就|问题|回答|回复|答复|答|说话|讲话"
    "|聊天|交流|对话|沟通|说|讲|话|语气|先|在|前面|，|。|！|、|；|"
).encode()
_MANNERS_EN = (
    b"|english|chinese|mandarin|cantonese|japanese|french|german|korean|spanish|russian|italian"
    b"|portuguese|short|shorter|brief|briefly|concise|concisely|succinct|long|longer|detailed"
    b"|detail|verbose|simple|polite|politely|formal|formally|casual|gentle|gently|friendly|slowly"
    b"|slow|quietly|emoji|emojis|"
)
_AROUND_EN = (
    b"|always|please|from|now|on|going|forward|in|future|the|every|each|time|never|do|not|don|t"
    b"|dont|must|should|only|you|can|may|again|anymore|any|more|just|to|me|my|i|ask|when|but|use"
    b"|be|it|very|too|so|as|a|an|bit|with|keep|make|give|your|answers|answer|reply|replies"
    b"|respond|response|responses|speak|talk|speaking|answering|replying|talking|stop|question"
    b"|questions|language|want|would|like|have|henceforth|today|starting|instead|"
)
_ADDRESSES = "|叫我|称呼我|喊我|call me |address me as |".encode()
_ADDRESS_MOST = 30  # bytes
_SIGNS = b" ,.;:!\n"


def is_style(text: str) -> bool:
    """True for words that say how to answer, and nothing else."""
    raw = _folded(text)
    is_told = False
    at = 0
    while at < len(raw):
        size, is_manner = _word(raw[at:])
        if not size:
            return False
        is_told = is_told or is_manner
        at += size
    return is_told


def address(text: str) -> str:
    """叫我老板 of 以后你就叫我老板: what to call the owner, alone; "" where it is not said."""
    raw = _folded(text)
    size = 1
    while size and raw and leading(_ADDRESSES, raw) < 0:
        size = _word(raw)[0]
        raw = raw[size:]
    is_short = len(raw) <= _ADDRESS_MOST and leading(_ADDRESSES, raw) >= 0
    return raw.decode() if is_short else ""


def _folded(text: str) -> bytes:
    return fold(text).replace("’", " ").replace("'", " ").encode()


def _word(raw: bytes) -> "tuple[int, bool]":
    """(bytes of the word of a table that stands at the beginning, whether it is a manner)."""
    end = 0
    while end < len(raw) and 97 <= raw[end] <= 122:
        end += 1
    if end:
        is_manner = has(_MANNERS_EN, raw[:end])
        return (end, is_manner) if is_manner or has(_AROUND_EN, raw[:end]) else (0, False)
    if raw[0] in _SIGNS:
        return 1, False
    manner, around = _longest(_MANNERS_ZH, raw), _longest(_AROUND_ZH, raw)
    return max(manner, around), manner > around


def _longest(table: bytes, raw: bytes) -> int:
    """How many bytes the longest entry has that stands at the beginning; 0 for none."""
    size = 0
    row = leading(table, raw)
    while row >= 0:
        size = max(size, len(entry(table, row)))
        row = leading(table, raw, row)
    return size
