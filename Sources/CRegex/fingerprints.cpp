// Chooses rare fingerprints for a string search, according to the frequencies of bytes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "string_sets.h"

namespace cre {

namespace {

// The number of times that the bytes of the set occur, plus one; weights[b] is the number of times that byte b occurs.
double weight(const Set &set, const uint64_t *weights) {
  double sum = 1;
  set.for_each([&](uint8_t byte) { sum += static_cast<double>(weights[byte]); });
  return sum;
}

// A choice of one fingerprint for each string. A fingerprint is `width` bytes that are `stride` apart, starting at some
// offset in the string.
struct Plan {
  size_t stride = 1;
  // The offset of the fingerprint in each string.
  std::vector<size_t> windows;
  // The strings, sorted so that similar fingerprints are adjacent; then the sets of each bucket are small.
  std::vector<size_t> order;
  // The expected number of fingerprint matches per byte of text.
  double rate = INFINITY;
};

size_t bucket_of(size_t rank, size_t count) { return count <= 8 ? rank : rank * 8 / count; }

// The rarest fingerprint of each string. If `offset` is not `any`, the fingerprint of every string starts at `offset`.
enum : size_t { any = SIZE_MAX };
Plan planned(const cre_strings &made, const std::vector<double> &weights, const uint64_t *bytes,
             size_t stride, size_t offset) {
  Plan plan;
  plan.stride = stride;
  for (const String &string : made.strings) {
    double best = INFINITY;
    size_t window = offset == any ? 0 : offset;
    for (size_t start = 0; offset == any && start + (made.width - 1) * stride < string.sets.size(); start++) {
      // If the byte that ends a unit is a one-byte fingerprint, it could belong to a string in the unit before it and
      // to a string in the unit after it. But only one string is collected for each fingerprint found, so do not choose
      // an element that matches this byte.
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

// Creates the fingerprints of a plan.
ck_fingerprints prints_of(const Plan &plan, const cre_strings &made) {
  ck_fingerprints prints;
  cre_prints_init(&prints, static_cast<unsigned>(made.width), static_cast<unsigned>(plan.stride));
  for (size_t rank = 0; rank < plan.order.size(); rank++) {
    const size_t string = plan.order[rank];
    const unsigned bucket = static_cast<unsigned>(bucket_of(rank, plan.order.size()));
    for (size_t place = 0; place < made.width; place++) {
      made.sets[made.strings[string].sets[plan.windows[string] + place * plan.stride]].for_each(
          [&](uint8_t byte) { cre_prints_add(&prints, bucket, static_cast<unsigned>(place), byte); });
    }
  }
  return prints;
}

// The cost of searching the sample of a list, relative to the cost of comparing one string with a candidate.
double cost_in_sample(const Plan &plan, const cre_strings &made, const cre_string_list &list) {
  // A candidate costs as much as comparing a few strings. With a longer stride, the kernel loads more bytes.
  constexpr double per_candidate = 4, per_byte_of_stride = 0.004;
  const ck_fingerprints prints = prints_of(plan, made);
  constexpr size_t capacity = 64;
  size_t places[capacity], from = 0;
  uint8_t buckets[capacity];
  double strings_in[8] = {};
  for (size_t rank = 0; rank < plan.order.size(); rank++) strings_in[bucket_of(rank, plan.order.size())]++;
  double cost = plan.stride > 1 ? per_byte_of_stride * static_cast<double>(list.sample_count) : 0;
  while (from < list.sample_count) {
    const size_t count = cre_prints_find(&prints, list.sample, list.sample_count, &from, places, buckets, capacity);
    if (count == 0) break;
    for (size_t index = 0; index < count; index++) {
      cost += per_candidate;
      for (unsigned mask = buckets[index]; mask != 0; mask &= mask - 1) cost += strings_in[__builtin_ctz(mask)];
    }
  }
  return cost;
}

// The best plan. The plans with the lowest expected rates are compared by their costs in the sample, because bytes are
// not independent: the fingerprint of a frequent syllable is more frequent than its bytes suggest.
// Also, each candidate of a bucket is compared with all strings of the bucket.
Plan &best_of(std::vector<Plan> &plans, const cre_strings &made, const cre_string_list &list) {
  // For the order of the plans, the rate of a longer stride counts twice.
  const auto rate = [](const Plan &plan) { return plan.rate * (plan.stride > 1 ? 2 : 1); };
  std::vector<size_t> order(plans.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const double rates[] = {rate(plans[a]), rate(plans[b])};
    return rates[0] != rates[1] ? rates[0] < rates[1] : a < b;
  });
  const size_t max_compared = 12;
  order.resize(std::min(order.size(), list.sample_count > 0 ? max_compared : 1));
  size_t best = order[0];
  double lowest_cost = INFINITY;
  for (const size_t index : order) {
    const double cost =
        cost_in_sample(plans[index], made, list) + plans[index].rate * static_cast<double>(list.sample_count);
    if (cost < lowest_cost) {
      lowest_cost = cost;
      best = index;
    }
  }
  return plans[best];
}

}  // namespace

void String::set_probe(const std::vector<Set> &all) {
  const size_t size = sizeof mask;
  probe = std::min(window, sets.size() < size ? 0 : sets.size() - size);
  uint8_t equal[size] = {}, values[size] = {};
  for (size_t place = 0; place < size && probe + place < sets.size(); place++) {
    uint8_t any = 0, common = 0xFF;
    all[sets[probe + place]].for_each([&](uint8_t byte) {
      any |= byte;
      common &= byte;
    });
    equal[place] = static_cast<uint8_t>(~(any ^ common));
    values[place] = common & equal[place];
  }
  memcpy(&mask, equal, size);
  memcpy(&bytes, values, size);
}

void make_prints(cre_strings &made, const cre_string_list &list) {
  std::vector<double> weights;
  for (const Set &set : made.sets) weights.push_back(weight(set, list.weights));
  size_t shortest = SIZE_MAX;
  for (const String &string : made.strings) shortest = std::min(shortest, string.sets.size());
  made.width = std::min<size_t>(3, shortest);
  // In text of a single script, nearly all scalars have the same lead byte, so comparing lead bytes excludes few
  // offsets. A stride of two or three skips the lead bytes. For strings with the same beginning, fingerprints at the
  // same offset are similar and fit well into one bucket.
  const size_t max_offsets = 12;
  std::vector<Plan> plans;
  for (size_t stride = 1; stride <= 3 && (stride == 1 || made.width > 1); stride++) {
    const size_t reach = (made.width - 1) * stride;
    if (reach >= shortest) break;
    plans.push_back(planned(made, weights, list.weights, stride, any));
    if (made.strings.size() == 1 || made.width == 1) continue;
    for (size_t offset = 0; offset + reach < shortest && offset < max_offsets; offset++) {
      plans.push_back(planned(made, weights, list.weights, stride, offset));
    }
  }
  const Plan best = std::move(best_of(plans, made, list));
  made.prints = prints_of(best, made);
  std::vector<String> sorted;
  const size_t count = best.order.size();
  for (size_t rank = 0; rank < count; rank++) {
    const size_t index = best.order[rank];
    sorted.push_back(std::move(made.strings[index]));
    sorted.back().window = best.windows[index];
    sorted.back().set_probe(made.sets);
    made.buckets[bucket_of(rank, count)].push_back(static_cast<uint16_t>(rank));
  }
  made.strings = std::move(sorted);
}

}  // namespace cre
