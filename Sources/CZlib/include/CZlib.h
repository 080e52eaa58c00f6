// Decompression of gzip data: in steps, over the system's zlib, or all at once, over libdeflate.
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

typedef struct cz_inflater cz_inflater;

enum { cz_progress = 0, cz_end_of_member = 1, cz_damaged = 2, cz_no_memory = 3 };

typedef struct {
  size_t consumed;
  size_t produced;
  int status;
} cz_step;

// A decompressor at the start of a gzip member; NULL if there is no memory.
cz_inflater *cz_inflater_new(void);

void cz_inflater_free(cz_inflater *inflater);

// Makes it ready for the next member.
void cz_inflater_reset(cz_inflater *inflater);

// Decompresses as much of in[0..<n] as fits in out[0..<room]. Keeps no pointer.
cz_step cz_inflate(cz_inflater *inflater, const uint8_t *in, size_t n, uint8_t *out, size_t room);

typedef struct cz_whole cz_whole;

// A decompressor of small files; NULL if there is no memory.
cz_whole *cz_whole_new(void);

void cz_whole_free(cz_whole *whole);

// Decompresses in[0..<n], gzip members that follow one another; what follows them and is no gzip is passed over.
// Returns how many bytes of out[0..<capacity] it wrote, or SIZE_MAX if they do not fit or the data are damaged:
// cz_inflate says which. Keeps no pointer.
size_t cz_inflate_whole(cz_whole *whole, const uint8_t *in, size_t n, uint8_t *out, size_t capacity);

#endif
