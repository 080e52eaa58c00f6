// Files as memory: their bytes are read where the system keeps them, without a copy.
#ifndef CSYSTEM_MAPPING_H
#define CSYSTEM_MAPPING_H

#include <stddef.h>

// The first bytes of an open file, to be read only; NULL if refused, and on systems for which this is not written.
//
// Where the file has become shorter, or its medium fails, zeros are read: whoever uses the bytes must ask afterwards
// whether they were mended, and read the file in another way then. A page that the file had lost a part of is read with
// zeros and not mended: the size of the file tells.
const void *csys_map_file(int descriptor, size_t bytes);

// Whether a page of zeros stands in the mapping in place of one that could not be had.
int csys_is_mended(const void *mapping);

// Gives a mapping back.
void csys_unmap_file(const void *mapping, size_t bytes);

// Says that bytes of a mapping will not be read again: they no longer count as memory of this process.
void csys_forget(const void *bytes, size_t count);

#endif
