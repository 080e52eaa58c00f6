// Large allocations, mapped directly from the system.
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

#include <stddef.h>

// Reports on standard error that memory ran out, and ends the process with exit code 2. Calls only the exit handlers
// that were registered with at_quick_exit.
_Noreturn void csys_end_without_memory(void);

// Allocates zeroed memory in huge pages if the system has them, so that there are few page faults. Returns NULL if the
// system refuses or does not support this kind of allocation. Only pages that were accessed are resident.
void *csys_map(size_t bytes);

// Resizes a block. The block can move to another address, but its contents are not copied. Returns NULL if the system
// refuses; the block is then unchanged.
void *csys_map_resize(void *block, size_t before, size_t after);

// Makes resident the huge pages that begin within `bytes` bytes from `start` and end within
// `capacity` bytes from `start`, without changing their contents. Each page is first accessed at
// its end. The kernel then clears the page from start to end, which takes half as long as clearing
// it from end to start.
void csys_make_resident(void *start, size_t bytes, size_t capacity);

// Frees a block.
void csys_unmap(void *block, size_t bytes);

// Makes malloc keep freed blocks of several megabytes for reuse. Without this setting, a program
// that reads a file in blocks returns each block to the system, which must clear the pages again
// for the next block.
void csys_keep_freed_blocks(void);

// Makes malloc return freed blocks of half a megabyte or more to the system immediately, and use
// one heap for all threads. Call this function before any other thread starts.
void csys_return_freed_blocks(void);

#endif
