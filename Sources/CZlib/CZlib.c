#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

const char *cz_zlib_version(void) { return zlibVersion(); }

struct cz_inflater {
  z_stream stream;
};

// Use the largest window, and expect data with a gzip header and trailer.
enum { gzip_window_bits = 15 + 16 };

cz_inflater *cz_inflater_new(void) {
  cz_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater && inflateInit2(&inflater->stream, gzip_window_bits) != Z_OK) {
    free(inflater);
    return NULL;
  }
  return inflater;
}

void cz_inflater_free(cz_inflater *inflater) {
  if (!inflater) return;
  inflateEnd(&inflater->stream);
  free(inflater);
}

void cz_inflater_reset(cz_inflater *inflater) { inflateReset(&inflater->stream); }

static uInt clamped(size_t n) { return n > UINT_MAX ? UINT_MAX : (uInt)n; }

cz_step cz_inflate(
    cz_inflater *inflater, const uint8_t *in, size_t n, uint8_t *out, size_t capacity) {
  z_stream *stream = &inflater->stream;
  uInt given = clamped(n), space = clamped(capacity);
  stream->next_in = (Bytef *)in;
  stream->avail_in = given;
  stream->next_out = out;
  stream->avail_out = space;
  int result = inflate(stream, Z_NO_FLUSH);
  cz_step step = {given - stream->avail_in, space - stream->avail_out, cz_progress};
  stream->next_in = NULL;
  stream->next_out = NULL;
  switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: break;
    case Z_STREAM_END: step.status = cz_end_of_member; break;
    case Z_MEM_ERROR: step.status = cz_no_memory; break;
    default: step.status = cz_damaged; break;
  }
  return step;
}
