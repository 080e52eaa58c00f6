// Computes the position of the line on the screen from the prompt, the text and the width, because
// libedit does not expose the position. The position is needed before anything else is drawn, and
// after the window's size has changed.
#define _GNU_SOURCE  // wcwidth
#include <errno.h>
#include <unistd.h>

#include "internal.h"

void display_write(ce_editor *editor, const char *bytes, size_t count) {
  fflush(editor->output);
  while (count > 0) {
    ssize_t written = write(editor->out, bytes, count);
    // While a terminal is stopped, write() blocks, and a signal can interrupt it. Try again, except
    // if a signal ends the process.
    if (written < 0 && errno == EINTR && ce_signals_ending() == 0) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// A position on the screen. `column` and `width` are for text that the terminal wraps; if the
// window's width changes, the terminal wraps it again. `drawn_column` and `drawn_width` are for
// text of a complete redraw: libedit writes each row separately and without trailing spaces, so a
// change of the width does not move the ends of these rows.
typedef struct {
  int row, column, width;
  int drawn_column, drawn_width;
} place;

static void break_row(place *at) {
  at->row++;
  at->column = 0;
}

static int cells_of(wchar_t character, int column) {
  if (character == '\t') return 8 - column % 8;
  int cells = wcwidth(character);
  if (cells >= 0) return cells;
  // libedit shows a control character as ^X, and unprintable characters as \U+XXXX.
  return character < 0x100 ? 2 : character < 0x10000 ? 7 : 8;
}

static void advance(place *at, wchar_t character, bool is_drawn) {
  if (character == '\n') {
    break_row(at);
    at->drawn_column = 0;
    return;
  }
  int cells = cells_of(character, is_drawn ? at->drawn_column : at->column);
  bool ends_row = false;
  if (is_drawn) {
    if (at->drawn_column + cells > at->drawn_width) {
      at->drawn_column = 0;
      break_row(at);
    }
    at->drawn_column += cells;
    if (at->drawn_column >= at->drawn_width) {
      at->drawn_column = 0;
      ends_row = character == ' ';
    }
  }
  if (at->column + cells > at->width) break_row(at);
  at->column += cells;
  if (at->column >= at->width || ends_row) break_row(at);
}

/// The position after the last character. Stores the cursor's row, counted from the prompt's first row, in
/// `cursor_row`.
static place measure(ce_editor *editor, int *cursor_row) {
  int rows;
  place at = {.width = 80, .drawn_width = editor->drawn_width};
  ce_terminal_size(editor->in, &at.width, &rows);
  const wide_text *prompt = editor->is_searching ? &editor->search_prompt : &editor->prompt;
  bool is_literal = false;
  for (size_t i = 0; i < prompt->count; i++) {
    if (prompt->text[i] == 1) {
      is_literal = !is_literal;
    } else if (!is_literal) {
      advance(&at, prompt->text[i], editor->drawn_width > 0);
    }
  }
  const LineInfoW *line = el_wline(editor->edit);
  *cursor_row = at.row;
  for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
    if (next == line->cursor) *cursor_row = at.row;
    advance(&at, *next, next - line->buffer < editor->drawn_count);
  }
  if (line->cursor == line->lastchar) *cursor_row = at.row;
  return at;
}

void display_draw(ce_editor *editor) {
  int rows;
  if (view_draw(editor)) return;
  el_wset(editor->edit, EL_REFRESH);
  const LineInfoW *line = el_wline(editor->edit);
  editor->drawn_count = line->lastchar - line->buffer;
  editor->drawn_width = 80;
  ce_terminal_size(editor->in, &editor->drawn_width, &rows);
}

void display_erase(ce_editor *editor) {
  int row;
  if (editor->is_tall) {
    view_erase(editor);
    return;
  }
  measure(editor, &row);
  char up[32];
  int count = row > 0 ? snprintf(up, sizeof up, "\r\033[%dA\033[J", row)
                      : snprintf(up, sizeof up, "\r\033[J");
  display_write(editor, up, (size_t)count);
}

void display_redraw(ce_editor *editor) {
  el_resize(editor->edit);
  display_erase(editor);
  display_draw(editor);
}

void display_move_below(ce_editor *editor) {
  int row;
  if (editor->is_tall) {
    view_move_below(editor);
    return;
  }
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
