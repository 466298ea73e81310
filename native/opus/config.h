// Config: how libopus is built, for its own files alone (HAVE_CONFIG_H).
//
// Fixed point, checks of its own against packets that are not what they claim (ENABLE_HARDENING),
// no heap, no machine code. What it would take from the C stack, up to 25 KB, it takes from one
// static block that all encoders and decoders share; opusmod.c has that. So one codec runs at a
// time, which MicroPython's lock sees to: no codec gives it away.

#ifndef PET_OPUS_CONFIG_H
#define PET_OPUS_CONFIG_H

#include <stddef.h>

#define OPUS_BUILD
#define PACKAGE_VERSION "1.5.2"
#define FIXED_POINT 1
#define DISABLE_FLOAT_API 1
#define ENABLE_HARDENING 1
#define NONTHREADSAFE_PSEUDOSTACK 1

// A failed check raises RuntimeError instead of ending the process.
#define OVERRIDE_celt_fatal 1

// Encoders and decoders are made in memory that MicroPython gives: what would allocate is not used,
// and so not linked either.
#define OVERRIDE_OPUS_ALLOC 1
#define OVERRIDE_OPUS_REALLOC 1
#define OVERRIDE_OPUS_ALLOC_SCRATCH 1
#define OVERRIDE_OPUS_FREE 1
static inline void *opus_alloc(size_t size) {
    (void)size;
    return NULL;
}
static inline void *opus_realloc(void *old, size_t size) {
    (void)old;
    (void)size;
    return NULL;
}
static inline void opus_free(void *old) {
    (void)old;
}

// In place of celt/stack_alloc.h, which does not look where its block ends: this one does.
#define STACK_ALLOC_H
extern char *opus_scratch_next, *opus_scratch_end;
void opus_scratch_full(void) __attribute__((noreturn));
static inline void *opus_scratch_take(size_t size) {
    char *at = opus_scratch_next;
    if (size > (size_t)(opus_scratch_end - at)) {
        opus_scratch_full();
    }
    opus_scratch_next = at + ((size + 7) & ~(size_t)7);
    return at;
}
#define VARDECL(type, var) type *var
#define ALLOC(var, size, type) var = (type *)opus_scratch_take((size) * sizeof(type))
#define ALLOC_NONE 0
#define SAVE_STACK char *_saved_stack = opus_scratch_next;
#define ALLOC_STACK SAVE_STACK
#define RESTORE_STACK (opus_scratch_next = _saved_stack)
static inline int opus_nothing(void) {
    return 0;
}
#define OPUS_CHECK_ARRAY(ptr, len) opus_nothing()
#define OPUS_CHECK_VALUE(value) opus_nothing()
#define OPUS_PRINT_INT(value) do {} while (0)
#define OPUS_FPRINTF (void)

#include "opus_types.h"
#include "opus_defines.h"
#include "os_support.h"

#endif
