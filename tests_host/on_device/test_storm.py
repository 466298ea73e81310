"""Ten thousand requests of every kind: the loop lives, nothing is left of them, the heap stays."""

import asyncio

from _storm import Storm

HEAP = "1M"
TIMEOUT_S = 300
SEED = 20261122


async def test_ten_thousand_mixed_requests_leave_nothing_behind():
    print("seed", SEED)
    async with Storm(SEED) as storm:
        await storm.blow(1000)  # loads what is loaded when first used
        before = storm.held()
        await storm.blow(10000)
        assert storm.faults == []
        after = storm.held()
        print("heap, files, requests and questions:", before, after)
        assert storm.lost <= 3
        assert after[1:] == before[1:]
        assert after[2] == [0, 0, 0, 0]
        assert after[0] <= before[0] * 1.05
        # And everything still works.
        await asyncio.wait_for(storm.cancelled(), 10)
        await asyncio.wait_for(storm.asked(), 10)
