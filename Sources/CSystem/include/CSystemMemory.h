// Large blocks of memory, straight from the system.
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

#include <stddef.h>

// A block of zeros in huge pages where the system has them, so that its first touch costs little; NULL if refused, and
// on systems for which this is not written. It is resident only where it was touched.
void *csys_map(size_t bytes);

// The block with another length, moved without a copy if it must be; NULL if refused, and then it is as it was.
void *csys_map_resize(void *block, size_t before, size_t after);

// Makes those huge pages resident that begin in the first `bytes` from `start` on and end in the first `room`, and changes
// none of them. A page that is touched at its end first is cleared from its start on, in half the time.
void csys_clear_ahead(void *start, size_t bytes, size_t room);

// Gives the block back.
void csys_unmap(void *block, size_t bytes);

// Lets malloc keep blocks of some megabytes that were freed, for the next of them. A program that reads a file in blocks
// otherwise gives each back to the system and has the pages of the next cleared again.
void csys_keep_freed_blocks(void);

#endif
