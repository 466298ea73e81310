"""
Word order: which other words come first, of a keyword and of a question, which has room for few.

Pure; what words there are is `expansion.py`.
"""

from micropython import const

from memory.text.terms import is_cjk, singles, terms

_SYNONYMS_FIRST = const(3)


def rows_of(word: str, related: list) -> list:
    """
    [(other word in bytes, weight, how, the terms that it stands for)] of a word of a question.
    """
    asked = tuple(term for term in terms(word) if not is_cjk(term) or len(singles(term)) > 1)
    return [(other, weight, how, asked) for other, how, weight in _mixed(related)]


def _mixed(related: list) -> list:
    """Relations for a question, which has room for few: some synonyms, then categories between."""
    synonyms: "list" = []
    members: "list" = []
    for row in related:
        if _is_told_by(row[0]):
            (members if row[1] == "category" else synonyms).append(row)
    found = synonyms[:_SYNONYMS_FIRST]
    for at, row in enumerate(synonyms[_SYNONYMS_FIRST:]):
        found += members[at : at + 1] + [row]
    return found + members[max(0, len(synonyms) - _SYNONYMS_FIRST) :]


def _is_told_by(word: bytes) -> bool:
    """False for a verb with a particle or an object, which a question would look for alone."""
    return b" " not in word or (word[0] < 0x80 and len(terms(word.decode())) > 1)


def dealt(found: "list[list]", text: str, most: int) -> list:
    """One of each in turn, words in the question's own script first, as many as are of use."""
    latin = max(text.encode()) < 0xE4
    waiting = [_sorted_by_script(rows, latin) for rows in found if rows]
    dealt: "list" = []
    at = 0
    while len(waiting) > 1 and len(dealt) < most:
        dealt += [rows[at] for rows in waiting]
        at += 1
        waiting = [rows for rows in waiting if len(rows) > at]
    for rows in waiting:
        dealt += rows[at:]
    return dealt[:most]


def _sorted_by_script(rows: list, latin: bool) -> list:
    own: "list" = []
    others: "list" = []
    for row in rows:
        (own if (row[0][0] < 0x80) == latin else others).append(row)
    return own + others


def grouped(found: list) -> list:
    """Lists of equal weight and `how`, the heaviest first."""
    ranks = []
    for one in found:
        if (-one.weight, one.how) not in ranks:
            ranks.append((-one.weight, one.how))
    return [[one for one in found if (-one.weight, one.how) == rank] for rank in sorted(ranks)]


def other_pairs(letters: "list[bytes]", others: "list[list[bytes]]") -> "list[tuple]":
    """
    [(pair in the other script, pair)] of characters that each have others there: first those of
    the likeliest, then with another one or as it is (里 is 裡 or 裏, and in 公里 itself).
    """
    found: "list[tuple]" = []
    spare: "list[tuple]" = []
    for at in range(len(letters) - 1):
        seconds = others[at + 1] + letters[at + 1 : at + 2]
        forms = [one + two for one in others[at] + letters[at : at + 1] for two in seconds]
        pair = letters[at] + letters[at + 1]
        for number, form in enumerate(forms):
            if form != pair and form not in forms[:number]:
                (spare if number else found).append((form, pair))
    return found + spare


def bases(word: bytes) -> "list[bytes]":
    """A word, and what it may be one of several of: bateries, batery."""
    if word.endswith(b"ies"):
        return [word, word[:-3] + b"y"]
    return [word, word[:-1]] if word.endswith(b"s") and not word.endswith(b"ss") else [word]
