"""
Boards: one module each, which becomes the module `board` of a device (./tools/flash.sh --board
NAME; without it devkit.py or n16r8.py, by what the chip says). For another board, copy devkit.py
to firmware/boards/NAME.py and change it. The firmware uses these names of it:

    NAME                      str: the kind of board; an update may be meant for some kinds only
    SETTINGS                  dict: settings that differ from firmware/system/setting_defaults.py,
                              and `access_point`, the ports of the first set-up's page and of DNS,
                              on a board with Wi-Fi
    speech()                  iterator of (role, text) said at the start, role `owner` or
                              `companion`; None without a microphone
    addresses()               list of str: addresses and names of the board in its network; starts
                              the network stack
    extend(registry, offers)  add the board's own tools (mcp.features.tools.Registry), and to the
                              list of resources and prompts (firmware/tools/registration.py)
    button()                  optional: True while it is held; held at the start means safe mode
    microphone(rate, ibuf)    for the setting `voice`, with speaker and button: an open machine.I2S
                              that reads 32-bit samples, mono, as microphones of 24 bits have them
    speaker(rate, ibuf)       likewise, one that plays 16-bit samples
    LED_PIN or led(state)     optional: pin of an addressable LED, or a function that shows a state
                              of firmware/system/led.py

XIAOZHI_PET/ is the board for a build of MicroPython with the companion in it (docs/BUILD.md).
"""
