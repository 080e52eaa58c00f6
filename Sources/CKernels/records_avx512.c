// Turns lines into records with AVX-512.

#include "records.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx512.h"

typedef struct {
  lanes largest, smallest;
} seen;

INLINE seen nothing_seen(void) { return (seen){every(0), every(0xFF)}; }
INLINE int has_seen_alien(seen here) {
  return _mm512_cmpeq_epi8_mask(here.largest, every(field_end)) != 0;
}
INLINE int has_seen_return(seen here) {
  return _mm512_testn_epi8_mask(here.smallest, here.smallest) != 0;
}

INLINE bits_of_64 take(uint8_t *text, seen *here) {
  const lanes v = _mm512_loadu_si512(text);
  const __mmask64 ends = _mm512_cmpeq_epi8_mask(v, every('\n'));
  _mm512_storeu_si512(text, _mm512_mask_blend_epi8(ends, v, every(field_end)));
  here->largest = _mm512_max_epu8(here->largest, v);
  here->smallest = _mm512_min_epu8(here->smallest, _mm512_xor_si512(v, every('\r')));
  return (bits_of_64){ends, _mm512_movepi8_mask(v)};
}

INLINE int are_faults(lanes wrong) { return _mm512_test_epi8_mask(wrong, wrong) != 0; }
INLINE lanes without_ends(lanes v) {
  return _mm512_maskz_mov_epi8(_mm512_cmpneq_epi8_mask(v, every(field_end)), v);
}
INLINE lanes shuffled(const uint8_t *table, lanes nibbles) {
  return _mm512_shuffle_epi8(every_sixteen(table), nibbles);
}
INLINE lanes high_nibbles(lanes v) {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), every(15));
}
INLINE lanes excess(lanes v, lanes limits) { return _mm512_subs_epu8(v, limits); }

#include "faults.h"

INLINE void look_at(const uint8_t *text, int is_first, int has_next, lanes *wrong) {
  const lanes v = without_ends(_mm512_loadu_si512(text));
  const lanes before = is_first ? every(0) : without_ends(_mm512_loadu_si512(text - 64));
  // Each quarter of `shifted` contains the 16 bytes before the same quarter of `v`.
  const lanes shifted = _mm512_alignr_epi32(v, before, 12);
  *wrong |= faults_at(
      v, _mm512_alignr_epi8(v, shifted, 15), _mm512_alignr_epi8(v, shifted, 14),
      _mm512_alignr_epi8(v, shifted, 13));
  if (!has_next) *wrong |= excess(v, _mm512_loadu_si512(ck_last_leads));
}

#include "records_of.h"

ck_record_lines ck_record_lines_avx512(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  return records_of(text, n, base, starts);
}
#endif
