"""
The codec of the voice: time for a frame of 60 ms each way, by kind of sound and complexity.

Microphone at 16 kHz and 24 kbit/s, speaker at 24 kHz, sound like that of a voice. Times are of
this processor, those of the quickest fifty frames in a row. `bytes` is a packet on the average.
"""

import _host


def main() -> None:
    options = _host.options(__doc__)
    options.add_argument("--frames", type=int, default=1000, help="frames each time is taken of")
    given = options.parse_args()
    for figures in _host.on_device(given.micropython, "codec", given.frames):
        _host.emit("codec", **figures)


if __name__ == "__main__":
    main()
