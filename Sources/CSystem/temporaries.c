// A list of this process's temporary files, which a signal handler removes before it ends the process.
#include "CSystem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The thread that atomically replaces an entry with null becomes the owner of the path.
enum { capacity = 16 };
static _Atomic(char *) paths[capacity];

int csys_temporary_note(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  for (int slot = 0; slot < capacity; slot++) {
    char *none = NULL;
    if (atomic_compare_exchange_strong(&paths[slot], &none, copy)) return slot;
  }
  free(copy);
  return -1;
}

void csys_temporary_forget(int slot) {
  if (slot >= 0 && slot < capacity) free(atomic_exchange(&paths[slot], NULL));
}

void csys_temporaries_remove(void) {
  for (int slot = 0; slot < capacity; slot++) {
    char *path = atomic_exchange(&paths[slot], NULL);
    if (path != NULL) unlink(path);
  }
}
