"""
Rule words: what a rule of the owner orders, so that a later one can end it.

以后叫我老板 is over with 别叫我老板了, and with 叫我老王; 不要提我前女友 with 可以提我前女友了.
Two rules are of one thing where they order the same words, one of them not to (or no more, or
again), or where both say the same sort of thing: what to call the owner, the language of answers,
their length. An order is read whole: what has other words beside orders something else. Pure.
"""

from collections import namedtuple

from memory.extract import words_en
from memory.extract.scan import drop, has, head, is_chinese, look, skip
from memory.text.folding import plain
from memory.text.phrase_tables import replaced
from memory.text.script import fold
from memory.text.stemming import stem

from .task_words import is_about_task

# sort   name, language or length; "" for all else
# value  what is ordered: a name, a language, a length, or the words themselves
# mode   y to do so, m that it may be done, n not to
Order = namedtuple("Order", ("sort", "value", "mode"))

_NAME_MOST, _NAME_WORDS_MOST = 8, 3  # characters of Chinese, words of English
_MARKS = "，。；！!,;."
_ASKS = "|?|？|吗|如果|要是|假如| if | unless |"

_LEADS_ZH = (
    "|请|你|您|小智|以后|今后|往后|从今天起|从今天开始|从今往后|从今以后|从现在起|从现在开始|从此"
    "|麻烦|那|那就|现在|记住|记得|希望|我希望|我要求|我要|我想|又|还是|一定|一定要|务必|必须|每次"
    "|你以后|让你|总是|永远|始终|主人要求|用户要求|用户希望|主人希望|主人|用户|，| |"
)
_TAILS_ZH = "|了|吧|啊|哦|啦|呢|谢谢|就行|就好|就可以| |"
# n not to, m may, y to; f says nothing, k is a word of its own, in which one of them stands.
_WORDS_ZH = (
    "|不要再:n|不要:n|不用再:n|不用:n|不必再:n|不必:n|不需要再:n|不需要:n|无需:n|别再:n|别:n|不许再:n"
    "|不许:n|不准再:n|不准:n|不能再:n|不能:n|不可以再:n|不可以:n|不得:n|不再:n|禁止:n|停止:n|请勿:n"
    "|切勿:n|不应该:n|不该:n|可以:m|可以再:m|允许:m|可以不用:n|可以不:n|可以不再:n|可以不要:n|可以别:n"
    "|一定要:y|一定:y|必须:y|务必:y|需要:y|应该:y|要:y|再:f|都:f|也:f|一律:f|总是:f|始终:f|每次:f"
    "|永远:f|一直:f|全都:f|还是:f|继续:f|就:f|在:f|的:f|尽量:f|随便:f|老是:f|特别:k|别人:k|别的:k"
    "|区别:k|分别:k|告别:k|性别:k|级别:k|别墅:k|重要:k|主要:k|只要:k|想要:k|不要紧:k|要求:k|要点:k"
    "|再见:k|成都:k|首都:k|都市:k|就业:k|就医:k|成就:k|现在:f|目的:k|现在起:f|实在:k|内在:k|在线:k"
    "|在乎:k|正在:k|在意:k|摘要:k|纪要:k|提要:k|次要:k|再婚:k|再说:k|也许:k|将就:k|迁就:k|就是:k"
    "|我要:k|他要:k|她要:k|要么:k|要价:k|要命:k|要好:k|要不:k|要闻:k|要紧:k|需要的:k|别扭:k|离别:k|个别:k"
    "|辨别:k|识别:k|类别:k|派别:k|别名:k"
    "|别称:k|没关系:m|也没关系:m|没事:m|也行:m|都行:m|不得不:k|不得了:k|不要脸:k|"
)
_CALL_ZH = "|叫我做|叫我作|叫我为|叫我|称呼我为|称呼我做|称呼我|称我为|喊我|管我叫|把我叫做|"
_NO_NAMES_ZH = (
    "|起|醒|吃|喝|去|睡|出|上|下|回|做|看|写|学|打|交|带|关|开|记|一声|一下|早|该|准|按时|提前"
    "|到|多|少|先|快|不|好好|注意|休息|锻炼|运动|喂|买|洗|拿|接|送|进|走|跑|办|集合|他|她|什么|我"
    "|名字|全名|真名|本名|大名|小名|外号|绰号|昵称|那个|这个|时|次|每|每天|每周|用|干|帮|换|收|倒|浇|"
)
_NO_NAME_ZH = "|的时候|时候|的话|起床|或|和|跟|但|而|除|只|当|前面|面前|"
_ANSWERS_ZH = (
    "|回答|回复|答复|答|说话|交流|聊天|对话|沟通|讲话|讲|说|聊|用|我|跟|和|对|与|你|您|问题|时|来"
    "|得|些|点|一点|一些|太|很|更|比较|话|语言|改成|改用|改|换成|内容|只|保持|作答|"
)
_LANGUAGES_ZH = (
    "|中文:zh|汉语:zh|普通话:mandarin|国语:mandarin|英文:en|英语:en|日文:ja|日语:ja|粤语:yue"
    "|广东话:yue|白话:yue|法文:fr|法语:fr|德文:de|德语:de|韩文:ko|韩语:ko|西班牙语:es|西班牙文:es"
    "|俄文:ru|俄语:ru|意大利语:it|葡萄牙语:pt|四川话:sichuan|上海话:wu|东北话:dongbei|闽南语:min|"
)
_LENGTHS_ZH = (
    "|简短:short|简洁:short|短:short|短一点:short|精简:short|简明:short|简明扼要:short"
    "|言简意赅:short|扼要:short|简练:short|长:long|详细:long|具体:long|细致:long|啰嗦:long"
    "|冗长:long|详尽:long|长篇大论:long|"
)

_LEADS_EN = (
    "|please |from now on |going forward |in future |in the future |from today |starting today "
    "|henceforth |and |but |so |now |also |i want you to |i would like you to |you should "
    "|you must |you have to |you need to |the user wants you to |remember to |make sure to "
    "|always |just |only |then |ok |okay |actually |be sure to |try to |instead |"
)
_TAILS_EN = (
    "|again |anymore |any more |any longer |now |please |from now on |always |instead |then "
    "|after all |ever again |all the time |any time |every time |in future |in the future |ever |"
)
_WORDS_EN = (
    "|do not ever :n|do not :n|never ever :n|never :n|no longer :n|stop :n|quit :n|not :n"
    "|no need to :n|there is no need to :n|you do not have to :n|you do not need to :n"
    "|you need not :n|i do not want you to :n|refrain from :n"
    "|you can not :n|you may not :n|you must not :n|you should not :n|it is not ok to :n"
    "|you can stop :n|you may stop :n|please stop :n|you no longer need to :n|avoid :n"
    "|you no longer have to :n|you can :m|you may :m|you are allowed to :m|it is ok to :m"
    "|it is okay to :m|it is fine to :m|feel free to :m|you are free to :m|it is all right to :m"
    "|always :f|please :f|again :f|ever :f|the :f|a :f|an :f|any :f|anymore :f|just :f"
    "|you can now :m|you may now :m|you should :f|you must :f|you have to :f|"
)
_CALL_EN = "|call me |calling me |address me as |addressing me as |refer to me as |"
_NO_NAMES_EN = (
    "|when |if |at |back |before |after |later |in |on |every |tomorrow |by |once |first |up "
    "|for |to |while |as |about |with |from |until |only |that |names |a name |during |daily "
    "|whenever |unless |this |things |anything |what |early |or |and |my |"
)
_NO_NAME_EN = "| at | in | on | when | if | while | with | or | and | by | before | after |"
_ANSWERS_EN = (
    "|answer |answers |answering |reply |replies |replying |respond |responding |response "
    "|responses |speak |speaking |talk |talking |use |using |to |with |me |my |in |your "
    "|questions |only |keep |keeping |it |very |too |so |as |be |being |make |give |giving |all "
    "|them |more |language |switch |chat |conversation |bit |little |communicate |say |"
)
_LANGUAGES_EN = (
    "|chinese :zh|mandarin :mandarin|english :en|japanese :ja|cantonese :yue|french :fr|german :de"
    "|korean :ko|spanish :es|russian :ru|italian :it|portuguese :pt|"
)
_LENGTHS_EN = (
    "|short :short|brief :short|concise :short|shorter :short|succinct :short|briefly :short"
    "|concisely :short|short and simple :short|to the point :short|long :long|longer :long"
    "|detailed :long|detail :long|lengthy :long|verbose :long|long-winded :long|in detail :long|"
)


def orders(text: str) -> "list[Order | None]":
    """
    What a rule orders, clause by clause, None for one that cannot be read; nothing of one that
    asks, or is over with a task.
    """
    low = plain(text).replace("’", "'")
    chinese = is_chinese(low)
    if not chinese:
        low = replaced(words_en.OPENED, " " + low)
    low = fold(low).strip()
    if has(_ASKS, " " + low + " ") or is_about_task(text):
        return []
    for mark in _MARKS:
        low = low.replace(mark, "\n")
    found = []
    for clause in low.split("\n"):
        clause = clause.strip()
        clause = _bare_zh(clause) if chinese else _bare_en(clause)
        if clause:
            found.append(_order_zh(clause) if chinese else _order_en(clause))
    return found


def ends(later: str, before: str) -> bool:
    """True where a later rule orders otherwise than one before it, in all that it orders."""
    told = [one for one in orders(later) if one is not None]
    was = orders(before) if told else []
    for order in was:
        if order is None or not [one for one in told if _ends(one, order)]:
            return False
    return len(was) > 0


def _ends(later: Order, before: Order) -> bool:
    if later.sort != before.sort:
        return False
    if later.value == before.value or (not later.sort and _turned(later.value, before.value)):
        return (later.mode == "n") != (before.mode == "n")
    return later.sort != "" and later.mode == before.mode == "y"


def _turned(one: str, other: str) -> bool:
    """True for the same words in another order of their halves: 在我睡觉时提醒, 提醒在我睡觉时."""
    return len(one) == len(other) and one in other + other


def _bare_zh(clause: str) -> str:
    begin = skip(_LEADS_ZH, clause)
    return clause[begin : drop(_TAILS_ZH, clause, len(clause), begin)]


def _bare_en(clause: str) -> str:
    clause += " "
    clause = clause[skip(_LEADS_EN, clause) :]
    return clause[: drop(_TAILS_EN, clause, len(clause))]


def _order_zh(clause: str) -> "Order | None":
    words, mode = _words(clause, _WORDS_ZH, True)
    if not words:
        return None
    size = head(_CALL_ZH, words)
    name = words[size:]
    if size and len(name) <= _NAME_MOST and not head(_NO_NAMES_ZH, name):
        if name and not has(_NO_NAME_ZH, name):
            return Order("name", name, mode)
    return _of_answers(words, mode, _ANSWERS_ZH, _LANGUAGES_ZH, _LENGTHS_ZH)


def _order_en(clause: str) -> "Order | None":
    words, mode = _words(clause, _WORDS_EN, False)
    if not words:
        return None
    size = head(_CALL_EN, words)
    name = words[size:]
    if size and name.strip() and name.count(" ") <= _NAME_WORDS_MOST:
        if not head(_NO_NAMES_EN, name) and not has(_NO_NAME_EN, name):
            return Order("name", name.strip(), mode)
    found = _of_answers(words, mode, _ANSWERS_EN, _LANGUAGES_EN, _LENGTHS_EN)
    if found.sort:
        return found
    stems = sorted([stem(one) for one in words.encode().split()])
    return Order("", b" ".join(stems).decode(), mode)


def _words(clause: str, table: str, chinese: bool) -> "tuple[str, str]":
    """(what is ordered, whether it is to be done) of a clause."""
    words = ""
    mode = ""
    at = 0
    while at < len(clause):
        end, letter = look(table, clause, at)
        if letter in ("n", "m", "y") and (not mode or (mode, letter) == ("m", "n")):
            mode = letter
        elif not letter or letter == "k" or (letter == "n" and mode):
            end = end if letter else (at + 1 if chinese else clause.find(" ", at) + 1)
            words += clause[at:end]
        at = end
    return words, mode or "y"


def _of_answers(words: str, mode: str, around: str, languages: str, lengths: str) -> Order:
    """An order of how to answer: its language or its length, where it says nothing else."""
    sort = value = ""
    at = 0
    while at < len(words):
        end, found = look(languages, words, at)
        of = "language"
        if not found:
            end, found = look(lengths, words, at)
            of = "length"
        if found and not value:
            sort, value = of, found
        elif not found:
            end = at + head(around, words, at)
        if end == at:
            return Order("", words, mode)
        at = end
    return Order(sort, value, mode) if value else Order("", words, mode)
