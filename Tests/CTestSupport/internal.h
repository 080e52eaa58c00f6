#ifndef CTESTSUPPORT_INTERNAL_H
#define CTESTSUPPORT_INTERNAL_H

#include "CTestSupport.h"

/// Call this after a fork: resets all signals and the signal mask, closes all descriptors but the
/// standard ones, and executes the program. Never returns.
void become(cts_program program);

#endif
