# The module `opus` in an image, where MicroPython is built by make: USER_C_MODULES=.../native.
# With CMake, as for an ESP32: micropython.cmake. OPUS_DIR is libopus; without it what ./tools/sim.sh
# has fetched.

OPUS_MOD_DIR := $(USERMOD_DIR)
OPUS_DIR ?= $(abspath $(OPUS_MOD_DIR)/../../build/native/sources/opus)
OPUS_LIB_C := $(addprefix $(OPUS_DIR)/,$(shell grep -v '^\#' $(OPUS_MOD_DIR)/libopus.txt))

SRC_USERMOD_C += $(OPUS_MOD_DIR)/opusmod.c
SRC_USERMOD_LIB_C += $(OPUS_LIB_C)
CFLAGS_USERMOD += -I$(OPUS_DIR)/include

# Not for all of MicroPython: names like errors.h and main.h are common.
$(addprefix $(BUILD)/,$(OPUS_LIB_C:.c=.o)): CFLAGS += -DHAVE_CONFIG_H -I$(OPUS_MOD_DIR) \
	-I$(OPUS_DIR)/celt -I$(OPUS_DIR)/silk -I$(OPUS_DIR)/silk/fixed -O2 -w
