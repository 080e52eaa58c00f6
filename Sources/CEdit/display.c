// Where the line stands on the screen. libedit keeps that to itself, so it is worked out again from prompt, text and width whenever
// something else has to be drawn or the window has changed.
#define _GNU_SOURCE  // wcwidth
#include <errno.h>
#include <unistd.h>

#include "internal.h"

void display_write(ce_editor *editor, const char *bytes, size_t count) {
  fflush(editor->output);
  while (count > 0) {
    ssize_t written = write(editor->out, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

typedef struct {
  int row, column, width;
} place;

static void advance(place *at, wchar_t character) {
  if (character == '\n') {
    at->row++;
    at->column = 0;
    return;
  }
  int cells = wcwidth(character);
  if (character == '\t') {
    cells = 8 - at->column % 8;
  } else if (cells < 0) {
    // libedit shows a control as ^X and what it cannot print as \U+XXXX.
    cells = character < 0x80 ? 2 : character < 0x10000 ? 8 : 9;
  }
  if (at->column + cells > at->width) {
    at->row++;
    at->column = 0;
  }
  at->column += cells;
  if (at->column >= at->width) {
    at->row++;
    at->column = 0;
  }
}

/// The cursor's row, counted from the prompt's first, and the place behind the last character.
static place measure(ce_editor *editor, int *cursor_row) {
  int rows;
  place at = {0, 0, 80};
  ce_terminal_size(editor->in, &at.width, &rows);
  const wide_text *prompt = editor->is_searching ? &editor->search_prompt : &editor->prompt;
  bool is_literal = false;
  for (size_t i = 0; i < prompt->count; i++) {
    if (prompt->text[i] == 1) {
      is_literal = !is_literal;
    } else if (!is_literal) {
      advance(&at, prompt->text[i]);
    }
  }
  const LineInfoW *line = el_wline(editor->edit);
  *cursor_row = at.row;
  for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
    if (next == line->cursor) *cursor_row = at.row;
    advance(&at, *next);
  }
  if (line->cursor == line->lastchar) *cursor_row = at.row;
  return at;
}

void display_erase(ce_editor *editor) {
  int row;
  measure(editor, &row);
  char up[32];
  int count = row > 0 ? snprintf(up, sizeof up, "\r\033[%dA\033[J", row)
                      : snprintf(up, sizeof up, "\r\033[J");
  display_write(editor, up, (size_t)count);
}

void display_redraw(ce_editor *editor) {
  el_resize(editor->edit);
  display_erase(editor);
  el_wset(editor->edit, EL_REFRESH);
}

void display_move_below(ce_editor *editor) {
  int row;
  place end = measure(editor, &row);
  if (!editor->is_editing) {
    display_write(editor, "\r\n", 2);
    return;
  }
  display_write(editor, "\r", 1);
  for (; row < end.row; row++) display_write(editor, "\n", 1);
  if (editor->outcome == ce_event_interrupted) {
    char mark[32];
    int count = end.column > 0 ? snprintf(mark, sizeof mark, "\033[%dC^C", end.column)
                               : snprintf(mark, sizeof mark, "^C");
    display_write(editor, mark, (size_t)count);
  }
  display_write(editor, "\r\n", 2);
}
