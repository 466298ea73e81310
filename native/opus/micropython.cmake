# The module `opus` in an image, where MicroPython is built by CMake, as for an ESP32:
# USER_C_MODULES=.../native/opus/micropython.cmake. OPUS_DIR is libopus; without it what
# ./tools/sim.sh has fetched.

if(NOT OPUS_DIR)
    get_filename_component(OPUS_DIR ${CMAKE_CURRENT_LIST_DIR}/../../build/native/sources/opus ABSOLUTE)
endif()
if(NOT EXISTS ${OPUS_DIR}/include/opus.h)
    message(FATAL_ERROR "No libopus in ${OPUS_DIR}: run ./tools/sim.sh --help, or give OPUS_DIR (docs/BUILD.md)")
endif()

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/libopus.txt OPUS_LIB_C REGEX "^[^#]")
list(TRANSFORM OPUS_LIB_C PREPEND ${OPUS_DIR}/)

# A library of its own: MicroPython would look for names of Python's in its files, and find headers
# like errors.h and main.h of it before others.
add_library(usermod_opus_codec STATIC ${OPUS_LIB_C})
target_compile_definitions(usermod_opus_codec PRIVATE HAVE_CONFIG_H)
target_compile_options(usermod_opus_codec PRIVATE -O2 -w)
target_include_directories(usermod_opus_codec PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}
    ${OPUS_DIR}/include
    ${OPUS_DIR}/celt
    ${OPUS_DIR}/silk
    ${OPUS_DIR}/silk/fixed
)

add_library(usermod_opus INTERFACE)
target_sources(usermod_opus INTERFACE ${CMAKE_CURRENT_LIST_DIR}/opusmod.c)
target_include_directories(usermod_opus INTERFACE ${OPUS_DIR}/include)
target_link_libraries(usermod_opus INTERFACE usermod_opus_codec)

target_link_libraries(usermod INTERFACE usermod_opus)
