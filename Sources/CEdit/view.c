// Draws a tall line, which needs all rows of the screen or more. libedit always shows the end of a
// line that does not fit on the screen, and puts the cursor in the wrong row. Therefore, libedit
// draws a tall line on /dev/null, and this file draws the rows around the cursor on the whole
// screen.
#define _GNU_SOURCE  // wcwidth
#include <poll.h>
#include <string.h>

#include "internal.h"

typedef struct {
  int width, row, column;
  int cursor_row, cursor_column;

  // The rows to draw, and the row of the last character drawn. Nothing is drawn if `visible_rows` is 0.
  int top, visible_rows, drawn_row;
  char *bytes;
  size_t count, capacity;
} layout;

// MARK: Layout

static void append(layout *at, const char *bytes, size_t count) {
  if (at->visible_rows == 0) return;
  if (at->count + count > at->capacity) {
    size_t capacity = (at->count + count) * 2 + 1024;
    char *grown = realloc(at->bytes, capacity);
    if (grown == NULL) return;
    at->bytes = grown;
    at->capacity = capacity;
  }
  memcpy(at->bytes + at->count, bytes, count);
  at->count += count;
}

static void append_character(layout *at, wchar_t character) {
  char bytes[4];
  append(at, bytes, wide_encode(character, bytes));
}

static bool is_visible(const layout *at, int row) {
  return row >= at->top && row < at->top + at->visible_rows;
}

/// Starts every row that has not been started yet, up to the current row.
static void start_rows(layout *at) {
  for (; at->drawn_row < at->row; at->drawn_row++) {
    if (!is_visible(at, at->drawn_row + 1)) continue;
    if (is_visible(at, at->drawn_row)) append(at, "\r\n", 2);
    append(at, "\033[K", 3);
  }
}

static void end_row(layout *at) {
  at->row++;
  at->column = 0;
}

/// Adds a printable character to the layout. A full row ends immediately, as in libedit.
static void place(layout *at, wchar_t character, int cells) {
  if (at->column > 0 && at->column + cells > at->width) end_row(at);
  // A combining mark is in the row of the previous character, even if that row is full.
  if (cells > 0) start_rows(at);
  if (is_visible(at, at->drawn_row)) append_character(at, character);
  at->column += cells;
  if (at->column >= at->width) end_row(at);
}

static void place_any(layout *at, wchar_t character) {
  if (character == '\n') {
    end_row(at);
    return;
  }
  if (character == '\t') {
    do place(at, ' ', 1);
    while (at->column % 8 != 0);
    return;
  }
  int cells = wcwidth(character);
  if (cells >= 0) {
    place(at, character, cells);
    return;
  }
  // Show unprintable characters as libedit does.
  if (character < 0x100) {
    place(at, '^', 1);
    place(at, character == 0x7F ? '?' : character | 0x40, 1);
    return;
  }
  char shown[16];
  snprintf(shown, sizeof shown, "\\U+%04X", (unsigned int)character);
  for (const char *next = shown; *next != 0; next++) place(at, *next, 1);
}

static void place_prompt(layout *at, const wide_text *prompt) {
  bool is_literal = false;
  for (size_t i = 0; i < prompt->count; i++) {
    if (prompt->text[i] == 1) {
      is_literal = !is_literal;
    } else if (is_literal) {
      // Write color codes even in a row above the view, because they also apply to the following rows.
      append_character(at, prompt->text[i]);
    } else {
      place_any(at, prompt->text[i]);
    }
  }
}

/// Adds the prompt and the line to the layout, without the newline that libedit adds to an accepted
/// line.
static void place_line(ce_editor *editor, layout *at) {
  place_prompt(at, editor->is_searching ? &editor->search_prompt : &editor->prompt);
  const LineInfoW *line = el_wline(editor->edit);
  const wchar_t *end = line->lastchar;
  if (editor->is_accepted && end > line->buffer && end[-1] == '\n') end--;
  for (const wchar_t *next = line->buffer; next < end; next++) {
    if (next == line->cursor) {
      bool fits = at->column + wcwidth(*next) <= at->width;
      at->cursor_row = fits ? at->row : at->row + 1;
      at->cursor_column = fits ? at->column : 0;
    }
    place_any(at, *next);
  }
  if (line->cursor >= end) {
    at->cursor_row = at->row;
    at->cursor_column = at->column;
  }
  start_rows(at);
}

/// Computes the layout of the line without drawing it; returns whether the line is tall: it needs
/// all rows of the screen or more.
///
/// A line that needs exactly all rows is also tall: libedit could draw it, but could not draw the
/// additional row that the next character may need.
static bool measure(ce_editor *editor, layout *at, int *rows) {
  *at = (layout){.width = 80};
  *rows = 0;
  if (!editor->is_editing || editor->silent == NULL) return false;
  if (!ce_terminal_size(editor->in, &at->width, rows) || *rows <= 0) return false;
  place_line(editor, at);
  return at->row + 1 >= *rows;
}

// MARK: Drawing

/// Draws the rows from `editor->top` on. If `at_end` is true, puts the terminal's cursor at the end
/// of the line, otherwise at the cursor of the line. First writes `start`, which must move the
/// terminal's cursor to the first column of a row.
static void draw(ce_editor *editor, const layout *size, int rows, const char *start, bool at_end) {
  int row = at_end ? size->row : size->cursor_row;
  int column = at_end ? size->column : size->cursor_column;
  if (row < editor->top) editor->top = row;
  if (row >= editor->top + rows) editor->top = row - rows + 1;
  if (editor->top > size->row - rows + 1) editor->top = size->row - rows + 1;
  layout frame = {.width = size->width, .top = editor->top, .visible_rows = rows};
  append(&frame, start, strlen(start));
  append(&frame, "\033[K", 3);
  place_line(editor, &frame);
  char move[32];
  int count = snprintf(move, sizeof move, "\033[%d;%dH", row - editor->top + 1, column + 1);
  append(&frame, move, (size_t)count);
  if (frame.bytes != NULL) display_write(editor, frame.bytes, frame.count);
  free(frame.bytes);
}

static void set_tall(ce_editor *editor, bool is_tall) {
  if (editor->is_tall == is_tall) return;
  fflush(is_tall ? editor->output : editor->silent);
  editor->is_tall = is_tall;
  el_wset(editor->edit, EL_SETFP, 1, is_tall ? editor->silent : editor->output);
}

bool view_draw(ce_editor *editor) {
  layout size;
  int rows;
  if (!measure(editor, &size, &rows)) {
    set_tall(editor, false);
    return false;
  }
  if (!editor->is_tall) editor->top = size.row - rows + 1;
  set_tall(editor, true);
  el_wset(editor->edit, EL_REFRESH);
  draw(editor, &size, rows, "\r", false);
  return true;
}

/// Whether unread input is waiting.
static bool has_input(const ce_editor *editor) {
  if (editor->pending_start < editor->pending_end) return true;
  struct pollfd input = {editor->in, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

void view_update(ce_editor *editor) {
  if (!editor->is_editing) return;
  const LineInfoW *line = el_wline(editor->edit);
  long count = line->lastchar - line->buffer, cursor = line->cursor - line->buffer;
  bool is_appended = cursor == count && count == editor->seen_count + 1
    && editor->seen_cursor == editor->seen_count;
  editor->seen_count = count;
  editor->seen_cursor = cursor;
  bool is_busy = has_input(editor);
  // If more input is waiting, do not measure the line after each character that is added to its
  // end.
  if (is_appended && is_busy && (editor->is_tall || count < editor->measured_up_to)) return;
  layout size;
  int rows;
  bool is_tall = measure(editor, &size, &rows);
  // A character has at most 8 cells.
  editor->measured_up_to = count + (long)(rows - size.row - 2) * size.width / 8;
  if (is_tall) {
    // libedit has scrolled the screen, so the line fills all rows.
    if (!editor->is_tall) editor->top = size.row - rows + 1;
    set_tall(editor, true);
    // If the cursor moves to a row that libedit does not show, libedit stores a wrong row for it.
    // The next typed character could then be outside libedit's table of rows. Redrawing the line
    // corrects the row.
    el_wset(editor->edit, EL_REFRESH);
    if (!is_busy) draw(editor, &size, rows, "\033[H", false);
  } else if (editor->is_tall) {
    view_erase(editor);
    display_draw(editor);
  }
}

void view_erase(ce_editor *editor) { display_write(editor, "\033[H\033[J", 6); }

void view_move_below(ce_editor *editor) {
  layout size;
  int rows;
  measure(editor, &size, &rows);
  draw(editor, &size, rows, "\033[H", true);
  if (editor->outcome == ce_event_interrupted) display_write(editor, "^C", 2);
  display_write(editor, "\r\n", 2);
  set_tall(editor, false);
}
