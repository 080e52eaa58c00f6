// Functions for compare.c and its cases: random numbers, buffers that end at inaccessible memory, and error reports.
#ifndef COMPARE_H
#define COMPARE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

// Declares the reference version of a kernel: the same source compiled with CK_SCALAR.
#define REFERENCE(name) extern __typeof__(name) reference_##name

// A random number below `limit` > 0.
size_t below(size_t limit);

// Memory for `n` bytes, which is valid until the next case. With AddressSanitizer, the memory is on the heap.
// Otherwise, inaccessible pages follow or precede it, at random. Reads and writes outside of the memory end the
// program.
void *lend(size_t n);

// A copy of `n` bytes in such memory.
uint8_t *lend_copy(const void *bytes, size_t n);

// A random text of up to `max_length` bytes in such memory: few different letters, lines, UTF-8, damaged UTF-8, or any
// bytes.
uint8_t *lend_text(size_t max_length, size_t *n);

// Reports a difference from the expected result and ends the program, unless `is_equal`.
void expect(int is_equal, const char *what);

// One random comparison.
typedef struct {
  const char *name;
  void (*run)(void);
  int is_leveled;  // whether the kernel differs between levels
} comparison;

extern const comparison searches[], transforms[];  // end with a NULL name

#endif
