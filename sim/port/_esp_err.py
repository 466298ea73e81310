"""
ESP-IDF error codes as the ESP32 port raises them: OSError(-code, "ESP_ERR_...").

Names and numbers only; which situation has which code is decided where it happens.
"""

FAIL = -1
INVALID_ARG = 0x102
INVALID_SIZE = 0x104
NVS_NOT_INITIALIZED = 0x1101
NVS_NOT_FOUND = 0x1102
NVS_NOT_ENOUGH_SPACE = 0x1105
NVS_INVALID_HANDLE = 0x1107
NVS_KEY_TOO_LONG = 0x1109
NVS_INVALID_STATE = 0x110B
NVS_INVALID_LENGTH = 0x110C
NVS_NO_FREE_PAGES = 0x110D
NVS_VALUE_TOO_LONG = 0x110E
NVS_NEW_VERSION_FOUND = 0x1110


def esp_error(code: int) -> OSError:
    """The exception for one of the codes above (ports/esp32/mphalport.c check_esp_err_)."""
    for name, number in globals().items():
        if number == code:
            return OSError(-code, ("ESP_" if code < 0 else "ESP_ERR_") + name)
    return OSError(-code, "UNKNOWN ERROR")
