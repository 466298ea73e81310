"""firmware.companion.chat_history: the last messages, packed, complete after any power cut."""

from _bench import Bench, PowerCut, Random
from esp32 import NVS
from memory.hot.hot_store import CONVERSATION

from firmware.companion.chat_history import (
    COMPANION,
    MESSAGES,
    OWNER,
    RING_BYTES,
    SHARE,
    TEXT_BYTES,
    ChatHistory,
)

HEAP = "8M"
NOW = 823528800
NOT_ENOUGH_SPACE = -0x1105


class Kv:
    """A namespace without a chip; `fails` makes every write one that flash refuses."""

    def __init__(self):
        self.blobs = {}
        self.fails = False

    def set_blob(self, key, data):
        if self.fails:
            raise OSError(NOT_ENOUGH_SPACE)
        assert key not in self.blobs, "a blob was written over"
        self.blobs[key] = bytes(data)

    def get_blob(self, key, buffer):
        if key not in self.blobs:
            raise OSError(-0x1102)
        data = self.blobs[key]
        buffer[: len(data)] = data
        return len(data)

    def erase_key(self, key):
        if key not in self.blobs:
            raise OSError(-0x1102)
        del self.blobs[key]

    def commit(self):
        pass


class Told:
    """Hears `log` events."""

    def __init__(self):
        self.modules = []

    def __call__(self, event, **fields):
        assert event == "log"
        self.modules.append(fields["module"])


def texts(chat):
    return [one.text for one in chat.messages()]


def talked(kv, words):
    """A conversation of these texts, saved."""
    chat = ChatHistory(kv)
    for at, text in enumerate(words):
        chat.hear(COMPANION if at % 2 else OWNER, text, NOW + at)
    chat.save(100)
    return chat


def test_who_said_what_and_when_is_read_back_newest_last():
    kv = Kv()
    chat = ChatHistory(kv)
    chat.hear(OWNER, "我叫王浩", NOW)
    chat.hear(COMPANION, "Nice to meet you 😀", NOW + 5, True)
    for one in (chat, None):
        found = [tuple(message) for message in (one or ChatHistory(kv)).messages()]
        assert found == [
            (OWNER, NOW, "我叫王浩", False, False),
            (COMPANION, NOW + 5, "Nice to meet you 😀", False, True),
        ], found
        chat.save()


def test_the_running_conversation_touches_no_flash():
    kv = Kv()
    kv.fails = True
    chat = ChatHistory(kv)
    chat.hear(OWNER, "你好", NOW)
    assert texts(chat) == ["你好"] and texts(ChatHistory(kv)) == []


def test_thirty_messages_stay_of_however_many_conversations():
    kv = Kv()
    said = []
    for conversation in range(25):
        words = ["第%d句" % (conversation * 4 + n) for n in range(conversation % 4 + 1)]
        talked(kv, words)
        said += words
        assert texts(ChatHistory(kv)) == said[-MESSAGES:]
        assert len(kv.blobs) == 1
    talked(kv, ["长谈%d" % n for n in range(70)])
    assert texts(ChatHistory(kv)) == ["长谈%d" % n for n in range(40, 70)]


def test_where_messages_are_long_the_ring_rolls_earlier():
    kv = Kv()
    draw = Random(7)
    said = []
    for _ in range(60):
        words = ["字" * (1 + draw.below(100)) for _ in range(1 + draw.below(6))]
        talked(kv, words)
        said += words
        left = texts(ChatHistory(kv))
        assert left == said[-len(left) :] and left
        (blob,) = kv.blobs.values()
        assert len(blob) <= 8 + RING_BYTES
        # Nothing went that had room.
        more = said[-len(left) - 1 : -len(left)]
        room = RING_BYTES + 8 - len(blob)
        assert not more or len(left) == MESSAGES or len(more[0].encode()) + 7 > room


def test_where_records_leave_no_room_the_share_of_the_ring_holds_one_message_at_least():
    kv = Kv()
    chat = ChatHistory(kv)
    for text in ("短", "字" * 99 + "长", "短", "尾" * 90):
        chat.hear(OWNER, text, NOW)
        chat.save(100)
    assert len(texts(ChatHistory(kv))) == 4
    chat.hear(OWNER, "末" * 100, NOW)
    chat.save(0)
    assert texts(ChatHistory(kv)) == ["末" * 100]
    (blob,) = kv.blobs.values()
    assert 2 + (len(blob) + 31) // 32 == SHARE <= CONVERSATION
    chat.hear(OWNER, "好", NOW)
    chat.save(1)
    assert texts(ChatHistory(kv)) == ["末" * 100, "好"]


def test_a_long_message_is_cut_at_a_character_and_marked():
    for head in ("", "a", "ab"):
        for letter in ("字", "😀", "é", "x"):
            kv = Kv()
            chat = talked(kv, [head + letter * 400])
            for one in chat.messages():
                assert one.cut and one.text == head + letter * (len(one.text) - len(head))
                size = len(one.text.encode())
                assert TEXT_BYTES - len(letter.encode()) < size <= TEXT_BYTES
    kv = Kv()
    talked(kv, ["字" * 100])
    (one,) = ChatHistory(kv).messages()
    assert one.text == "字" * 100 and not one.cut


def test_what_is_no_text_is_passed_over():
    kv = Kv()
    chat = talked(kv, ["", "\ud83d", "a\udc00b", "好"])
    assert texts(chat) == ["好"]


def test_where_flash_refuses_the_conversation_waits_for_the_next_save():
    kv = Kv()
    talked(kv, ["早"])
    chat = ChatHistory(kv)
    chat.hear(OWNER, "晚", NOW)
    kv.fails = True
    try:
        chat.save()
        raise AssertionError("saved")
    except OSError as e:
        assert e.args[0] == NOT_ENOUGH_SPACE
    assert texts(ChatHistory(kv)) == ["早"] and texts(chat) == ["早", "晚"]
    kv.fails = False
    chat.save()
    assert texts(ChatHistory(kv)) == ["早", "晚"]


def test_what_does_not_check_is_told_and_makes_room():
    kv = Kv()
    talked(kv, ["早", "晚"])
    ((key, whole),) = kv.blobs.items()
    for at in range(len(whole)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]):
            kv.blobs = {key: damaged}
            told = Told()
            chat = ChatHistory(kv, told)
            assert texts(chat) == []
            assert told.modules == ["chat"]
            chat.hear(OWNER, "好", NOW)
            chat.save()
            assert texts(ChatHistory(kv)) == ["好"] and len(kv.blobs) == 1


def test_a_cut_leaves_the_old_ring_or_the_new_one():
    origin = Bench(disk_kb=0)
    origin.power_on()
    talked(NVS("talk"), ["旧%d" % n for n in range(20)])
    old = ["旧%d" % n for n in range(20)]
    new = ["新%d" % n + "长" * 70 for n in range(12)]  # more than the ring holds
    after = 0
    cut_at = 0
    done = False
    while not done:
        cut_at += 1
        bench = origin.copy()
        try:
            bench.power_on(cut_at)
            talked(NVS("talk"), new)
            done = True
        except PowerCut:
            pass
        bench.power_on()
        left = texts(ChatHistory(NVS("talk")))
        assert left in (old, new[2:]), (cut_at, left)
        after += left != old
        # And the next conversation goes on from there, also where it is cut in turn.
        talked(NVS("talk"), ["再"])
        again = texts(ChatHistory(NVS("talk")))
        assert again[-1] == "再" and again[:-1] == left[-len(again[:-1]) :], (cut_at, again)
    print(cut_at, "operations;", after, "times new")
    assert cut_at > 8 and after > 1


def test_messages_are_dropped_by_their_marks_whether_they_are_saved_or_not():
    kv = Kv()
    chat = ChatHistory(kv)
    marks = [chat.hear(OWNER, "早上好", NOW + at) for at in range(3)]
    chat.save(100)
    marks.append(chat.hear(OWNER, "早上好", NOW + 9))
    chat.drop([marks[1], marks[3]])
    assert [one.when for one in chat.messages()] == [NOW, NOW + 2]
    assert [one.when for one in ChatHistory(kv).messages()] == [NOW, NOW + 2]
    chat.drop([0, 12345])
    assert len(texts(ChatHistory(kv))) == 2


def test_where_flash_refuses_a_drop_it_is_raised_and_works_later():
    kv = Kv()
    chat = ChatHistory(kv)
    mark = chat.hear(OWNER, "早上好", NOW)
    chat.hear(OWNER, "你好", NOW)
    chat.save(100)
    kv.fails = True
    try:
        chat.drop([mark])
        raise AssertionError("flash refused it")
    except OSError:
        assert len(texts(ChatHistory(kv))) == 2
    kv.fails = False
    chat.drop([mark])
    assert texts(ChatHistory(kv)) == ["你好"]
