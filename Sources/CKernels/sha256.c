// The compression function of SHA-256 (FIPS 180-4), with the processor's SHA instructions.
#include "vector.h"

#include "kernels.h"

#if CK_VECTOR && defined(__x86_64__)
#include <immintrin.h>

#define CK_SHA __attribute__((target("sha,sse4.1,ssse3")))

// The instructions need the state in two vectors with the words A B E F and C D G H, the highest lane first.
CK_SHA void ck_sha256_instructions(
    uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      const __m128i now = words[i & 3], last = words[(i + 3) & 3];
      __m128i sum = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      // Replace four message words by the four words that are sixteen words later in the schedule.
      const __m128i middle = _mm_alignr_epi8(last, words[(i + 2) & 3], 4);
      const __m128i early = _mm_sha256msg1_epu32(now, words[(i + 1) & 3]);
      words[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(early, middle), last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#endif

bool ck_sha256(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
  const kernels *table = ck_kernels();
  if (!table->sha256 || !ck_has_sha()) return false;
  table->sha256(state, bytes, blocks, constants);
  return true;
}
