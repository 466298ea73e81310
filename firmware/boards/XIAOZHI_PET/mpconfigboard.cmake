# The reference board (firmware/boards/n16r8.py) with the companion frozen: docs/BUILD.md.
# Everything that is MicroPython's stays as in its own board for octal PSRAM.
include(boards/ESP32_GENERIC_S3/mpconfigboard.cmake)
include(boards/ESP32_GENERIC_S3/mpconfigvariant_SPIRAM_OCT.cmake)

set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)

# The same layout as ./tools/flash.sh gives a board, from the same file, so that memory survives a
# change between the two. ESP-IDF wants an absolute path, or one within MicroPython's tree.
get_filename_component(PET_PARTITIONS ${MICROPY_BOARD_DIR}/../../../partitions.csv ABSOLUTE)
file(WRITE ${CMAKE_BINARY_DIR}/sdkconfig.partitions
    "CONFIG_PARTITION_TABLE_CUSTOM_FILENAME=\"${PET_PARTITIONS}\"\n"
)
list(APPEND SDKCONFIG_DEFAULTS
    ${MICROPY_BOARD_DIR}/sdkconfig.board
    ${CMAKE_BINARY_DIR}/sdkconfig.partitions
)

# The codec of the voice, unless other modules were asked for. Without libopus the companion is one
# of text alone.
if(NOT USER_C_MODULES)
    get_filename_component(PET_ROOT ${MICROPY_BOARD_DIR}/../../.. ABSOLUTE)
    if(OPUS_DIR OR EXISTS ${PET_ROOT}/build/native/sources/opus)
        set(USER_C_MODULES ${PET_ROOT}/native/opus/micropython.cmake)
    else()
        message(WARNING "No libopus: an image without a voice (docs/BUILD.md)")
    endif()
endif()
