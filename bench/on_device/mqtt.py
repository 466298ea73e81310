"""
How long a slow broker keeps the event loop waiting: mqtt.py own|bare|none PORT. See bench/mqtt.py.

A task that sleeps a millisecond at a time keeps the longest time from one turn to the next.
"""

import asyncio
import json
import sys
import time

_longest_us = 0


async def _beat():
    global _longest_us
    last = time.ticks_us()
    while True:
        await asyncio.sleep_ms(1)
        now = time.ticks_us()
        _longest_us = max(_longest_us, time.ticks_diff(now, last))
        last = now


async def _own(port):
    from net import mqtt

    await asyncio.sleep_ms(20)  # modules are loaded before the clock runs
    _begin()
    line = mqtt.MQTT({"endpoint": "127.0.0.1:%d" % port, "client_id": "bench"}, print)
    await line.connect()
    count = 0
    try:
        while True:
            await line.receive()
            count += 1
    except OSError:
        return count


async def _bare(port):
    from umqtt.simple import MQTTClient

    await asyncio.sleep_ms(20)
    _begin()
    came = []
    client = MQTTClient(b"bench", "127.0.0.1", port)
    client.set_callback(lambda topic, message: came.append(len(message)))
    client.connect()
    try:
        while True:
            client.check_msg()
            await asyncio.sleep_ms(1)
    except OSError:
        return len(came)


async def _none(port):
    """Nothing at all for as long: what else runs on this machine."""
    _begin()
    await asyncio.sleep(4)
    return 0


def _begin():
    global _longest_us
    _longest_us = 0


async def main():
    beating = asyncio.create_task(_beat())
    way = {"own": _own, "bare": _bare, "none": _none}[sys.argv[1]]
    count = await way(int(sys.argv[2]))
    beating.cancel()
    print(json.dumps({"messages": count, "longest_block_ms": _longest_us / 1000}))


asyncio.run(main())
