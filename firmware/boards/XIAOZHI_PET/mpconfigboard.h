// As MicroPython's generic board; ./tools/flash.sh knows octal PSRAM by the name that the CMake
// file gives it.
#include "boards/ESP32_GENERIC_S3/mpconfigboard.h"
