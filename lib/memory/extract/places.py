"""
Places: where the owner lives and where they are from.

The tables `w` of a language have what ends a place and what only looks like one. Functions take
the position where they begin and return where the place ends, 0 where there is none.
"""

from memory.text.folding import fold

from .names import capital
from .scan import cut, drop, entry, has, head, is_cjk, number, skip
from .utterance import OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .utterance import UtteranceContext

_ROOMS = "|房|单间|公寓|一居|两居|三居|"  # what is rented in a place that no list has
_NOT_FROM = "|那|家|里|朋友|公司|学校|单位|医院|店|这|"
_NOW_ELSEWHERE = "|现在|如今|目前|后来|搬|今年|刚|以前|市|县|"
_SAID_OF_IT = "|得|了|不|很|太|都|我|是|的|冬天|夏天|春天|秋天|零下|房|"  # 合肥房价涨得吓人
_MADE = "|做|包|炖|煮|烧|炒|腌|蒸|烙|擀|织|煲|卤|烤|酿|"  # what is liked for who makes it
_OURS = "|那儿|那边|那里|这儿|这边|老家|家乡|那|家|"
_OF_NOW = ("now ", "these days ", "nowadays ")
_ONLY_I = "|现在|家里|就剩我|就我|只剩我|只有我|"
_NUMBERS = "一二三四五六七八九十"  # 三重 is a place
_COUNTED = _NUMBERS + "个楼号层室单年天月点百千万套间座人家环区线起些多次栋"

# Behind these a place is one without a capital, too; not behind "near", "on", "been in".
_LEADS_TO_PLACE = tuple(
    "live in|over in|out in|out at|up in|down in|here in|moved to|from|living in|based in"
    "|place is in|house is in".split("|")
)


def add_place(context: "UtteranceContext", at: int, sure: int) -> int:
    """Keep where the owner lives; where it ends."""
    if context.low[:at].endswith("家在") and head(context.w.DONE_THERE, context.low, at):
        return 0  # 我家在装修
    at = inner_place(context, skip(context.w.PLACE_HEADS, context.low, at))
    end = place_end(context, at)
    near = cut(context.w.NEAR, context.low, at)
    if not end and near < len(context.low):  # in the sticks near Hereford
        at = near + head(context.w.NEAR, context.low, near)
        end = place_end(context, at)
    if end:
        city = "" if context.w.NEEDS_ARTICLE else _city_before(context, at)
        context.add("location", city + capital(context.text[at:end].strip()), sure)
    return end


def _city_before(context: "UtteranceContext", at: int) -> str:
    """成都, where 就住玉林那边 follows on 我在成都住了六年."""
    last = context.found[-1] if context.found else None
    told = context.told[0] if context.told is not None else ""
    if last is None or last.kind != "location" or "住" not in told:
        return ""
    moved = head(context.w.CITIES, context.low, at) or has(_NOW_ELSEWHERE, context.low)
    within = context.low[at:].startswith(fold(last.content))
    return "" if moved or within or context.owner_at(0) else str(last.content)


def house_in(context: "UtteranceContext", at: int) -> int:
    """Where a home of the owner's ends that begins at `at`: a little house just outside Exeter."""
    w, low = context.w, context.low
    noun = cut("|house |flat |cottage |bungalow |apartment |place |", low, at)
    near = cut("| in | near | outside |", low, noun)
    end = low.find(" ", near) + 1
    if not w.NEEDS_ARTICLE or not noun < end < noun + 22 or not head(w.ARTICLES, low, at):
        return 0
    return add_place(context, end, 85)


def inner_place(context: "UtteranceContext", at: int) -> int:
    """Where the name of a place begins: Leeds of "a flat in Leeds"."""
    inner = context.low.find(" in ", at, at + 30)
    return inner + 4 if inner > 0 and head("|a |an |the |", context.low, at) else at


def place_end(context: "UtteranceContext", at: int) -> int:
    """Where the place ends that begins at `at`."""
    w, low = context.w, context.low
    end = drop(w.PLACE_TAILS, low, cut(w.PLACE_ENDS, low, at + 1), at)
    place = context.text[at:end].strip()
    if not 2 <= len(place) <= 30 or "0" <= place[:1] <= "9":
        return 0
    counted = low[at : at + 1] in _NUMBERS and low[at + 1 : at + 2] in _COUNTED
    if counted or head(w.NO_PLACE_HEADS, low, at) or entry(w.NO_PLACE, low[at:end]):
        return 0
    if w.NEEDS_ARTICLE:  # not the sticks, chaos
        return end if _is_named(context, at, end) else _bare_end(context, at, end)
    city = head(w.CITIES, place)
    if city and has(_SAID_OF_IT, place[city:]):
        return at + city
    within = has(w.DISTRICTS, place) or city
    return 0 if drop(w.NO_PLACE_ENDS, low, end, at) < end and not within else end


def _is_named(context: "UtteranceContext", at: int, end: int) -> bool:
    """True for a place with a capital, or a known one where a transcript has none."""
    named = context.text[at:end]
    if named != fold(named):
        return True
    return head(context.w.PLACES, context.low, at + 4 * context.low.startswith("the ", at)) > 0


def _bare_end(context: "UtteranceContext", at: int, end: int) -> int:
    """Where a place without a capital ends, of words that are none of the language."""
    w, low = context.w, context.low
    lead = low[:at].rstrip()
    if context.heard != fold(context.heard) or not lead.endswith(_LEADS_TO_PLACE):
        return 0
    stop = at
    named = False
    while stop < end:
        space = low.find(" ", stop) + 1
        word = low[stop:space]
        if named and (head(w.REGIONS, low, stop) or head(w.PLACES, low, stop)):
            break  # portland oregon
        common = context.is_common(word) or (word.endswith("ing ") and lead.endswith("moved to"))
        if (common and not entry(w.PLACE_PARTS, word)) or word.endswith(("ed ", "ly ")):
            return 0
        named = named or not common
        stop = space
    return stop if named and stop - at < 26 else 0


def dwelling(context: "UtteranceContext", at: int) -> int:
    """Where the sort of home ends that begins at `at`: a care home, 十二楼."""
    w, low = context.w, context.low
    end = cut(w.PLACE_ENDS if not w.NEEDS_ARTICLE else w.FACT_ENDS, low, at + 1)
    if w.NEEDS_ARTICLE:
        return end if has(w.DWELLINGS, " " + low[at:end]) else 0
    floor = number(low, at)[1]
    if floor > at and low[floor : floor + 1] in "楼层" and low[floor + 1 : floor + 2] in "没不有":
        return floor + 1  # 六楼没电梯
    known = drop(w.DWELLINGS, low, end, at)
    return end if known < end and not head("|的|那|这|医|", low, at) else 0


def add_origin(context: "UtteranceContext", begin: int, at: int) -> int:
    """Keep as a fact, from `begin` on, that the owner is 成都人; where it ends."""
    low = context.low
    end = low.find("人", at)
    one = skip(context.w.ARTICLES, low, at) if low[at : at + 1] != "台" else at  # 台中人
    at = max(low.rfind("的", at, max(end, at)) + 1, one)
    if (
        not 2 <= end - at <= 6
        or not context.ends(end + 1)
        or has(context.w.NO_ORIGIN, low[at:end])
    ):
        return 0
    for place in range(at, end):
        if not is_cjk(low[place : place + 1]):
            return 0
    return context.keep(begin, end + 1, 80)


def from_there(context: "UtteranceContext", at: int) -> int:
    """Where a statement ends of where somebody is from: 新疆来的, 从四川来的, 是山东的."""
    w, low = context.w, context.low
    begin, at = at, at + head("|从|打|", low, at)
    out = cut("|出来|嫁过来|考出来|", low, at) if at > begin else len(low)
    if (
        2 <= out - at <= 6
        and out < len(low)
        and low[-1:] == "的"
        and not has(_NOT_FROM, low[at:out])
    ):
        return len(low)  # 从贵州毕节出来打工的
    place = skip(w.PROVINCES, low, at)
    place += head(w.CITIES, low, place)
    end = place + head(w.COME_FROM, low, place)
    return end if at < place < end and context.ends(end) else 0


def lives_there(context: "UtteranceContext") -> bool:
    """成都是我家, Chicago is where I live, I call Denver home."""
    w, low = context.w, context.low
    if low.startswith(("we are ", "i am ")) and low.endswith(_OF_NOW):
        at = skip("|up |down |over |out |back |", low, 7 if low[:1] == "w" else 5)
        at += 3 * low.startswith("in ", at)
        end = at + head(context.w.PLACES, low, at)
        if low[at - 3 : at] == "in " and low[end:] in _OF_NOW:  # we're up in Dundee these days
            context.add("location", context.text[at:end].strip(), 80)
            context.subject = OWNER
            return True
    end = cut(w.HOMES, low, 1) if w.HOME in low else len(low)
    if end == len(low):
        return False
    if not w.NEEDS_ARTICLE:  # but 苏州是我家乡 is none
        after = skip(w.HOME_ADVERBS, low, end + head(w.HOMES, low, end))
        after += head(w.HOME_ENDS, low, after)
        ended = after > 1 and skip(w.PARTICLES, low, after) == len(low)
        if not ended or low[after - 1 : after] in "我在们":
            return False
    begin = skip(w.CALLS_HOME, low)
    if place_end(context, begin) < end or (low[end:].startswith("home ") and not begin):
        return False
    if not w.NEEDS_ARTICLE and not head(w.CITIES, low, begin):
        return False
    context.add("location", capital(context.text[begin:end].strip()), 85)
    context.subject = OWNER
    return True


def city_life(context: "UtteranceContext", at: int) -> int:
    """成都上班, 成都买了房, behind 在: a place that is lived in."""
    w, low = context.w, context.low
    city = head(w.CITIES, low, at)
    end = cut("|租|买了|安了家|扎根|落户|", low, at) if not city else len(low)
    if end < len(low) and not w.NEEDS_ARTICLE and has(_ROOMS, low[end:]):  # 昆山这边租了个单间
        return _rented(context, at, end)
    stop = at + city + head("|都|已经|也|快|", low, at + city)
    years = number(low, stop + head("|第|", low, stop))[1]
    if (
        city
        and low[at - 1 : at] in ("来", "到")
        and low[years : years + 1] == "年"
        and years > stop
    ):
        context.add("location", context.text[at : at + city], 80)  # 来杭州都第八年了
        return len(low)
    if not city:
        return 0
    end = cut(w.CITY_LIFE, low, at + city)
    if not 0 <= end - at - city <= 5 or end == len(low):
        return 0
    after = end + head(w.CITY_LIFE, low, end)
    between = low[at + city : end]
    if low[after : after + 1] == "过" or between[:1] in ("的", "和", "跟"):
        return 0  # 在成都工作过
    if has("|找|还|不|没|", between):
        return 0  # 来上海没多久还在找工作
    stop = drop(w.PLACE_ADVERBS, low, end, at + city)
    context.add("location", context.text[at:stop], 80)
    return len(low)


def _rented(context: "UtteranceContext", at: int, end: int) -> int:
    """Keep the place from `at` up to `end` where somebody rents or bought a home."""
    w, low = context.w, context.low
    stop = drop(w.PLACE_ADVERBS, low, end, at)
    if (
        place_end(context, at) < stop
        or not 1 < stop - at < 7
        or has("|的|给|帮|跟|和|上|里|店|超市|", low[at:end])
    ):
        return 0
    context.add("location", context.text[at:stop], 75)
    return len(low)


def in_city(context: "UtteranceContext", at: int) -> int:
    """A city, in English with a capital (not in shape), where one has not come for a while."""
    w, low = context.w, context.low
    is_named = w.NEEDS_ARTICLE and "A" <= context.text[at : at + 1] <= "Z"
    end = place_end(context, at) if is_named or head(w.CITIES, low, at) else 0
    end = 0 if low[end : end + 1] == "的" else end  # 回北京的路上
    if end and (head("|for good |", low, end) or not head("|for |until |till |", low, end)):
        context.add("location", context.text[at:end].strip(), 80)
    return end


def stayed(context: "UtteranceContext", at: int) -> int:
    """Seattle for six years, behind "have been in"."""
    low = context.low
    end = place_end(context, at)
    if not end or not (" since " in low[end - 1 :] or " years " in low[end - 1 :]):
        return 0
    context.add("location", capital(context.text[at:end].strip()), 80)
    return len(low)


def alone_at_home(context: "UtteranceContext") -> bool:
    """就剩我一个人过, 家里就我跟我儿子两个人."""
    low = context.low
    me = skip(_ONLY_I, low)
    end = drop(context.w.PARTICLES, low, len(low)) if me else 0
    lives = drop("|过|住|生活|一个人|两个人|俩|", low, end, me) < end and has("|个人|俩|", low)
    if low[me - 1 : me] != "我" or not lives or has("|了|不|没|会|", low):
        return False
    context.subject = OWNER
    context.add("fact", context.said(0, end), 80)
    return True


def of_ours(context: "UtteranceContext", at: int, end: int) -> bool:
    """True for 我妈包的饺子, 我们那儿的肠粉: a thing by who makes it, or by where it is from."""
    w, low = context.w, context.low
    own = at + head(w.SELF, low, at)
    kin = own + context.kin_at(own)
    made = head(_MADE, low, kin) if kin > own else 0
    of = kin + made if made else own + head(_OURS, low, own)
    return at < own < of < end - 2 and low[of : of + 1] == "的"
