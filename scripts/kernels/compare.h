// Functions for compare.c and its cases: random numbers, buffers that end at inaccessible memory, and error reports.
#ifndef COMPARE_H
#define COMPARE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

// Declares the reference version of a kernel, which is the same source compiled with CK_SCALAR.
#define REFERENCE(name) extern __typeof__(name) reference_##name

// Returns a random number below `limit`, which must be greater than 0.
size_t below(size_t limit);

// Returns memory for `n` bytes, which is valid until the next case. With AddressSanitizer, the
// memory is on the heap. Otherwise, an inaccessible page follows or precedes it, at random. A read
// or write outside of the memory ends the program.
void *lend(size_t n);

// Returns a copy of `n` bytes, in memory that `lend` provides.
uint8_t *lend_copy(const void *bytes, size_t n);

// Returns a random text of up to `max_length` bytes, in memory that `lend` provides, and sets `n`
// to its length. The text consists of a few different letters, of lines, of UTF-8, of damaged
// UTF-8, or of arbitrary bytes.
uint8_t *lend_text(size_t max_length, size_t *n);

// If `is_equal` is 0, reports that `what` differs from the expected result, and ends the program.
void expect(int is_equal, const char *what);

// A comparison of a kernel with its expected results on random input.
typedef struct {
  const char *name;
  void (*run)(void);
  int is_leveled;  // whether the kernel differs between levels
} comparison;

extern const comparison searches[], transforms[];  // end with a NULL name

#endif
