// The functions that differ between instruction sets; each instruction set has a table of
// functions.
#ifndef CK_KERNELS_H
#define CK_KERNELS_H

#include "CKernels.h"
#include "pattern.h"

typedef struct {
  int level;

  // The offset of the first occurrence of a pattern, or n if there is none. Requires a pattern of m
  // >= 1 bytes, and n >= m.
  size_t (*find)(pattern *p, const uint8_t *hay, size_t n);

  // Like ck_find_lines, but requires a pattern of at least one byte that does not contain `end`.
  size_t (*find_lines)(
      pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
      size_t capacity);

  // Like ck_find_in_records, but requires a pattern of at least one byte.
  size_t (*find_records)(
      pattern *p, const uint8_t *text, size_t size, const uint32_t *starts,
      const uint32_t *records, size_t n, uint32_t *found);

  // Implements ck_find_fingerprints.
  size_t (*find_fingerprints)(
      const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
      uint8_t *buckets, size_t capacity);

  // Implements ck_make_records.
  ck_record_lines (*make_records)(uint8_t *text, size_t n, uint32_t base, uint32_t *starts);

  // The length of a prefix of whole 64-byte blocks without UTF-8 errors; the last sequence of the prefix may be
  // incomplete. NULL if the level has no such function.
  size_t (*valid_blocks)(const uint8_t *bytes, size_t n);

  // Like ck_sha256, but may be called only if ck_has_sha returns true. NULL if the level has no
  // SHA-256 function.
  void (*sha256)(
      uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);
} kernels;

extern const kernels ck_scalar_kernels;
#if CK_VECTOR && defined(__aarch64__)
extern const kernels ck_neon_kernels;
#elif CK_VECTOR && defined(__x86_64__)
extern const kernels ck_sse2_kernels, ck_ssse3_kernels, ck_avx2_kernels, ck_avx512_kernels,
    ck_avx512vbmi_kernels;

size_t ck_find_prints_ssse3(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity);
size_t ck_find_prints_vbmi(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity);
#endif

// Turns lines into records with vectors of 16 bytes, or byte by byte if the target has no vectors.
ck_record_lines ck_record_lines_sixteen(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts);
#if CK_VECTOR
size_t ck_valid_blocks_sixteen(const uint8_t *bytes, size_t n);
#endif
#if CK_VECTOR && defined(__x86_64__)
size_t ck_valid_blocks_ssse3(const uint8_t *bytes, size_t n);
size_t ck_valid_blocks_avx2(const uint8_t *bytes, size_t n);
ck_record_lines ck_record_lines_avx2(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts);
ck_record_lines ck_record_lines_avx512(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts);
void ck_sha256_instructions(
    uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);
#endif

// Whether the processor has SHA-256 instructions, which are independent of the level.
bool ck_has_sha(void);

// The table of the instruction set in use.
const kernels *ck_kernels(void);

#endif
