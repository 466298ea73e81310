"""
NVS errors: the ESP-IDF codes (nvs.h) that code of this project tells apart, negative as the ESP32
port of MicroPython raises them in `OSError.args[0]`. Every code is written here only.
"""

from micropython import const

NOT_FOUND = const(-0x1102)
NOT_ENOUGH_SPACE = const(-0x1105)
INVALID_LENGTH = const(-0x110C)  # the blob is longer than the buffer
