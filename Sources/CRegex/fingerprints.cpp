// Chooses the fingerprints by which strings are searched, from the frequencies of bytes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "string_sets.h"

namespace cre {

namespace {

// The number of times that a byte of the set occurs, plus one; weights[b] is that of byte b.
double weight(const Set &set, const uint64_t *weights) {
  double sum = 1;
  for (unsigned byte = 0; byte < 256; byte++) {
    if (set.has(static_cast<uint8_t>(byte))) sum += static_cast<double>(weights[byte]);
  }
  return sum;
}

// A choice of the fingerprint of each string: `width` bytes that are `stride` apart, from an offset in the string on.
struct Plan {
  size_t stride = 1;
  // The offset of the fingerprint in each string.
  std::vector<size_t> windows;
  // The strings in an order in which similar fingerprints are adjacent, so that the sets of a bucket stay small.
  std::vector<size_t> order;
  // The expected number of fingerprints for each byte of text.
  double rate = INFINITY;
};

size_t bucket_of(size_t rank, size_t count) { return count <= 8 ? rank : rank * 8 / count; }

// The rarest fingerprint of each string. The windows are all equal to `offset` unless it is `any`.
enum : size_t { any = SIZE_MAX };
Plan planned(const cre_strings &made, const std::vector<double> &weights, const uint64_t *bytes,
             size_t stride, size_t offset) {
  Plan plan;
  plan.stride = stride;
  for (const String &string : made.strings) {
    double best = INFINITY;
    size_t window = offset == any ? 0 : offset;
    for (size_t start = 0; offset == any && start + (made.width - 1) * stride < string.sets.size(); start++) {
      // A one-byte fingerprint at a unit end could belong to a string of the unit before or after
      // it, but only one string is taken for each fingerprint. So such windows are not used.
      if (made.width == 1 && made.sets[string.sets[start]].has(made.end)) continue;
      double product = 1;
      for (size_t place = 0; place < made.width; place++) {
        product *= weights[string.sets[start + place * stride]];
      }
      if (product < best) {
        best = product;
        window = start;
      }
    }
    plan.windows.push_back(window);
  }
  const size_t count = made.strings.size();
  const auto set = [&](size_t string, size_t place) -> const Set & {
    return made.sets[made.strings[string].sets[plan.windows[string] + place * stride]];
  };
  plan.order.resize(count);
  std::iota(plan.order.begin(), plan.order.end(), 0);
  std::sort(plan.order.begin(), plan.order.end(), [&](size_t a, size_t b) {
    for (size_t place = 0; place < made.width; place++) {
      const uint8_t byte = set(a, place).first(), other = set(b, place).first();
      if (byte != other) return byte < other;
    }
    return a < b;
  });
  double total = 1;
  for (unsigned byte = 0; byte < 256; byte++) total += static_cast<double>(bytes[byte]);
  plan.rate = 0;
  for (size_t rank = 0; rank < count;) {
    const size_t bucket = bucket_of(rank, count);
    std::array<Set, 3> all{};
    for (; rank < count && bucket_of(rank, count) == bucket; rank++) {
      for (size_t place = 0; place < made.width; place++) all[place].add(set(plan.order[rank], place));
    }
    double rate = 1;
    for (size_t place = 0; place < made.width; place++) rate *= weight(all[place], bytes) / total;
    plan.rate += rate;
  }
  return plan;
}

}  // namespace

void make_prints(cre_strings &made, const uint64_t *bytes) {
  std::vector<double> weights;
  for (const Set &set : made.sets) weights.push_back(weight(set, bytes));
  size_t shortest = SIZE_MAX;
  for (const String &string : made.strings) shortest = std::min(shortest, string.sets.size());
  made.width = std::min<size_t>(3, shortest);
  Plan best = planned(made, weights, bytes, 1, any);
  // In a text of one script, the lead bytes of scalars are nearly all equal, so they exclude little. A stride of two or
  // three skips them. Strings with the same beginning share a bucket best if their fingerprints have the same offset.
  const size_t most_offsets = 12;
  for (size_t stride = 1; stride <= 3 && made.width > 1; stride++) {
    const size_t reach = (made.width - 1) * stride;
    if (reach >= shortest) break;
    std::vector<Plan> others = {planned(made, weights, bytes, stride, any)};
    for (size_t offset = 0; made.strings.size() > 1 && offset + reach < shortest && offset < most_offsets; offset++) {
      others.push_back(planned(made, weights, bytes, stride, offset));
    }
    for (Plan &other : others) {
      if (other.rate < best.rate * (other.stride > best.stride ? 0.5 : 1)) best = std::move(other);
    }
  }
  std::vector<String> sorted;
  for (const size_t index : best.order) {
    sorted.push_back(std::move(made.strings[index]));
    sorted.back().window = best.windows[index];
  }
  made.strings = std::move(sorted);
  cre_prints_init(&made.prints, static_cast<unsigned>(made.width), static_cast<unsigned>(best.stride));
  const size_t count = made.strings.size();
  for (size_t index = 0; index < count; index++) {
    const unsigned bucket = static_cast<unsigned>(bucket_of(index, count));
    made.buckets[bucket].push_back(static_cast<uint16_t>(index));
    const String &string = made.strings[index];
    for (size_t place = 0; place < made.width; place++) {
      const Set &set = made.sets[string.sets[string.window + place * best.stride]];
      for (unsigned byte = 0; byte < 256; byte++) {
        if (set.has(static_cast<uint8_t>(byte))) {
          cre_prints_add(&made.prints, bucket, static_cast<unsigned>(place), static_cast<uint8_t>(byte));
        }
      }
    }
  }
}

}  // namespace cre
