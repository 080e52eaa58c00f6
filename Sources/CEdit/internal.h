// Declarations that the files of this target share.
#ifndef CEDIT_INTERNAL_H
#define CEDIT_INTERNAL_H

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <histedit.h>

#include "CEdit.h"

enum { history_capacity = 20000 };

/// The reader passes each multi-byte key to libedit's vi key maps as one C1 control character.
/// Keyboards never send C1 characters, and the reader drops C1 characters in the input. The key
/// maps have an entry for each C1 character. Therefore, vi mode needs no bindings that begin with
/// Escape; because of such bindings, libedit would discard the key after Escape.
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
  key_accept,  // the Enter function pushes this key, which is bound to libedit's ed-newline
  key_probe_left,  // clusters.c pushes these keys
  key_probe_right,
  key_finish,
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

  // The number of characters in libedit's last complete redraw of the line, and the window's width
  // at that time. Both numbers are 0 if libedit has not redrawn this line yet.
  long drawn_count;
  int drawn_width;

  // While the line is tall (view.c), libedit draws on `silent` (/dev/null), and the screen shows
  // the rows from `top` on. `seen_count` and `seen_cursor` are the length of the line and the
  // cursor before the last key. While characters are appended to the line, it cannot become tall
  // before it has `measured_up_to` characters. `is_accepted` is set after libedit has read the
  // line.
  FILE *silent;
  bool is_tall, is_accepted;
  int top;
  long seen_count, seen_cursor, measured_up_to;

  // `last_key` is the last character that the reader returned; `is_key_fresh` becomes false when a
  // cluster command uses `last_key`. `cluster_start` is the cursor before a command that moves over
  // or deletes grapheme clusters.
  ce_cluster_finder find_cluster;
  wchar_t last_key;
  bool is_key_fresh, is_cluster_deleted;
  size_t cluster_start;
  // The number of Backspace keys that the reader has added to the typed keys.
  int repeated;

  // Bytes that were read ahead to distinguish Escape from a multi-byte key.
  unsigned char pending[32];
  int pending_start, pending_end;

  ce_event outcome;
  ce_completer complete;
  void *complete_context;
  ce_acceptor accept;
  void *accept_context;

  // Prefix search: the typed line, the recalled line, and the current depth in the history.
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
/// The text in UTF-8, which the caller must free; NULL if out of memory.
char *wide_encode_all(const wchar_t *text, size_t count, size_t *length);
/// The index of the first character that starts at or after the byte `offset` of the text in UTF-8.
size_t wide_index(const wchar_t *text, size_t count, size_t offset);
/// Decodes one character from `bytes`; a malformed character becomes U+FFFD. Returns the number of
/// bytes used, or 0 if more bytes are needed.
size_t wide_decode_one(const unsigned char *bytes, size_t count, wchar_t *character);

// signals.c
bool ce_signals_are_installed(void);
bool ce_signals_take_resize(void);
bool ce_signals_take_continue(void);
bool ce_signals_take_stop(void);
void ce_signals_watch_stop(bool on);
/// Stops the whole process group like Ctrl-Z, and returns when the group continues. Returns immediately if the parent
/// ignores SIGTSTP or if no shell could continue the group.
void ce_signals_stop_job(void);
/// Like `ce_wait_readable`, but if `other` is not negative, also waits until `other` is readable.
/// Returns `ce_wait_other` if only `other` is readable.
ce_wait_result ce_signals_wait(int descriptor, int other, int milliseconds);
/// Waits until a child may have ended or another signal arrives.
void ce_signals_wait_for_child(void);
/// Saves the terminal's modes, so that they can be restored; `farewell` (at most 95 bytes) is
/// written when the modes are restored.
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
/// Draws the prompt and the line at the cursor.
void display_draw(ce_editor *editor);
/// Redraws the prompt and the line after the window has changed.
void display_redraw(ce_editor *editor);
/// Moves the cursor to the start of the row below the line.
void display_move_below(ce_editor *editor);

// view.c
/// Draws the line at the terminal's cursor if the line is tall; otherwise returns false.
bool view_draw(ce_editor *editor);
/// Draws the changes of the last key, if the line is tall or was tall before the key.
void view_update(ce_editor *editor);
/// Clears the screen, which the tall line fills.
void view_erase(ce_editor *editor);
/// Shows the end of the tall line, and moves the cursor to the start of the row below the line. libedit draws on the
/// screen again afterwards.
void view_move_below(ce_editor *editor);

// bindings.c
void bindings_define(ce_editor *editor);
void bindings_bind(ce_editor *editor);
void bindings_source(ce_editor *editor, const char *program);
/// The key for `bytes`, which follow an Escape; `key_nothing` if the sequence is unknown.
int bindings_key(const char *bytes, size_t count);

// clusters.c
/// The index that is `distance` grapheme clusters after `index`, or before `index` if `distance` is
/// negative.
size_t clusters_move(
  ce_editor *editor, const wchar_t *text, size_t count, size_t index, long distance);
/// The number of characters in the cluster before the cursor; 1 at the start of the line.
size_t clusters_length_before(ce_editor *editor);
unsigned char clusters_left(EditLine *edit, wint_t key);
unsigned char clusters_right(EditLine *edit, wint_t key);
unsigned char clusters_backspace(EditLine *edit, wint_t key);
unsigned char clusters_delete(EditLine *edit, wint_t key);
unsigned char clusters_delete_or_end(EditLine *edit, wint_t key);
unsigned char clusters_transpose(EditLine *edit, wint_t key);
unsigned char clusters_finish(EditLine *edit, wint_t key);

// recall.c
unsigned char recall_previous(EditLine *edit, wint_t key);
unsigned char recall_next(EditLine *edit, wint_t key);

// search.c
unsigned char search_backward(EditLine *edit, wint_t key);
unsigned char search_forward(EditLine *edit, wint_t key);

// editor.c
ce_editor *editor_of(EditLine *edit);
/// The length of the line, and the cursor clamped to the line, because some vi commands of libedit
/// put the cursor outside the line.
size_t editor_count(const LineInfoW *line);
size_t editor_cursor(const LineInfoW *line);
void editor_set_line(ce_editor *editor, const wchar_t *text, size_t count);

#endif
