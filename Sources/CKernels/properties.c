// Lookups in two-stage tables: the first stage gives the block of a scalar, and the second stage gives the scalar's
// entry in that block.

#include "CKernels.h"
#include "scalars.h"
#include "tables/class_tables.h"
#include "tables/property_tables.h"
#include "tables/script_tables.h"

#define LOOK_UP(table, scalar) \
  table##_second[((uint32_t)table##_first[(scalar) >> table##_shift] << table##_shift) + \
                 ((scalar) & ((1u << table##_shift) - 1))]

enum { last_scalar = 0x10FFFF };

uint16_t ck_properties(uint32_t scalar) {
  return scalar <= last_scalar ? LOOK_UP(properties, scalar) : 0;
}

static ck_scalars copy(const uint32_t *entry) {
  ck_scalars scalars = {entry[0], {0}};
  for (uint32_t k = 0; k < entry[0]; k++) scalars.values[k] = entry[1 + k];
  return scalars;
}

ck_scalars ck_decompose(uint32_t scalar) {
  if (scalar - syllables < 11172u) {
    const uint32_t index = scalar - syllables;
    return (ck_scalars){
        index % 28 ? 3 : 2,
        {leads + index / 588, vowels + index % 588 / 28, tails + index % 28}};
  }
  const uint32_t place = scalar <= last_scalar ? LOOK_UP(decomposition, scalar) : 0;
  return place ? copy(decomposition_pool + place) : (ck_scalars){1, {scalar}};
}

ck_scalars ck_case_fold(uint32_t scalar) {
  const uint32_t place = scalar <= last_scalar ? LOOK_UP(case_fold, scalar) : 0;
  return place ? copy(case_fold_pool + place) : (ck_scalars){1, {scalar}};
}

// Appends the scalars of `more` that are not among the `count` scalars of `parts`. Returns the new
// count.
static size_t with_parts(uint32_t *parts, size_t count, ck_scalars more) {
  for (uint32_t k = 0; k < more.count; k++) {
    size_t at = 0;
    while (at < count && parts[at] != more.values[k]) at++;
    if (at == count) parts[count++] = more.values[k];
  }
  return count;
}

size_t ck_changed_parts(
    uint32_t first, uint32_t last, int ignores_case, uint32_t *parts, uint32_t *scalars,
    size_t capacity) {
  size_t written = 0;
  for (uint32_t scalar = first; scalar <= last && scalar <= last_scalar; scalar++) {
    // Most scalars have neither a decomposition nor a case folding.
    if (!LOOK_UP(decomposition, scalar) && !(ignores_case && LOOK_UP(case_fold, scalar))) continue;
    uint32_t of_scalar[64];
    const ck_scalars pieces = ck_decompose(scalar);
    size_t count = with_parts(of_scalar, 0, pieces);
    for (uint32_t k = 0; ignores_case && k < pieces.count; k++) {
      const ck_scalars folded = ck_case_fold(pieces.values[k]);
      for (uint32_t f = 0; f < folded.count; f++) {
        count = with_parts(of_scalar, count, ck_decompose(folded.values[f]));
      }
    }
    for (size_t k = 0; k < count && written < capacity; k++, written++) {
      parts[written] = of_scalar[k];
      scalars[written] = scalar;
    }
  }
  return written;
}

unsigned ck_script(uint32_t scalar) { return scalar <= last_scalar ? LOOK_UP(script, scalar) : 0; }

// The first scalar after `scalar` whose entry may differ. If all entries of a block are equal to
// `value`, all blocks with the same number are skipped.
#define RUN_END(table, scalar)                                                          \
  do {                                                                                  \
    const uint32_t size = 1u << table##_shift, blocks = (last_scalar + 1) / size;       \
    uint32_t block = (scalar) / size, place = (scalar) % size;                          \
    const unsigned value = LOOK_UP(table, scalar);                                      \
    unsigned uniform = ~0u;                                                             \
    for (; block < blocks; block++, place = 0) {                                        \
      const unsigned number = table##_first[block];                                     \
      if (number == uniform) continue;                                                  \
      const uint32_t from = place;                                                      \
      while (place < size && table##_second[number * size + place] == value) place++;   \
      if (place < size) return block * size + place;                                    \
      if (from == 0) uniform = number;                                                  \
    }                                                                                   \
    return last_scalar + 1;                                                             \
  } while (0)

uint32_t ck_script_end(uint32_t scalar) { RUN_END(script, scalar); }

uint32_t ck_category_end(uint32_t scalar) { RUN_END(category, scalar); }

const char *ck_script_name(unsigned script) {
  return script < sizeof script_name / sizeof script_name[0] ? script_name[script] : "Unknown";
}

ck_scalars ck_other_cases(uint32_t scalar) {
  const uint32_t place = scalar <= last_scalar ? LOOK_UP(other_cases, scalar) : 0;
  return place ? copy(other_cases_pool + place) : (ck_scalars){0, {0}};
}

size_t ck_cased_count(void) { return sizeof cased / sizeof cased[0]; }

uint32_t ck_cased(size_t index) { return index < ck_cased_count() ? cased[index] : 0; }

unsigned ck_category(uint32_t scalar) {
  return scalar <= last_scalar ? LOOK_UP(category, scalar) : 0;
}

unsigned ck_category_count(void) { return sizeof category_name / sizeof category_name[0]; }

const char *ck_category_name(unsigned category) {
  return category < ck_category_count() ? category_name[category] : "Cn";
}

size_t ck_word_bound_count(void) { return sizeof word_bound / sizeof word_bound[0]; }

uint32_t ck_word_bound(size_t index) { return index < ck_word_bound_count() ? word_bound[index] : 0; }

size_t ck_space_bound_count(void) { return sizeof space_bound / sizeof space_bound[0]; }

uint32_t ck_space_bound(size_t index) {
  return index < ck_space_bound_count() ? space_bound[index] : 0;
}
