"""
Derived: what was made of other memories, and follows them to the trash, back and out of flash.

Three things are: the brackets of a core memory (`rules.patches`) and a value of the profile that a
fact told, which name the memory that they come from in `evidence`, and the episode of the talk
that a memory names in `episode`, whose summary tells of it. What is not named stays. How a
value and its past are written is in `memory.changes.profile`, what stands in brackets in
`write_effects`. Owns no state. For holders of the memory's lock.
"""

from memory.changes import profile, trash
from memory.extract.scan import is_chinese
from memory.records.kinds import PROFILE
from memory.search.query import Query
from memory.search.record_matching import by_id
from memory.search.trash_query import TrashQuery
from memory.text.script import fold
from memory.text.terms import terms
from micropython import const

from . import opposing, write_effects
from .attachments import KIND as ATTACHMENT
from .episodes import KIND as EPISODE
from .notebook.notebook import claim_number
from .predicates import NOW, OWNER, claim, claims, predicate_of, same
from .profile_past import kind_of, sentence, value
from .rules import patches
from .scores import scores

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.erase.selection import Selection
    from memory.records.record import Record

    from .mind import Mind

_CHAIN_MOST = const(16)  # what a record said before, followed back
_TRASH_MOST = const(1000)
_ALIKE_MOST = const(8)  # episodes that may tell of one memory
_SENTENCE = const(12)  # bytes of words that are more than a value
# Characters that a fact has beside what it says of the owner, if it says nothing else.
_LONGER_ZH = const(5)
_LONGER_EN = const(20)


class Derived:
    """Of the memories of one mind."""

    def __init__(self, mind: "Mind") -> None:
        self._mind = mind

    # -- to the trash and back -------------------------------------------------------------------

    async def going(self, record: "Record") -> "list[tuple[Record, bool]]":
        """
        (record, is hot) of what goes to the trash with a record: the episode that tells it; with a
        field of the profile the facts that say the same; with a fact what the profile says of it,
        and the past that is present again.
        """
        rows = await self._episode_of(record)
        if record.kind in PROFILE:
            return rows + await self._saying(record)
        for field in self._fields(record):
            chain = await self._chain(field)
            rows += [(past, False) for past in chain if _names(past, record) and not past.deleted]
            if _names(field, record):
                before = _before(field, chain, record, None)
                rows.append((field, True) if before is None else (before, False))
        return rows

    async def gone(self, records: "list[Record]") -> None:
        """These are in the trash: have the profile and the core memories as without them."""
        mind = self._mind
        for record in records:
            if record.kind in PROFILE:
                continue
            found = await by_id(mind.memory.hot_store, mind.memory.archive, record.id, True)
            together = record.id if found is None else found[0].get("trashed_with")
            for field in self._fields(record):
                if _names(field, record):
                    self._set_back(
                        field, _before(field, await self._chain(field), record, together)
                    )
            said = opposing.Statement(sentence(record.kind, record.content, mind.language))
            for known in await self._cores(record):
                await self._renew(known, over=said)

    async def back(self, record: "Record") -> None:
        """
        It came back: have the profile say it, and the core memories that it goes against, unless
        they were changed since.
        """
        if record.kind in PROFILE or not write_effects.is_so(self._mind, record):
            return
        for field in self._fields(record):
            found = claim(record.content, record.kind)
            chain = await self._chain(field)
            if found is not None and chain and self._says(chain[0], field):
                told = profile.told_by(record)
                state = field.revised(self._mind.clock.now(), content=found.object, **told)
                if not chain[0].deleted and write_effects.is_later(record, field):
                    self._mind.memory.put_state(state, True)
        await write_effects.align_profile(
            self._mind, record, claim(record.content, record.kind), True
        )
        for known in await self._cores(record):
            if write_effects.is_later(record, known[0]):
                await self._renew(known, back=record.id)

    async def corrected(self, record: "Record", before: "Record") -> None:
        """It has other words: so have the brackets, and the profile, that come from it."""
        mind = self._mind
        if record.kind in PROFILE:
            return
        was = sentence(before.kind, before.content, mind.language)
        for known in await self._cores(before):
            await self._renew(known, back=record.id, without=was)
        for field in self._fields(before):
            if _names(field, record):
                found = claim(record.content, record.kind)
                await write_effects.align_profile(mind, record, found)

    async def _episode_of(self, record: "Record") -> "list[tuple[Record, bool]]":
        """The episode of the talk that a memory comes from, where its summary tells of it."""
        id = record.get("episode")
        known = None if id is None else await self._mind.memory.record(id)
        is_told = known is not None and known[0].kind == EPISODE and _tells(known[0], record)
        return [known] if known is not None and is_told else []

    async def _saying(self, field: "Record") -> "list[tuple[Record, bool]]":
        """The facts that say what a field of the profile says and nothing else, no core ones."""
        mind = self._mind
        said = claim(field.content, field.kind)
        rows = []
        for id in mind.notebook.claims(claim_number(OWNER, predicate_of(field.kind))):
            known = await mind.memory.record(id)
            if known is None or known[0].kind in PROFILE:
                continue
            other = claim(known[0].content, known[0].kind)
            if other is None or said is None or other.state != NOW or other.subject != OWNER:
                continue
            content = known[0].content
            longer = _LONGER_ZH if is_chinese(content) else _LONGER_EN
            is_alone = len(content) <= len(other.object) + longer and len(claims(content)) == 1
            if is_alone and same(other, said) and not scores.is_core(known[0], mind.numbers):
                rows.append(known)
        return rows

    def _fields(self, record: "Record") -> "list[Record]":
        """The fields of the profile of what a memory says of the owner."""
        said = [] if record.kind == "todo" else claims(record.content, record.kind)
        kinds = [kind_of(one.predicate) for one in said]
        return self._mind.memory.hot(*[kind for kind in PROFILE if kind in kinds])

    async def _chain(self, record: "Record") -> "list[Record]":
        """What a record said before, the latest first, what is in the trash of it too."""
        memory = self._mind.memory
        chain: "list[Record]" = []
        id = record.get("supersedes")
        while id is not None and len(chain) < _CHAIN_MOST:
            found = await by_id(memory.hot_store, memory.archive, id, True)
            if found is None or found[0].get("superseded_by") != record.id:
                break
            chain.append(found[0])
            id = found[0].get("supersedes")
        return chain

    def _says(self, past: "Record", field: "Record") -> bool:
        """True where a past of a field has the value that the field has now."""
        return value(field.kind, past.content) == field.content

    def _set_back(self, field: "Record", past: "Record | None") -> None:
        """Give a field the value that it had before."""
        content = None if past is None else value(field.kind, past.content)
        if past is None or content is None:
            return
        changes: "dict[str, object]" = {"content": content}
        for name in ("evidence", "source", "client", "importance", "valid_from"):
            changes[name] = past.get(name)
        state = field.revised(self._mind.clock.now(), **changes)
        state.fields["updated"] = past.created  # since then it is so, and what came later counts
        self._mind.memory.put_state(state, True)

    async def _cores(self, record: "Record") -> "list[tuple[Record, bool]]":
        """The core memories that a memory is in the brackets of."""
        mind = self._mind
        said = sentence(record.kind, record.content, mind.language)
        statement = opposing.Statement(said)
        found = []
        if mind.notebook.cores and statement.may_oppose:
            for id in write_effects.cores_like(mind, said, statement):
                known = await mind.memory.record(id)
                if known is not None and _names(known[0], record):
                    found.append(known)
        return found

    async def _renew(
        self,
        known: "tuple[Record, bool]",
        back: "str | None" = None,
        over: "opposing.Statement | None" = None,
        without: str = "",
    ) -> None:
        """
        Have the brackets of a core memory, but those of the statement `without`, say what its
        sources say.
        """
        record, is_hot = known
        text = await write_effects.renewed(
            self._mind, record, record.get("evidence"), back, over, without
        )
        if text != record.content:
            state = record.revised(self._mind.clock.now(), content=text)
            self._mind.memory.put_state(state, is_hot)

    # -- out of flash ----------------------------------------------------------------------------

    async def alike(self, selection: "Selection") -> "list[Record]":
        """
        The facts that say what a selected field of the profile says, and the episodes of the talks
        that selected memories come from, or that have the words of one as they are.
        """
        memory = self._mind.memory
        found = []
        for id in selection.episodes:
            known = await memory.record(id)
            found += [known[0]] if known is not None and known[0].kind == EPISODE else []
        for record in list(selection.records):
            is_value = record.kind in PROFILE or len(record.content.encode()) < _SENTENCE
            if is_value or record.kind in (EPISODE, ATTACHMENT):
                continue  # many say 30, or tea
            query = Query((EPISODE,), record.content, limit=_ALIKE_MOST, ranked=True)
            query.words_alone = True
            page, _ = await memory.recall(query)
            words = fold(record.content)  # half of them are no reason to erase for good
            found += [one for one in page if words in fold(one.content)]
        for field in self._mind.memory.hot(*PROFILE):
            if selection.has(field):
                found += [record for record, _ in await self._saying(field)]
        return found

    async def erasing(self, selection: "Selection") -> None:
        """
        Have nothing that stays say what is selected: first that goes to the trash, with all that
        follows from it, so that a power cut leaves it there. Then add what was made of it to the
        selection, and up to which state what stays goes.
        """
        mind = self._mind
        holders = mind.memory.hot(*PROFILE)
        members = mind.notebook.members
        for id in [members.get(row).id for row in members.core(scores.FULL)]:
            record = await mind.read(id)
            if record is not None and _names_any(record, selection):
                holders.append(record)
        page, _ = await mind.memory.recall(TrashQuery(0, _TRASH_MOST))
        holders += [one for one in page if patches.parts(one.content)[1]]
        found: "list[tuple[Record, list[Record]]]" = []
        for record in holders:
            if not selection.has(record) and record.id not in [one.id for one, _ in found]:
                chain = await self._chain(record)
                touched = [one for one in [record] + chain if _names_any(one, selection)]
                touched += [one for one in chain if selection.has(one)]
                if touched:
                    found.append((record, touched))
        sources: "list[str]" = []
        for _, touched in found:
            for one in touched:
                sources += [id for id in _sources(one) if selection.has_id(id)]
        await self._trash(sources)
        for record, _ in found:
            await self._forget_states(record.id, selection)

    async def _trash(self, ids: "list[str]") -> None:
        """Put memories that are to be erased to the trash, as one change."""
        memory = self._mind.memory
        rows: "dict[str, tuple[Record, bool]]" = {}
        for id in ids:
            known = await memory.record(id)
            for row in [] if known is None else [known] + await self.going(known[0]):
                rows[row[0].id] = row
        if rows:
            trash.put(memory, list(rows.values()), "user_delete")
            for id in rows:
                memory.backends.remove(id)
            await self.gone([record for record, _ in rows.values()])

    async def _forget_states(self, id: str, selection: "Selection") -> None:
        """Have the states of a record before its last go, and those of what it said before."""
        memory = self._mind.memory
        known = await by_id(memory.hot_store, memory.archive, id, True)
        if known is None:
            return
        record, is_hot = known
        kept = [record]
        now = memory.clock.now()
        for past in await self._chain(record):
            is_pair = record.kind in PROFILE and self._says(past, record) and past.deleted
            if selection.has(past) or _names_any(past, selection) or is_pair:
                selection.ids.add(past.id[:3].encode(), int(past.id[3:]))
            else:
                kept.append(past)
        later = kept[1:] + [None]
        for at in range(len(kept) - 1, -1, -1):
            one = kept[at]
            before = later[at]
            state = one.revised(now, supersedes=None if before is None else before.id)
            state.fields["updated"] = one.get("updated", one.created)
            memory.put_state(state, is_hot and one is record)
            selection.states[one.id] = one.rev


def _tells(episode: "Record", record: "Record") -> bool:
    """True where the summary of its talk has half of the words of a memory, or more."""
    own = set(terms(fold(record.words())))
    said = set(terms(fold(episode.words())))
    return bool(own) and 2 * len(own & said) >= len(own)


def _names(record: "Record", source: "Record") -> bool:
    return source.id in record.get("evidence", ())


def _names_any(record: "Record", selection: "Selection") -> bool:
    return bool([True for id in _sources(record) if selection.has_id(id)])


def _sources(record: "Record") -> "list[str]":
    """The ids of the memories that it comes from."""
    return [id for id in record.get("evidence", ()) if patches.is_source(id)]


def _before(
    field: "Record", chain: "list[Record]", source: "Record", together: "str | None"
) -> "Record | None":
    """What a field of the profile said before this memory told another; None for nothing."""
    for past in chain:
        if _names(past, source) or value(field.kind, past.content) is None:
            continue
        if not past.deleted or (together is not None and past.get("trashed_with") == together):
            return past
    return None
