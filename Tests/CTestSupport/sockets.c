#define _GNU_SOURCE  // accept4
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "internal.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static struct sockaddr_in loopback(uint16_t port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int prepare(int descriptor) {
  if (descriptor < 0) return -1;
  int on = 1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return descriptor;
}

static int new_socket(void) {
#ifdef SOCK_CLOEXEC
  return prepare(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
#else
  return prepare(socket(AF_INET, SOCK_STREAM, 0));
#endif
}

int cts_listen(uint16_t *port) {
  struct sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  int listener = new_socket();
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 64) == 0
      && getsockname(listener, (struct sockaddr *)&address, &size) == 0) {
    *port = ntohs(address.sin_port);
    return listener;
  }
  close(listener);
  return -1;
}

int cts_connect(uint16_t port) {
  struct sockaddr_in address = loopback(port);
  int descriptor = new_socket();
  if (descriptor < 0) return -1;
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// Waits until `descriptor` is ready for `events`; returns false if `stop` is readable first.
static bool wait_for(int descriptor, short events, int stop) {
  struct pollfd watched[2] = {{descriptor, events, 0}, {stop, POLLIN, 0}};
  while (poll(watched, 2, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return watched[1].revents == 0;
}

int cts_accept(int listener, int stop) {
  while (wait_for(listener, POLLIN, stop)) {
#if defined(__linux__)
    int connection = prepare(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
#else
    int connection = prepare(accept(listener, NULL, NULL));
#endif
    if (connection >= 0) return connection;
    if (errno != EINTR && errno != EAGAIN && errno != ECONNABORTED) return -1;
  }
  return -1;
}

long cts_receive(int connection, int stop, uint8_t *buffer, size_t size) {
  while (wait_for(connection, POLLIN, stop)) {
    ssize_t count = recv(connection, buffer, size, MSG_DONTWAIT);
    if (count >= 0) return count;
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
  return -1;
}

long cts_send(int connection, int stop, const uint8_t *bytes, size_t count) {
  while (wait_for(connection, POLLOUT, stop)) {
    ssize_t sent = send(connection, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0) return sent;
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
  return -1;
}

void cts_reset_on_close(int connection) {
  // With a linger time of 0, a close discards unsent data and sends a reset.
  struct linger none = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

void cts_close_socket(int descriptor) { close(descriptor); }
