// The distinct tokens of a text, numbered in the order in which they first occur.
//
// The tokens are in a hash table with open addressing. A slot contains a 32-bit hash and a token
// number. Different tokens almost always have different hashes, so their bytes are rarely compared.
// A larger table can be filled from the slots alone. A token entry contains the token's first eight
// bytes and its counts. Most tokens have at most eight bytes, so they are compared without reading
// the byte buffer.

#include <string.h>

#include "CKernels.h"

static inline uint64_t load_eight(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// The first n < 8 bytes, padded with zeros.
static inline uint64_t load_fewer(const uint8_t *p, size_t n) {
  uint64_t word = 0;
  for (size_t k = 0; k < n; k++) word |= (uint64_t)p[k] << 8 * k;
  return word;
}

// Multiplies two numbers, and returns the exclusive or of both halves of the product.
static inline uint64_t mixed(uint64_t a, uint64_t b) {
  const __uint128_t product = (__uint128_t)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint32_t hash_of(uint64_t key, const uint8_t *p, size_t n, uint64_t seed) {
  const uint64_t a = 0x9E3779B97F4A7C15u, b = 0xD6E8FEB86659FD93u;
  uint64_t hash = mixed(key ^ seed, a ^ n);
  if (n > 8) {
    for (size_t k = 8; k + 8 < n; k += 8) hash = mixed(hash ^ load_eight(p + k), b);
    hash = mixed(hash ^ load_eight(p + n - 8), b);
  }
  return (uint32_t)(hash >> 32);
}

void ck_vocabulary_fill(ck_vocabulary *v, const uint64_t *old, size_t old_count) {
  for (size_t k = 0; k < old_count; k++) {
    if (old[k] == 0) continue;
    size_t slot = (size_t)(old[k] >> 32) & v->mask;
    while (v->slots[slot] != 0) slot = (slot + 1) & v->mask;
    v->slots[slot] = old[k];
  }
}

size_t ck_vocabulary_note(
    ck_vocabulary *v, const uint8_t *text, size_t n, const size_t *tokens, size_t count,
    ck_record_notes *notes) {
  for (size_t k = 0; k < count; k++) {
    const size_t start = tokens[2 * k];
    const uint8_t *p = text + start;
    size_t length = tokens[2 * k + 1] - start;
    if (length > ck_token_limit) length = ck_token_limit;
    uint64_t key;
    if (length >= 8) {
      key = load_eight(p);
    } else if (n - start >= 8) {
      key = load_eight(p) & (((uint64_t)1 << 8 * length) - 1);
    } else {
      key = load_fewer(p, length);
    }
    while (start >= notes->starts[notes->record + 1] - notes->starts[0]) {
      notes->ends[notes->record++] = (uint32_t)notes->written;
    }
    const uint32_t record = notes->first + (uint32_t)notes->record;
    const uint32_t hash = hash_of(key, p, length, v->seed);
    size_t slot = hash & v->mask;
    for (;; slot = (slot + 1) & v->mask) {
      const uint64_t found = v->slots[slot];
      if (found == 0) {
        if (v->count == v->max_count || v->capacity - v->used < length) return k;
        ck_token *token = v->tokens + v->count++;
        token->key = key;
        token->place = v->used << 8 | length;
        token->last = record;
        token->records = 1;
        memcpy(v->bytes + v->used, p, length);
        v->used += length;
        v->slots[slot] = (uint64_t)hash << 32 | v->count;
        notes->ids[notes->written++] = (uint32_t)(v->count - 1);
        break;
      }
      if ((uint32_t)(found >> 32) != hash) continue;
      const uint32_t id = (uint32_t)found - 1;
      ck_token *token = v->tokens + id;
      if (token->key != key || (token->place & 0xFF) != length) continue;
      if (length > 8 && memcmp(v->bytes + (token->place >> 8) + 8, p + 8, length - 8) != 0) continue;
      if (token->last != record) {
        token->last = record;
        token->records++;
        notes->ids[notes->written++] = id;
      }
      break;
    }
  }
  return count;
}
