// Large allocations, mapped directly from the system.
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

#include <stddef.h>

// Ends the process with exit code 2 and a sentence on standard error, because memory ran out. It
// runs only the handlers of at_quick_exit.
_Noreturn void csys_end_without_memory(void);

// Allocates zeroed memory in huge pages if the system has them, so that the first touch costs
// little. Returns NULL if the system refuses, or does not support this. Memory is resident only
// where it was touched.
void *csys_map(size_t bytes);

// Resizes a block; it may move, but without a copy. Returns NULL if the system refuses; the block
// is then unchanged.
void *csys_map_resize(void *block, size_t before, size_t after);

// Makes resident the huge pages that begin in the first `bytes` from `start` on and end within the
// first `room`; their contents do not change. Each page is touched at its end first, which makes
// the kernel clear it from its start, in half the time.
void csys_make_resident(void *start, size_t bytes, size_t room);

// Frees a block.
void csys_unmap(void *block, size_t bytes);

// Makes malloc keep freed blocks of several megabytes for reuse. Otherwise a program that reads a
// file in blocks returns each block to the system, which then has to clear the pages of the next
// one again.
void csys_keep_freed_blocks(void);

#endif
