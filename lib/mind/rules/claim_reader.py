"""
Claim reader: of whom a clause of a memory speaks, and what it says of them.

All that stands between the subject and the words of the predicate has to be understood (when it
was, whether it is denied, planned or heard of); where something is not, the clause says nothing.
The words are the tables `w` of `predicates_zh` and `predicates_en`. Pure.
"""

from collections import namedtuple

from memory.extract import words_en, words_zh
from memory.extract.scan import drop, entry, has, head, look, number, skip
from memory.text.folding import plain
from memory.text.script import as_written, fold, simplified

from . import predicates_zh
from .claim_clauses import (
    NOBODY,
    OWNER,
    Clause,
    date,
    goes_on,
    is_end,
    is_one_of_several,
    language,
    opened,
    subject,
    together,
    year_in,
)
from .claim_leads import (
    employer,
    grade,
    home_in,
    home_of_relative,
    letter_of,
    names_it,
    owned_as,
    shop_at,
)
from .claim_pieces import pieces, with_asides
from .claim_values import (
    ANY,
    PREDICATES,
    age,
    does_for_living,
    is_job,
    is_origin,
    status_at,
    value_of,
    weighs,
)
from .partings import NO_FIRM, cured, dismissed, given_away

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# subject    OWNER, or another as written: 妈妈, mother, 小明
# predicate  one of PREDICATES, the same in both languages
# object     as written; numbers, weights and statuses in one spelling
# state      NOW; PAST: it was so; ENDED: it is not so (any more)
# since      the day told as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or None
# called     of relatives of whom there may be several which one: (older or younger, folded name)
Claim = namedtuple("Claim", ("subject", "predicate", "object", "state", "since", "called"))

NOW, PAST, ENDED = "now", "past", "ended"
_HEADS = "|correction: |update: |更正：|更正:|纠正：|纠正:|更新：|更新:|"
_NUMBERED = ("号", "号码", "码", "楼", "层", "室", "费", "价")  # what a number of is no age
_POSTS = "|测试|开发|销售|财务|设计|产品|前端|后端|算法|法务|售后|外贸|"  # at a firm
_LEFT = ("工作于", "就读于")
_LONGEST = 300  # characters that are read


def read(content: str) -> "list[Claim]":
    """Every claim of a text, in its order."""
    written = plain(content)[:_LONGEST].strip()
    text = simple = simplified(written)
    w = language(text)
    if has(w.QUESTIONS, fold(text)) or "?" in text or "？" in text:
        return []
    if not w.CHINESE:
        text = with_asides(opened(" " + text).strip())
    text = text[skip(_HEADS, fold(text)) :]
    found: "list[Claim]" = []
    who: "str | None" = OWNER
    called = NOBODY
    is_later = False
    told = pieces(w, text)
    is_intro = _introduced(w, told)  # the user is Derek, 44, an electrician
    for at, piece in enumerate(told):
        clause = Clause(w, piece, who)
        clause.first = not found
        is_next = at == 1 and bool(found) and found[0].predicate == "名字"
        clause.apposition_at = at if is_intro or is_next else 0
        is_more = at > 0 and told[at - 1][-1:].isdigit() and piece.startswith(("a ", "an "))
        if is_more and not has(w.DOES, " " + piece + " "):
            clause.apposition_at = 2  # 29 and a sous chef
        clause.is_later = is_later
        is_later = True
        clause.has_left = bool(found) and found[-1].state != NOW and found[-1].predicate in _LEFT
        one = _read(clause)
        if clause.called != NOBODY or clause.subject != who:
            called = clause.called
        who = clause.subject
        if one is not None:
            told_so = as_written(one.object, simple, written)
            if one.predicate == "名字" and is_one_of_several(one.subject):
                called = (called[0], fold(told_so))
            found.append(Claim(one.subject, one.predicate, told_so, one.state, one.since, called))
        town = home_of_relative(clause) if one is None else ""
        year = grade(clause) if one is None and who is not None else ""
        for letter, value in (("l", town), ("Y", year)):
            if value:
                found.append(Claim(who, PREDICATES[letter], value, NOW, None, called))
    return found


def _introduced(w: "Any", told: "list[str]") -> bool:
    """True for what begins as the user is Derek, 44."""
    if w.CHINESE or len(told) < 2 or not (len(told[1]) == 2 and told[1].isdigit()):
        return False
    first, _, name = told[0].rpartition(" is ")
    return bool(entry(w.OWNER, first.lower() + " ")) and name[:1].isupper() and " " not in name


def _read(clause: Clause) -> "Claim | None":
    at = subject(clause)
    if clause.subject is None:
        return None
    w, low = clause.w, clause.low
    since = ""
    while at < len(low):
        if "I" in clause.flags and does_for_living(w, low[at:]):  # 是做硬件的
            return _claim(clause, "j", clause.text[at : low.rfind("的") + 1], "=", since)
        status_end, status = status_at(w, low, at)
        lead_end, lead = look(w.LEADS, low, at)
        end, meaning = look(w.BEFORE, low, at)
        left_end, left = look(w.GONE, low, at)
        if left and left_end >= lead_end and is_end(w, low, left_end):
            return _claim(clause, left, ANY, "<", since)
        if status and status_end >= max(lead_end, end):
            return _claim(clause, "r", status, ">", since)
        named_end, letter = look(w.ATTRIBUTES, low, at)
        if letter and named_end >= max(lead_end, end):
            return _attribute(clause, named_end, letter, since)
        if meaning and (end > lead_end or (end == lead_end and goes_on(w, low, end))):
            if "&" in meaning:
                end = together(clause, end)
                if not end:
                    return None
            clause.flags += meaning
        elif lead and (lead[0] != "f" or date(w, low, at)[0] == at):
            return _by_lead(clause, lead_end, lead, since)
        else:
            end, said, gone = date(w, low, at)
            if end == at:
                return _identity(clause, at, since)
            since = since or said
            clause.flags += "t" if gone else ""
        at = end
    return None


# -- what ------------------------------------------------------------------------------------


def _attribute(clause: Clause, at: int, letter: str, since: str) -> "Claim | None":
    """的手机是…, weight: …; without a copula a number alone: 体重70公斤."""
    w, low = clause.w, clause.low
    joined = False
    verb = ""
    is_house = letter == "l" and low[at - 1 : at] == "家"
    while True:
        end, meaning = look(w.COPULAS, low, at)
        if low[at : at + 1] in (":", "："):
            end = at + 1
        joined = joined or end > at
        if end == at and low[at : at + 1] == " ":
            end = at + 1
        if end == at:
            break
        clause.flags += meaning
        verb = low[at:end].strip() or verb
        at = end
    if letter not in PREDICATES or (not joined and letter not in "akhP"):
        return None
    if letter in "lwojniN" and (entry(w.NOT_NAMING, verb) or letter + verb == "l叫"):
        return None  # 我家有只猫, 公司换了老板
    if is_house and has("|改|变|换|", verb):
        return None  # 我家改成民宿了
    if letter in "lwoj" and verb.endswith("在") and head(words_zh.DONE_THERE, low, at):
        return None  # 公司在裁员
    if not w.CHINESE and letter in "lwoj" and not names_it(clause, at, letter, verb):
        return None
    if letter in "lwo" and verb.endswith("是") and low.endswith("的"):
        if not head(words_zh.CITIES, low, at) and not head(predicates_zh.PROVINCES, low, at):
            return None  # 我家是做生意的, but 我家是北京的
    return _object(clause, at, "J" if letter == "j" else letter, "=", since)  # any, if so named


def _by_lead(clause: Clause, at: int, lead: str, since: str) -> "Claim | None":
    w, low = clause.w, clause.low
    letter, how = lead[0], lead[1:]
    home = home_in(clause, at, letter)  # in a studio in Austin
    if home or letter == "y":
        return _claim(clause, "l", home, how, since)
    moved = letter == "p" and low[:at].endswith("换到") and has("|上班|工作|", low, at)
    if letter == "@" or moved:
        return _placed(clause, at, since)
    if letter == "f":
        return _from(clause, at, since)
    if letter == "R":
        trade = clause.text[at - 2 : at] if w.CHINESE else "retired"
        return None if look(w.BEFORE, low, at)[1] else _claim(clause, "j", trade, how, since)
    letter = letter_of(clause, at, letter, how)
    if letter in "uB":
        value = dismissed(clause, at) if letter == "u" else given_away(clause, at)
        return _claim(clause, "w" if letter == "u" else "g", value, "<", since)
    if letter == ".":
        return None
    if letter == "x":
        found = low.find("过敏", at)
        return _claim(clause, "x", clause.text[at:found], how, since) if found > at else None
    if letter == "r":
        return _claim(clause, "r", "已婚", how, since)
    if (letter == "w" and not w.CHINESE) or letter == "j":
        told = employer(clause, at, letter)
        if told:
            return _claim(clause, "w", told, how, since)
    letter = owned_as(clause, at) if letter == "g" else letter
    return _object(clause, at, letter, how, since)


def _object(clause: Clause, at: int, letter: str, how: str, since: str) -> "Claim | None":
    w, low = clause.w, clause.low
    after = at
    if low[at : at + 1] == "过" and letter not in "n":
        after, how = at + 1, "p"
    elif low[at : at + 1] == "了":
        after = at + 1
    while low[after : after + 1] in (" ", ":", "：") and after < len(low):
        after += 1
    if letter == "w" and low[:after].endswith(" job at "):
        after += head("|a |an |", low, after)  # got a new job at a bakery
    value = value_of(w, letter, clause.text[after:], low[after:])
    return _claim(clause, letter, value, how, since or year_in(w, low[after:]))


def _placed(clause: Clause, at: int, since: str) -> "Claim | None":
    """在腾讯上班, 在清华读书, 在杭州生活, 在医院当护士, 在长沙开理发店."""
    w, low = clause.w, clause.low
    shop = shop_at(clause, at)
    if shop:
        return _claim(clause, "j", clause.text[shop:], "=", since)
    for place in range(at + 1, min(len(low), at + 16)):
        end, letter = look(w.PLACED, low, place)
        if not letter:
            continue
        if low[end : end + 1] == "过" and letter in "wsl":
            letter, end = letter.upper(), end + 1
        rest = low[end:]
        where = clause.text[at:place]
        if w.CHINESE and letter == "l" and (has(w.JOURNEYS, where) or head(w.STAYS, rest)):
            return None  # 在上海出差住酒店
        job = low[place:end] in ("当", "做", "担任", "当过", "做过")
        if job and head(w.NO_POST, rest):
            return None
        post = rest[: drop(w.TAILS, rest, len(rest))]
        does = job and does_for_living(w, low[place:])
        if job and not is_job(w, post) and not entry(_POSTS, post) and not does:
            return None
        nowhere = entry(w.NOT_PLACED, where) and not low[:at].endswith("换到")
        if letter == "." or nowhere or head("|家|这|那|", where):
            return None
        how = "p" if letter < "a" else "="
        letter = letter.lower()
        value = value_of(w, letter, where, fold(where))
        if job and not value:  # 在上海做程序员
            letter, value = "j", value_of(w, "j", clause.text[end:], rest)
        if letter == "j" and not value and entry(_POSTS, post):  # 在深圳做外贸
            value = post
        if does and not value:  # 在深圳做硬件的
            value = clause.text[place : low.rfind("的") + 1]
        return _claim(clause, letter, value, how, since)
    return None


def _from(clause: Clause, at: int, since: str) -> "Claim | None":
    """从北京搬到上海, 从腾讯离职, moved from Berlin to Munich."""
    w, low = clause.w, clause.low
    if not w.CHINESE:
        to = low.find(" to ", at)
        return _object(clause, to + 4, "l", ">", since) if to > 0 else None
    for place in range(at + 1, len(low)):
        end, lead = look(w.LEFT, low, place)
        if lead and lead[1] == ">":
            return _object(clause, end, lead[0], ">", since)
        if lead and lead[1] == "<" and low[place:end].endswith("退了") and low[end:]:
            continue  # 从店内退了货
        if lead:
            where = clause.text[at:place]
            value = ANY if lead[1:] == "<" and where in NO_FIRM else where
            return _claim(clause, lead[0], value, lead[1:], since)
    return None


def _identity(clause: Clause, at: int, since: str) -> "Claim | None":
    """What somebody is: 28岁, a nurse, 北京人, from Texas, allergic to peanuts."""
    w, text, low = clause.w, clause.text[at:], clause.low[at:]
    rest = low.strip()
    years = "" if (clause.subject or "").endswith(_NUMBERED) else age(w, low)  # 车位号是17
    after = low[number(low, 0)[1] :]
    this_year = w.CHINESE and (  # 今年27, 我27了
        ("今年" in clause.low and after in ("", "了", "啦")) or (at > 0 and after in ("了", "啦"))
    )
    if years and (this_year or "I" in clause.flags or head(w.AGE_ENDS, low, number(low, 0)[1])):
        return _claim(clause, "a", years, "=", since)
    if "I" not in clause.flags:
        return _claim(clause, "d", cured(clause, at), "<", since)
    tall = value_of(w, "h", text, low)
    is_tall = "cm" in rest or "厘米" in rest or "tall" in rest or "'" in rest[:2]
    if tall and (is_tall or "feet" in rest or "foot" in rest):
        return _claim(clause, "h", tall, "=", since)
    heavy = "" if w.CHINESE else weighs(w, low)
    if heavy:
        return _claim(clause, "k", heavy, "=", since)
    for words, letter in (
        ("from ", "o"),
        ("allergic to ", "x"),
        ("named ", "n"),
        ("called ", "n"),
    ):
        if not w.CHINESE and low.startswith(words):
            return _object(clause, at + len(words), letter, "=", since)
    end = drop(w.TAILS, low, len(low), 1)
    for table, letter in ((w.MEMBERS, "w"), (w.PUPILS, "s"), (w.ORIGIN_ENDS, "o")):
        stop = drop(table, low, end, 1)
        where = text[:stop]
        if stop < end and w.CHINESE and (letter != "o" or is_origin(where)):
            return _claim(clause, letter, value_of(w, letter, where, low[:stop]), "=", since)
    if not w.CHINESE and not head(w.JOB_HEADS, low) and not entry(w.JOB_ENDS, low[:end]):
        front = low[: low.find(" at ") + 1]  # head chef at a restaurant
        rank = head(w.RANK_HEADS, front)
        is_trade = rank and entry(words_en.TRADES, front[rank:])
        return _claim(clause, "j", text[: len(front)], "=", since) if is_trade else None
    for word in (" at ", " for "):
        found = low.find(word)
        if found > 0 and is_job(w, low[:found] + " "):
            letter = "s" if has(w.PUPILS, low[:found]) else "w"
            told = _object(clause, at + found + len(word), letter, "=", since)
            return told or _claim(
                clause, "j", value_of(w, "j", text[:found], low[:found]), "=", since
            )
    return _object(clause, at, "j", "=", since)


def _claim(clause: Clause, letter: str, value: str, how: str, since: str) -> "Claim | None":
    """The claim, after what the flags say of it."""
    flags = clause.flags
    value = value.strip()
    if not value or "x" in flags or clause.subject is None:
        return None
    denied = "N" in flags or "M" in flags or "E" in flags
    before = "p" in flags or ("t" in flags and how == "=") or how == "p"
    state = NOW
    if how == "p" and "h" in flags:
        before = "p" in flags
    elif how == "=" and has(clause.w.PAST_TAIL, clause.low):
        before = True
    if how == "<":
        state = ENDED
    if before:
        state = PAST
    if denied:
        if before or letter in "nakhbBNiPMWG" or ("M" in flags and letter != "r"):
            return None
        state = ENDED
        if letter == "+" and "E" not in flags:
            letter, state = "-", NOW
        elif letter == "-" and "E" not in flags:
            return None
        elif letter == "r" and value == "恋爱中":
            value, state = "单身", NOW
    return Claim(clause.subject, PREDICATES[letter], value, state, since or None, clause.called)
