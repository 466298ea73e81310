"""
A cut at every flash operation of a talk and of its end, where turns go in several groups, rules
and a model learn: what was acknowledged is there, nothing is there twice, and the queue goes on.
"""

from _bench import PowerCut, run
from _minded import Minded
from _reading import Reading, memories, memory

HEAP = "24M"
TIMEOUT_S = 600
THOROUGH = ("test_no_cut_in_a_talk_or_at_its_end_loses_what_was_acknowledged_or_has_it_twice",)
OWNER, PET = "owner", "companion"
LEARNED = "用户想在阳台种番茄"


def answer():
    told = memory(LEARNED, "goal"), memory("买番茄苗", "todo", due="2026-02-07 10:00")
    return memories(*told, episode={"summary": "用户想在阳台种番茄，也聊了猫"})


def talk(world):
    world.say((OWNER, "我养了一只猫叫麻薯"), (PET, "真可爱"))
    for n in range(12):
        world.say((OWNER, "阳台上第%d盆番茄苗" % n), (PET, "好呀"))
    world.say((OWNER, "我对花生过敏"), (PET, "记住了"))
    world.end()


def turns(world):
    return run(world.memory.turns.day("2026-02-05"))


def test_no_cut_in_a_talk_or_at_its_end_loses_what_was_acknowledged_or_has_it_twice():
    base = Minded(disk_kb=512)
    Reading(bench=base).memory.close()
    whole = Reading(answer(), bench=base.copy())
    talk(whole)
    after, said = whole.found(), [turn.text for turn in turns(whole)]
    assert len(said) == 28
    cut_at = 0
    while True:
        cut_at += 1
        cut = Reading(answer(), bench=base.copy())
        cut.bench.flash.cut_at = cut.bench.flash.operations + cut_at
        try:
            talk(cut)
            break
        except PowerCut:
            acknowledged = cut.extracted()
        again = Reading(answer(), bench=cut.bench)
        again.read(6)
        found = again.found()
        for one in acknowledged:
            assert one in found, (cut_at, one)
        assert len(set(found)) == len(found), (cut_at, found)
        assert set(found) <= set(after), (cut_at, found)
        kept = [turn.text for turn in turns(again)]
        assert kept == said[: len(kept)], (cut_at, kept)
        assert again.unread() == [], cut_at
        again.say((OWNER, "我喜欢爬山"))
        again.end()
        assert ("like", "爬山") in again.found(), cut_at
        again.memory.close()
    assert cut_at > 60
