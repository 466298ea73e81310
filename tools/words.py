"""
Makes tools/flashing/words.bin, the asset `words`, from tools/thesaurus.txt and two packages:
python tools/words.py.

Runs on CPython. tools/requirements-words.txt pins the packages by their hashes; ./tools/setup.sh
puts them into .venv/words. Owns the writing of docs/FORMAT.md section 13.1, which
lib/memory/search/word_table.py reads.
"""

import struct
import sys
from binascii import crc32
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tools.flashing.readings import (  # noqa: E402
    EITHER,
    PACKAGES,
    characters,
    forms_of,
    package,
    readings,
    syllables,
)

THESAURUS = ROOT / "tools" / "thesaurus.txt"
TABLE = ROOT / "tools" / "flashing" / "words.bin"
MAGIC = b"wds\x05"
BLOCK = 2048
SYNONYM, CATEGORY, SPELLING = 0, 1, 2
HIDDEN = "!! "  # begins a line of what makes a word part of one of another sense
UNSPELLED = 3  # nobody asks for its members in pinyin or with a slip; without any, for its words
_SAME = 0x80  # in a length: the word is another form of the one before it
_NONE = 0xFF  # no word of a group is left out
_SHORTEST = 5  # letters of a word whose misspellings are found
# Characters of a word that has keys of pinyin, and of one that is a member only: a longer one is
# found by its syllables.
_LONGEST = 3
_LONGEST_MEMBER = 2
_LEVEL_1 = range(0xB0, 0xD8)  # rows of GB 2312 with the common characters
_LEVEL_2 = range(0xD8, 0xF8)

Rows = dict[bytes, bytes]


class BadThesaurus(Exception):
    """A line that is no group; the message names it."""


@cache
def _converter(form: str) -> Any:
    return package("opencc").OpenCC(form)


def _is_chinese(word: str) -> bool:
    return all("\u4e00" <= letter <= "\u9fff" for letter in word)


def variants(word: str) -> list[str]:
    """A word and its traditional forms."""
    if word.isascii():
        return [word]
    found = [word]
    for form in ("s2t", "s2tw"):
        other = _converter(form).convert(word)
        if other not in found:
            found.append(other)
    return found


def _telling(word: str) -> list[bytes]:
    """The words of an English phrase that are no stop words."""
    whole_word = package("memory.text.terms").whole_word
    return [part for part in word.encode().split() if whole_word(part)]


def _is_phrasal(word: str) -> bool:
    """True for a verb and a stop word: give up."""
    parts = word.encode().split()
    return len(parts) == 2 and _telling(word) == parts[:1]


def _is_parted(word: str) -> bool:
    """True for a Chinese verb and its object with something between: 结_婚, that is 结了婚."""
    return " " in word and not word.isascii()


def _is_found(word: str) -> bool:
    """False for a phrase of which a single word would be looked for: in love."""
    if " " not in word or _is_parted(word):
        return True
    return len(_telling(word)) > 1 or _is_phrasal(word)


def key(word: str) -> str:
    """What a word is looked up by: its stems without stop words, or itself if it is Chinese."""
    if not word.isascii():
        return word
    stem = package("memory.text.stemming").stem
    parts = _telling(word) or word.encode().split()
    if _is_phrasal(word):
        parts = word.encode().split()
    return b" ".join([stem(part) if part.isalpha() else part for part in parts]).decode()


def groups(text: str) -> list[tuple[list[str], list[str], int]]:
    """(words, members, how) of each line. Raises BadThesaurus."""
    found = []
    for line in text.splitlines():
        if not line or line.startswith(("#", HIDDEN)):
            continue
        plain = line.lower().replace("-", "_")
        if " _> " in plain:
            wrong, right = plain.split(" _> ")
            found.append(([wrong], [right], SPELLING))
            continue
        if plain.startswith(":: "):
            plain = plain[3:]
            found.append(([word.replace("_", " ") for word in plain.split()], [], UNSPELLED))
            continue
        heads, colon, members = plain.partition(":")
        how = UNSPELLED if members.startswith(":") else CATEGORY
        members = members.removeprefix(":")
        rows = [[word.replace("_", " ") for word in part.split()] for part in (heads, members)]
        if not rows[0] or (colon and not rows[1]) or (not colon and len(rows[0]) < 2):
            raise BadThesaurus(line)
        if any(_is_parted(word) and word.index(" ") != 1 for row in rows for word in row):
            raise BadThesaurus(line)  # the verb is one character
        rows = [[word for word in row if _is_found(word)] for row in rows]
        found.append((rows[0], rows[1], how))
    return found


def _merged(
    lines: list[tuple[list[str], list[str], int]],
) -> list[tuple[list[str], list[str], int]]:
    """The same, with the categories that have one first word as one, and each member once."""
    found: list[tuple[list[str], list[str], int]] = []
    places: dict[str, int] = {}
    known = {
        (head, one) for row in lines if row[2] == CATEGORY for head in row[0] for one in row[1]
    }
    for heads, members, how in lines:
        if how == UNSPELLED:
            members = [one for one in members if not known.issuperset((h, one) for h in heads)]
            known.update((head, one) for head in heads for one in members)
        if how == CATEGORY and members:
            at = places.setdefault(heads[0], len(found))
            if at < len(found):
                found[at][0].extend(head for head in heads if head not in found[at][0])
                found[at][1].extend(one for one in members if one not in found[at][1])
                continue
        found.append((heads, members, how))
    return found


def _words(text: str) -> tuple[Rows, set[str], set[str]]:
    """The rows of the thesaurus, each group once, its words that have keys, and its heads."""
    rows: Rows = {}
    known: set[str] = set()
    asked: set[str] = set()
    named: defaultdict[str, list[bytes]] = defaultdict(list)
    lines = _merged(groups(text))
    numbers = _numbers(lines)
    for at, (heads, members, how) in enumerate(lines):
        if members or how != UNSPELLED:
            asked.update(members if how == SPELLING else heads)
        known.update(_short(members) if how == CATEGORY else ())
        if how == SPELLING and key(heads[0]) == key(members[0]):
            continue  # they are one stem: favorit
        clusters = _clusters(heads)
        if len(clusters) > 1:
            rows[_group_key(numbers[at])] = _group(clusters)
            for number, forms in enumerate(clusters):
                _name(named, forms, SYNONYM, numbers[at], number)
        if members:
            others = numbers[at] + 1
            rows[_group_key(others)] = _group(_clusters(members))
            for forms in clusters:
                _name(named, forms, CATEGORY if how == UNSPELLED else how, others, _NONE)
    for word, names in named.items():
        rows[b"w" + word.encode()] = b"".join(names)
    return rows, known | asked, asked


def _hidden(text: str, forms: dict[str, str]) -> Rows:
    """
    Which characters before and after a word make it part of one of another sense, in both scripts,
    a blank between; of an English word which words, between commas. Raises BadThesaurus.
    """
    found: Rows = {}
    for line in text.splitlines():
        if not line.startswith(HIDDEN):
            continue
        parts = line.removeprefix(HIDDEN).split(" ")
        letters = "".join(parts).replace("_", "")
        if len(parts) != 3 or not all(parts) or not (letters.isascii() or _is_chinese(letters)):
            raise BadThesaurus(line)
        before, word, after = (part.replace("_", "") for part in parts)
        if word.isascii():
            sides = [f",{side}," if side else "" for side in (before, after)]
            found[b"h" + key(word).encode()] = " ".join(sides).encode()
            continue
        sides = [
            "".join(one + forms.get(one, "") for one in dict.fromkeys(side))
            for side in (before, after)
        ]
        for form in variants(word):
            found[b"h" + form.encode()] = " ".join(sides).encode()
    return found


def _short(members: list[str]) -> list[str]:
    """Those that have keys of how they are read or of their slips, though they head no group."""
    return [one for one in members if not _is_chinese(one) or len(one) <= _LONGEST_MEMBER]


def _numbers(lines: list[tuple[list[str], list[str], int]]) -> list[int]:
    """
    The number of each line's group, and the next one for its members: lines that share a word are
    near each other, so that a block that was read has the other groups of a word, too.
    """
    first: dict[str, int] = {}
    places = []
    for at, (heads, _, _) in enumerate(lines):
        for head in heads:
            first.setdefault(key(head), at)
        places.append((min(first[key(head)] for head in heads), at))
    numbers = [0] * len(lines)
    for number, (_, at) in enumerate(sorted(places)):
        numbers[at] = 2 * number
    return numbers


def _clusters(words: list[str]) -> list[list[str]]:
    """All forms of each word; words that are looked up alike are one."""
    found: list[list[str]] = []
    places: dict[str, int] = {}
    for word in words:
        forms = variants(word)
        at = next((places[key(form)] for form in forms if key(form) in places), len(found))
        if at == len(found):
            found.append([])
        for form in forms:
            places.setdefault(key(form), at)
            if form not in found[at]:
                found[at].append(form)
    return found


def _group(clusters: list[list[str]]) -> bytes:
    row = b""
    for forms in clusters:
        for number, form in enumerate(forms):
            raw = form.encode()
            row += bytes((len(raw) | (_SAME if number else 0),)) + raw
    return row


def _group_key(number: int) -> bytes:
    return b"g" + number.to_bytes(2, "big")


def _name(
    named: defaultdict[str, list[bytes]], forms: list[str], kind: int, group: int, left_out: int
) -> None:
    """Let the rows of a word's forms name a group, as which one of its words this is."""
    if _is_parted(forms[0]):
        return  # nobody asks for it so
    for one in dict.fromkeys(key(form) for form in forms):
        named[one].append((kind << 14 | group).to_bytes(2, "big") + bytes((left_out,)))


def _counted(word: str) -> bytes:
    raw = word.encode()
    return bytes((len(raw),)) + raw


def rows(thesaurus: str) -> Rows:
    """All rows of the table."""
    found, known, heads = _words(thesaurus)
    forms = forms_of(Path(package("opencc").__file__).parent / "dictionary")
    lists: defaultdict[bytes, dict[str, None]] = defaultdict(dict)
    common = characters(_LEVEL_1)
    for letter in common + characters(_LEVEL_2):
        for form in letter + forms.get(letter, ""):
            for syllable in syllables(letter):
                lists[b"p" + syllable.encode()][form] = None
                if letter in common:
                    lists[b"i" + syllable[:1].encode()][form] = None
    for letters, others in lists.items():
        found[letters] = "".join(others).encode()
    names = sorted(letters[1:].decode() for letters in lists if letters[:1] == b"p")
    found[b"a"] = f" {' '.join(names)} ".encode()
    for letter, others_of in forms.items():
        found[b"s" + letter.encode()] = others_of.encode()
    found.update(_hidden(thesaurus, forms))
    found.update(_keyed(known, heads))
    found.update(_pairs(set(common)))
    return found


def _keyed(known: set[str], heads: set[str]) -> Rows:
    """The words of the thesaurus by how they are read and spelled; heads by initials."""
    spoken: defaultdict[str, dict[str, None]] = defaultdict(dict)
    spelled: Rows = {}
    for word in sorted(known):
        if _is_chinese(word) and len(word) <= _LONGEST:
            # Those of several characters are found in the other script by their syllables.
            for at in readings(word):
                for form in variants(word) if len(word) == 1 else (word,):
                    spoken["y" + "".join(at)][form] = None
                if len(word) > 1 and word in heads:
                    spoken["j" + "".join(one[0] for one in at)][word] = None
        elif word.isascii() and word.isalpha() and len(word) >= _SHORTEST:
            spelled[b"m" + word.encode()] = b""
    listed = {
        name.encode(): b"".join(_counted(word) for word in words) for name, words in spoken.items()
    }
    return {**listed, **spelled}


def _pairs(common: set[str]) -> Rows:
    """
    How words of two characters are read of which one has several readings; none of those that may
    be read in several ways.
    """
    found: Rows = {}
    for letter in common:
        typed = {one.replace("v", "u") for one in syllables(letter)}
        if len({_sign(one) for one in typed}) < len(typed):
            raise ValueError(f"{letter} has two readings of one sign")
    for word in package("pypinyin.phrases_dict").phrases_dict:
        if len(word) != 2 or not set(word) <= common - set(EITHER):
            continue
        if max(len(syllables(letter)) for letter in word) > 1 and len(readings(word)) == 1:
            found[b"r" + word.encode()] = bytes(_sign(one) for one in readings(word)[0])
    return found


def _sign(syllable: str) -> int:
    """What tells a syllable from others that one character may be read as."""
    found: int = package("memory.search.pinyin").sign(syllable.encode())
    return found


def _entry(name: bytes, row: bytes, before: bytes) -> bytes:
    """A key and its row; of the key, what differs from the one before."""
    same = 0
    while same < min(len(name), len(before)) and name[same] == before[same]:
        same += 1
    size = len(row)
    length = bytes((size,)) if size < 0x80 else bytes((0x80 | size >> 8, size & 0xFF))
    return bytes((same, len(name) - same)) + name[same:] + length + row


def table(found: Rows) -> bytes:
    """The bytes of the asset. Raises ValueError for a row that no block holds."""
    blocks: list[bytes] = []
    firsts = b""
    entries = before = b""
    for name in sorted(found):
        if len(_entry(name, found[name], b"")) > BLOCK - 6:
            raise ValueError(f"{name!r} has {len(found[name])} bytes")
        entry = _entry(name, found[name], before)
        if entries and len(entries) + len(entry) > BLOCK - 6:
            blocks.append(entries)
            entries = b""
            entry = _entry(name, found[name], b"")
        if not entries:
            firsts += bytes((len(name),)) + name
        entries += entry
        before = name
    blocks.append(entries)
    counted = struct.pack("<II", len(blocks), len(firsts)) + firsts
    whole = MAGIC + struct.pack("<I", crc32(counted)) + counted
    for entries in blocks:
        held = struct.pack("<H", len(entries)) + entries.ljust(BLOCK - 6, b"\xff")
        whole += struct.pack("<I", crc32(held)) + held
    return whole


def made() -> bytes:
    """The asset, from the thesaurus and the packages that are there."""
    return table(rows(THESAURUS.read_text(encoding="utf-8")))


if __name__ == "__main__":
    if not PACKAGES.is_dir():
        sys.exit("no .venv/words: run `SETUP_FOR=tests bash tools/setup.sh` first")
    TABLE.write_bytes(made())
