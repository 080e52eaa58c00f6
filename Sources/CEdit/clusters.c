// Commands that move over and delete grapheme clusters, which are the characters that the user
// sees. libedit's own commands move over and delete single Unicode scalars. The caller
// supplies a function that finds the boundaries of the clusters.
#include "internal.h"

typedef enum { cluster_move, cluster_delete } cluster_action;

void ce_editor_set_cluster_finder(ce_editor *editor, ce_cluster_finder finder) {
  editor->find_cluster = finder;
}

size_t clusters_move(
  ce_editor *editor, const wchar_t *text, size_t count, size_t index, long distance
) {
  size_t length;
  bool is_forward = distance > 0;
  char *bytes = wide_encode_all(text, count, &length);
  size_t offset = wide_encoded_length(text, index);
  for (long left = is_forward ? distance : -distance; left > 0; left--) {
    if (index == (is_forward ? count : 0)) break;
    if (bytes == NULL || editor->find_cluster == NULL) {
      index = is_forward ? index + 1 : index - 1;
      continue;
    }
    offset = editor->find_cluster(bytes, length, offset, is_forward);
    index = wide_index(text, count, offset);
  }
  free(bytes);
  return index;
}

size_t clusters_length_before(ce_editor *editor) {
  const LineInfoW *line = el_wline(editor->edit);
  size_t count = editor_count(line);
  size_t cursor = editor_cursor(line);
  return cursor == 0 ? 1 : cursor - clusters_move(editor, line->buffer, count, cursor, -1);
}

static unsigned char apply(EditLine *edit, size_t start, long distance, cluster_action action) {
  const LineInfoW *line = el_wline(edit);
  size_t count = editor_count(line);
  size_t target = clusters_move(editor_of(edit), line->buffer, count, start, distance);
  if (target == start) return CC_ERROR;
  size_t last = action == cluster_delete && start > target ? start : target;
  el_cursor(edit, (int)(line->buffer + last - line->cursor));
  if (action == cluster_delete) {
    el_deletestr(edit, (int)(target > start ? target - start : start - target));
  }
  // After a movement, CC_CURSOR should be sufficient, but libedit would then miscount the cells of
  // combining marks.
  return CC_REFRESH;
}

/// Moves over or deletes clusters. In emacs mode, the number of clusters is the numeric argument
/// (such as Alt-3); otherwise, it is 1.
///
/// libedit does not pass the numeric argument to added functions. Therefore, libedit's own command
/// moves the cursor first. Then, `clusters_finish` restores the cursor, and moves over or deletes
/// as many clusters as libedit's command has moved over characters.
static unsigned char run(EditLine *edit, wint_t key, bool is_forward, cluster_action action) {
  ce_editor *editor = editor_of(edit);
  const LineInfoW *line = el_wline(edit);
  size_t start = editor_cursor(line);
  // libedit appends pushed keys to the keys of the user's macro, so do not push keys during a macro. The insert mode of
  // vi has no numeric arguments.
  bool is_typed = editor->is_key_fresh && editor->last_key == (wchar_t)key;
  editor->is_key_fresh = false;
  if (editor->is_vi || !is_typed) return apply(edit, start, is_forward ? 1 : -1, action);
  editor->cluster_start = start;
  editor->is_cluster_deleted = action == cluster_delete;
  static const wchar_t forward[] = {key_probe_right, key_finish, 0};
  static const wchar_t backward[] = {key_probe_left, key_finish, 0};
  el_wpush(edit, is_forward ? forward : backward);
  // CC_ARGHACK keeps the numeric argument for the next command.
  return CC_ARGHACK;
}

unsigned char clusters_finish(EditLine *edit, wint_t key) {
  (void)key;
  ce_editor *editor = editor_of(edit);
  const LineInfoW *line = el_wline(edit);
  long distance = (long)editor_cursor(line) - (long)editor->cluster_start;
  // libedit's command has already reported that there is no character to move over.
  if (distance == 0) return CC_NORM;
  cluster_action action = editor->is_cluster_deleted ? cluster_delete : cluster_move;
  return apply(edit, editor->cluster_start, distance, action);
}

unsigned char clusters_left(EditLine *edit, wint_t key) {
  return run(edit, key, false, cluster_move);
}

unsigned char clusters_right(EditLine *edit, wint_t key) {
  return run(edit, key, true, cluster_move);
}

unsigned char clusters_backspace(EditLine *edit, wint_t key) {
  return run(edit, key, false, cluster_delete);
}

unsigned char clusters_delete(EditLine *edit, wint_t key) {
  return run(edit, key, true, cluster_delete);
}

unsigned char clusters_delete_or_end(EditLine *edit, wint_t key) {
  const LineInfoW *line = el_wline(edit);
  if (line->lastchar > line->buffer) return clusters_delete(edit, key);
  display_write(editor_of(edit), "^D", 2);
  return CC_EOF;
}

/// Exchanges the cluster before the cursor with the cluster after it; at the end of the line,
/// exchanges the last two clusters.
unsigned char clusters_transpose(EditLine *edit, wint_t key) {
  (void)key;
  ce_editor *editor = editor_of(edit);
  const LineInfoW *line = el_wline(edit);
  size_t count = editor_count(line);
  size_t cursor = editor_cursor(line);
  size_t end = clusters_move(editor, line->buffer, count, cursor, 1);
  size_t middle = clusters_move(editor, line->buffer, count, end, -1);
  size_t start = clusters_move(editor, line->buffer, count, middle, -1);
  if (start == middle) return CC_ERROR;
  wide_text swapped = {0};
  if (!wide_set(&swapped, line->buffer + middle, end - middle)) return CC_ERROR;
  for (size_t i = start; i < middle; i++) wide_append(&swapped, line->buffer[i]);
  if (swapped.count == end - start) {
    el_cursor(edit, (int)(line->buffer + end - line->cursor));
    el_deletestr(edit, (int)(end - start));
    el_winsertstr(edit, swapped.text);
  }
  free(swapped.text);
  return CC_REFRESH;
}
