// Notifications of file changes (inotify), and a local socket through which other processes ask for
// the changes. On systems without inotify, all functions fail with ENOSYS. A function returns
// -errno if it fails.
#ifndef CSYSTEM_WATCH_H
#define CSYSTEM_WATCH_H

// Opens a queue of events; reads from it do not block.
int csys_watch_open(void);
// Watches a file or folder, and returns the number of the watch. If the same inode is already
// watched, returns the number of that watch. A folder reports that entries are created, removed or
// renamed, but not that the content of a file in it changes.
int csys_watch_add(int queue, const char *path, int is_folder);
void csys_watch_remove(int queue, int watch);

// The meaning of an event: no relevant change, a change, or the loss of events.
enum csys_change {
  csys_change_none = 0,
  // The watched file or folder changed, or an entry of the folder was added, removed or renamed.
  csys_change_made = 1,
  // Events were lost.
  csys_change_lost = 2,
};
// Classifies an event; `has_name` is nonzero if the event names an entry of the watched folder.
enum csys_change csys_watch_change(unsigned mask, int has_name);

// Whether only this machine can change the file system of an open folder. Returns 0 for network
// file systems and for unknown file systems.
int csys_is_local(int folder);

// Listens on a socket named `watcher` in an open folder, and replaces any existing socket with this
// name.
int csys_socket_listen(int folder);
// Connects to the socket `watcher` in an open folder, without waiting.
int csys_socket_connect(int folder);
// Accepts a connection without waiting. Writes to the connection time out after 100 ms.
int csys_socket_accept(int socket);
// Whether the process at the other end of a connection belongs to this user.
int csys_socket_is_own(int socket);

// Opens a set of descriptors; the set is readable while any descriptor in it is readable.
int csys_set_open(void);
int csys_set_add(int set, int descriptor);

// Whether a file system was mounted or unmounted since the last call; the descriptor must be an open file
// /proc/self/mountinfo.
int csys_has_mount_event(int descriptor);

#endif
