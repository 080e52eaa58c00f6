// Chooses the two bytes of a needle that a search compares first.

#include "pattern.h"

// The number of needle indices from which the pair is chosen. For pairs of these indices, the
// search counts in the sample how often the two bytes occur together.
#define CHOICES 8

// The number of offsets in the sample where `a` occurs and `b` follows `gap` bytes later. To ignore
// case, a byte of the sample is ORed with `a_bit` or `b_bit` before it is compared.
static size_t count_pairs(
    const uint8_t *sample, size_t n, uint8_t a, uint8_t a_bit, uint8_t b, uint8_t b_bit, size_t gap) {
  if (n <= gap) return 0;
  const size_t places = n - gap;
  size_t count = 0;
  for (size_t start = 0; start < places; start += 128) {
    const size_t width = places - start < 128 ? places - start : 128;
    const uint8_t *const first = sample + start, *const second = first + gap;
    // Use one-byte counters, so that the compiler can vectorize the comparison.
    uint8_t some = 0;
    for (size_t at = 0; at < width; at++) {
      some += ((first[at] | a_bit) == a) & ((second[at] | b_bit) == b);
    }
    count += some;
  }
  return count;
}

void ck_rare_pair(
    const uint8_t *sample, size_t n, const uint8_t *needle, size_t m, int caseless,
    const uint64_t *weights, size_t *i, size_t *j) {
  size_t choices[CHOICES], count = 0;
  double expected[CHOICES];
  for (size_t at = 0; at < m; at++) {
    double weight = 1 + (double)weights[needle[at]];
    if (case_bit(needle[at], caseless)) weight += (double)weights[needle[at] ^ 0x20];
    size_t rank = count;
    while (rank > 0 && expected[rank - 1] > weight) rank--;
    if (rank == CHOICES) continue;
    if (count < CHOICES) count++;
    for (size_t k = count - 1; k > rank; k--) {
      choices[k] = choices[k - 1];
      expected[k] = expected[k - 1];
    }
    choices[rank] = at;
    expected[rank] = weight;
  }
  size_t lowest = SIZE_MAX;
  for (size_t sum = 1; sum < 2 * CHOICES && lowest > 0; sum++) {
    for (size_t k = 0; 2 * k < sum && lowest > 0; k++) {
      const size_t other = sum - k;
      if (other >= count) continue;
      const size_t low = choices[k] < choices[other] ? choices[k] : choices[other];
      const size_t high = choices[k] < choices[other] ? choices[other] : choices[k];
      const size_t found = count_pairs(
          sample, n, needle[low], case_bit(needle[low], caseless), needle[high],
          case_bit(needle[high], caseless), high - low);
      if (found >= lowest) continue;
      lowest = found;
      *i = low;
      *j = high;
    }
  }
}
