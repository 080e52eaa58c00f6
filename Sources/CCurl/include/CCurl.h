// A C interface to libcurl: a connection runs one request at a time, and stays open for the next
// request.
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// The functions of an opened library, which stays open until the process ends.
typedef struct ccurl_library ccurl_library;

/// A connection that serves one request after another. Use a connection on one thread at a time.
typedef struct ccurl_connection ccurl_connection;

/// One POST request. Starting a request copies the strings, but not the body, which must stay valid until
/// `ccurl_forget_body`.
typedef struct {
  const char *url;
  /// The user name; NULL if the request sends no credentials.
  const char *user;
  const char *password;
  const uint8_t *body;
  size_t body_count;
  /// The second buffer of the body, sent after `body`.
  const uint8_t *data;
  size_t data_count;
  /// The time limit for connecting in milliseconds, including TLS.
  long connect_milliseconds;
  /// Whether the response may be compressed with gzip.
  int accepts_gzip;
  /// Whether to open a new connection. On a reused connection, libcurl can send a request a second
  /// time if no response arrives.
  int connects_anew;
} ccurl_request;

/// The status and headers of a response.
typedef struct {
  /// The status code; 0 before the headers are complete.
  long status;
  /// Whether the end of the response can be recognized: the response is chunked, has a length, or
  /// uses HTTP/2.
  int is_framed;
  /// The media type, truncated to 95 bytes.
  char media_type[96];
} ccurl_head;

enum {
  ccurl_data = 1,
  ccurl_waiting = 2,
  ccurl_done = 3,
  ccurl_failed = 4,
};

/// Opens the library at `path`; returns NULL if the library cannot be opened, is too old, or lacks a function.
const ccurl_library *ccurl_open(const char *path);

/// The versions of libcurl and of the libraries that it uses.
const char *ccurl_version(const ccurl_library *library);

/// Creates a connection that is not yet open; returns NULL if out of memory.
ccurl_connection *ccurl_create(const ccurl_library *library);

/// Closes a connection and frees it.
void ccurl_destroy(ccurl_connection *connection);

/// Starts a request; returns 0, or -1 if out of memory. Abandons a request that is still running.
int ccurl_start(ccurl_connection *connection, const ccurl_request *request);

/// Tells the connection that the request body is no longer valid; a request that still needs the
/// body fails.
void ccurl_forget_body(ccurl_connection *connection);

/// Copies some of the response to `buffer` and sets `count` to the number of bytes copied; if no
/// bytes have arrived yet, waits up to `milliseconds`.
///
/// Returns ccurl_data if bytes were copied, ccurl_waiting if no bytes have arrived, ccurl_done at
/// the end of the response, or ccurl_failed.
int ccurl_read(
    ccurl_connection *connection, uint8_t *buffer, size_t capacity, size_t *count, int milliseconds);

/// Waits up to `milliseconds` until the headers are complete; returns ccurl_done, ccurl_waiting or ccurl_failed.
int ccurl_wait_for_head(ccurl_connection *connection, int milliseconds, ccurl_head *head);

/// Abandons the current request and closes its connection to the server.
void ccurl_stop(ccurl_connection *connection);

/// libcurl's error code of the last failure; 0 if there was none.
int ccurl_failure(const ccurl_connection *connection);

/// The reason why the last request failed; empty if it did not fail.
const char *ccurl_reason(const ccurl_connection *connection);

/// The number of body bytes of all responses so far, before decompression.
uint64_t ccurl_received(const ccurl_connection *connection);

#endif
