// Memory-mapped files: their bytes are read from the page cache, without a copy.
#ifndef CSYSTEM_MAPPING_H
#define CSYSTEM_MAPPING_H

#include <stddef.h>

// Maps the first bytes of an open file, read-only. Returns NULL if the system refuses, or does not
// support this.
//
// If the file has shrunk or its device fails, the missing pages read as zeros. So callers must
// check csys_was_zero_filled after using the bytes, and if it is set, read the file in another way. If
// the file now ends inside a page, the rest of that page reads as zeros without being marked; only
// the size of the file shows it.
const void *csys_map_file(int descriptor, size_t bytes);

// Whether a page of the mapping was replaced by zeros because it could not be read.
int csys_was_zero_filled(const void *mapping);

// Unmaps a mapping.
void csys_unmap_file(const void *mapping, size_t bytes);

// Releases the pages of a range of a mapping, so that they no longer count as memory of this process.
void csys_release_pages(const void *bytes, size_t count);

#endif
