// Appends to files that several processes share, and replaces files. A process can replace a file
// while another process waits for the lock of that file. Therefore, a lock is valid only if the
// name still refers to the locked file.
#define _GNU_SOURCE  // asprintf
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CSystem.h"
#include "internal.h"

extern char **environ;

static int try_open_locked(const char *path) {
  // With O_NONBLOCK, opening a FIFO does not wait for its other end.
  int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int descriptor = open(path, flags, 0600);
  if (descriptor < 0) return -errno;
  struct stat opened, named;
  int error = 0;
  if (fstat(descriptor, &opened) != 0) {
    error = errno;
  } else if (!S_ISREG(opened.st_mode)) {
    error = EINVAL;
  } else if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    error = errno;
  } else if (stat(path, &named) != 0 || named.st_ino != opened.st_ino
             || named.st_dev != opened.st_dev) {
    // Another process replaced the file between open and lock.
    error = EWOULDBLOCK;
  }
  if (error == 0) return descriptor;
  close(descriptor);
  return -error;
}

int ce_open_locked(const char *path) {
  for (int attempt = 0;; attempt++) {
    int result = try_open_locked(path);
    bool is_busy = result == -EWOULDBLOCK || result == -EINTR;
    if (!is_busy || attempt == 200 || ce_signals_termination() != 0) return result;
    poll(NULL, 0, 10);
  }
}

static bool is_writable(int descriptor) {
  struct pollfd wanted = {descriptor, POLLOUT, 0};
  return poll(&wanted, 1, 0) > 0;
}

static int write_all(int descriptor, const char *bytes, size_t count, bool is_interruptible) {
  while (count > 0) {
    // A signal that has already arrived cannot interrupt a write, so do not start a write that
    // would block.
    if (is_interruptible && ce_signals_ending() != 0 && !is_writable(descriptor)) return EINTR;
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) return errno;
    bool is_full = errno == EAGAIN;
    if (is_interruptible && ce_signals_ending() != 0) return EINTR;
    if (is_full) ce_wait_writable(descriptor);
  }
  return 0;
}

int ce_write(int descriptor, const void *bytes, size_t count) {
  return write_all(descriptor, bytes, count, true);
}

// Signals interrupt fsync and ftruncate only on some file systems, such as network file systems.
static int sync_all(int descriptor) {
  while (fsync(descriptor) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

static int truncate_to(int descriptor, off_t length) {
  while (ftruncate(descriptor, length) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Makes the name of a new file durable. Errors are ignored, because some file systems cannot sync a
// folder.
static void sync_folder(const char *path, int length) {
  char *folder;
  if (asprintf(&folder, "%.*s.", length, path) < 0) return;
  int descriptor;
  do {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor >= 0) {
    (void)sync_all(descriptor);
    close(descriptor);
  }
  free(folder);
}

int ce_append(int descriptor, const void *bytes, size_t count) {
  off_t length = lseek(descriptor, 0, SEEK_END);
  int error = write_all(descriptor, bytes, count, false);
  if (error != 0 && length >= 0) {
    int truncation = truncate_to(descriptor, length);
    if (truncation != 0) return truncation;
  }
  return error;
}

int ce_replace_file(const char *path, const void *bytes, size_t count, bool is_durable) {
  const char *slash = strrchr(path, '/');
  int folder_length = slash == NULL ? 0 : (int)(slash - path) + 1;
  char *name;
  if (asprintf(&name, "%.*s.%s.XXXXXX", folder_length, path, path + folder_length) < 0) return ENOMEM;
  // mkstemp creates the file with mode 0600. If a signal interrupts mkstemp, no file was created,
  // but mkstemp has replaced the XXXXXX at the end of the name, so restore the XXXXXX.
  int descriptor;
  do {
    memset(name + strlen(name) - 6, 'X', 6);
    descriptor = mkstemp(name);
  } while (descriptor < 0 && errno == EINTR);
  int creation_error = errno;
  int temporary = descriptor < 0 ? -1 : csys_temporary_note(name);
  int error = descriptor < 0 ? creation_error : write_all(descriptor, bytes, count, false);
  if (error == 0 && is_durable) error = sync_all(descriptor);
  // close() closes the file even if a signal interrupts it.
  if (descriptor >= 0 && close(descriptor) != 0 && error == 0 && errno != EINTR) error = errno;
  if (error == 0 && rename(name, path) != 0) error = errno;
  if (error == 0 && is_durable) sync_folder(path, folder_length);
  if (error != 0 && descriptor >= 0) unlink(name);
  csys_temporary_forget(temporary);
  free(name);
  return error;
}
