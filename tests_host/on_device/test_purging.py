"""memory.erase.purge: what is taken out of the trash is gone, and no import brings it back."""

from _bench import Bench, everything, run, write
from _fuzz_import import exported
from _raised import raised
from memory.erase.purge import purge
from memory.errors import NoMatch
from memory.records.codec import from_line
from memory.search.trash_query import TrashQuery

from sim.nor import PowerCut

HEAP = "16M"


def trash(memory):
    query = TrashQuery(memory.clock.now(), 100)
    return [one.id for one in run(memory.recall(query))[0]]


def take(memory, lines):
    """(added, left) of an import."""
    counts = run(memory.import_lines([b"\n".join(lines) + b"\n"], lambda number, e: None))
    return counts.added, counts.left


def for_stores(memory):
    """The lines of an export for other stores."""
    out = bytearray()
    run(memory.export(out.extend, "stores"))
    return bytes(out).splitlines()


def under_another_id(lines, id):
    """The lines of an export as another device would have them."""
    return [line.replace(b'"%s"' % id.encode(), b'"zz9%s"' % id.encode()[3:]) for line in lines]


def test_what_is_purged_is_gone_and_an_import_does_not_bring_it_back():
    for archived in (False, True):
        bench = Bench()
        memory = bench.start()
        id = write(memory, "fact", "密室里有宝藏").record.id
        write(memory, "fact", "阳台上有花")
        data = exported(memory)
        if archived:
            memory.move_to_archive(memory.hot("fact"))
        run(memory.delete(id, reason="user_delete"))
        assert run(purge(memory, id)) == [id]
        for again in (False, True):
            memory = bench.start() if again else memory
            assert trash(memory) == []
            assert len(everything(memory)) == 1
            assert take(memory, data) == (0, 2)
            assert take(memory, under_another_id(data, id)) == (0, 2)
            assert len(everything(memory)) == 1
        raised(NoMatch, run, memory.restore(id))


def test_an_export_from_the_time_in_the_trash_does_not_bring_it_back_there():
    bench = Bench()
    memory = bench.start()
    id = write(memory, "fact", "密室里有宝藏").record.id
    kept = write(memory, "fact", "阳台上有花").record.id
    for one in (id, kept):
        run(memory.delete(one, reason="user_delete"))
    data = exported(memory)
    assert len(data) == 2
    run(purge(memory, id))
    for again in (False, True):
        memory = bench.start() if again else memory
        assert take(memory, data) == (0, 2)
        assert take(memory, under_another_id(data, id)) == (0, 2)
        assert trash(memory) == [kept]
    other = Bench(seed=2).start()  # which has deleted nothing
    assert take(other, data) == (2, 0)
    assert sorted(trash(other)) == sorted([id, kept])


def test_what_is_told_again_after_a_purge_is_new():
    memory = Bench().start()
    id = write(memory, "fact", "密室里有宝藏").record.id
    run(memory.delete(id))
    run(purge(memory, id))
    new = write(memory, "fact", "密室里有宝藏")
    assert new.result == "ADDED" and new.record.id != id


def test_what_went_to_the_trash_together_is_purged_together():
    memory = Bench().start()
    write(memory, "fact", "主人在腾讯上班")
    change = write(memory, "fact", "主人在腾讯工作")
    assert change.replaced is not None
    run(memory.delete(change.record.id))
    assert sorted(run(purge(memory, change.record.id))) == sorted(
        [change.record.id, change.replaced.id]
    )
    assert trash(memory) == []


def test_only_what_is_in_the_trash_is_purged():
    memory = Bench().start()
    id = write(memory, "fact", "阳台上有花").record.id
    raised(NoMatch, run, purge(memory, id))
    raised(NoMatch, run, purge(memory, "abc999"))
    assert list(everything(memory)) == [id]


def test_a_tombstone_goes_to_other_stores_with_their_export():
    memory = Bench().start()
    id = write(memory, "fact", "密室里有宝藏").record.id
    old = exported(memory)
    run(memory.delete(id))
    run(purge(memory, id))
    data = for_stores(memory)
    (line,) = [from_line(text) for text in data]
    assert line.words_hash and line.id != id
    other = Bench(seed=2).start()
    take(other, data)
    assert take(other, old) == (0, 1)
    assert [line.words_hash for line in map(from_line, for_stores(other))] == [line.words_hash]


def test_a_cut_leaves_it_in_the_trash_or_gone_for_good():
    origin = Bench()
    memory = origin.start()
    id = write(memory, "fact", "密室里有宝藏").record.id
    lines = exported(memory)
    run(memory.delete(id))
    memory.close()
    origin.memory = None
    seen = []
    for cut in range(1, 200):
        bench = origin.copy()
        try:
            run(purge(bench.start(cut_at=cut), id))
            break
        except PowerCut:
            memory = bench.start()
        seen.append((trash(memory) == [id], len(for_stores(memory)) > 1))
        assert everything(memory) == {}, cut
        take(memory, under_another_id(lines, id))
        assert everything(memory) == {}, cut
        if seen[-1][0]:
            run(purge(memory, id))
        take(memory, lines)
        assert everything(memory) == {} and trash(memory) == [], cut
    assert seen[0] == (True, False)  # nothing was done
    assert (True, True) in seen  # the tombstone was there, and the record still in the trash
