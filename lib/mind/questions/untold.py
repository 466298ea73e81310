"""
Untold: what a memory cannot tell, however many words it shares with a question in English.

Of what one asks much is said in words that stand everywhere: what it cost, what somebody said,
where it is from, why, what is wrong with it, how it was. They are no parts that a memory has to
say, so what names the thing alone would answer all of these. Here each such question has the words
of which a memory must say one. Besides: how a dish that is liked is made, which company one flies
with of what names none, and who sold a thing of what the owner did and names nobody. What is so
in Chinese is `untold_zh`. Pure.
"""

from memory.extract import words_en
from memory.extract.scan import entry, has
from memory.text.phrase_tables import leading, padded, standing
from memory.text.script import fold
from micropython import const

from . import untold_zh

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..offers.asked import Asked

_MADE = "| how do i make | how do i cook | how do i bake | how do you make | how can i make |"
_TASTES = ("like", "dislike")
_WHICH = (" which ", " what ")
_IS_WITH = (" am i with ", " are we with ")  # whoever it is, now
_IS_SOMEBODY = (
    "| and | is | was | has | had | does | doesn't | will | got | took | gave | made | lives "
    "| came | went | told | taught | sold | bought | found | wrote | sent |"
)
_NO_NAMES = (
    "| the | user | my | i | i'm | i've | i'd | monday | tuesday | wednesday | thursday | friday "
    "| saturday | sunday | january | february | march | april | may | june | july | august "
    "| september | october | november | december | mondays | tuesdays | wednesdays | thursdays "
    "| fridays | year |"
)
_WITH = "| with | by | via | through |"
_MARKS = b'.,;:!?"()'
_JOINTS = (", ", "; ", ": ", " - ", " — ", " – ")

_AMOUNTS = (
    b"| free| quid| bucks| dollar| euro| pound| cent | cents | pence| hundred | thousand | grand "
    b"| rupee| fifty | twenty | thirty | forty | sixty | ninety | cheap| expensive| a fortune |"
)
# What begins a question, what else it has, and what a memory says that answers it.
_ROWS = (
    (
        b"| what did | who |",
        b"| get me | got me | give me | gave me | get us | gave us |",
        b"| gave | given | gift| present| got me | got us | got the user | got user | bought "
        b"| brought | from | left me |",
    ),
    (
        b"| who |",
        b"| with now .| with these days .|",
        b"| with |friend|partner|husband|wife|married|engaged|dating|seeing| alone |",
    ),
    (
        b"| who |",
        b"| with .| was at | was there | were there | came to |",
        b"| with | and i | and the user |friend|partner|husband|wife|mate|shar| came | join"
        b"| guest| met |",
    ),
    (
        b"| what |",
        b"| die of | died of | die from | died from |",
        b"| of | from |cancer|stroke|heart|pneumonia|accident|crash|dementia|disease|failure|",
    ),
    (
        b"| what did | what does | what has | what is | who told |",
        b"| say | say to | say about | said | tell me | told me | think | think of |",
        b"| said | says | say | told | tell| asked | think| thought | promis| reckon| want| warned"
        b"| advi| suggest| recommend| joked | text| wrote | message| put me on | took me off "
        b"| prescrib| diagnos| result| hate| love| like| compl|",
    ),
    (
        b"| who | where | when |",
        b"| did i get my | did i get the | did i get that | did i get this | did i get a "
        b"| did we get the | did we get our | did i buy | did we buy |",
        b"| got | get | bought | buy | picked up | adopt| from | gave | give| gift| present"
        b"| found | order| won | inherit| left me | secondhand | hand-me-down | second-hand "
        b"| brought | rescue| took in | home | arrived | new | treated | swapped | traded | upgrad"
        b"| borrow| paid | passed | graduat| earned | award| start| hired | join| offer| sign"
        b"| closed on | since | caught | positive | diagnos| made | built | sent |",
    ),
    (
        b"| what |",
        b"| wrong with | the matter |",
        b"| broke|hurt|pain| sick | ill | leak|crack| stop|won't| can't | dead| die| tear| tore "
        b"| torn | fell | lost | diagnos| sore| bad |problem|trouble|fault|fail|burst|stuck|noise"
        b"| damp|mould| mold|disease|infect|allerg|arthriti|injur|strain|sprain|swell|swoll| ache"
        b"|aching|cancer|stroke|surger|operat| need|block| slow|error|virus|fever|cough| limp"
        b"| gone | pull| slip|bleed| upset|angry| sad |depress|anxi|worn |missing|asthma|diabet"
        b"|condition| went | died | too | not |n't | no longer |",
    ),
)
_PRICED = (
    b"| cost | costs | set me back | set us back | pay for | paid for | run me | worth "
    b"| how much was the | how much was my | how much were the | how much were my "
    b"| how much is a | how much are the | what do i pay | what did i pay | charge |"
)
_SIGNS = "|$|£|€|₹|".encode()
_NO_PRICE = (
    b"|number|no|size|room|unit|flat|plot|route|bus|year|in|since|until|iphone|galaxy|of|grade"
    b"|age|aged|platform|gate|bay|floor|"
)
_NO_AMOUNT = (
    b"|km|miles|mile|kg|minutes|hours|years|year|people|am|pm|days|weeks|months|st|street|road|of"
    b"|january|february|march|april|may|june|july|august|september|october|november|december|"
)
_IS = ("is", "are", "was", "were")  # who that is, and not who does or is where
_DOES = ("on", "at", "in", "got", "there", "to", "for")
_PEOPLE = ("family", "person", "name")
_ROLES = (
    b"|friend|doctor| dr |boss|neighbo|nurse|teacher|coach|landlord|manager|colleague|worker"
    b"|mate |mates |guy | man | men |woman|women|lad |lads |girl|boy|people|group| team|family"
    b"|parents|sitter| vet |dentist|alone|myself|everyone|nobody|plumber|mechanic| by |student"
    b"| couple | fellow |"
)
# Of what there are many with names; a school is none when asked which.
_NAMED = (
    b"| which school | what school | which hospital | what hospital | which clinic | what clinic "
    b"| which company | what company | which airline | what airline | which hotel | what hotel "
    b"| which university | what university | which uni | what uni | which college | what college "
    b"| which bank | what bank | which restaurant | what restaurant | which gym | what gym "
    b"| which street | what street | which vet | which dentist | which surgeon | which doctor |"
)
_NOT_WHICH = (b" a ", b" an ", b" the ", b" my ", b" her ", b" his ", b" our ")
_REASONS = (
    b"|because| since | so | as |due |couldn't|can't|cannot|won't|wouldn't|didn't| too |reason"
    b"|account of|thanks to| to |over |cause|want|hate|love|need|afraid|tired|bored|sick of"
    b"|fed up|hurt|no longer|after the|after my|after a |after he |after she|after i |after los"
    b"| by |"
)
_TERM = b"|years|months|weeks|days|good|hours|now|"  # for good, and for two years, is no reason
_FOR = b"for"
_DIED = b"died"  # of the families of what became of somebody
_REACH = const(3)  # words behind for
_TWO = const(2)  # digits of an amount

# The question that was read last, and what a memory must say to answer it.
_read: "list" = ["", ()]


def is_untold(core: str, kind: str, content: str) -> bool:
    """True for a memory that has no answer of the sort that a question (folded) asks for."""
    if "哪" in core or "什么" in core or "谁" in core or "共" in core:
        return untold_zh.is_untold(core, fold(content))
    if (kind in _TASTES and has(_MADE, core)) or not _says_what(core, kind, content):
        return True
    is_with = core.startswith(_WHICH) and core.endswith(" with ") and not core.endswith(_IS_WITH)
    return is_with and not has(_WITH, " " + fold(content).replace(",", " ") + " ")


def is_of_sort(asked: "Asked") -> bool:
    """True where a question says what it asks of a thing: a day, an end, what I do with it."""
    ends = [True for part in asked.parts if _DIED in part.shown]
    said = [one for part in asked.parts for one in part.said + [part.word] if one]
    does = [one for one in said if " i " + one.decode() in asked.core]
    return bool(asked.types or ends or does)


def _says_what(core: str, kind: str, content: str) -> bool:
    """False for a memory that says nothing of what a question asks of a thing or of somebody."""
    if core != _read[0]:
        _read[:] = (core, _needs(core.encode() + b"."))
    raw = padded(fold(content).replace("’", "'").encode(), _MARKS) if _read[1] else b""
    for says, tells in _read[1]:
        is_said = tells(raw, content, core, kind) if tells else standing(says, raw) >= 0
        if not is_said:
            return False
    return True


def _needs(raw: bytes) -> "list[tuple]":
    """
    What a memory must say to answer a question, ended by a point: [(one of this table, None)], or
    [(None, what this function finds)].
    """
    raw = raw.replace(b"what's", b"what is").replace(b"who's", b"who is")
    found = [(says, None) for begins, asks, says in _ROWS if _asks(begins, asks, raw)]
    return found + [(None, tells) for begins, asks, tells in _TESTS if _asks(begins, asks, raw)]


def _asks(begins: bytes, asks: bytes, raw: bytes) -> bool:
    return leading(begins, raw) >= 0 and standing(asks, raw) >= 0


def _tells_price(raw: bytes, content: str, *_: str) -> bool:
    """True for an amount of money: digits that are no number of a thing, nor of days or miles."""
    if standing(_AMOUNTS, raw) >= 0 or standing(_SIGNS, raw) >= 0:
        return True
    words = content.encode().split()
    for at, word in enumerate(words):
        if len([1 for one in word if 48 <= one <= 57]) < _TWO or word.strip(b".,;")[-1] > 57:
            continue
        before = words[at - 1] if at else b""
        is_name = at > 1 and 65 <= before[0] <= 90  # the Fiat 500
        behind = b"|" + b"".join(words[at + 1 : at + 2]).strip(b".,;").lower() + b"|"
        if not is_name and b"|" + before.lower() + b"|" not in _NO_PRICE:
            if behind not in _NO_AMOUNT:
                return True
    return False


def _tells_which(raw: bytes, content: str, core: str, _: str) -> bool:
    """False for what names a thing and not which: learned the guitar, which guitar."""
    if _new_names(content, core, False):
        return True
    if leading(_NAMED, core.encode()) >= 0:
        return False
    thing = core.split()[1].encode() + b" "
    is_any = bool([1 for one in _NOT_WHICH if one + thing in raw])
    return not is_any or bool([1 for one in raw if 48 <= one <= 57])


def _tells_who(raw: bytes, content: str, core: str, kind: str) -> bool:
    """True for what names somebody whom the question does not."""
    words = (core.replace("who's", "who is") + " . .").split()
    is_identity = words[1] in _IS and not words[2].endswith("ing") and words[2] not in _DOES
    if is_identity or kind in _PEOPLE or standing(_ROLES, raw) >= 0:
        return True
    if _new_names(content, core, True):
        return True
    return bool([1 for word in raw.decode().split() if entry(words_en.KIN, word + " ")])


def _tells_why(raw: bytes, content: str, *_: str) -> bool:
    """True for what has a word that gives reasons, or a clause more than one."""
    if standing(_REASONS, raw) >= 0 or [1 for joint in _JOINTS if joint in content]:
        return True
    words = raw.split()
    for at, word in enumerate(words):
        if word == _FOR and not [
            1 for one in words[at + 1 : at + 1 + _REACH] if b"|" + one + b"|" in _TERM
        ]:
            return True
    return False


def _new_names(content: str, core: str, is_whole: bool) -> bool:
    """
    True where words with a capital, the first only where it is somebody, are none of a question;
    is it `is_whole`, none beside them either: the Royal Enfield is known, asked for the Enfield.
    """
    words = content.split(" ") + [""]
    is_new = is_known = False
    for at, word in enumerate(words):
        is_name = word[:1].isupper() and (at or has(_IS_SOMEBODY, " " + words[1] + " "))
        low = fold(word.strip(".,;!?()\"'").replace("'s", "")) if is_name else ""
        if low and not has(_NO_NAMES, " " + low + " "):
            is_known = is_known or low in core
            is_new = is_new or low not in core
        elif is_new and not (is_whole and is_known):
            return True
        else:
            is_new = is_known = False
    return False


# What begins a question, what else it has, and what finds in a memory what answers it.
_TESTS = (
    (b"| how | what | did |", _PRICED, _tells_price),
    (b"| which |", b"| which |", _tells_which),
    (_NAMED, _NAMED, _tells_which),
    (b"| why |", b"| why |", _tells_why),
    (b"| who |", b"| who |", _tells_who),
)
