// Turns lines into records with AVX-512.

#include "records.h"

#if CK_VECTOR && defined(__x86_64__)
#include <immintrin.h>

#define CK_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2,lzcnt,popcnt")))
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef struct {
  __m512i largest, least;
} seen;

INLINE seen nothing_seen(void) {
  return (seen){_mm512_setzero_si512(), _mm512_set1_epi8((char)0xFF)};
}
INLINE int has_seen_alien(seen here) {
  return _mm512_cmpeq_epi8_mask(here.largest, _mm512_set1_epi8((char)field_end)) != 0;
}
INLINE int has_seen_return(seen here) {
  return _mm512_testn_epi8_mask(here.least, here.least) != 0;
}

INLINE bits_of_64 take(uint8_t *text, seen *here) {
  const __m512i v = _mm512_loadu_si512(text);
  const __mmask64 ends = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n'));
  const __m512i end = _mm512_set1_epi8((char)field_end);
  _mm512_storeu_si512(text, _mm512_mask_blend_epi8(ends, v, end));
  here->largest = _mm512_max_epu8(here->largest, v);
  here->least = _mm512_min_epu8(here->least, _mm512_xor_si512(v, _mm512_set1_epi8('\r')));
  return (bits_of_64){ends, _mm512_movepi8_mask(v)};
}

typedef __m512i faults;

INLINE faults no_faults(void) { return _mm512_setzero_si512(); }
INLINE int are_faults(faults wrong) { return _mm512_test_epi8_mask(wrong, wrong) != 0; }

INLINE __m512i without_ends(__m512i v) {
  return _mm512_maskz_mov_epi8(
      _mm512_cmpneq_epi8_mask(v, _mm512_set1_epi8((char)field_end)), v);
}

INLINE __m512i table_of(const uint8_t *table) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

INLINE void look_at(const uint8_t *text, int is_first, int has_next, faults *wrong) {
  const __m512i low = _mm512_set1_epi8(15);
  const __m512i v = without_ends(_mm512_loadu_si512(text));
  const __m512i before =
      is_first ? _mm512_setzero_si512() : without_ends(_mm512_loadu_si512(text - 64));
  // Each quarter of the block, preceded by the quarter before it.
  const __m512i shifted = _mm512_alignr_epi32(v, before, 12);
  const __m512i one = _mm512_alignr_epi8(v, shifted, 15), two = _mm512_alignr_epi8(v, shifted, 14),
                three = _mm512_alignr_epi8(v, shifted, 13);
  const __m512i near = _mm512_and_si512(
      _mm512_and_si512(
          _mm512_shuffle_epi8(
              table_of(ck_by_high), _mm512_and_si512(_mm512_srli_epi16(one, 4), low)),
          _mm512_shuffle_epi8(table_of(ck_by_low), _mm512_and_si512(one, low))),
      _mm512_shuffle_epi8(table_of(ck_by_next), _mm512_and_si512(_mm512_srli_epi16(v, 4), low)));
  const __m512i far = _mm512_or_si512(
      _mm512_subs_epu8(two, _mm512_set1_epi8(0xE0 - 0x80)),
      _mm512_subs_epu8(three, _mm512_set1_epi8(0xF0 - 0x80)));
  // near ^ (far & ck_two_followers)
  *wrong = _mm512_or_si512(
      *wrong, _mm512_ternarylogic_epi64(
                  near, far, _mm512_set1_epi8((char)ck_two_followers), 0x78));
  if (!has_next) {
    *wrong = _mm512_or_si512(*wrong, _mm512_subs_epu8(v, _mm512_loadu_si512(ck_last_leads)));
  }
}

#include "records_of.h"

ck_record_lines ck_record_lines_avx512(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  return records_of(text, n, base, starts);
}
#endif
