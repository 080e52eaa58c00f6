// What the files of this target share.
#ifndef CEDIT_INTERNAL_H
#define CEDIT_INTERNAL_H

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <histedit.h>

#include "CEdit.h"

// Waits until `descriptor` takes more, or a signal came. While a program runs in the foreground the stop key stops us
// after it.
void ce_feed_wait(int descriptor);

enum { history_capacity = 20000 };

/// Keys of several bytes reach libedit's vi maps as one C1 control each: those never come from a
/// keyboard, the reader drops them, and a map has a slot for each. Thus Escape in vi mode needs no
/// lead-in, which would swallow the key after it.
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

  // What libedit drew as a whole last: how many characters of the line, in how wide a window. 0 and
  // 0 if it was typed only.
  long drawn_count;
  int drawn_width;

  // Bytes read too far while telling Escape from a key of several bytes.
  unsigned char pending[32];
  int pending_start, pending_end;

  ce_event outcome;
  ce_completer complete;
  void *complete_context;

  // Prefix search: the line as it was typed, how far back it has gone, and what it put there.
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
/// Decodes one character from `bytes`; a malformed one is U+FFFD. Returns the bytes used, or 0 if
/// more are needed.
size_t wide_decode_one(const unsigned char *bytes, size_t count, wchar_t *character);

// signals.c
bool ce_signals_are_installed(void);
bool ce_signals_take_resize(void);
bool ce_signals_take_continue(void);
bool ce_signals_take_stop(void);
void ce_signals_watch_stop(bool on);
/// Stops the whole process group as the stop key does, and returns when it goes on; at once where
/// the parent ignores the key or no shell could continue us.
void ce_signals_stop_job(void);
/// As `ce_wait_readable`, waiting for `other`, too, unless it is negative: `ce_wait_other` if only
/// that can be read.
ce_wait_result ce_signals_wait(int descriptor, int other, int milliseconds);
/// Waits until a child may have ended or another signal has come.
void ce_signals_wait_for_child(void);
/// `farewell` (at most 95 bytes) is written when the terminal is restored.
void ce_terminal_arm(int input, int output, const char *farewell);
void ce_terminal_disarm(void);

// reader.c
int reader_next(EditLine *edit, wchar_t *character);
unsigned char reader_paste(EditLine *edit, wint_t key);
void reader_enter_modes(ce_editor *editor);
void reader_leave_modes(ce_editor *editor);

// display.c
void display_write(ce_editor *editor, const char *bytes, size_t count);
/// Puts the cursor where the prompt begins and clears everything from there on.
void display_erase(ce_editor *editor);
/// Draws prompt and line where the cursor is.
void display_draw(ce_editor *editor);
/// Draws prompt and line again after the window has changed.
void display_redraw(ce_editor *editor);
/// Puts the cursor at the beginning of the row below the line.
void display_move_below(ce_editor *editor);

// bindings.c
void bindings_define(ce_editor *editor);
void bindings_bind(ce_editor *editor);
void bindings_source(ce_editor *editor, const char *program);
/// The key that `bytes` (what follows an Escape) stand for; `key_nothing` if it is none of ours.
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
