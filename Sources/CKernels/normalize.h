// Folds segments that need step-by-step normalization.
#ifndef CK_NORMALIZE_H
#define CK_NORMALIZE_H

#include <stddef.h>
#include <stdint.h>

// Folds one segment of n bytes step by step. Returns the number of bytes written, or SIZE_MAX if
// the segment has too many scalars, or if its result exceeds `capacity` bytes.
size_t ck_normalize(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t capacity);

#endif
