"""The XiaoZhi session over thousands of messages: nothing of them stays."""

import gc

from test_xiaozhi import opened


async def test_thousands_of_messages_leave_the_heap_as_it_was():
    peer = await opened()
    peer.sent = Forgetful()

    async def day(first):
        for number in range(first, first + 400):
            await peer.get({"type": "t%d" % number + "x" * 300, "data": [number] * 20})
            await peer.get({"type": "stt", "text": "我喜欢第%d首歌" % number})
            await peer.get({"type": "tts", "state": "start"})
            peer.session.audio(bytes(200))
            await peer.get({"type": "tts", "state": "sentence_start", "text": "好的%d" % number})
            await peer.get({"type": "tts", "state": "stop"})
            await peer.session.text(b"no json")
            await peer.call(number, word="话" * 50)
            await peer.session.say("第%d句" % number)
            peer.words.clear()
            peer.played.clear()
            peer.states.clear()
        await peer.settle()
        gc.collect()
        return gc.mem_alloc()

    before = await day(0)
    after = await day(400)
    assert abs(after - before) < before // 50, (before, after)


class Forgetful(list):
    """What nobody wants to see again."""

    def append(self, one):
        pass
