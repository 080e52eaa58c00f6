// Calls libcurl, whose functions are looked up by name in the loaded library. The prototypes and
// constants come from libcurl's manual, libcurl(3).
#include "CCurl.h"

#include "CZlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// MARK: The library

enum {
  global_all = 3,
  // Options of curl_easy_setopt. The number of an option determines the type of its value: long (0
  // to 9999), pointer (from 10000), function (from 20000), or 64-bit number (from 30000).
  option_post = 47,
  option_no_progress = 43,
  option_follow_location = 52,
  option_fresh_connect = 74,
  option_no_signal = 99,
  option_tcp_no_delay = 121,
  option_connect_timeout_ms = 156,
  option_protocols = 181,
  option_write_data = 10001,
  option_url = 10002,
  option_read_data = 10009,
  option_error_buffer = 10010,
  option_http_header = 10023,
  option_ca_file = 10065,
  option_header_data = 10029,
  option_seek_data = 10168,
  option_user = 10173,
  option_password = 10174,
  option_write_function = 20011,
  option_read_function = 20012,
  option_header_function = 20079,
  option_seek_function = 20167,
  option_post_size = 30120,
  protocol_http = 1,
  protocol_https = 2,
  info_status = 0x200002,
  info_received = 0x600008,
  message_done = 1,
  // The error "transferred a partial file".
  partial_file = 18,
  // The error "unrecognized or bad HTTP content or transfer-encoding".
  bad_encoding = 61,
  error_write = 23,
  // The return values with which the read and seek callbacks abort a transfer.
  read_abort = 0x10000000,
  seek_failed = 1,
};

/// A message of curl_multi_info_read.
struct curl_message {
  int kind;
  void *easy;
  union {
    void *other;
    int code;
  } data;
};

struct ccurl_library {
  int (*global_init)(long);
  const char *(*version)(void);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add)(void *, void *);
  int (*multi_remove)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  struct curl_message *(*multi_info)(void *, int *);
  void *(*list_append)(void *, const char *);
  void (*list_free)(void *);
};

/// Stores the address of the function `name` in a function pointer; returns whether the library has
/// the function.
static int bind(void *handle, const char *name, void *function) {
  void *found = dlsym(handle, name);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

const ccurl_library *ccurl_open(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  ccurl_library *own = calloc(1, sizeof *own);
  if (own && bind(handle, "curl_global_init", &own->global_init) && bind(handle, "curl_version", &own->version)
      && bind(handle, "curl_easy_init", &own->easy_init) && bind(handle, "curl_easy_cleanup", &own->easy_cleanup)
      && bind(handle, "curl_easy_setopt", &own->easy_setopt)
      && bind(handle, "curl_easy_getinfo", &own->easy_getinfo)
      && bind(handle, "curl_easy_strerror", &own->easy_strerror)
      && bind(handle, "curl_multi_init", &own->multi_init)
      && bind(handle, "curl_multi_cleanup", &own->multi_cleanup)
      && bind(handle, "curl_multi_add_handle", &own->multi_add)
      && bind(handle, "curl_multi_remove_handle", &own->multi_remove)
      && bind(handle, "curl_multi_perform", &own->multi_perform)
      && bind(handle, "curl_multi_poll", &own->multi_poll)
      && bind(handle, "curl_multi_info_read", &own->multi_info)
      && bind(handle, "curl_slist_append", &own->list_append)
      && bind(handle, "curl_slist_free_all", &own->list_free) && own->global_init(global_all) == 0) {
    return own;
  }
  free(own);
  dlclose(handle);
  return NULL;
}

const char *ccurl_version(const ccurl_library *library) { return library->version(); }

// MARK: Connections

struct ccurl_connection {
  const ccurl_library *library;
  void *easy;
  void *multi;
  void *headers;
  int is_running;
  int is_over;
  int failure;
  ccurl_head head;
  int has_head;
  uint64_t received;
  /// The two buffers of the request body, which the caller owns; NULL after ccurl_forget_body.
  const uint8_t *parts[2];
  size_t counts[2];
  /// The number of body bytes that the library has already copied.
  size_t sent;
  /// Decompresses a response; reused for later responses.
  cz_inflater *inflater;
  int is_compressed;
  /// Whether the end of the compressed data was reached, and whether the compressed data is
  /// damaged.
  int is_inflated;
  int is_damaged;
  /// The received bytes that have not been read yet.
  uint8_t *data;
  size_t start;
  size_t end;
  size_t capacity;
  char reason[256];
};

ccurl_connection *ccurl_create(const ccurl_library *library) {
  ccurl_connection *own = calloc(1, sizeof *own);
  if (!own) return NULL;
  own->library = library;
  own->multi = library->multi_init();
  if (own->multi) return own;
  ccurl_destroy(own);
  return NULL;
}

static void note_received(ccurl_connection *own) {
  int64_t count = 0;
  if (own->library->easy_getinfo(own->easy, info_received, &count) == 0 && count > 0) own->received += (uint64_t)count;
}

/// Ends the current request. If the request is not complete, libcurl closes its connection to the
/// server.
static void end(ccurl_connection *own) {
  if (!own->is_running) return;
  note_received(own);
  own->library->multi_remove(own->multi, own->easy);
  own->is_running = 0;
}

void ccurl_stop(ccurl_connection *own) {
  end(own);
  own->start = own->end = 0;
}

void ccurl_destroy(ccurl_connection *own) {
  if (own->easy) {
    end(own);
    own->library->easy_cleanup(own->easy);
  }
  if (own->multi) own->library->multi_cleanup(own->multi);
  if (own->headers) own->library->list_free(own->headers);
  if (own->inflater) cz_inflater_free(own->inflater);
  free(own->data);
  free(own);
}

/// Reserves capacity for `added` more bytes of the response; returns 0 if out of memory.
static int reserve(ccurl_connection *own, size_t added) {
  if (own->capacity - own->end >= added) return 1;
  size_t capacity = own->end + added > (1 << 16) ? own->end + added : 1 << 16;
  uint8_t *grown = realloc(own->data, capacity);
  if (!grown) return 0;
  own->data = grown;
  own->capacity = capacity;
  return 1;
}

/// Decompresses a chunk of the response; returns 0 if memory runs out, if the data is damaged, or
/// if bytes follow the compressed data.
///
/// libcurl's own decompression would accept truncated data.
static int inflate_data(ccurl_connection *own, const uint8_t *in, size_t left) {
  int is_full = 0;
  while (left > 0 || is_full) {
    if (own->is_inflated || !reserve(own, 1 << 16)) return 0;
    size_t available = own->capacity - own->end;
    cz_step step = cz_inflate(own->inflater, in, left, own->data + own->end, available);
    own->end += step.produced;
    in += step.consumed;
    left -= step.consumed;
    own->is_inflated = step.status == cz_end_of_member;
    is_full = !own->is_inflated && step.produced == available;
    if (step.status != cz_progress && !own->is_inflated) return 0;
    if (step.consumed == 0 && step.produced == 0) return left == 0;
  }
  return 1;
}

/// Stores a chunk of the response's body until the caller reads it.
static size_t take_data(char *bytes, size_t size, size_t count, void *context) {
  ccurl_connection *own = context;
  size_t added = size * count;
  if (own->start == own->end) own->start = own->end = 0;
  if (own->is_compressed) {
    if (inflate_data(own, (const uint8_t *)bytes, added)) return added;
    own->is_damaged = 1;
    return 0;
  }
  if (!reserve(own, added)) return 0;
  memcpy(own->data + own->end, bytes, added);
  own->end += added;
  return added;
}

/// Copies the next bytes of the request body to the buffer of libcurl.
static size_t give_body(char *buffer, size_t size, size_t count, void *context) {
  ccurl_connection *own = context;
  int part = own->sent < own->counts[0] ? 0 : 1;
  size_t start = own->sent - (part == 0 ? 0 : own->counts[0]);
  size_t given = own->counts[part] - start;
  if (given == 0) return 0;
  if (!own->parts[part]) return read_abort;
  if (given > size * count) given = size * count;
  memcpy(buffer, own->parts[part] + start, given);
  own->sent += given;
  return given;
}

/// Makes the next call of give_body continue at `offset`; libcurl calls this function before it
/// sends a request again.
static int seek_body(void *context, int64_t offset, int origin) {
  ccurl_connection *own = context;
  if (origin != 0 || offset < 0 || (uint64_t)offset > own->counts[0] + own->counts[1]) return seek_failed;
  own->sent = (size_t)offset;
  return 0;
}

void ccurl_forget_body(ccurl_connection *own) { own->parts[0] = own->parts[1] = NULL; }

/// Whether a header line has this name; if so, sets `value` to the rest of the line, without
/// leading whitespace and the line end.
static int has_name(const char *line, size_t count, const char *name, const char **value, size_t *left) {
  size_t length = strlen(name);
  if (count <= length || line[length] != ':' || strncasecmp(line, name, length) != 0) return 0;
  size_t at = length + 1;
  while (at < count && (line[at] == ' ' || line[at] == '\t')) at += 1;
  while (count > at && (line[count - 1] == '\r' || line[count - 1] == '\n')) count -= 1;
  *value = line + at;
  *left = count - at;
  return 1;
}

static size_t take_header(char *line, size_t size, size_t count, void *context) {
  ccurl_connection *own = context;
  size_t length = size * count;
  const char *value = NULL;
  size_t left = 0;
  if (length > 5 && memcmp(line, "HTTP/", 5) == 0) {
    // A status line starts a new response: earlier headers belong to an interim (1xx) response.
    memset(&own->head, 0, sizeof own->head);
    own->is_compressed = 0;
    own->head.is_framed = line[5] != '1' && line[5] != '0';
  } else if (has_name(line, length, "transfer-encoding", &value, &left)) {
    if (left >= 7 && strncasecmp(value + left - 7, "chunked", 7) == 0) own->head.is_framed = 1;
  } else if (has_name(line, length, "content-encoding", &value, &left)) {
    own->is_compressed = left == 4 && strncasecmp(value, "gzip", 4) == 0;
  } else if (has_name(line, length, "content-length", &value, &left)) {
    own->head.is_framed = 1;
  } else if (has_name(line, length, "content-type", &value, &left)) {
    if (left >= sizeof own->head.media_type) left = sizeof own->head.media_type - 1;
    memcpy(own->head.media_type, value, left);
    own->head.media_type[left] = 0;
  } else if (length <= 2) {
    long status = 0;
    own->library->easy_getinfo(own->easy, info_status, &status);
    own->head.status = status;
    // Interim (1xx) responses precede the final response.
    if (status >= 200) own->has_head = 1;
  }
  return length;
}

int ccurl_start(ccurl_connection *own, const ccurl_request *request) {
  const ccurl_library *library = own->library;
  ccurl_stop(own);
  // Each request has its own handle; `multi` keeps the connections for later requests. libcurl
  // before 8.1.1 reads freed memory if it reuses a handle and the first header of the response
  // starts with whitespace (curl issue 11101).
  if (own->easy) library->easy_cleanup(own->easy);
  own->easy = library->easy_init();
  if (own->headers) library->list_free(own->headers);
  // Do not send `Expect: 100-continue`, which would cost a round trip before the body is sent.
  own->headers = library->list_append(NULL, "Expect:");
  void *typed = own->headers ? library->list_append(own->headers, "Content-Type: application/octet-stream") : NULL;
  if (typed && request->accepts_gzip) typed = library->list_append(own->headers, "Accept-Encoding: gzip");
  if (!own->inflater) own->inflater = cz_inflater_new();
  if (!own->easy || !typed || !own->inflater) return -1;
  cz_inflater_reset(own->inflater);
  own->is_compressed = own->is_inflated = own->is_damaged = 0;
  memset(&own->head, 0, sizeof own->head);
  own->has_head = own->is_over = own->failure = 0;
  own->reason[0] = 0;
  own->parts[0] = request->body;
  own->counts[0] = request->body_count;
  own->parts[1] = request->data;
  own->counts[1] = request->data_count;
  own->sent = 0;
  int code = library->easy_setopt(own->easy, option_url, request->url);
  code |= library->easy_setopt(own->easy, option_http_header, own->headers);
  code |= library->easy_setopt(own->easy, option_error_buffer, own->reason);
  code |= library->easy_setopt(own->easy, option_no_signal, 1L);
  code |= library->easy_setopt(own->easy, option_no_progress, 1L);
  code |= library->easy_setopt(own->easy, option_fresh_connect, (long)(request->connects_anew != 0));
  code |= library->easy_setopt(own->easy, option_tcp_no_delay, 1L);
  code |= library->easy_setopt(own->easy, option_follow_location, 0L);
  code |= library->easy_setopt(own->easy, option_protocols, (long)(protocol_http | protocol_https));
  // Honor SSL_CERT_FILE, as the program curl does.
  const char *authorities = getenv("SSL_CERT_FILE");
  if (authorities && *authorities) code |= library->easy_setopt(own->easy, option_ca_file, authorities);
  code |= library->easy_setopt(own->easy, option_connect_timeout_ms, request->connect_milliseconds);
  code |= library->easy_setopt(own->easy, option_post, 1L);
  code |= library->easy_setopt(own->easy, option_post_size, (int64_t)(request->body_count + request->data_count));
  code |= library->easy_setopt(own->easy, option_read_function, give_body);
  code |= library->easy_setopt(own->easy, option_read_data, own);
  code |= library->easy_setopt(own->easy, option_seek_function, seek_body);
  code |= library->easy_setopt(own->easy, option_seek_data, own);
  code |= library->easy_setopt(own->easy, option_write_function, take_data);
  code |= library->easy_setopt(own->easy, option_write_data, own);
  code |= library->easy_setopt(own->easy, option_header_function, take_header);
  code |= library->easy_setopt(own->easy, option_header_data, own);
  if (request->user) code |= library->easy_setopt(own->easy, option_user, request->user);
  if (request->password) code |= library->easy_setopt(own->easy, option_password, request->password);
  if (code != 0 || library->multi_add(own->multi, own->easy) != 0) return -1;
  own->is_running = 1;
  return 0;
}

/// Continues the transfer, and waits up to `milliseconds` for the network.
static void advance(ccurl_connection *own, int milliseconds) {
  const ccurl_library *library = own->library;
  int running = 0;
  library->multi_perform(own->multi, &running);
  int left = 0;
  struct curl_message *message;
  while ((message = library->multi_info(own->multi, &left))) {
    if (message->kind != message_done) continue;
    own->failure = message->data.code;
    if (own->is_damaged || (own->failure == 0 && own->is_compressed && !own->is_inflated)) {
      own->failure = bad_encoding;
      strncpy(own->reason, "the compressed data is truncated or damaged", sizeof own->reason - 1);
    }
    if (own->failure != 0 && own->reason[0] == 0) {
      strncpy(own->reason, library->easy_strerror(own->failure), sizeof own->reason - 1);
    }
    own->is_over = 1;
  }
  if (own->is_over) {
    end(own);
  } else if (own->start == own->end && milliseconds > 0) {
    library->multi_poll(own->multi, NULL, 0, milliseconds, NULL);
  }
}

int ccurl_read(ccurl_connection *own, uint8_t *buffer, size_t capacity, size_t *count, int milliseconds) {
  *count = 0;
  if (own->start == own->end && !own->is_over) {
    advance(own, 0);
    if (own->start == own->end && !own->is_over) {
      advance(own, milliseconds);
      if (own->start == own->end && !own->is_over) advance(own, 0);
    }
  }
  if (own->start < own->end) {
    size_t taken = own->end - own->start < capacity ? own->end - own->start : capacity;
    memcpy(buffer, own->data + own->start, taken);
    own->start += taken;
    *count = taken;
    return ccurl_data;
  }
  if (!own->is_over) return ccurl_waiting;
  return own->failure == 0 ? ccurl_done : ccurl_failed;
}

int ccurl_wait_for_head(ccurl_connection *own, int milliseconds, ccurl_head *head) {
  if (!own->has_head && !own->is_over) advance(own, 0);
  if (!own->has_head && !own->is_over) {
    advance(own, milliseconds);
    if (!own->has_head && !own->is_over) advance(own, 0);
  }
  *head = own->head;
  if (own->has_head) return ccurl_done;
  if (own->is_over && own->failure == 0) {
    // libcurl accepts a response that ends within its headers, so report the error here.
    own->failure = partial_file;
    strncpy(own->reason, own->library->easy_strerror(partial_file), sizeof own->reason - 1);
  }
  return own->is_over ? ccurl_failed : ccurl_waiting;
}

int ccurl_failure(const ccurl_connection *own) { return own->failure; }

const char *ccurl_reason(const ccurl_connection *own) { return own->reason; }

uint64_t ccurl_received(const ccurl_connection *own) { return own->received; }
