// Turns lines into records, and validates UTF-8, with AVX2.

#include "records.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx2.h"

typedef struct {
  lanes largest, smallest;
} seen;

INLINE seen nothing_seen(void) { return (seen){every(0), every(0xFF)}; }
INLINE int has(lanes v, uint8_t byte) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, every(byte))) != 0;
}
INLINE int has_seen_alien(seen here) { return has(here.largest, field_end); }
INLINE int has_seen_return(seen here) { return has(here.smallest, 0); }

INLINE bits_of_64 take(uint8_t *text, seen *here) {
  const lanes low = thirty_two(text), high = thirty_two(text + 32);
  const block ends = equal_at(text, every('\n'));
  _mm256_storeu_si256((__m256i *)text, _mm256_or_si256(low, ends.low));
  _mm256_storeu_si256((__m256i *)(text + 32), _mm256_or_si256(high, ends.high));
  here->largest = _mm256_max_epu8(here->largest, _mm256_max_epu8(low, high));
  const lanes carriage_return = every('\r');
  here->smallest = _mm256_min_epu8(
      here->smallest, _mm256_min_epu8(
                       _mm256_xor_si256(low, carriage_return),
                       _mm256_xor_si256(high, carriage_return)));
  return (bits_of_64){places_of(ends), places_of((block){low, high})};
}

INLINE int are_faults(lanes wrong) { return !_mm256_testz_si256(wrong, wrong); }
INLINE lanes without_ends(lanes v) {
  return _mm256_andnot_si256(_mm256_cmpeq_epi8(v, every(field_end)), v);
}
INLINE lanes shuffled(const uint8_t *table, lanes nibbles) {
  return _mm256_shuffle_epi8(every_sixteen(table), nibbles);
}
INLINE lanes high_nibbles(lanes v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), every(15));
}
INLINE lanes excess(lanes v, lanes limits) { return _mm256_subs_epu8(v, limits); }

#include "faults.h"

INLINE lanes faults_in_half(lanes v, lanes before) {
  // Each half of `shifted` contains the 16 bytes before the same half of `v`.
  const lanes shifted = _mm256_permute2x128_si256(before, v, 0x21);
  return faults_at(
      v, _mm256_alignr_epi8(v, shifted, 15), _mm256_alignr_epi8(v, shifted, 14),
      _mm256_alignr_epi8(v, shifted, 13));
}

INLINE void look_at(const uint8_t *text, int is_first, int has_next, lanes *wrong) {
  const lanes before = is_first ? every(0) : without_ends(thirty_two(text - 32));
  const lanes low = without_ends(thirty_two(text)), high = without_ends(thirty_two(text + 32));
  *wrong |= faults_in_half(low, before) | faults_in_half(high, low);
  if (!has_next) *wrong |= excess(high, thirty_two(ck_last_leads + 32));
}

INLINE int is_ascii(const uint8_t *text) {
  return _mm256_movemask_epi8(_mm256_or_si256(thirty_two(text), thirty_two(text + 32))) == 0;
}

INLINE lanes faults_in_block(const uint8_t *text, int is_first) {
  const lanes low = thirty_two(text), high = thirty_two(text + 32);
  return faults_in_half(low, is_first ? every(0) : thirty_two(text - 32)) | faults_in_half(high, low);
}

#include "records_of.h"
#include "valid.h"

// AVX-512 uses this function too.
size_t ck_valid_blocks_avx2(const uint8_t *bytes, size_t n) { return valid_blocks(bytes, n); }

ck_record_lines ck_record_lines_avx2(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  return records_of(text, n, base, starts);
}
#endif
