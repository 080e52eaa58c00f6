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

static int contains(ck_scalars scalars, uint32_t part) {
  for (uint32_t k = 0; k < scalars.count; k++)
    if (scalars.values[k] == part) return 1;
  return 0;
}

// Whether `part` is in a scalar's decomposition or, if case is ignored, in the decomposition of its
// case folding.
static int holds(uint32_t scalar, uint32_t part, int ignores_case) {
  const ck_scalars pieces = ck_decompose(scalar);
  if (contains(pieces, part)) return 1;
  for (uint32_t k = 0; ignores_case && k < pieces.count; k++) {
    const ck_scalars folded = ck_case_fold(pieces.values[k]);
    for (uint32_t f = 0; f < folded.count; f++)
      if (contains(ck_decompose(folded.values[f]), part)) return 1;
  }
  return 0;
}

size_t ck_scalars_holding(
    uint32_t part, int ignores_case, uint32_t first, uint32_t last, uint32_t *out) {
  size_t count = 0;
  for (uint32_t scalar = first; scalar <= last && scalar <= last_scalar; scalar++) {
    // Most scalars have neither a decomposition nor a case folding.
    const int may_change =
        LOOK_UP(decomposition, scalar) | (ignores_case ? LOOK_UP(case_fold, scalar) : 0);
    const int is_syllable = scalar - syllables < 11172u;
    if (may_change || is_syllable ? holds(scalar, part, ignores_case) : scalar == part) {
      out[count++] = scalar;
    }
  }
  return count;
}

unsigned ck_script(uint32_t scalar) { return scalar <= last_scalar ? LOOK_UP(script, scalar) : 0; }

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
