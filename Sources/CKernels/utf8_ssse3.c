// Validation of UTF-8 for SSSE3, which has the byte shuffle that SSE2 lacks.

#include "records.h"

#if CK_VECTOR && defined(__x86_64__)
#include <tmmintrin.h>

#define CK_SSSE3
#define CK_TARGET __attribute__((target("ssse3")))
#include "block_sixteen.h"

INLINE int are_faults(lanes wrong) { return bits(equal(wrong, splat(0))) != 0xFFFF; }
INLINE lanes shuffled(const uint8_t *table, lanes nibbles) {
  return _mm_shuffle_epi8(load(table), nibbles);
}
INLINE lanes high_nibbles(lanes v) { return both(_mm_srli_epi16(v, 4), splat(15)); }
INLINE lanes excess(lanes v, lanes limits) { return _mm_subs_epu8(v, limits); }

#include "faults.h"

INLINE int is_ascii(const uint8_t *text) {
  const vec low = either(load(text), load(text + 16)), high = either(load(text + 32), load(text + 48));
  return _mm_movemask_epi8(either(low, high)) == 0;
}

INLINE lanes faults_in_block(const uint8_t *text, int is_first) {
  lanes before = is_first ? every(0) : load(text - 16), wrong = every(0);
  for (int k = 0; k < 4; k++) {
    const lanes v = load(text + 16 * k);
    wrong |= faults_at(
        v, _mm_alignr_epi8(v, before, 15), _mm_alignr_epi8(v, before, 14), _mm_alignr_epi8(v, before, 13));
    before = v;
  }
  return wrong;
}

#include "valid.h"

size_t ck_valid_blocks_ssse3(const uint8_t *bytes, size_t n) { return valid_blocks(bytes, n); }
#endif
