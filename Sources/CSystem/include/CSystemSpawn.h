#ifndef CSYSTEM_SPAWN_H
#define CSYSTEM_SPAWN_H
#endif
