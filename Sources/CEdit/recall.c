// The Up and Down keys select history entries that start with the typed text. libedit's own search
// would interpret the text as a pattern.
#include "internal.h"

static bool begins_with(const wchar_t *text, const wide_text *prefix) {
  return wcsncmp(text, prefix->text, prefix->count) == 0;
}

static bool is_recalled(const ce_editor *editor, const LineInfoW *line) {
  size_t count = (size_t)(line->lastchar - line->buffer);
  return editor->depth > 0 && count == editor->recalled.count
    && wmemcmp(line->buffer, editor->recalled.text, count) == 0;
}

static unsigned char show(ce_editor *editor, const wchar_t *text, int depth) {
  wide_set(&editor->recalled, text, wcslen(text));
  editor->depth = depth;
  editor_set_line(editor, editor->recalled.text, editor->recalled.count);
  return CC_REFRESH;
}

unsigned char recall_previous(EditLine *edit, wint_t key) {
  (void)key;
  ce_editor *editor = editor_of(edit);
  const LineInfoW *line = el_wline(edit);
  size_t count = (size_t)(line->lastchar - line->buffer);
  if (!is_recalled(editor, line)) {
    if (!wide_set(&editor->typed, line->buffer, count)) return CC_ERROR;
    wide_set(&editor->recalled, line->buffer, count);
    editor->depth = 0;
  }
  HistEventW event;
  int depth = 1;
  for (int more = history_w(editor->history, &event, H_FIRST); more >= 0;
       more = history_w(editor->history, &event, H_NEXT), depth++) {
    if (depth <= editor->depth || !begins_with(event.str, &editor->typed)) continue;
    if (wcscmp(event.str, editor->recalled.text) != 0) return show(editor, event.str, depth);
  }
  return CC_ERROR;
}

unsigned char recall_next(EditLine *edit, wint_t key) {
  (void)key;
  ce_editor *editor = editor_of(edit);
  if (!is_recalled(editor, el_wline(edit))) return CC_ERROR;
  HistEventW event;
  const wchar_t *newer = NULL;
  int depth = 1, found = 0;
  for (int more = history_w(editor->history, &event, H_FIRST); more >= 0 && depth < editor->depth;
       more = history_w(editor->history, &event, H_NEXT), depth++) {
    if (!begins_with(event.str, &editor->typed)) continue;
    newer = event.str;
    found = depth;
  }
  return newer == NULL ? show(editor, editor->typed.text, 0) : show(editor, newer, found);
}

void ce_editor_history_add(ce_editor *editor, const char *text, size_t length, bool is_new) {
  wide_text entry = {0};
  HistEventW event;
  if (!wide_decode(&entry, text, length) || entry.count == 0) {
    free(entry.text);
    return;
  }
  for (int more = history_w(editor->history, &event, H_FIRST); more >= 0 && !is_new;
       more = history_w(editor->history, &event, H_NEXT)) {
    if (wcscmp(event.str, entry.text) != 0) continue;
    history_w(editor->history, &event, H_DEL, event.num);
    break;
  }
  history_w(editor->history, &event, H_ENTER, entry.text);
  free(entry.text);
}

void ce_editor_history_clear(ce_editor *editor) {
  HistEventW event;
  history_w(editor->history, &event, H_CLEAR);
}
