#include <libdeflate.h>

#include "CZlib.h"

const char *cz_libdeflate_version(void) { return LIBDEFLATE_VERSION_STRING; }

// A cz_whole pointer is a pointer to libdeflate's decompressor, cast to another type.
cz_whole *cz_whole_new(void) { return (cz_whole *)libdeflate_alloc_decompressor(); }

void cz_whole_free(cz_whole *whole) {
  if (whole) libdeflate_free_decompressor((struct libdeflate_decompressor *)whole);
}

size_t cz_inflate_whole(cz_whole *whole, const uint8_t *in, size_t n, uint8_t *out, size_t capacity) {
  size_t written = 0;
  do {
    // libdeflate does not verify the checksum of a header (RFC 1952, FHCRC). If there is one, fail,
    // so that the caller uses zlib.
    if (n > 3 && (in[3] & 2)) return SIZE_MAX;
    size_t consumed = 0, produced = 0;
    if (libdeflate_gzip_decompress_ex(
            (struct libdeflate_decompressor *)whole, in, n, out + written, capacity - written, &consumed,
            &produced) != LIBDEFLATE_SUCCESS) {
      return SIZE_MAX;
    }
    written += produced;
    in += consumed;
    n -= consumed;
  } while (n > 1 && in[0] == 0x1F && in[1] == 0x8B);
  return written;
}

uint32_t cz_crc32(uint32_t sum, const uint8_t *bytes, size_t n) {
  return libdeflate_crc32(sum, bytes, n);
}
