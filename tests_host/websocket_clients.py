"""
Clients for the servers of websocket_servers.py: programs for MicroPython, one a library.

An adapter is source that defines `class Client` with async open(url, headers), recv() -> str,
bytes or None at the end, send(message), and `end()`, which says how it ended: "closed CODE",
"refused STATUS" or "gone". The program around it echoes what comes and prints a report; its ROOT
is the certificate, as DER, of the servers with TLS.
"""

PROGRAM = """
import asyncio, sys, json
ROOT = {root!r}
from binascii import crc32
{adapter}
longest_ms = 0  # that another task had to wait
async def tick():
    global longest_ms
    before = asyncio.ticks()
    while True:
        await asyncio.sleep_ms(10)
        now = asyncio.ticks()
        longest_ms = max(longest_ms, now - before)
        before = now
async def main():
    got = []
    client = Client()
    ticker = asyncio.create_task(tick())
    try:
        await asyncio.wait_for(client.open({url!r}, (("Device-Id", "02:00:00:00:00:01"),)), 10)
        while True:
            message = await asyncio.wait_for(client.recv(), 10)
            if message is None:
                break
            data = message.encode() if isinstance(message, str) else bytes(message)
            kind = "text" if isinstance(message, str) else "binary"
            got.append([kind, len(data), crc32(data)])
            await client.send(message)
        end = client.end()
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        end = client.end(error) if hasattr(client, "ends_by_error") else repr(error)
    print(json.dumps({{"got": got, "end": end, "longest_ms": longest_ms}}))
asyncio.run(main())
"""

OURS = """
from net.websocket_handshake import Refused, connect
from net.websocket import BINARY, TEXT, Closed
from net import trust
async def time():
    return "20261122120000"
class Client:
    ends_by_error = True
    async def open(self, url, headers):
        trust.use(trust.Trust(lambda issuer: [], time, (ROOT,)))
        self.ws = await connect(url, headers, 128 * 1024)
    async def recv(self):
        try:
            kind, data = await self.ws.receive()
            data = bytes(data)
        except Closed as error:
            self.closed = error
            await self.ws.close()
            return None
        return data.decode() if kind == TEXT else data
    async def send(self, message):
        if isinstance(message, str):
            await self.ws.send(TEXT, message.encode())
        else:
            await self.ws.send(BINARY, message)
    def end(self, error=None):
        if isinstance(error, Refused):
            return "refused %d" % error.status
        if error is not None:
            return repr(error)
        return "gone" if self.closed.code == 1006 else "closed %d" % self.closed.code
"""
