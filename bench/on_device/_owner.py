"""
The owner in a week of life (week.py): tells, asks, corrects, plans, completes and deletes.

Owns what the owner does and when, over the session of an MCP client and over the cloud.
"""

import asyncio
import json

import corpus
from memory.text import dates

_ACT_S = 900  # from one thing that the owner does to the next
_DAILIES = 3
_ONE_OFFS = 4  # a day
_TOLD_MOST = 3  # reminders not completed: the notebook has room for 16


class Owner:
    """
    week      the Week: its `session` and `companion` are those of the present start
    plans     expected reminders go to `week.reminded`
    """

    def __init__(self, week, seed):
        self._week = week
        self._rng = week.rng
        self._words = corpus.records(1 << 30, seed)
        self.calls = self.refused = self.talks = self._plans = 0
        self.talking = asyncio.Lock()  # one thing at a time

    def now(self):
        return self._week.now()

    async def _call(self, **arguments):
        self.calls += 1
        params = {"name": "memory", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": self.calls, "method": "tools/call", "params": params}
        reply = json.loads(await self._week.session.handle(json.dumps(message)))
        answer = {"status": "error", "message": str(reply)}
        if "result" in reply:
            answer = json.loads(reply["result"]["content"][0]["text"])
        if answer["status"] != "ok":
            self.refused += 1
            if "restart" in answer["message"]:
                self._week.halted.set()
            else:
                print(json.dumps({"refused": arguments["action"], "why": answer["message"]}))
        return answer

    def _ids(self, kind):
        return [record.id for record in self._week.companion.memory.each(kind)]

    async def live(self):
        """Until cancelled."""
        for _ in range(_DAILIES):
            await self._plan("daily", self.now() + 3600 + 60 * self._rng.below(1200))
        planned = -1
        while True:
            today, second = divmod(self.now(), dates.DAY)
            if planned != today and second >= 6 * 3600:
                planned = today
                async with self.talking:
                    for _ in range(_ONE_OFFS):
                        minutes = 5 + self._rng.below(900)
                        await self._plan("none", self.now() // 60 * 60 + 60 * minutes)
            if 6 * 3600 <= second < 23 * 3600:
                async with self.talking:
                    await self._act()
            await self._week.wait(_ACT_S)

    async def _plan(self, repeat, begin):
        self._plans += 1
        content = "计划%d号" % self._plans
        begin = begin // 60 * 60
        answer = await self._call(
            action="write", type="schedule", content=content, datetime=dates.minute(begin),
            repeat=repeat, duration_minutes=5, force=True,
        )  # fmt: skip
        if answer["status"] == "ok":
            end = self.now() + self._week.hours * 3600 if repeat == "daily" else begin
            while begin <= end:
                self._week.reminded.expect(content, begin)
                begin += dates.DAY

    async def _act(self):
        dice = self._rng.below(10)
        record = next(self._words)
        told = self._week.reminded.to_complete
        if dice < 4:
            given = {"type": record.kind, "content": record.content, "force": True}
            await self._call(action="write", **given)
        elif dice < 5:
            kind = self._rng.choice(("like", "dislike", "habit", "trait"))
            await self._call(action="write", type=kind, content=record.content[:18])
        elif dice < 6:
            known = self._ids("fact") + self._ids("moment")
            if known:
                id = self._rng.choice(known)
                await self._call(action="write", id=id, importance=1 + self._rng.below(5))
        elif dice < 7:
            known = self._ids("like") + self._ids("habit")
            if len(known) > 6:
                await self._call(action="delete", id=self._rng.choice(known))
        elif dice < 8:
            await self._call(action="read")
            await self._call(action="recall", keyword=record.content[:2])
        elif dice < 9:
            words = record.content[:12]
            self.talks += self._week.cloud.speak("我喜欢" + words, "好的，" + words)
        elif told:
            await self._call(action="complete_schedule", id=told.pop(0))
        while len(told) > _TOLD_MOST:
            await self._call(action="complete_schedule", id=told.pop(0))
