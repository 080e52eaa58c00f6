// libcurl behind a plain header: one request at a time over a connection that is kept for the next one.
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// The functions of an opened library; it stays open until the process ends.
typedef struct ccurl_library ccurl_library;

/// A connection that serves one request after the other. Use it on one thread at a time.
typedef struct ccurl_connection ccurl_connection;

/// One POST request. Starting it copies the strings, but not the body, which must stay until `ccurl_forget_body`.
typedef struct {
  const char *url;
  /// NULL to send no credentials.
  const char *user;
  const char *password;
  const uint8_t *body;
  size_t body_count;
  /// The rest of the body.
  const uint8_t *data;
  size_t data_count;
  /// The maximum milliseconds to connect, TLS included.
  long connect_milliseconds;
  /// Whether the answer may be compressed with gzip.
  int accepts_gzip;
  /// Whether to connect anew. On a kept connection, the library may send a request again that was not answered.
  int connects_anew;
} ccurl_request;

/// The first facts of an answer.
typedef struct {
  /// The status code; 0 before the headers are complete.
  long status;
  /// Whether the end of the answer can be recognized: it is chunked, has a length, or came over HTTP/2.
  int is_framed;
  /// The media type, cut off if it is long.
  char media_type[96];
} ccurl_head;

enum {
  ccurl_data = 1,
  ccurl_waiting = 2,
  ccurl_done = 3,
  ccurl_failed = 4,
};

/// Opens the library at `path`; returns NULL if it cannot be opened, is too old, or lacks a function.
const ccurl_library *ccurl_open(const char *path);

/// The version of the library and of what it was built with.
const char *ccurl_version(const ccurl_library *library);

/// Creates a connection that is not yet connected; returns NULL without memory.
ccurl_connection *ccurl_create(const ccurl_library *library);

/// Closes a connection and frees it.
void ccurl_destroy(ccurl_connection *connection);

/// Starts a request; returns 0, or -1 without memory. An unfinished request is given up.
int ccurl_start(ccurl_connection *connection, const ccurl_request *request);

/// Says that the body may go away; a request that still needs it fails.
void ccurl_forget_body(ccurl_connection *connection);

/// Copies some of the answer to `buffer` and its size to `count`, or waits up to `milliseconds` for more.
///
/// Returns ccurl_data, ccurl_waiting if nothing has come, ccurl_done at the end of the answer, or ccurl_failed.
int ccurl_read(
    ccurl_connection *connection, uint8_t *buffer, size_t capacity, size_t *count, int milliseconds);

/// Waits up to `milliseconds` until the headers are complete; returns ccurl_done, ccurl_waiting or ccurl_failed.
int ccurl_wait_for_head(ccurl_connection *connection, int milliseconds, ccurl_head *head);

/// Gives up the current request and closes its connection to the server.
void ccurl_stop(ccurl_connection *connection);

/// The library's number of the last failure; 0 if there was none.
int ccurl_failure(const ccurl_connection *connection);

/// Why the last request failed; empty if it did not fail.
const char *ccurl_reason(const ccurl_connection *connection);

/// The bytes of all answers so far, as they were transferred, without headers.
uint64_t ccurl_received(const ccurl_connection *connection);

#endif
