"""
How long a slow broker keeps everything else waiting: through lib/net/mqtt.py, and through
umqtt.simple as it comes.

The broker takes a second to admit the device, sends three messages in single bytes 10 ms apart,
then 50 messages of 8 KB at once, and hangs up. `longest_block_ms` is the longest time for which
no other task ran; what umqtt blocks for is the peer's to choose. `idle_ms` is the same of a
process that does nothing: other processes take the processor, too.
"""

import socket
import threading
import time

import _host

_ADMIT_S = 1.0
_BYTE_S = 0.01
_SMALL, _LARGE = 150, 8192


def _publication(size: int) -> bytes:
    rest = size + 3
    return bytes((0x30, rest & 0x7F | 0x80, rest >> 7)) + b"\0\1t" + b"x" * size


def _dribble(listener: socket.socket) -> None:
    line, _ = listener.accept()
    with line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.recv(1000)
        time.sleep(_ADMIT_S)
        line.sendall(b"\x20\x02\0\0")
        for byte in _publication(_SMALL) * 3:
            line.sendall(bytes((byte,)))
            time.sleep(_BYTE_S)
        line.sendall(_publication(_LARGE) * 50)


def main() -> None:
    given = _host.options(__doc__).parse_args()
    figures = {}
    for way in ("own", "bare"):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            broker = threading.Thread(target=_dribble, args=(listener,), daemon=True)
            broker.start()
            port = listener.getsockname()[1]
            (figures[way],) = _host.on_device(given.micropython, "mqtt", way, port)
            broker.join()
    (idle,) = _host.on_device(given.micropython, "mqtt", "none", 0)
    bare = figures["bare"]["longest_block_ms"]
    _host.emit("mqtt", **figures["own"], idle_ms=idle["longest_block_ms"], bare_umqtt_ms=bare)


main()
