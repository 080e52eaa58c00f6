// Incremental search in the history with Ctrl-R, in all key maps. libedit's own search uses only
// the lowest byte of a character, so it mistakes some characters for control keys. For example,
// a quarter of all Chinese characters would end the search when they are typed.
#include <wctype.h>

#include "internal.h"

typedef struct {
  wide_text pattern, original, found;
  size_t cursor;
  int depth;
  bool has_failed;
} search;

static bool contains(const wchar_t *text, const wide_text *pattern) {
  bool is_exact = false;
  for (size_t i = 0; i < pattern->count; i++) is_exact |= iswupper((wint_t)pattern->text[i]) != 0;
  for (; *text != 0 || pattern->count == 0; text++) {
    size_t i = 0;
    while (i < pattern->count
           && (is_exact ? text[i] : (wchar_t)towlower((wint_t)text[i])) == pattern->text[i]) i++;
    if (i == pattern->count) return true;
  }
  return false;
}

/// Finds the first entry that contains the pattern, from `depth` on toward older entries, or toward
/// newer entries if `is_backward` is false.
static void find(ce_editor *editor, search *state, int depth, bool is_backward) {
  HistEventW event;
  int at = 1, found = 0;
  state->has_failed = false;
  if (state->pattern.count == 0) return;
  for (int more = history_w(editor->history, &event, H_FIRST); more >= 0;
       more = history_w(editor->history, &event, H_NEXT), at++) {
    if (is_backward ? at < depth : at > depth) {
      if (is_backward) continue;
      break;
    }
    if (!contains(event.str, &state->pattern)) continue;
    found = at;
    wide_set(&state->found, event.str, wcslen(event.str));
    if (is_backward) break;
  }
  if (found == 0) {
    state->has_failed = true;
    return;
  }
  state->depth = found;
  editor_set_line(editor, state->found.text, state->found.count);
}

static void show(ce_editor *editor, const search *state) {
  wide_text *prompt = &editor->search_prompt;
  const wchar_t *label = state->has_failed ? L"no match for '" : L"search '";
  wide_set(prompt, label, wcslen(label));
  for (size_t i = 0; i < state->pattern.count; i++) wide_append(prompt, state->pattern.text[i]);
  for (const wchar_t *end = L"': "; *end != 0; end++) wide_append(prompt, *end);
}

static unsigned char run(EditLine *edit, bool is_backward) {
  ce_editor *editor = editor_of(edit);
  const LineInfoW *line = el_wline(edit);
  search state = {.depth = 0, .cursor = (size_t)(line->cursor - line->buffer)};
  wide_set(&state.original, line->buffer, (size_t)(line->lastchar - line->buffer));
  unsigned char result = CC_REFRESH;
  wchar_t key = 0;
  for (;;) {
    display_erase(editor);
    show(editor, &state);
    editor->is_searching = true;
    display_draw(editor);
    if (el_wgetc(edit, &key) != 1) {
      result = CC_EOF;
      break;
    }
    if (key == 0x12 || key == 0x13) {
      is_backward = key == 0x12;
      find(editor, &state, state.depth + (is_backward ? 1 : -1), is_backward);
    } else if (key == 0x7F || key == 8) {
      wide_text *pattern = &state.pattern;
      if (pattern->count > 0) {
        pattern->count = clusters_move(editor, pattern->text, pattern->count, pattern->count, -1);
        pattern->text[pattern->count] = 0;
      }
      find(editor, &state, 1, true);
    } else if (key >= 0xA0 || (key >= 0x20 && key < 0x7F)) {
      wide_append(&state.pattern, key);
      find(editor, &state, state.depth > 0 ? state.depth : 1, is_backward);
    } else {
      break;
    }
  }
  if (result != CC_EOF) {
    display_erase(editor);
    editor->is_searching = false;
    if (key == 7) {
      // Ctrl-G restores the original line.
      editor_set_line(editor, state.original.text, state.original.count);
      el_cursor(edit, (int)state.cursor - (int)state.original.count);
    } else {
      const wchar_t pushed[] = {key, 0};
      el_wpush(edit, pushed);
    }
    display_draw(editor);
    result = CC_NORM;
  }
  editor->is_searching = false;
  free(state.pattern.text);
  free(state.original.text);
  free(state.found.text);
  return result;
}

unsigned char search_backward(EditLine *edit, wint_t key) {
  (void)key;
  return run(edit, true);
}

unsigned char search_forward(EditLine *edit, wint_t key) {
  (void)key;
  return run(edit, false);
}
