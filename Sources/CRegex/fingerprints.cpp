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

// The strings of one bucket, as indices in the plan's `order`, and the set of bytes that their
// fingerprints can have at each position.
struct Bucket {
  std::vector<size_t> ranks;
  std::array<Set, 3> sets{};
};

// A choice of one fingerprint for each string. A fingerprint is `width` bytes that are `stride` apart, starting at some
// offset in the string.
struct Plan {
  size_t stride = 1;
  // The offset of the fingerprint in each string.
  std::vector<size_t> windows;
  // The strings, sorted so that strings with similar fingerprints are adjacent. Such strings get
  // into the same bucket, so the sets of the bucket are small.
  std::vector<size_t> order;
  // The buckets of strings; at most `max_buckets`.
  std::vector<Bucket> buckets;
  // The expected number of fingerprint matches per byte of text.
  double rate = INFINITY;
};

constexpr size_t max_buckets = 8;

size_t bucket_of(size_t rank, size_t count) { return count <= max_buckets ? rank : rank * max_buckets / count; }

// The sum of the frequencies of all bytes, plus 1, so that the sum is never 0.
double total_of(const uint64_t *bytes) { return 1 + static_cast<double>(std::accumulate(bytes, bytes + 256, uint64_t{0})); }

// A plan with the rarest fingerprint of each string. If `offset` is not `any`, the fingerprint of
// every string starts at `offset`.
enum : size_t { any = SIZE_MAX };
Plan planned(const cre_strings &made, const std::vector<double> &weights, const uint64_t *bytes,
             size_t stride, size_t offset) {
  Plan plan;
  plan.stride = stride;
  for (const String &string : made.strings) {
    double best = INFINITY;
    size_t window = offset == any ? 0 : offset;
    for (size_t start = 0; offset == any && start + (made.width - 1) * stride < string.sets.size(); start++) {
      // Do not choose a one-byte fingerprint that matches the byte that ends a unit. This byte
      // could be the end of a string in one unit and the start of a string in the next unit, but
      // only one string is collected per fingerprint found.
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
  const double total = total_of(bytes);
  plan.rate = 0;
  for (size_t rank = 0; rank < count;) {
    const size_t number = bucket_of(rank, count);
    Bucket bucket;
    for (; rank < count && bucket_of(rank, count) == number; rank++) {
      bucket.ranks.push_back(rank);
      for (size_t place = 0; place < made.width; place++) bucket.sets[place].add(set(plan.order[rank], place));
    }
    double rate = 1;
    for (size_t place = 0; place < made.width; place++) rate *= weight(bucket.sets[place], bytes) / total;
    plan.rate += rate;
    plan.buckets.push_back(std::move(bucket));
  }
  return plan;
}

// The nibbles of a set. A lookup by nibbles tests the low and the high nibble of a byte separately.
// It accepts the byte if each nibble occurs in some byte of the set.
struct Nibbles {
  // For each high nibble, a bit set of the low nibbles that occur with it in the set.
  std::array<uint16_t, 16> rows{};

  explicit Nibbles(const Set &set) {
    for (size_t high = 0; high < 16; high++) rows[high] = static_cast<uint16_t>(set.words[high / 4] >> (high % 4 * 16));
  }

  uint16_t low() const {
    uint16_t all = 0;
    for (const uint16_t row : rows) all |= row;
    return all;
  }

  bool is_exact() const {
    const uint16_t all = low();
    return std::all_of(rows.begin(), rows.end(), [&](uint16_t row) { return row == 0 || row == all; });
  }

  // Whether the row is not empty, and differs from every row before it.
  bool is_first_of_its_kind(size_t high) const {
    return rows[high] != 0 && std::find(rows.begin(), rows.begin() + high, rows[high]) == rows.begin() + high;
  }

  // The fraction of a text that the lookup accepts. The text has `total` bytes, and byte b occurs
  // bytes[b] times.
  double share(const uint64_t *bytes, double total) const {
    const uint16_t all = low();
    double sum = 1;
    for (size_t high = 0; high < 16; high++) {
      if (rows[high] == 0) continue;
      for (unsigned left = all; left != 0; left &= left - 1) {
        sum += static_cast<double>(bytes[high * 16 + static_cast<unsigned>(__builtin_ctz(left))]);
      }
    }
    return sum / total;
  }
};

// The bytes of `set` whose high nibble occurs with exactly the same low nibbles as the high nibble
// `high`.
Set with_row_of(const Set &set, size_t high) {
  const Nibbles nibbles(set);
  Set part{};
  for (size_t other = 0; other < 16; other++) {
    if (nibbles.rows[other] != nibbles.rows[high]) continue;
    part.words[other / 4] |= uint64_t{nibbles.rows[other]} << (other % 4 * 16);
  }
  return part;
}

Set without(Set set, const Set &part) {
  for (size_t index = 0; index < set.words.size(); index++) set.words[index] &= ~part.words[index];
  return set;
}

// Splits buckets while fewer than eight are used. A lookup by nibbles accepts more bytes than a set
// contains: for `[jq]`, it also accepts `a` and `z`. A split creates two buckets with the same
// strings, and divides the bytes of one position between them.
void divide(Plan &plan, size_t width, const uint64_t *bytes) {
  // The minimum fraction by which a split must reduce the expected rate; otherwise, the split makes
  // the search slower, because strings are compared twice.
  constexpr double min_gain = 0.02;
  const double total = total_of(bytes);
  while (plan.buckets.size() < max_buckets) {
    double sum = 0, best_gain = 0;
    Bucket best[2];
    size_t divided = 0;
    for (size_t number = 0; number < plan.buckets.size(); number++) {
      const Bucket &bucket = plan.buckets[number];
      double shares[3] = {1, 1, 1};
      for (size_t place = 0; place < width; place++) shares[place] = Nibbles(bucket.sets[place]).share(bytes, total);
      sum += shares[0] * shares[1] * shares[2];
      for (size_t place = 0; place < width; place++) {
        const Set &set = bucket.sets[place];
        const Nibbles nibbles(set);
        if (nibbles.is_exact()) continue;
        const double others = shares[0] * shares[1] * shares[2] / shares[place];
        for (size_t high = 0; high < 16; high++) {
          if (!nibbles.is_first_of_its_kind(high)) continue;
          const Set part = with_row_of(set, high), rest = without(set, part);
          const double gain =
              others * (shares[place] - Nibbles(part).share(bytes, total) - Nibbles(rest).share(bytes, total));
          if (gain <= best_gain) continue;
          best_gain = gain;
          divided = number;
          best[0] = best[1] = bucket;
          best[0].sets[place] = part;
          best[1].sets[place] = rest;
        }
      }
    }
    if (best_gain <= min_gain * sum) return;
    plan.buckets[divided] = std::move(best[0]);
    plan.buckets.push_back(std::move(best[1]));
  }
}

// Creates the fingerprints of a plan.
ck_fingerprints prints_of(const Plan &plan, const cre_strings &made) {
  ck_fingerprints prints;
  cre_prints_init(&prints, static_cast<unsigned>(made.width), static_cast<unsigned>(plan.stride));
  for (unsigned number = 0; number < plan.buckets.size(); number++) {
    for (unsigned place = 0; place < made.width; place++) {
      plan.buckets[number].sets[place].for_each(
          [&](uint8_t byte) { cre_prints_add(&prints, number, place, byte); });
    }
  }
  return prints;
}

// The cost of searching the sample of the list, in units of comparing one string with a candidate.
double cost_in_sample(const Plan &plan, const cre_strings &made, const cre_string_list &list) {
  // A candidate costs as much as comparing a few strings. With a longer stride, the kernel loads more bytes.
  constexpr double per_candidate = 4, per_byte_of_stride = 0.004;
  const ck_fingerprints prints = prints_of(plan, made);
  constexpr size_t capacity = 64;
  size_t places[capacity], from = 0;
  uint8_t buckets[capacity];
  double cost = plan.stride > 1 ? per_byte_of_stride * static_cast<double>(list.sample_count) : 0;
  while (from < list.sample_count) {
    const size_t count = cre_prints_find(&prints, list.sample, list.sample_count, &from, places, buckets, capacity);
    if (count == 0) break;
    for (size_t index = 0; index < count; index++) {
      cost += per_candidate;
      for (unsigned mask = buckets[index]; mask != 0; mask &= mask - 1) {
        cost += static_cast<double>(plan.buckets[static_cast<size_t>(__builtin_ctz(mask))].ranks.size());
      }
    }
  }
  return cost;
}

// The best plan. The expected rates assume that bytes are independent. However, the fingerprint of
// a frequent syllable, for example, is more frequent than its bytes suggest. Therefore, the plans
// with the lowest expected rates are compared by their costs in the sample. The cost includes
// comparing each candidate with all strings of its bucket.
Plan &best_of(std::vector<Plan> &plans, const cre_strings &made, const cre_string_list &list) {
  // To sort the plans, the rate of a plan with a stride above 1 is doubled.
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
    divide(plans[index], made.width, list.weights);
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
  // In text of a single script, nearly all scalars have the same lead byte, so lead bytes exclude
  // few offsets. A stride of two or three skips lead bytes. If strings have the same beginning,
  // fingerprints at the same offset are similar, so a bucket that contains them has small sets.
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
  }
  for (size_t number = 0; number < best.buckets.size(); number++) {
    for (const size_t rank : best.buckets[number].ranks) made.buckets[number].push_back(static_cast<uint16_t>(rank));
  }
  made.strings = std::move(sorted);
}

}  // namespace cre
