"""A message that the heap has no room for is left out, and the line goes on."""

import gc

from net import mqtt

HEAP = "512K"

PLACE = {"endpoint": "127.0.0.1:1", "client_id": "x"}


class Line:
    """What comes from a broker, from a list, in small parts."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    async def read_some(self, buffer):
        count = min(len(buffer), 100, len(self.data) - self.at)
        buffer[:count] = self.data[self.at : self.at + count]
        self.at += count
        return count


def publication(size):
    rest = size + 3
    return bytes([0x30, rest & 0x7F | 0x80, rest >> 7, 0, 1, 0x74]) + b"x" * size


async def test_a_message_without_room_is_left_out_and_the_next_one_taken():
    said = []
    one = mqtt.MQTT(PLACE, lambda level, text: said.append((level, text)))
    one._fake.given = [b"\x20\x02\0\0"]
    one._connect()
    one._fake.sent = []
    one._connection = Line(publication(8192) + publication(200))
    full = []
    gc.collect()
    try:
        while True:
            full.append(bytearray(4000))
    except MemoryError:
        full.pop()  # 4 KB are left: enough for the second message and not for the first
    assert len(await one.receive()) == 200
    del full
    assert said == [("error", "out of memory, a message of 8192 bytes is left out")]
    assert one.skipped == 1
    assert not one.amid_frame
