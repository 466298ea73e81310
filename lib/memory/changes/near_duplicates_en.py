"""
The changes that carry no meaning in English, in order: where the first text of an entry is in a
sentence about the owner, the second means the same. Pure.
"""

from .near_duplicates_text import any_of, clauses, replaced

# Words whose meaning depends on the day they are said.
RELATIVE = (
    "|today|tonight|yesterday|tomorrow|this |last |next | ago|recently|just |in a |in an |weeks"
    "|hours|minutes| days|months|"
)
_SHORT = (
    "|’>'|can't>can not|cannot>can not|won't>will not|shan't>shall not|n't> not|i'm>i am"
    "|i've>i have|i'll>i will|i'd>i would|'re> are|he's>he is|she's>she is|it's>it is"
    "|that's>that is|there's>there is|'s> 's |"
)
_OWNER = (
    "| the owner 's > my | owner 's > my | the user 's > my | user 's > my "
    "| the owner > i | my owner > i | owner > i | the user > i | user > i |"
)
_CHANGES = (
    "| 's name is > is named | is called > is named | cat called > cat named "
    "| dog called > dog named | am > is | are > is "
    "| has got > have | have got > have | has > have "
    "| is working for > work for | is working at > work at | is working as > work as "
    "| is living in > live in | works as > is | work as > is "
    "| currently > | presently > | now > | at moment > | already > "
    "| mom > mother | mum > mother | dad > father | daddy > father "
    "| kids > children | kid > child "
    "| movies > films | movie > film | bike > bicycle | bikes > bicycles | tv > television "
    "| scared of > afraid of | frightened of > afraid of | purchased > bought | really > very "
    "| because of > due to | okay > ok | wi fi > wifi | e mail > email "
    "| colour > color | colours > colors | favourite > favorite | grey > gray | centre > center "
    "| theatre > theater | neighbour > neighbor | programme > program | travelling > traveling "
    "| at weekends > on weekends | on weekend > on weekends | at weekend > on weekends "
    "| daily > every day | everyday > every day | each > every "
    "| one > 1 | two > 2 | three > 3 | four > 4 | five > 5 | six > 6 | seven > 7 | eight > 8 "
    "| nine > 9 | ten > 10 | eleven > 11 | twelve > 12 |"
)
_VOWELS = ("a", "e", "i", "o", "u")
_AHEAD = ("next", "tomorrow")
_FOND = ("like", "likes", "love", "loves", "hate", "hates", "enjoy", "enjoys")
# With one of these in a sentence a time at its beginning may not belong to its end.
_JOINED = (
    "|and|but|or|so|that|if|when|while|because|who|which|whose|before|after|until|since|said|says"
    "|told|tells|thinks|think|thought|knows|know|knew|hopes|promised|decided|not|"
)
_MEANT = (
    "|want|wants|wanted|plan|plans|planned|hope|hopes|hoped|try|tries|tried|agreed|need|needs|"
)
_DAYS = (
    "|weekends|weekdays|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays"
    "|wednesdays|thursdays|fridays|saturdays|sundays|"
)
_LISTED = "|speak|like|love|hate|have|play|eat|drink|know|"


def form(text: str) -> str:
    """The common form of a folded text."""
    text = " %s " % " , ".join(clauses(replaced(text, _SHORT), True))
    text = " %s " % " ".join(text.split())
    if not any_of("| i | me | my | we | us | our |", text):
        text = replaced(text, _OWNER)
    words = _without_articles(_fond(text.split()))
    words = _time_last(replaced(" %s " % " ".join(words), _CHANGES).split())
    if words[:1] == ["my"]:
        return " ".join(words[1:])
    if words[:1] == ["i"]:
        words = words[1:]
    words[:1] = [_base_verb(word) for word in words[:1]]
    return " ".join(_listed(words))


def _without_articles(words: list) -> list:
    """`a cat` and `the cat` as `cat`; but `few` is not `a few`, and a blood group may be `a`."""
    kept = []
    for at in range(len(words)):
        after = (words + [","])[at + 1]
        if words[at] in ("a", "an", "the") and after != ",":
            if after in ("few", "little", "lot", "couple", "number"):
                kept.append(words[at])
        else:
            kept.append(words[at])
    return kept


def _fond(words: list) -> list:
    """`likes to play` as `likes playing`."""
    for at in range(len(words) - 2):
        if words[at] in _FOND and words[at + 1] == "to":
            words[at + 1 : at + 3] = [_doing(words[at + 2])]
    return words


def _doing(verb: str) -> str:
    """The `-ing` form of a regular verb."""
    vowels = sum([verb.count(letter) for letter in _VOWELS])
    last, before = verb[-1:], verb[-2:-1]
    if last == "e" and vowels > 1 and before != "e":
        return (verb[:-2] + "y" if before == "i" else verb[:-1]) + "ing"
    if vowels == 1 and before in _VOWELS and last not in "aeiouwxy":
        return verb + last + "ing"
    return verb + "ing"


def _base_verb(verb: str) -> str:
    """The verb of `owner likes` as that of `i like`."""
    if verb == "does" or verb == "goes" or verb.endswith(("ches", "shes", "sses", "xes")):
        return verb[:-2]
    if verb == "enjoys" or verb == "enjoy":
        return "like"
    if len(verb) < 4 or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    return verb[:-3] + "y" if verb.endswith("ies") else verb[:-1]


def _time_last(words: list) -> list:
    """`every morning i swim` as `i swim every morning`."""
    first, second = (words + ["", ""])[:2]
    size = 0
    if first in ("today", "yesterday", "tomorrow", "tonight"):
        size = 1
    elif first in ("every", "next", "last", "this"):
        size = 2
    elif first == "on" and "|" + second + "|" in _DAYS:
        size = 2
    elif first == "in" and len(second) == 4 and "1900" < second < "2100":
        size = 2
    tail = words[size:]
    if tail[:1] == [","]:
        tail = tail[1:]
    for at, word in enumerate(tail):
        meant = at and word == "to" and "|" + tail[at - 1] + "|" in _MEANT
        if word == "," or "|" + word + "|" in _JOINED or (meant and first not in _AHEAD):
            return words
    return tail + words[:size]


def _listed(words: list) -> list:
    """`speak english and french` with the two at its end in one order."""
    if len(words) > 3 and words[-2] == "and" and "|" + words[-4] + "|" in _LISTED:
        return words[:-3] + [min(words[-3], words[-1]), "and", max(words[-3], words[-1])]
    return words
