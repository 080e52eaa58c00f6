#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "CVectorscan.h"
#include "library.h"

static cvs_library library;
static int is_open = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// A symbol as a function pointer, of whatever type `target` points to.
static int find(void *handle, const char *name, void *target) {
  void *const symbol = dlsym(handle, name);
  memcpy(target, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void open_library(void) {
#if defined(__APPLE__)
  void *const handle = dlopen("libhs.5.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
  void *const handle = dlopen("libhs.so.5", RTLD_LAZY | RTLD_LOCAL);
#endif
  if (!handle) return;
  is_open = find(handle, "hs_version", &library.version) &&
            find(handle, "hs_valid_platform", &library.valid_platform) &&
            find(handle, "hs_compile", &library.compile) &&
            find(handle, "hs_free_compile_error", &library.free_compile_error) &&
            find(handle, "hs_database_size", &library.database_size) &&
            find(handle, "hs_free_database", &library.free_database) &&
            find(handle, "hs_alloc_scratch", &library.alloc_scratch) &&
            find(handle, "hs_free_scratch", &library.free_scratch) &&
            find(handle, "hs_scan", &library.scan) &&
            library.valid_platform() == hs_success;
}

const cvs_library *cvs_open_library(void) {
  pthread_once(&once, open_library);
  return is_open ? &library : NULL;
}

const char *cvs_version(void) {
  const cvs_library *const opened = cvs_open_library();
  return opened ? opened->version() : NULL;
}
