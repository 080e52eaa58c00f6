// Declarations that the files of this target share.
#ifndef CEDIT_INTERNAL_H
#define CEDIT_INTERNAL_H

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <histedit.h>

#include "CEdit.h"

enum { history_capacity = 20000 };

/// Multi-byte keys reach libedit's vi maps as one C1 control character each: keyboards never send these, the reader
/// drops them from the input, and the maps have a slot for each. So Escape needs no lead-in binding in vi mode, which
/// would swallow the key after it.
enum {
  key_up = 0x80,
  key_down,
  key_left,
  key_right,
  key_word_left,
  key_word_right,
  key_home,
  key_end,
  key_delete,
  key_newline,
  key_paste,
  key_nothing,
  key_accept,  // pushed by the Enter function, bound to libedit's own ed-newline
};

typedef struct {
  wchar_t *text;
  size_t count, capacity;
} wide_text;

struct ce_editor {
  EditLine *edit;
  HistoryW *history;
  FILE *input, *output;
  int in, out;
  bool is_vi, understands_escapes, is_editing;
  wide_text prompt, search_prompt;
  bool is_searching;

  // At libedit's last complete redraw: the number of characters of the line that were drawn, and the window's width.
  // Both are 0 if the line was only typed.
  long drawn_count;
  int drawn_width;

  // Bytes that were read ahead to distinguish Escape from a multi-byte key.
  unsigned char pending[32];
  int pending_start, pending_end;

  ce_event outcome;
  ce_completer complete;
  void *complete_context;
  ce_acceptor accept;
  void *accept_context;

  // Prefix search: the typed line, the current depth in the history, and the recalled line.
  wide_text typed, recalled;
  int depth;

  char *result;
  size_t result_capacity;
};

// wide.c
bool wide_set(wide_text *text, const wchar_t *from, size_t count);
bool wide_append(wide_text *text, wchar_t character);
bool wide_decode(wide_text *text, const char *bytes, size_t length);
size_t wide_encode(wchar_t character, char bytes[4]);
size_t wide_encoded_length(const wchar_t *text, size_t count);
/// Decodes one character from `bytes`; a malformed one becomes U+FFFD. Returns the number of bytes used, or 0 if more
/// are needed.
size_t wide_decode_one(const unsigned char *bytes, size_t count, wchar_t *character);

// signals.c
bool ce_signals_are_installed(void);
bool ce_signals_take_resize(void);
bool ce_signals_take_continue(void);
bool ce_signals_take_stop(void);
void ce_signals_watch_stop(bool on);
/// Stops the whole process group like Ctrl-Z, and returns when it continues; returns at once if the parent ignores
/// SIGTSTP or no shell could continue us.
void ce_signals_stop_job(void);
/// Like `ce_wait_readable`, but also waits for `other` unless it is negative; returns `ce_wait_other` if only that is
/// readable.
ce_wait_result ce_signals_wait(int descriptor, int other, int milliseconds);
/// Waits until a child may have ended or another signal arrives.
void ce_signals_wait_for_child(void);
/// Saves the terminal's modes for restoring; `farewell` (at most 95 bytes) is written when they are restored.
void ce_terminal_arm(int input, int output, const char *farewell);
void ce_terminal_disarm(void);

// reader.c
int reader_next(EditLine *edit, wchar_t *character);
unsigned char reader_paste(EditLine *edit, wint_t key);
void reader_enter_modes(ce_editor *editor);
void reader_leave_modes(ce_editor *editor);

// display.c
void display_write(ce_editor *editor, const char *bytes, size_t count);
/// Moves the cursor to the start of the prompt and clears everything after it.
void display_erase(ce_editor *editor);
/// Draws prompt and line at the cursor.
void display_draw(ce_editor *editor);
/// Redraws prompt and line after the window has changed.
void display_redraw(ce_editor *editor);
/// Moves the cursor to the start of the row below the line.
void display_move_below(ce_editor *editor);

// bindings.c
void bindings_define(ce_editor *editor);
void bindings_bind(ce_editor *editor);
void bindings_source(ce_editor *editor, const char *program);
/// The key for `bytes`, which follow an Escape; `key_nothing` if the sequence is unknown.
int bindings_key(const char *bytes, size_t count);

// recall.c
unsigned char recall_previous(EditLine *edit, wint_t key);
unsigned char recall_next(EditLine *edit, wint_t key);

// search.c
unsigned char search_backward(EditLine *edit, wint_t key);
unsigned char search_forward(EditLine *edit, wint_t key);

// editor.c
ce_editor *editor_of(EditLine *edit);
void editor_set_line(ce_editor *editor, const wchar_t *text, size_t count);

#endif
