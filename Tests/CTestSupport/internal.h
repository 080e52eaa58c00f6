#ifndef CTESTSUPPORT_INTERNAL_H
#define CTESTSUPPORT_INTERNAL_H

#include "CTestSupport.h"

/// Resets all signal handlers and the signal mask, closes all descriptors except the standard ones,
/// and executes the program. Call this function after a fork. Never returns.
void become(cts_program program);

#endif
