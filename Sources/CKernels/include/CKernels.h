// Byte-scan kernels. Every function reads exactly the bytes it is given and keeps no pointer.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#endif
