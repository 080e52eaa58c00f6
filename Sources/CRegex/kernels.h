// Wrappers of the kernels for C++, because CKernels.h does not declare C linkage.
#ifndef CREGEX_KERNELS_H
#define CREGEX_KERNELS_H

#include <CKernels.h>

#ifdef __cplusplus
extern "C" {
#endif

size_t cre_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
                int caseless);
size_t cre_find_lines(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i,
                      size_t j, int caseless, uint8_t end, size_t *from, size_t *places,
                      size_t capacity);
void cre_rare_pair(const uint8_t *sample, size_t n, const uint8_t *needle, size_t m, int caseless,
                   const uint64_t *weights, size_t *i, size_t *j);
void cre_prints_init(ck_fingerprints *prints, unsigned width, unsigned stride);
void cre_prints_add(ck_fingerprints *prints, unsigned bucket, unsigned place, uint8_t byte);
size_t cre_prints_find(const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from,
                       size_t *places, uint8_t *buckets, size_t capacity);
size_t cre_find_any(const uint8_t *bytes, size_t n, const uint8_t any[4]);
size_t cre_valid_utf8(const uint8_t *bytes, size_t n);

#ifdef __cplusplus
}
#endif
#endif
