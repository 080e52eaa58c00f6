// Decompresses gzip data, in steps with the system's zlib, or in one call with libdeflate. Computes
// CRC-32 with libdeflate.
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

// The versions of the two libraries, as strings that stay valid.
const char *cz_zlib_version(void);
const char *cz_libdeflate_version(void);

typedef struct cz_inflater cz_inflater;

enum { cz_progress = 0, cz_end_of_member = 1, cz_damaged = 2, cz_no_memory = 3 };

typedef struct {
  size_t consumed;
  size_t produced;
  int status;
} cz_step;

// Creates a decompressor at the start of a gzip member; NULL if out of memory.
cz_inflater *cz_inflater_new(void);

void cz_inflater_free(cz_inflater *inflater);

// Prepares the decompressor for the next gzip member.
void cz_inflater_reset(cz_inflater *inflater);

// Decompresses as much of in[0..<n] as fits in out[0..<capacity]. Stores no pointer to the buffers.
cz_step cz_inflate(
    cz_inflater *inflater, const uint8_t *in, size_t n, uint8_t *out, size_t capacity);

typedef struct cz_whole cz_whole;

// Creates a decompressor for small files; NULL if out of memory.
cz_whole *cz_whole_new(void);

void cz_whole_free(cz_whole *whole);

// Decompresses in[0..<n], a sequence of gzip members; ignores trailing data that is not gzip.
// Returns the number of bytes written to out[0..<capacity]. Returns SIZE_MAX if the output does not
// fit or the data may be damaged; cz_inflate can distinguish these two cases. Stores no pointer to
// the buffers.
size_t cz_inflate_whole(cz_whole *whole, const uint8_t *in, size_t n, uint8_t *out, size_t capacity);

// The CRC-32 of bytes[0..<n], as in gzip; `sum` is the CRC-32 of the preceding bytes, or 0 if there are none.
uint32_t cz_crc32(uint32_t sum, const uint8_t *bytes, size_t n);

#endif
