// The line editor: its terminal, the lines that it reads, and its configuration of libedit.
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

ce_editor *editor_of(EditLine *edit) {
  ce_editor *editor = NULL;
  el_wget(edit, EL_CLIENTDATA, &editor);
  return editor;
}

/// Sets a UTF-8 locale, because libedit never calls setlocale, and the C locale supports only
/// ASCII.
static void choose_locale(void) {
  static const char *const fallbacks[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};
  setlocale(LC_CTYPE, "");
  for (size_t i = 0; i < sizeof fallbacks / sizeof *fallbacks; i++) {
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    setlocale(LC_CTYPE, fallbacks[i]);
  }
}

static wchar_t *prompt_of(EditLine *edit) {
  ce_editor *editor = editor_of(edit);
  return editor->is_searching ? editor->search_prompt.text : editor->prompt.text;
}

static int open_output(void) {
  if (isatty(STDOUT_FILENO)) return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  return open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

int ce_library_version(void) { return LIBEDIT_MAJOR * 1000 + LIBEDIT_MINOR; }

ce_editor *ce_editor_create(const char *program) {
  if (!isatty(STDIN_FILENO)) return NULL;
  choose_locale();
  ce_editor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->in = STDIN_FILENO;
  editor->input = stdin;
  editor->out = open_output();
  editor->output = editor->out < 0 ? NULL : fdopen(editor->out, "w");
  if (editor->output == NULL) {
    if (editor->out >= 0) close(editor->out);
    free(editor);
    return NULL;
  }
  editor->silent = fopen("/dev/null", "we");
  editor->history = history_winit();
  editor->edit = el_init_fd(
    program, editor->input, editor->output, editor->output, editor->in, editor->out, editor->out);
  if (editor->edit == NULL || editor->history == NULL || !wide_set(&editor->prompt, L"", 0)
      || !wide_set(&editor->search_prompt, L"", 0) || !wide_set(&editor->typed, L"", 0)
      || !wide_set(&editor->recalled, L"", 0)) {
    ce_editor_destroy(editor);
    return NULL;
  }
  const char *terminal = getenv("TERM");
  editor->understands_escapes = terminal != NULL && strcmp(terminal, "dumb") != 0;
  HistEventW event;
  history_w(editor->history, &event, H_SETSIZE, history_capacity);
  el_wset(editor->edit, EL_CLIENTDATA, editor);
  el_wset(editor->edit, EL_SIGNAL, 0);
  el_wset(editor->edit, EL_EDITOR, L"emacs");
  el_wset(editor->edit, EL_HIST, history_w, editor->history);
  el_wset(editor->edit, EL_PROMPT_ESC, prompt_of, L'\1');
  el_wset(editor->edit, EL_GETCFN, reader_next);
  // Do not convert CR to LF, so that a paste can contain both. Disable flow control, so that Ctrl-S
  // searches.
  el_wset(editor->edit, EL_SETTY, L"-d", L"-icrnl", L"-inlcr", L"-ixon", NULL);
  bindings_define(editor);
  bindings_bind(editor);
  bindings_source(editor, program);
  return editor;
}

void ce_editor_destroy(ce_editor *editor) {
  if (editor->edit != NULL) el_end(editor->edit);
  if (editor->history != NULL) history_wend(editor->history);
  if (editor->output != NULL) fclose(editor->output);
  if (editor->silent != NULL) fclose(editor->silent);
  free(editor->prompt.text);
  free(editor->search_prompt.text);
  free(editor->typed.text);
  free(editor->recalled.text);
  free(editor->result);
  free(editor);
}

void ce_editor_set_acceptor(ce_editor *editor, ce_acceptor acceptor, void *context) {
  editor->accept = acceptor;
  editor->accept_context = context;
}

void ce_editor_set_completer(ce_editor *editor, ce_completer completer, void *context) {
  editor->complete = completer;
  editor->complete_context = context;
}

/// Decodes the prompt, and marks its color escapes with \1 as libedit requires.
static bool set_prompt(ce_editor *editor, const char *prompt, size_t length) {
  wide_text plain = {0};
  if (!wide_decode(&plain, prompt, length)) return false;
  wide_set(&editor->prompt, L"", 0);
  for (size_t i = 0; i < plain.count; i++) {
    if (plain.text[i] != 27) {
      wide_append(&editor->prompt, plain.text[i]);
      continue;
    }
    wide_append(&editor->prompt, 1);
    for (; i < plain.count; i++) {
      wide_append(&editor->prompt, plain.text[i]);
      bool is_introducer = plain.text[i] == 27 || plain.text[i] == '[';
      if (!is_introducer && plain.text[i] >= 0x40 && plain.text[i] <= 0x7E) break;
    }
    wide_append(&editor->prompt, 1);
    // libedit drops a literal escape at the end of the prompt, so append a space.
    if (i + 1 >= plain.count) wide_append(&editor->prompt, ' ');
  }
  free(plain.text);
  return true;
}

static ce_event take_line(
  ce_editor *editor, const wchar_t *text, int count, const char **line, size_t *length
) {
  if (text == NULL || count <= 0) return ce_event_end;
  if (text[count - 1] == '\n') count--;
  *length = wide_encoded_length(text, (size_t)count);
  if (editor->result_capacity < *length + 4) {
    char *grown = realloc(editor->result, *length + 4);
    if (grown == NULL) return ce_event_end;
    editor->result = grown;
    editor->result_capacity = *length + 4;
  }
  char *next = editor->result;
  for (int i = 0; i < count; i++) next += wide_encode(text[i], next);
  *line = editor->result;
  return ce_event_line;
}

ce_event ce_editor_read(
  ce_editor *editor, const char *prompt, size_t prompt_length, const char **line, size_t *length
) {
  *line = "";
  *length = 0;
  editor->outcome = ce_event_line;
  editor->depth = 0;
  editor->is_searching = false;
  editor->is_accepted = false;
  editor->drawn_count = editor->drawn_width = 0;
  editor->seen_count = editor->seen_cursor = editor->measured_up_to = 0;
  editor->is_key_fresh = false;
  if (ce_signals_termination() != 0) return ce_event_terminated;
  ce_signals_clear_interrupts();
  if (!set_prompt(editor, prompt, prompt_length)) return ce_event_end;
  ce_signals_take_continue();
  if (ce_signals_take_resize()) el_resize(editor->edit);
  ce_terminal_arm(editor->in, editor->out, editor->understands_escapes ? "\033[?2004l" : "");
  ce_signals_watch_stop(true);
  int is_editing = 1;
  el_wget(editor->edit, EL_EDITMODE, &is_editing);
  // Enter raw mode before the prompt appears: libedit can print the prompt while the terminal still echoes, and keys
  // typed at that moment would appear twice.
  editor->is_editing = is_editing != 0;
  if (is_editing) {
    el_wset(editor->edit, EL_PREP_TERM, 1);
    reader_enter_modes(editor);
  }
  int count = 0;
  const wchar_t *text = el_wgets(editor->edit, &count);
  editor->is_accepted = true;
  if (editor->is_tall) view_move_below(editor);
  if (is_editing) reader_leave_modes(editor);
  ce_signals_watch_stop(false);
  ce_terminal_disarm();
  if (editor->outcome != ce_event_line) {
    // Discard an incomplete key sequence, so that it does not affect the next line.
    editor->pending_start = editor->pending_end = editor->repeated = 0;
    el_reset(editor->edit);
    return editor->outcome;
  }
  ce_event event = take_line(editor, text, count, line, length);
  if (event == ce_event_end) display_write(editor, "\r\n", 2);
  return event;
}

size_t editor_count(const LineInfoW *line) {
  return line->lastchar > line->buffer ? (size_t)(line->lastchar - line->buffer) : 0;
}

size_t editor_cursor(const LineInfoW *line) {
  if (line->cursor < line->buffer) return 0;
  return line->cursor > line->lastchar ? editor_count(line) : (size_t)(line->cursor - line->buffer);
}

void editor_set_line(ce_editor *editor, const wchar_t *text, size_t count) {
  EditLine *edit = editor->edit;
  const LineInfoW *line = el_wline(edit);
  el_cursor(edit, (int)(line->lastchar - line->cursor));
  line = el_wline(edit);
  el_deletestr(edit, (int)(line->lastchar - line->buffer));
  if (count > 0) el_winsertstr(edit, text);
}

void ce_editor_replace(
  ce_editor *editor, size_t start, size_t end, const char *text, size_t length
) {
  const LineInfoW *line = el_wline(editor->edit);
  size_t count = editor_count(line);
  size_t first = wide_index(line->buffer, count, start), last = wide_index(line->buffer, count, end);
  wide_text inserted = {0};
  if (last < first || !wide_decode(&inserted, text, length)) return;
  el_cursor(editor->edit, (int)(line->buffer + last - line->cursor));
  if (last > first) el_deletestr(editor->edit, (int)(last - first));
  if (inserted.count > 0) el_winsertstr(editor->edit, inserted.text);
  free(inserted.text);
}

void ce_editor_show(ce_editor *editor, const char *text, size_t length) {
  display_move_below(editor);
  display_write(editor, text, length);
  display_draw(editor);
}

void ce_editor_size(ce_editor *editor, int *columns, int *rows) {
  *columns = 80;
  *rows = 24;
  ce_terminal_size(editor->in, columns, rows);
}
