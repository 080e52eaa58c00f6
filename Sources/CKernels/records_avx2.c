// Turns lines into records with AVX2.

#include "records.h"

#if CK_VECTOR && defined(__x86_64__)
#include <immintrin.h>

#define CK_TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define INLINE CK_TARGET static inline __attribute__((always_inline))

INLINE uint64_t bits_of(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

typedef struct {
  __m256i largest, least;
} seen;

INLINE seen nothing_seen(void) {
  return (seen){_mm256_setzero_si256(), _mm256_set1_epi8((char)0xFF)};
}
INLINE int has(__m256i v, uint8_t byte) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)byte))) != 0;
}
INLINE int has_seen_alien(seen here) { return has(here.largest, field_end); }
INLINE int has_seen_return(seen here) { return has(here.least, 0); }

INLINE bits_of_64 take(uint8_t *text, seen *here) {
  const __m256i low = _mm256_loadu_si256((const __m256i *)text);
  const __m256i high = _mm256_loadu_si256((const __m256i *)(text + 32));
  const __m256i newline = _mm256_set1_epi8('\n'), carriage_return = _mm256_set1_epi8('\r');
  const __m256i low_ends = _mm256_cmpeq_epi8(low, newline);
  const __m256i high_ends = _mm256_cmpeq_epi8(high, newline);
  _mm256_storeu_si256((__m256i *)text, _mm256_or_si256(low, low_ends));
  _mm256_storeu_si256((__m256i *)(text + 32), _mm256_or_si256(high, high_ends));
  here->largest = _mm256_max_epu8(here->largest, _mm256_max_epu8(low, high));
  here->least = _mm256_min_epu8(
      here->least, _mm256_min_epu8(
                       _mm256_xor_si256(low, carriage_return),
                       _mm256_xor_si256(high, carriage_return)));
  return (bits_of_64){bits_of(low_ends, high_ends), bits_of(low, high)};
}

typedef __m256i faults;

INLINE faults no_faults(void) { return _mm256_setzero_si256(); }
INLINE int are_faults(faults wrong) { return !_mm256_testz_si256(wrong, wrong); }

INLINE __m256i thirty_two(const uint8_t *p) {
  const __m256i v = _mm256_loadu_si256((const __m256i *)p);
  return _mm256_andnot_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)field_end)), v);
}

INLINE __m256i table_of(const uint8_t *table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

INLINE __m256i faults_of(__m256i v, __m256i before) {
  const __m256i low = _mm256_set1_epi8(15);
  // Each half of the block, preceded by the half before it.
  const __m256i shifted = _mm256_permute2x128_si256(before, v, 0x21);
  const __m256i one = _mm256_alignr_epi8(v, shifted, 15), two = _mm256_alignr_epi8(v, shifted, 14),
                three = _mm256_alignr_epi8(v, shifted, 13);
  const __m256i near = _mm256_and_si256(
      _mm256_and_si256(
          _mm256_shuffle_epi8(
              table_of(ck_by_high), _mm256_and_si256(_mm256_srli_epi16(one, 4), low)),
          _mm256_shuffle_epi8(table_of(ck_by_low), _mm256_and_si256(one, low))),
      _mm256_shuffle_epi8(table_of(ck_by_next), _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
  const __m256i far = _mm256_or_si256(
      _mm256_subs_epu8(two, _mm256_set1_epi8(0xE0 - 0x80)),
      _mm256_subs_epu8(three, _mm256_set1_epi8(0xF0 - 0x80)));
  return _mm256_xor_si256(
      near, _mm256_and_si256(far, _mm256_set1_epi8((char)ck_two_followers)));
}

INLINE void look_at(const uint8_t *text, int is_first, int has_next, faults *wrong) {
  const __m256i before = is_first ? _mm256_setzero_si256() : thirty_two(text - 32);
  const __m256i low = thirty_two(text), high = thirty_two(text + 32);
  *wrong = _mm256_or_si256(
      *wrong, _mm256_or_si256(faults_of(low, before), faults_of(high, low)));
  if (!has_next) {
    const __m256i leads = _mm256_loadu_si256((const __m256i *)(ck_last_leads + 32));
    *wrong = _mm256_or_si256(*wrong, _mm256_subs_epu8(high, leads));
  }
}

#include "records_of.h"

ck_record_lines ck_record_lines_avx2(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  return records_of(text, n, base, starts);
}
#endif
