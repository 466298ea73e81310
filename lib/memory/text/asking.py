"""
Asking: which parts of a question count, and how much.

People put a greeting, a story and a correction around what they want to know. Owns the split of
such a text into sentences with a weight each; knows nothing of an index or of how rare a term is.
No character is taken by index or by iteration: MicroPython would intern it (see folding.py).
The rules go by kinds of phrases. A text of one sentence keeps its full weight.
"""

from micropython import const

from .folding import fold
from .phrase_tables import ending, entry, has, leading, standing

FULL = const(8)  # the weight of a sentence that asks, and of all where none does
_ASIDE = const(5)  # of a sentence that does not, beside one that does
_TAKEN_BACK = const(2)  # of what stands before a correction

# Words of a question that name nothing.
ONLY_ASK = (b"name", b"called", b"told", b"tell", b"know", b"remember", b"kind", b"sort", b"type")

_ENDS = ("。", "！", "!", "；", ";", "…")  # of a sentence that does not ask
_COMMAS = "，,、：: "

# What makes a sentence without its mark a question.
_ASKS = (
    "|什么|哪|谁|几点|几个|几号|多少|多大|多久|多高|多长|怎么|怎样|如何|为何|为啥|是不是"
    "|有没有|吗|呢|"
).encode()
_ASKS_FIRST = b"|what|when|where|who|whom|whose|which|why|how|"

# What a question is asked with and what it points with; a record that answers has others.
_ASKED_WITH = (
    "|是什么时候|什么时候|啥时候|几时|何时|是什么|叫什么|做什么|什么|是哪个|是哪些|是哪|哪个|哪里|哪儿"
    "|哪天|哪些|哪|几个人|几个|有几|多少|怎么样|怎么|怎样|如何|是谁|谁|来着|是啥|啥|有没有|是不是|那个"
    "|这个|那位|这|那|的人|呢|呀|吗|啊|以下|下面|最可能|的描述|符合|哪一个|哪一项|哪一种|的时候"
    "| 时候|"
).encode()

# A clause with one of these leaves behind what was said before it.
_CORRECTIONS = (
    "|想问的|要问的|想知道的|想了解的|要说的|我是说|我的意思|重新问|说错|问错|说反|更正"
    "|想問的|換個問題|换个问题|正题|言归正传|扯远|跑题|说远|题外话|的问题是这|个问题是这|搞错|弄错|打错"
    "|想搞清楚|想弄清楚|想搞明白|算了|换个话题|换话题|聊点别的|换個話題|but never mind"
    "|meant to ask|actually meant|trying to ask|i meant|i mean |scratch that|strike that"
    "|change the subject"
    "|changing the subject|start over"
    "|rephrase|real question|want to ask|wanted to ask|want to know|wanted to know|question is"
    "|off topic|off track|"
).encode()
# What a clause begins with that is put aside by what follows it.
_PUT_ASIDE = (
    "|不是|我不是|并不是|先别管|别管|先不管|先不说|先别说|先不谈|先不问|不说|抛开|撇开|不聊|先不聊|别聊"
    "|不谈|不提|别提|先别提|不问|不想聊|不想谈|不想说|不讲|除了"
    "|forget |never mind |ignore |leaving aside |not the |not my |not about |no more about "
    "|enough about |enough of |let's not |i'm done with |don't tell me about "
    "|i don't want to talk about |i do not want to talk about |i don't care about "
    "|apart from |aside from |except for |except |other than |besides |i'm not asking "
    "|i am not asking |im not asking |i don't mean |i do not mean |"
).encode()
# What such a clause ends with.
_ENDS_ASIDE = (
    "|不算|不算数|除外|放一边|放一放|不用管|不用说了|不重要|不提了|不说了|不聊了|不问了| aside"
    "| doesn't matter| does not matter| don't matter| doesn't count| does not count|"
).encode()
# What may stand between such a phrase and what is asked.
_BETWEEN = "|的问题|问题是|的|了|是这个|是这样|是|这个|个|is|was|that|:| |".encode()

# Clauses that say nothing.
_GREETINGS = (
    "|不对|你好|您好|你好啊|嗨|嗯|额|呃|诶|哎呀|哦豁|等等|等一下|另外|此外|还有|对了|谢谢|谢谢你|谢谢您|多谢|拜托|拜托了|抱歉|麻烦了|打扰了"
    "|hi|hey|hello|thanks|thank you|sorry|please|excuse me|well|wait|never mind|hold on|hang on|"
).encode()
# What a clause may begin with without saying anything; the longer of two first.
_OPENINGS = (
    "|另外|此外|还有|不好意思|对不起|打扰一下|顺便问一下|顺便问|麻烦你|麻烦您|麻烦问|劳驾|抱歉|你好请问"
    "|您好请问|请问一下|请问|谢谢你|请你|请您|帮我想想|帮我查一下|帮我看看|请告诉我|告诉我"
    "|跟我说说|你还记得|你记得|还记得|你知道|我想问一下|我想问问|我想问|我想知道"
    "|想问一下|想问问|想请教|话说|哎呀|先告诉我|还是告诉我|我是问|而是问|是问|能不能告诉我|可以告诉我|你能告诉我|我突然想不起来|我想不起来"
    "|其实我是想问|其实我想问|請問一下|請問|請你|告訴我|對不起|打擾一下|麻煩你|我想問一下"
    "|我想問|你還記得|你記得|hi|hey|hello|excuse me|thank you|thanks|please"
    "|sorry|can you please|could you please|can you tell me|could you tell me|tell me"
    "|would you mind telling me|can you remind me|could you remind me|remind me"
    "|do you remember|do you happen to know|do you know|i was wondering|i'd like to know"
    "|i would like to know|i need to know|i want to know|i'm asking about|quick question"
    "|if you don't mind me asking|if you don't mind|if i may ask|may i ask you|may i ask"
    "|can i ask you"
    "|can i ask|let me ask|just wondering|i can't remember|i forgot|i forget|by the way"
    "|correction|actually|and|um|uh|"
).encode()


def weighted(text: str) -> list:
    """
    [(folded sentence, its weight of at most FULL)] of a question, in their order, without polite
    openings and without the words that only ask. Where one or more sentences ask, the others count
    less, and what a correction leaves behind counts least. A text of openings alone is returned as
    it is.
    """
    found: "list[list]" = []  # [sentence, weight]
    asked = False
    for sentence, is_marked in _sentences(fold(text)):
        clauses: "list[str]" = []
        for clause in _clauses(sentence):
            at = standing(_CORRECTIONS, clause.encode())
            if at >= 0:
                clause = _behind(clause.encode(), entry(_CORRECTIONS, at))
                for row in found:
                    row[1] = _TAKEN_BACK
                if clauses:
                    found.append([" ".join(clauses), _TAKEN_BACK])
                    clauses = []
                asked = False
            clause = without_openings(clause)
            if _is_put_aside(clause.encode()) and not asks(clause):
                found.append([clause, _TAKEN_BACK])
            elif clause:
                clauses.append(clause)
        if clauses:
            said = " ".join(clauses)
            is_asking = is_marked or asks(said)
            asked = asked or is_asking
            found.append([_without_asking(said), FULL if is_asking else _ASIDE])
    if not found:
        return [(fold(text), FULL)]
    most = FULL if asked else max([weight for _, weight in found])
    return [(said, FULL if weight == most else weight) for said, weight in found]


def asking_clauses(text: str) -> list:
    """
    The folded clauses that ask, of a text of several, without polite openings; none that a
    correction leaves behind.
    """
    found: "list[str]" = []
    many = 0
    for sentence, is_marked in _sentences(fold(text).replace(" and wh", ",wh")):
        since = len(found)
        last = ""
        for clause in _clauses(sentence):
            at = standing(_CORRECTIONS, clause.encode())
            if at >= 0:
                clause = _behind(clause.encode(), entry(_CORRECTIONS, at))
                found = []
                since = 0
                many += 1
            last = without_openings(clause) or last
            many += 1
            if asks(last) and last not in found:
                found.append(last)
        if is_marked and len(found) == since and last:
            found.append(last)
    return found if many > 1 else []


def _is_put_aside(clause: bytes) -> bool:
    return leading(_PUT_ASIDE, clause) >= 0 or ending(_ENDS_ASIDE, clause) >= 0


def _sentences(text: str) -> list:
    """[(sentence, whether it ends with a question mark)], without its end."""
    for end in _ENDS:
        text = text.replace(end, "\n")
    found = []
    for line in text.replace("？", "?").replace("?", "?\n").split("\n"):
        begin = 0
        at = line.find(".")
        while at >= 0:  # a short word before it is an abbreviation
            if line[at + 1 : at + 2] in (" ", "") and " " not in line[max(0, at - 3) : at]:
                found.append((line[begin:at], False))
                begin = at + 1
            at = line.find(".", at + 1)
        said = line[begin:]
        found.append((said[:-1], True) if said.endswith("?") else (said, False))
    return [row for row in found if row[0].strip()]


def _clauses(sentence: str) -> list:
    found = []
    for clause in sentence.replace("，", ",").split(","):
        clause = clause.replace("而不是", "\n不是").replace("而非", "\n不是")
        if clause.startswith("not "):
            clause = clause.replace(" but ", "\n", 1)
        at = clause.find("我", len("除了我")) if clause.startswith("除了") else -1
        if at > 0:  # 除了钓鱼我还干嘛
            clause = clause[:at] + "\n" + clause[at:]
        found += clause.split("\n")
    return found


def asks(sentence: str) -> bool:
    """True for a sentence that asks without its mark."""
    raw = sentence.encode()
    return standing(_ASKS, raw) >= 0 or has(_ASKS_FIRST, raw.split(b" ", 1)[0].split(b"'")[0])


def _without_asking(said: str) -> str:
    """A sentence without what it is asked with; as it is where nothing else is in it."""
    left = said
    at = standing(_ASKED_WITH, left.encode())
    while at >= 0:
        left = left.replace(entry(_ASKED_WITH, at).decode(), " ")
        at = standing(_ASKED_WITH, left.encode(), at)
    left = left.strip()
    return left or said


def _behind(clause: bytes, phrase: bytes) -> str:
    """What a clause says behind a phrase that corrects."""
    rest = clause[clause.find(phrase) + len(phrase) :]
    while True:
        at = leading(_BETWEEN, rest)
        while at >= 0 and _splits_word(rest, entry(_BETWEEN, at)):
            at = leading(_BETWEEN, rest, at)
        if at < 0:
            return rest.decode()
        rest = rest[len(entry(_BETWEEN, at)) :]


def _splits_word(text: bytes, beginning: bytes) -> bool:
    """True where letters of a word stand on both sides of the end of its beginning."""
    return beginning[-1:].isalpha() and text[len(beginning) : len(beginning) + 1].isalpha()


def without_openings(clause: str) -> str:
    """A clause without the polite phrases at its beginning."""
    while True:
        while clause and clause[:1] in _COMMAS:  # strip() would cut characters to pieces
            clause = clause[1:]
        while clause and clause[-1:] in _COMMAS:
            clause = clause[:-1]
        raw = clause.encode()
        if has(_GREETINGS, raw):
            return ""
        at = leading(_OPENINGS, raw)
        while at >= 0:
            phrase = entry(_OPENINGS, at)
            rest = raw[len(phrase) :]
            if not _splits_word(raw, phrase):
                clause = rest.decode()
                break
            at = leading(_OPENINGS, raw, at)
        else:
            return clause
