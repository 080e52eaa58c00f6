// vectorscan (libhs), opened when first asked for: a fast way to places where a pattern may match. Without the library all
// else works, slower.
#ifndef CVECTORSCAN_H
#define CVECTORSCAN_H

#include <stddef.h>
#include <stdint.h>

// The library's version; NULL if it is not there or does not run on this processor.
const char *cvs_version(void);

// Whether it is there and finds what it should, by a check of some milliseconds when first asked.
int cvs_is_sound(void);

// A pattern in the library's dialect over bytes, compiled or about to be.
typedef struct cvs_pattern cvs_pattern;

// Begins to compile a pattern on a thread of its own; NULL if there is no library, or no thread can be had. It is refused
// if the library is not sound, unless it is trusted, which is for tests.
//
// Of patterns compiled before, the last few are kept and shared.
cvs_pattern *cvs_open(const char *pattern, int is_trusted);
void cvs_close(cvs_pattern *pattern);

enum cvs_state { cvs_compiling = 0, cvs_ready = 1, cvs_refused = 2 };

// Waits for the end of compiling, so long at most.
enum cvs_state cvs_wait(cvs_pattern *pattern, int milliseconds);

// From *from on, where a unit (a record, a value, a line) begins: where the first match ends in each run of bytes that
// ends with `end`, as the place of its last byte, ascending. At most `room` places are written; returns how many, and in
// *from where to go on: n if all is seen. Returns `cvs_failed` if the library refuses.
//
// May be called from several threads for one pattern.
size_t cvs_find(cvs_pattern *pattern, const uint8_t *text, size_t n, uint8_t end, size_t *from,
                size_t *places, size_t room);
#define cvs_failed SIZE_MAX

#endif
