// Sends a signal to a process and its descendants. A signal to the whole process group would also
// end other programs of the group, such as the shell script that started this process.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystemSpawn.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif

typedef struct {
  pid_t process, parent;
  int is_descendant;
} member;

typedef struct {
  member *members;
  size_t count, capacity;
} member_list;

static void append(member_list *list, pid_t process, pid_t parent) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
    member *members = realloc(list->members, capacity * sizeof *members);
    if (members == NULL) return;
    list->members = members;
    list->capacity = capacity;
  }
  list->members[list->count++] = (member){process, parent, 0};
}

// Appends the processes of a group. If the system does not list processes, nothing is appended.
#if defined(__APPLE__)
static void append_group(member_list *list, pid_t group) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group};
  size_t size = 0;
  if (sysctl(name, 4, NULL, &size, NULL, 0) != 0) return;
  // Add capacity for processes that start before the second call of sysctl.
  size += 16 * sizeof(struct kinfo_proc);
  struct kinfo_proc *facts = malloc(size);
  if (facts == NULL) return;
  if (sysctl(name, 4, facts, &size, NULL, 0) == 0) {
    for (size_t i = 0; i < size / sizeof *facts; i++) {
      append(list, facts[i].kp_proc.p_pid, facts[i].kp_eproc.e_ppid);
    }
  }
  free(facts);
}
#else
// Reads the parent and the group of a process from the file `/proc/PID/stat`.
static int read_stat(const char *process, int *parent, int *group) {
  char path[64], text[512];
  if (snprintf(path, sizeof path, "/proc/%s/stat", process) >= (int)sizeof path) return 0;
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  // The second field is the program's name in parentheses; the name can contain spaces and parentheses.
  const char *rest = strrchr(text, ')');
  return rest != NULL && sscanf(rest + 1, " %*c %d %d", parent, group) == 2;
}

static void append_group(member_list *list, pid_t group) {
  DIR *folder = opendir("/proc");
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    int parent, own_group;
    pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
    if (process <= 0 || !read_stat(entry->d_name, &parent, &own_group)) continue;
    if (own_group == group) append(list, process, parent);
  }
  closedir(folder);
}
#endif

// Marks the descendants of `process`.
static void mark_descendants(member_list *list, pid_t process) {
  for (int has_changed = 1; has_changed;) {
    has_changed = 0;
    for (size_t i = 0; i < list->count; i++) {
      member *child = &list->members[i];
      if (child->is_descendant) continue;
      int is_descendant = child->parent == process;
      for (size_t j = 0; j < list->count && !is_descendant; j++) {
        is_descendant = list->members[j].is_descendant && list->members[j].process == child->parent;
      }
      child->is_descendant = is_descendant;
      has_changed |= is_descendant;
    }
  }
}

void csys_signal_family(int32_t process, int signal) {
  member_list list = {NULL, 0, 0};
  pid_t group = getpgid(process);
  if (group > 0) append_group(&list, group);
  mark_descendants(&list, process);
  for (size_t i = 0; i < list.count; i++) {
    if (list.members[i].is_descendant) kill(list.members[i].process, signal);
  }
  free(list.members);
  // Signal the process itself last, because its children get another parent when it ends.
  kill(process, signal);
}
