// The part of vectorscan's interface that is used, so that building needs none of its files. Names and values are those of
// its documented C interface (hs_common.h, hs_compile.h, hs_runtime.h of version 5.4), which has kept them since 4.0.
#ifndef CVECTORSCAN_LIBRARY_H
#define CVECTORSCAN_LIBRARY_H

#include <stddef.h>

typedef struct hs_database hs_database_t;
typedef struct hs_scratch hs_scratch_t;

typedef struct {
  char *message;
  int expression;
} hs_compile_error_t;

typedef int (*match_handler)(
    unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context);

enum { hs_success = 0, hs_refused = -1, hs_scan_terminated = -3, hs_mode_block = 1 };

typedef struct {
  const char *(*version)(void);
  int (*valid_platform)(void);
  int (*compile)(
      const char *expression, unsigned flags, unsigned mode, const void *platform,
      hs_database_t **database, hs_compile_error_t **error);
  int (*free_compile_error)(hs_compile_error_t *error);
  int (*database_size)(const hs_database_t *database, size_t *size);
  int (*free_database)(hs_database_t *database);
  int (*alloc_scratch)(const hs_database_t *database, hs_scratch_t **scratch);
  int (*free_scratch)(hs_scratch_t *scratch);
  int (*scan)(
      const hs_database_t *database, const char *text, unsigned length, unsigned flags,
      hs_scratch_t *scratch, match_handler handler, void *context);
} cvs_library;

// NULL if there is none.
const cvs_library *cvs_open_library(void);

#endif
