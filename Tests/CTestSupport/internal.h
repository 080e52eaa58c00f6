#ifndef CTESTSUPPORT_INTERNAL_H
#define CTESTSUPPORT_INTERNAL_H

#include "CTestSupport.h"

/// After a fork: default signals, no mask, only the standard descriptors, then the program. Never
/// returns.
void become(cts_program program);

#endif
