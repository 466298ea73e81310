// Opusmod: the module `opus`, libopus for MicroPython: Encoder and Decoder of one channel.
//
// Built two ways from this file: into an image (micropython.mk, micropython.cmake) and as a native
// .mpy (Makefile). Owns the objects, the checks of what Python hands in, and the block that libopus
// takes its scratch memory from (config.h). Leaves alone what the bytes mean: libopus knows.
//
//     Encoder(rate=16000, bitrate=24000, complexity=0, dtx=True, application=AUDIO)
//         .encode(pcm, out) -> bytes written      .reset()
//     Decoder(rate=24000)
//         .decode(packet or None, out) -> samples      .reset()
//
// Both write into the caller's buffers and allocate nothing. `pcm` is one frame of 16-bit samples,
// 2.5 to 120 ms long; `out` of a decoder holds 120 ms of any packet at most. None, or no bytes, is
// a lost packet: what the last one had is concealed, as far as `out` reaches. Errors are ValueError
// with libopus's words; RuntimeError where a check within libopus failed: reset() then.
//
// The state of a codec is one block of MicroPython's heap with the object. It points only into
// constant data, so the collector may find what it likes in it.

#ifdef MICROPY_ENABLE_DYNRUNTIME
#include "py/dynruntime.h"
#else
#include "py/runtime.h"
#endif

#include "opus.h"

typedef struct {
    mp_obj_base_t base;
    opus_int32 rate;
    opus_int64 state[]; // OpusEncoder or OpusDecoder
} codec_t;

// --- Scratch memory -----------------------------------------------------------------------------

// The most that was seen in use is in docs/decisions/opus.md; beyond it raises, never overwrites.
#define SCRATCH_BYTES (32 * 1024)
#define CHANNELS 1

// Nothing that is written to is static: the linker of native modules finds it by its name alone.
opus_int64 opus_scratch[SCRATCH_BYTES / sizeof(opus_int64)];
char *opus_scratch_next, *opus_scratch_end;

// An exception leaves libopus without giving back what it took.
static void scratch_clear(void) {
    opus_scratch_next = (char *)opus_scratch;
    opus_scratch_end = opus_scratch_next + SCRATCH_BYTES;
}

// MicroPython's own name for it is another one since 1.26.
#define NO_RETURN __attribute__((noreturn))

static NO_RETURN void raise_text(const mp_obj_type_t *type, const char *text) {
    mp_raise_msg(type, (mp_rom_error_text_t)text);
    for (;;) {
    }
}

NO_RETURN void opus_scratch_full(void) {
    raise_text(&mp_type_RuntimeError, "opus: scratch memory is full");
}

NO_RETURN void celt_fatal(const char *text, const char *file, int line) {
    (void)file;
    (void)line;
    raise_text(&mp_type_RuntimeError, text);
}

// --- What Python hands in -----------------------------------------------------------------------

static int checked(int result) {
    if (result < 0) {
        raise_text(&mp_type_ValueError, opus_strerror(result));
    }
    return result;
}

// Bytes, or 16-bit samples: a str, or an array of anything wider, is a mistake.
static void get_bytes(mp_obj_t from, mp_buffer_info_t *found, int flags) {
    mp_get_buffer_raise(from, found, flags);
    int code = found->typecode;
    bool bytes = code == 'B' || code == 'b' || code == 1; // 1: bytearray
    if (mp_obj_get_type(from) == &mp_type_str || !(bytes || code == 'h' || code == 'H')) {
        raise_text(&mp_type_TypeError, "bytes or 16-bit samples wanted");
    }
}

// 16-bit samples in a buffer; their number.
static int get_samples(mp_obj_t from, opus_int16 **samples, int flags) {
    mp_buffer_info_t found;
    get_bytes(from, &found, flags);
    if (((uintptr_t)found.buf | found.len) & 1) {
        raise_text(&mp_type_ValueError, "16-bit samples at an even place wanted");
    }
    *samples = found.buf;
    size_t count = found.len / sizeof(opus_int16);
    return count > 0x100000 ? 0x100000 : (int)count; // a second has 48000
}

static int get_bytes_len(size_t len) {
    return len > 0x100000 ? 0x100000 : (int)len; // a packet has 1275 a frame
}

static codec_t *new_codec(const mp_obj_type_t *type, int state_bytes) {
    codec_t *self = mp_obj_malloc_var(codec_t, state, char, state_bytes, type);
    self->base.type = type;
    scratch_clear();
    return self;
}

// The codec itself, where self is one or of a class of Python's own made from it.
static codec_t *get_codec(mp_obj_t self_in, const mp_obj_type_t *type) {
    mp_obj_t native = mp_obj_cast_to_native_base(self_in, MP_OBJ_FROM_PTR(type));
    if (native == MP_OBJ_NULL || mp_obj_get_type(native) != type) {
        raise_text(&mp_type_TypeError, "not made by its constructor");
    }
    scratch_clear();
    return MP_OBJ_TO_PTR(native);
}

// --- Encoder ------------------------------------------------------------------------------------

static const mp_obj_type_t *encoder_type(void);

static mp_obj_t encoder_make_new(const mp_obj_type_t *type, size_t n_args, size_t n_kw, const mp_obj_t *args) {
    enum { RATE, BITRATE, COMPLEXITY, DTX, APPLICATION, COUNT };
    const mp_arg_t allowed[COUNT] = {
        { MP_QSTR_rate, MP_ARG_INT, { .u_int = 16000 } },
        { MP_QSTR_bitrate, MP_ARG_INT, { .u_int = 24000 } },
        { MP_QSTR_complexity, MP_ARG_INT, { .u_int = 0 } },
        { MP_QSTR_dtx, MP_ARG_BOOL, { .u_bool = true } },
        { MP_QSTR_application, MP_ARG_INT, { .u_int = OPUS_APPLICATION_AUDIO } },
    };
    mp_arg_val_t given[COUNT];
    mp_arg_parse_all_kw_array(n_args, n_kw, args, COUNT, allowed, given);
    codec_t *self = new_codec(type, opus_encoder_get_size(CHANNELS));
    self->rate = given[RATE].u_int;
    OpusEncoder *state = (OpusEncoder *)self->state;
    checked(opus_encoder_init(state, self->rate, CHANNELS, given[APPLICATION].u_int));
    checked(opus_encoder_ctl(state, OPUS_SET_BITRATE((opus_int32)given[BITRATE].u_int)));
    checked(opus_encoder_ctl(state, OPUS_SET_COMPLEXITY((opus_int32)given[COMPLEXITY].u_int)));
    checked(opus_encoder_ctl(state, OPUS_SET_DTX((opus_int32)given[DTX].u_bool)));
    return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t encoder_encode(mp_obj_t self_in, mp_obj_t pcm_in, mp_obj_t out_in) {
    codec_t *self = get_codec(self_in, encoder_type());
    opus_int16 *pcm;
    int samples = get_samples(pcm_in, &pcm, MP_BUFFER_READ);
    mp_buffer_info_t out;
    get_bytes(out_in, &out, MP_BUFFER_WRITE);
    if (out.len == 0) {
        checked(OPUS_BUFFER_TOO_SMALL);
    }
    int wrote = opus_encode((OpusEncoder *)self->state, pcm, samples, out.buf, get_bytes_len(out.len));
    return MP_OBJ_NEW_SMALL_INT(checked(wrote));
}
static MP_DEFINE_CONST_FUN_OBJ_3(encoder_encode_obj, encoder_encode);

static mp_obj_t encoder_reset(mp_obj_t self_in) {
    codec_t *self = get_codec(self_in, encoder_type());
    checked(opus_encoder_ctl((OpusEncoder *)self->state, OPUS_RESET_STATE));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(encoder_reset_obj, encoder_reset);

// --- Decoder ------------------------------------------------------------------------------------

static const mp_obj_type_t *decoder_type(void);

static mp_obj_t decoder_make_new(const mp_obj_type_t *type, size_t n_args, size_t n_kw, const mp_obj_t *args) {
    const mp_arg_t allowed[1] = {
        { MP_QSTR_rate, MP_ARG_INT, { .u_int = 24000 } },
    };
    mp_arg_val_t given[1];
    mp_arg_parse_all_kw_array(n_args, n_kw, args, 1, allowed, given);
    codec_t *self = new_codec(type, opus_decoder_get_size(CHANNELS));
    self->rate = given[0].u_int;
    checked(opus_decoder_init((OpusDecoder *)self->state, self->rate, CHANNELS));
    return MP_OBJ_FROM_PTR(self);
}

// How many samples to conceal: as many as came last, in steps of 2.5 ms, as far as there is room.
static int concealed(codec_t *self, int room) {
    opus_int32 last = 0;
    checked(opus_decoder_ctl((OpusDecoder *)self->state, OPUS_GET_LAST_PACKET_DURATION(&last)));
    if (last == 0 || last > room) {
        last = room;
    }
    int step = self->rate / 400, most = 48 * step; // 120 ms
    last = last > most ? most : last - last % step;
    return last ? last : checked(OPUS_BUFFER_TOO_SMALL);
}

static mp_obj_t decoder_decode(mp_obj_t self_in, mp_obj_t packet_in, mp_obj_t out_in) {
    codec_t *self = get_codec(self_in, decoder_type());
    mp_buffer_info_t packet = { .buf = NULL, .len = 0 };
    if (packet_in != mp_const_none) {
        get_bytes(packet_in, &packet, MP_BUFFER_READ);
    }
    opus_int16 *out;
    int room = get_samples(out_in, &out, MP_BUFFER_WRITE);
    int got;
    if (packet.len == 0) {
        got = opus_decode((OpusDecoder *)self->state, NULL, 0, out, concealed(self, room), 0);
    } else if (room == 0) {
        got = OPUS_BUFFER_TOO_SMALL;
    } else {
        got = opus_decode((OpusDecoder *)self->state, packet.buf, get_bytes_len(packet.len), out, room, 0);
    }
    return MP_OBJ_NEW_SMALL_INT(checked(got));
}
static MP_DEFINE_CONST_FUN_OBJ_3(decoder_decode_obj, decoder_decode);

static mp_obj_t decoder_reset(mp_obj_t self_in) {
    codec_t *self = get_codec(self_in, decoder_type());
    checked(opus_decoder_ctl((OpusDecoder *)self->state, OPUS_RESET_STATE));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(decoder_reset_obj, decoder_reset);

// --- The module ---------------------------------------------------------------------------------

#ifdef MICROPY_ENABLE_DYNRUNTIME

// The C library's, of which a native module has none.
#undef memcpy
#undef memmove
#undef memset
void *memcpy(void *to, const void *from, size_t len) {
    return mp_fun_table.memmove_(to, from, len);
}
void *memmove(void *to, const void *from, size_t len) {
    return mp_fun_table.memmove_(to, from, len);
}
void *memset(void *to, int byte, size_t len) {
    return mp_fun_table.memset_(to, byte, len);
}

mp_obj_full_type_t types[2];
mp_map_elem_t encoder_locals_table[2], decoder_locals_table[2];
static MP_DEFINE_CONST_DICT(encoder_locals, encoder_locals_table);
static MP_DEFINE_CONST_DICT(decoder_locals, decoder_locals_table);

static const mp_obj_type_t *encoder_type(void) {
    return (const mp_obj_type_t *)&types[0];
}

static const mp_obj_type_t *decoder_type(void) {
    return (const mp_obj_type_t *)&types[1];
}

static void make_type(mp_obj_full_type_t *type, qstr name, const void *make_new, const void *locals) {
    type->base.type = (void *)&mp_type_type;
    type->flags = MP_TYPE_FLAG_NONE;
    type->name = name;
    MP_OBJ_TYPE_SET_SLOT(type, make_new, make_new, 0);
    MP_OBJ_TYPE_SET_SLOT(type, locals_dict, locals, 1);
    mp_store_global(name, MP_OBJ_FROM_PTR(type));
}

mp_obj_t mpy_init(mp_obj_fun_bc_t *self, size_t n_args, size_t n_kw, mp_obj_t *args) {
    MP_DYNRUNTIME_INIT_ENTRY
    encoder_locals_table[0] = (mp_map_elem_t) { MP_OBJ_NEW_QSTR(MP_QSTR_encode), MP_OBJ_FROM_PTR(&encoder_encode_obj) };
    encoder_locals_table[1] = (mp_map_elem_t) { MP_OBJ_NEW_QSTR(MP_QSTR_reset), MP_OBJ_FROM_PTR(&encoder_reset_obj) };
    decoder_locals_table[0] = (mp_map_elem_t) { MP_OBJ_NEW_QSTR(MP_QSTR_decode), MP_OBJ_FROM_PTR(&decoder_decode_obj) };
    decoder_locals_table[1] = (mp_map_elem_t) { MP_OBJ_NEW_QSTR(MP_QSTR_reset), MP_OBJ_FROM_PTR(&decoder_reset_obj) };
    make_type(&types[0], MP_QSTR_Encoder, encoder_make_new, &encoder_locals);
    make_type(&types[1], MP_QSTR_Decoder, decoder_make_new, &decoder_locals);
    mp_store_global(MP_QSTR_AUDIO, MP_OBJ_NEW_SMALL_INT(OPUS_APPLICATION_AUDIO));
    mp_store_global(MP_QSTR_VOIP, MP_OBJ_NEW_SMALL_INT(OPUS_APPLICATION_VOIP));
    mp_store_global(MP_QSTR_LOWDELAY, MP_OBJ_NEW_SMALL_INT(OPUS_APPLICATION_RESTRICTED_LOWDELAY));
    MP_DYNRUNTIME_INIT_EXIT
}

#else

static const mp_rom_map_elem_t encoder_locals_table[] = {
    { MP_ROM_QSTR(MP_QSTR_encode), MP_ROM_PTR(&encoder_encode_obj) },
    { MP_ROM_QSTR(MP_QSTR_reset), MP_ROM_PTR(&encoder_reset_obj) },
};
static MP_DEFINE_CONST_DICT(encoder_locals, encoder_locals_table);
static MP_DEFINE_CONST_OBJ_TYPE(
    opus_encoder_type, MP_QSTR_Encoder, MP_TYPE_FLAG_NONE,
    make_new, encoder_make_new, locals_dict, &encoder_locals
    );

static const mp_rom_map_elem_t decoder_locals_table[] = {
    { MP_ROM_QSTR(MP_QSTR_decode), MP_ROM_PTR(&decoder_decode_obj) },
    { MP_ROM_QSTR(MP_QSTR_reset), MP_ROM_PTR(&decoder_reset_obj) },
};
static MP_DEFINE_CONST_DICT(decoder_locals, decoder_locals_table);
static MP_DEFINE_CONST_OBJ_TYPE(
    opus_decoder_type, MP_QSTR_Decoder, MP_TYPE_FLAG_NONE,
    make_new, decoder_make_new, locals_dict, &decoder_locals
    );

static const mp_obj_type_t *encoder_type(void) {
    return &opus_encoder_type;
}

static const mp_obj_type_t *decoder_type(void) {
    return &opus_decoder_type;
}

static const mp_rom_map_elem_t globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_opus) },
    { MP_ROM_QSTR(MP_QSTR_Encoder), MP_ROM_PTR(&opus_encoder_type) },
    { MP_ROM_QSTR(MP_QSTR_Decoder), MP_ROM_PTR(&opus_decoder_type) },
    { MP_ROM_QSTR(MP_QSTR_AUDIO), MP_ROM_INT(OPUS_APPLICATION_AUDIO) },
    { MP_ROM_QSTR(MP_QSTR_VOIP), MP_ROM_INT(OPUS_APPLICATION_VOIP) },
    { MP_ROM_QSTR(MP_QSTR_LOWDELAY), MP_ROM_INT(OPUS_APPLICATION_RESTRICTED_LOWDELAY) },
};
static MP_DEFINE_CONST_DICT(globals, globals_table);

const mp_obj_module_t opus_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&globals,
};
MP_REGISTER_MODULE(MP_QSTR_opus, opus_module);

#endif
