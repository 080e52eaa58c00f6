// Memory-mapped files, whose bytes are read from the page cache without a copy.
#ifndef CSYSTEM_MAPPING_H
#define CSYSTEM_MAPPING_H

#include <stddef.h>

// Maps the first bytes of an open file, read-only. Returns NULL if the system refuses or does not support such
// mappings.
//
// If the file has become shorter or its device fails, the missing pages read as zeros. Therefore,
// callers must call csys_was_zero_filled after using the bytes; if its result is not 0, they must
// read the file in another way. If the file now ends inside a page, the rest of that page also
// reads as zeros. csys_was_zero_filled does not report this case, so compare the size of the file.
const void *csys_map_file(int descriptor, size_t bytes);

// Whether a page of the mapping was replaced by zeros because it could not be read.
int csys_was_zero_filled(const void *mapping);

// Unmaps a mapping.
void csys_unmap_file(const void *mapping, size_t bytes);

// Releases the pages of a range of a mapping from the resident memory of this process.
void csys_release_pages(const void *bytes, size_t count);

// Reads two bytes of a mapping, 256 KB apart, and returns whether this caused at most one page
// fault. If so, the bytes were already mapped, or are in one large folio of the page cache, so
// reading them from the mapping is faster than copying them.
int csys_is_large_folio(const void *bytes);

#endif
