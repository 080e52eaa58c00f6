// Converts bytes from standard input to characters and keys for libedit. The reader waits for
// standard input and for the signal pipe in one call, so no signal is lost. SIGINT ends the line;
// SIGWINCH and SIGCONT redraw the line.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

enum { byte_ended = -1, byte_late = -2, escape_timeout = 50 };

void reader_enter_modes(ce_editor *editor) {
  if (editor->understands_escapes) display_write(editor, "\033[?2004h", 8);
}

void reader_leave_modes(ce_editor *editor) {
  if (editor->understands_escapes) display_write(editor, "\033[?2004l", 8);
}

static void resume(ce_editor *editor) {
  // A shell may have changed the terminal's modes, but libedit assumes that the terminal is in raw
  // mode. Therefore, leave raw mode and enter it again.
  el_wset(editor->edit, EL_PREP_TERM, 0);
  el_wset(editor->edit, EL_PREP_TERM, 1);
  reader_enter_modes(editor);
  ce_signals_take_resize();
  el_resize(editor->edit);
  display_write(editor, "\r\033[J", 4);
  display_draw(editor);
}

static void suspend(ce_editor *editor) {
  display_move_below(editor);
  reader_leave_modes(editor);
  el_wset(editor->edit, EL_PREP_TERM, 0);
  ce_signals_watch_stop(false);
  // Send SIGTSTP, not SIGSTOP: the system discards SIGTSTP if no shell could continue this process.
  ce_signals_raise(SIGTSTP);
  ce_signals_watch_stop(true);
  ce_signals_take_continue();
  resume(editor);
}

static bool ends_line(ce_editor *editor) {
  if (ce_signals_termination() != 0) {
    editor->outcome = ce_event_terminated;
    return true;
  }
  if (ce_signals_interrupts() > 0) {
    editor->outcome = ce_event_interrupted;
    return true;
  }
  if (ce_signals_take_stop()) suspend(editor);
  if (ce_signals_take_continue()) resume(editor);
  if (ce_signals_take_resize()) display_redraw(editor);
  return false;
}

static int next_byte(ce_editor *editor, int timeout) {
  if (editor->pending_start < editor->pending_end) return editor->pending[editor->pending_start++];
  for (;;) {
    if (ends_line(editor)) return byte_ended;
    switch (ce_wait_readable(editor->in, timeout)) {
    case ce_wait_signal:
    case ce_wait_other: continue;
    case ce_wait_timeout: return byte_late;
    case ce_wait_failed: editor->outcome = ce_event_hangup; return byte_ended;
    case ce_wait_ready: break;
    }
    unsigned char byte;
    ssize_t count = read(editor->in, &byte, 1);
    if (count == 1) return byte;
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    // In raw mode, the end of the input means that the terminal was closed. If editing is off, it
    // means that Ctrl-D was typed.
    editor->outcome = count == 0 && !editor->is_editing ? ce_event_end : ce_event_hangup;
    return byte_ended;
  }
}

static void put_back(ce_editor *editor, const unsigned char *bytes, int count) {
  int kept = editor->pending_end - editor->pending_start;
  if (kept + count > (int)sizeof editor->pending) return;
  memmove(editor->pending + count, editor->pending + editor->pending_start, (size_t)kept);
  memcpy(editor->pending, bytes, (size_t)count);
  editor->pending_start = 0;
  editor->pending_end = kept + count;
}

/// In vi mode, returns the key for the bytes after Escape; 27 (Escape) if there is no such key;
/// `byte_ended` if the line has ended.
static int key_after_escape(ce_editor *editor) {
  unsigned char seen[24];
  int count = 0;
  while (count < (int)sizeof seen) {
    int byte = next_byte(editor, escape_timeout);
    if (byte == byte_ended) return byte;
    if (byte == byte_late) break;
    seen[count++] = (unsigned char)byte;
    if (seen[0] == '\r' || seen[0] == '\n') return key_newline;
    if (seen[0] != '[' && seen[0] != 'O') break;
    bool is_console_key = count == 2 && byte == '[';
    if (count > 1 && byte >= 0x40 && byte <= 0x7E && !is_console_key) {
      return bindings_key((const char *)seen, (size_t)count);
    }
  }
  put_back(editor, seen, count);
  return 27;
}

/// Reads the rest of the character that starts with `first`; false if the line has ended.
static bool finish_character(ce_editor *editor, unsigned char first, wchar_t *character) {
  unsigned char bytes[4] = {first};
  size_t count = 1;
  for (;;) {
    size_t used = wide_decode_one(bytes, count, character);
    if (used > 0) {
      put_back(editor, bytes + used, (int)(count - used));
      return true;
    }
    int byte = next_byte(editor, 1000);
    if (byte == byte_ended) return false;
    if (byte == byte_late) return true;
    bytes[count++] = (unsigned char)byte;
  }
}

/// In vi mode, repeats a typed Backspace for each further character of the cluster before the
/// cursor. An added function cannot replace libedit's Backspace command here, because only
/// libedit's command removes the character from the text that `.` repeats.
static void repeat_backspace(ce_editor *editor, unsigned char byte) {
  unsigned char bytes[sizeof editor->pending];
  size_t capacity = sizeof bytes - (size_t)(editor->pending_end - editor->pending_start);
  size_t further = clusters_length_before(editor) - 1;
  if (further > capacity) further = capacity;
  memset(bytes, byte, further);
  put_back(editor, bytes, (int)further);
  editor->repeated = (int)further;
}

int reader_next(EditLine *edit, wchar_t *character) {
  ce_editor *editor = editor_of(edit);
  view_update(editor);
  for (;;) {
    int byte = next_byte(editor, -1);
    if (byte < 0) break;
    if (byte == 27 && editor->is_vi) {
      int key = key_after_escape(editor);
      if (key < 0) break;
      *character = key;
      return 1;
    }
    if (editor->repeated > 0) {
      editor->repeated--;
    } else if (editor->is_vi && !editor->is_searching && (byte == 0x7F || byte == 8)) {
      repeat_backspace(editor, (unsigned char)byte);
    }
    if (!finish_character(editor, (unsigned char)byte, character)) break;
    bool is_second_control = *character >= 0x80 && *character < 0xA0;
    if (is_second_control) continue;
    editor->last_key = *character;
    editor->is_key_fresh = true;
    return 1;
  }
  display_move_below(editor);
  errno = EINTR;
  return -1;
}

// MARK: Bracketed paste

unsigned char reader_paste(EditLine *edit, wint_t key) {
  (void)key;
  static const char end[] = "\033[201~";
  ce_editor *editor = editor_of(edit);
  char *bytes = NULL;
  size_t count = 0, capacity = 0;
  bool is_complete = false;
  for (;;) {
    int byte = next_byte(editor, -1);
    if (byte < 0) break;
    if (count == capacity) {
      capacity = capacity * 2 + 256;
      char *grown = realloc(bytes, capacity);
      if (grown == NULL) break;
      bytes = grown;
    }
    bytes[count++] = (char)byte;
    size_t tail = sizeof end - 1;
    if (count >= tail && memcmp(bytes + count - tail, end, tail) == 0) {
      count -= tail;
      is_complete = true;
      break;
    }
  }
  wide_text pasted = {0};
  if (is_complete && wide_decode(&pasted, bytes, count)) {
    size_t kept = 0;
    for (size_t i = 0; i < pasted.count; i++) {
      wchar_t character = pasted.text[i];
      if (character == '\r') {
        // CR LF is one line end.
        if (i + 1 < pasted.count && pasted.text[i + 1] == '\n') continue;
        character = '\n';
      }
      bool is_control = character < 0x20 || (character >= 0x7F && character < 0xA0);
      if (is_control && character != '\n' && character != '\t') continue;
      pasted.text[kept++] = character;
    }
    // Drop trailing line ends, which are not part of a copied line.
    while (kept > 0 && pasted.text[kept - 1] == '\n') kept--;
    pasted.text[kept] = 0;
    if (kept > 0) el_winsertstr(edit, pasted.text);
  }
  free(pasted.text);
  free(bytes);
  return is_complete ? CC_REFRESH : CC_EOF;
}
