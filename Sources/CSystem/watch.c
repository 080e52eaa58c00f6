// Notification of changes to files, and local sockets.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystemWatch.h"

#include <errno.h>

#if defined(__linux__)
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

int csys_watch_open(void) { return result(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)); }

int csys_watch_add(int queue, const char *path, int is_folder) {
  const unsigned own = IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
  const unsigned entries = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR | IN_DONT_FOLLOW;
  const unsigned content = IN_MODIFY | IN_CLOSE_WRITE | IN_DONT_FOLLOW;
  return result(inotify_add_watch(queue, path, own | (is_folder ? entries : content)));
}

void csys_watch_remove(int queue, int watch) { inotify_rm_watch(queue, watch); }

enum csys_change csys_watch_change(unsigned mask, int has_name) {
  if (mask & IN_Q_OVERFLOW) return csys_change_lost;
  if (mask & IN_IGNORED) return csys_change_none;
  // A watched folder also reports attribute changes of its entries; ignore them.
  if (has_name && !(mask & (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO))) return csys_change_none;
  return csys_change_made;
}

int csys_is_local(int folder) {
  struct statfs facts;
  if (fstatfs(folder, &facts) != 0) return 0;
  static const unsigned long local[] = {
      0xEF53,      // ext2, ext3, ext4
      0x58465342,  // XFS
      0x9123683E,  // Btrfs
      0xF2F52010,  // F2FS
      0xCA451A4E,  // bcachefs
      0x01021994,  // tmpfs
      0x4D44,      // FAT
      0x2011BAB0,  // exFAT
      0x52654973,  // ReiserFS
      0x3153464A,  // JFS
  };
  for (unsigned i = 0; i < sizeof local / sizeof *local; i++)
    if ((unsigned long)facts.f_type == local[i]) return 1;
  return 0;
}

// The address of the socket in an open folder. A socket's path has at most 107 bytes, so the path
// contains the folder's descriptor instead of its path.
static struct sockaddr_un address(int folder) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/watcher", folder);
  return address;
}

static int closed(int socket) {
  int error = errno;
  close(socket);
  return -error;
}

int csys_socket_listen(int folder) {
  struct sockaddr_un name = address(folder);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return -errno;
  unlink(name.sun_path);
  if (bind(listener, (struct sockaddr *)&name, sizeof name) != 0 || chmod(name.sun_path, 0600) != 0 ||
      listen(listener, 64) != 0)
    return closed(listener);
  return listener;
}

int csys_socket_connect(int folder) {
  struct sockaddr_un name = address(folder);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (connection < 0) return -errno;
  if (connect(connection, (struct sockaddr *)&name, sizeof name) != 0) return closed(connection);
  return connection;
}

int csys_socket_accept(int listener) {
  int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (connection < 0) return -errno;
  struct timeval limit = {0, 100000};
  if (setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0) return closed(connection);
  return connection;
}

int csys_socket_is_own(int connection) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

int csys_set_open(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int csys_set_add(int set, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  return result(epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event));
}

int csys_has_mount_event(int descriptor) {
  struct pollfd wanted = {descriptor, POLLPRI, 0};
  return poll(&wanted, 1, 0) > 0;
}

#else

int csys_watch_open(void) { return -ENOSYS; }
int csys_watch_add(int queue, const char *path, int is_folder) {
  (void)queue, (void)path, (void)is_folder;
  return -ENOSYS;
}
void csys_watch_remove(int queue, int watch) { (void)queue, (void)watch; }
enum csys_change csys_watch_change(unsigned mask, int has_name) {
  (void)mask, (void)has_name;
  return csys_change_lost;
}
int csys_is_local(int folder) {
  (void)folder;
  return 0;
}
int csys_socket_listen(int folder) {
  (void)folder;
  return -ENOSYS;
}
int csys_socket_connect(int folder) {
  (void)folder;
  return -ENOSYS;
}
int csys_socket_accept(int listener) {
  (void)listener;
  return -ENOSYS;
}
int csys_socket_is_own(int connection) {
  (void)connection;
  return 0;
}
int csys_set_open(void) { return -ENOSYS; }
int csys_set_add(int set, int descriptor) {
  (void)set, (void)descriptor;
  return -ENOSYS;
}
int csys_has_mount_event(int descriptor) {
  (void)descriptor;
  return 0;
}
#endif
