// The key bindings in the emacs map and in both vi maps, and the user's ~/.editrc.
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

#include "internal.h"

// The bytes that common terminals send after Escape for special keys without modifiers.
static const struct {
  const char *bytes;
  int key;
} sequences[] = {
  {"[A", key_up}, {"OA", key_up}, {"[B", key_down}, {"OB", key_down},
  {"[C", key_right}, {"OC", key_right}, {"[D", key_left}, {"OD", key_left},
  {"[5C", key_word_right}, {"Oc", key_word_right}, {"[5D", key_word_left}, {"Od", key_word_left},
  {"[H", key_home}, {"OH", key_home}, {"[1~", key_home}, {"[7~", key_home},
  {"[F", key_end}, {"OF", key_end}, {"[4~", key_end}, {"[8~", key_end},
  {"[3~", key_delete}, {"[200~", key_paste}, {"[201~", key_nothing},
  {"[2~", key_nothing}, {"[5~", key_nothing}, {"[6~", key_nothing}, {"[Z", key_nothing},
  {"OP", key_nothing}, {"OQ", key_nothing}, {"OR", key_nothing}, {"OS", key_nothing},
  {"[[A", key_nothing}, {"[[B", key_nothing}, {"[[C", key_nothing}, {"[[D", key_nothing},
  {"[[E", key_nothing}, {"[11~", key_nothing}, {"[12~", key_nothing}, {"[13~", key_nothing},
  {"[14~", key_nothing}, {"[15~", key_nothing}, {"[17~", key_nothing}, {"[18~", key_nothing},
  {"[19~", key_nothing}, {"[20~", key_nothing}, {"[21~", key_nothing}, {"[23~", key_nothing},
  {"[24~", key_nothing},
};
enum { sequence_count = sizeof sequences / sizeof *sequences };

// The letters in key sequences of the format `[1;` modifier letter. Shift (modifier 2) has no
// effect on the key. With any other modifier, the left and right arrow keys move by a word.
static const char modified_letters[] = "ABCDHFPQRS";
// The numbers in key sequences of the format `[` number `;` modifier `~`. The number 3 is Delete;
// the keys with the other numbers have no function.
static const int modified_numbers[] = {2, 3, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24};

static int modified_key(char letter, int modifier) {
  switch (letter) {
  case 'A': return key_up;
  case 'B': return key_down;
  case 'C': return modifier == 2 ? key_right : key_word_right;
  case 'D': return modifier == 2 ? key_left : key_word_left;
  case 'H': return key_home;
  case 'F': return key_end;
  default: return key_nothing;
  }
}

static const wchar_t *const commands[] = {
  L"sb-previous", L"sb-next", L"sb-left", L"sb-right", L"ed-prev-word", L"em-next-word",
  L"ed-move-to-beg", L"sb-end", L"sb-delete", L"sb-newline", L"sb-paste", L"sb-nothing",
  L"ed-newline", L"ed-prev-char", L"ed-next-char", L"sb-finish",
};

int bindings_key(const char *bytes, size_t count) {
  for (int i = 0; i < sequence_count; i++) {
    if (strlen(sequences[i].bytes) == count && memcmp(sequences[i].bytes, bytes, count) == 0) {
      return sequences[i].key;
    }
  }
  if (count == 5 && memcmp(bytes, "[1;", 3) == 0) return modified_key(bytes[4], bytes[3] - '0');
  return count == 5 && memcmp(bytes, "[3;", 3) == 0 ? key_delete : key_nothing;
}

// MARK: Editing functions

static unsigned char do_nothing(EditLine *edit, wint_t key) {
  (void)edit;
  (void)key;
  return CC_NORM;
}

/// Moves to the end of the line; in vi's insert mode, libedit's own command stops at the last
/// character instead.
static unsigned char move_to_end(EditLine *edit, wint_t key) {
  (void)key;
  const LineInfoW *line = el_wline(edit);
  el_cursor(edit, (int)(line->lastchar - line->cursor));
  return CC_REFRESH;
}

static unsigned char insert_newline(EditLine *edit, wint_t key) {
  (void)key;
  return el_winsertstr(edit, L"\n") == 0 ? CC_REFRESH : CC_ERROR;
}

static char *encoded_line(EditLine *edit, size_t *length) {
  const LineInfoW *line = el_wline(edit);
  return wide_encode_all(line->buffer, editor_count(line), length);
}

static void report_accepted(EditLine *edit) {
  ce_editor *editor = editor_of(edit);
  if (editor->accept == NULL) return;
  size_t length;
  char *text = encoded_line(edit, &length);
  if (text != NULL) editor->accept(editor->accept_context, text, length);
  free(text);
}

static unsigned char enter(EditLine *edit, wint_t key) {
  const LineInfoW *line = el_wline(edit);
  const wchar_t *end = line->lastchar;
  while (end > line->buffer && end[-1] == '\\') end--;
  // If the line ends in an odd number of backslashes, the last backslash is not escaped, so the
  // line continues.
  if ((line->lastchar - end) % 2 == 1) {
    el_cursor(edit, (int)(line->lastchar - line->cursor));
    return insert_newline(edit, key);
  }
  report_accepted(edit);
  static const wchar_t accept[] = {key_accept, 0};
  el_wpush(edit, accept);
  return CC_NORM;
}

static unsigned char complete(EditLine *edit, wint_t key) {
  (void)key;
  ce_editor *editor = editor_of(edit);
  if (editor->complete == NULL) return CC_ERROR;
  const LineInfoW *line = el_wline(edit);
  size_t cursor = wide_encoded_length(line->buffer, editor_cursor(line));
  size_t length;
  char *text = encoded_line(edit, &length);
  if (text == NULL) return CC_ERROR;
  editor->complete(editor->complete_context, text, length, cursor);
  free(text);
  return CC_REFRESH;
}

void bindings_define(ce_editor *editor) {
  EditLine *edit = editor->edit;
  el_wset(
    edit, EL_ADDFN, L"sb-previous", L"Recall an older line that begins like this one",
    recall_previous);
  el_wset(
    edit, EL_ADDFN, L"sb-next", L"Recall a newer line that begins like this one", recall_next);
  el_wset(edit, EL_ADDFN, L"sb-newline", L"Insert a line break", insert_newline);
  el_wset(edit, EL_ADDFN, L"sb-paste", L"Insert the text that the terminal pastes", reader_paste);
  el_wset(edit, EL_ADDFN, L"sb-nothing", L"Do nothing", do_nothing);
  el_wset(edit, EL_ADDFN, L"sb-end", L"Move past the last character", move_to_end);
  el_wset(edit, EL_ADDFN, L"sb-left", L"Move one character to the left", clusters_left);
  el_wset(edit, EL_ADDFN, L"sb-right", L"Move one character to the right", clusters_right);
  el_wset(
    edit, EL_ADDFN, L"sb-backspace", L"Delete the character before the cursor", clusters_backspace);
  el_wset(edit, EL_ADDFN, L"sb-delete", L"Delete the character at the cursor", clusters_delete);
  el_wset(
    edit, EL_ADDFN, L"sb-delete-or-end", L"Delete a character, or end the input if the line is empty",
    clusters_delete_or_end);
  el_wset(edit, EL_ADDFN, L"sb-transpose", L"Exchange two characters", clusters_transpose);
  el_wset(
    edit, EL_ADDFN, L"sb-finish", L"Complete a command that moves over characters",
    clusters_finish);
  el_wset(edit, EL_ADDFN, L"sb-enter", L"Accept the line, or continue it", enter);
  el_wset(edit, EL_ADDFN, L"sb-complete", L"Complete the word", complete);
  el_wset(edit, EL_ADDFN, L"sb-search", L"Search older lines as you type", search_backward);
  el_wset(edit, EL_ADDFN, L"sb-search-forward", L"Search newer lines as you type", search_forward);
}

// MARK: Maps

static void bind_all(EditLine *edit, const wchar_t *key, const wchar_t *command) {
  el_wset(edit, EL_BIND, key, command, NULL);
  el_wset(edit, EL_BIND, L"-a", key, command, NULL);
}

static void bind_escape(EditLine *edit, const char *bytes, int key) {
  wchar_t sequence[24] = L"\\e";
  for (size_t i = 0; i <= strlen(bytes); i++) sequence[2 + i] = bytes[i];
  el_wset(edit, EL_BIND, sequence, commands[key - key_up], NULL);
}

static void bind_modified(EditLine *edit) {
  char bytes[16];
  for (int modifier = 2; modifier <= 8; modifier++) {
    for (const char *letter = modified_letters; *letter != 0; letter++) {
      snprintf(bytes, sizeof bytes, "[1;%d%c", modifier, *letter);
      bind_escape(edit, bytes, modified_key(*letter, modifier));
    }
    for (size_t i = 0; i < sizeof modified_numbers / sizeof *modified_numbers; i++) {
      snprintf(bytes, sizeof bytes, "[%d;%d~", modified_numbers[i], modifier);
      bind_escape(edit, bytes, modified_numbers[i] == 3 ? key_delete : key_nothing);
    }
  }
}

/// Binds the keys that delete the previous character: Ctrl-H, Ctrl-? and the erase key of the terminal's settings.
static void bind_backspace(ce_editor *editor) {
  EditLine *edit = editor->edit;
  struct termios modes;
  el_wset(edit, EL_BIND, L"^H", L"sb-backspace", NULL);
  el_wset(edit, EL_BIND, L"^?", L"sb-backspace", NULL);
  if (tcgetattr(editor->in, &modes) != 0) return;
  wchar_t key[] = {modes.c_cc[VERASE], 0};
  if (key[0] > 0 && key[0] < 0x20 && key[0] != 27) {
    el_wset(edit, EL_BIND, key, L"sb-backspace", NULL);
  }
}

void bindings_bind(ce_editor *editor) {
  EditLine *edit = editor->edit;
  const wchar_t *map = L"emacs";
  el_wget(edit, EL_EDITOR, &map);
  editor->is_vi = wcscmp(map, L"vi") == 0;
  for (int i = 0; i < (int)(sizeof commands / sizeof *commands); i++) {
    wchar_t key[2] = {key_up + i, 0};
    bind_all(edit, key, commands[i]);
  }
  static const struct {
    const wchar_t *key, *command;
  } plain[] = {
    {L"^M", L"sb-enter"}, {L"^J", L"sb-enter"}, {L"^I", L"sb-complete"},
    {L"^R", L"sb-search"}, {L"^S", L"sb-search-forward"},
    {L"^P", L"sb-previous"}, {L"^N", L"sb-next"},
  };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    bind_all(edit, plain[i].key, plain[i].command);
  }
  if (editor->is_vi) {
    // The reader has already decoded multi-byte keys. With a binding that begins with Escape,
    // libedit would discard the key that is typed after Escape.
    el_wset(edit, EL_BIND, L"-a", L"^[", L"sb-nothing", NULL);
    static const wchar_t end[] = {key_end, 0};
    el_wset(edit, EL_BIND, L"-a", end, L"ed-move-to-end", NULL);
    // In vi's command mode, counts and operators require libedit's own commands.
    static const wchar_t left[] = {key_left, 0}, right[] = {key_right, 0}, delete[] = {key_delete, 0};
    el_wset(edit, EL_BIND, L"-a", left, L"ed-prev-char", NULL);
    el_wset(edit, EL_BIND, L"-a", right, L"ed-next-char", NULL);
    el_wset(edit, EL_BIND, L"-a", delete, L"ed-delete-next-char", NULL);
    return;
  }
  el_wset(edit, EL_BIND, L"^W", L"ed-delete-prev-word", NULL);
  bind_backspace(editor);
  el_wset(edit, EL_BIND, L"^E", L"sb-end", NULL);
  el_wset(edit, EL_BIND, L"^B", L"sb-left", NULL);
  el_wset(edit, EL_BIND, L"^F", L"sb-right", NULL);
  el_wset(edit, EL_BIND, L"^D", L"sb-delete-or-end", NULL);
  el_wset(edit, EL_BIND, L"^T", L"sb-transpose", NULL);
  bind_modified(edit);
  el_wset(edit, EL_BIND, L"\\e\\r", L"sb-newline", NULL);
  el_wset(edit, EL_BIND, L"\\e\\n", L"sb-newline", NULL);
  for (int i = 0; i < sequence_count; i++) bind_escape(edit, sequences[i].bytes, sequences[i].key);
}

// MARK: ~/.editrc

/// Whether a line `PATTERN:command` applies to this program. As in libedit, the pattern must be a
/// substring of the program's name, or match it as a regular expression.
static bool is_for_us(const char *word, const char *program) {
  const char *colon = strchr(word, ':');
  if (colon == NULL) return true;
  if (colon == word) return false;
  char *pattern = strndup(word, (size_t)(colon - word));
  if (pattern == NULL) return false;
  regex_t compiled;
  bool matches = strstr(program, pattern) != NULL;
  if (!matches && regcomp(&compiled, pattern, REG_NOSUB) == 0) {
    matches = regexec(&compiled, program, 0, NULL, 0) == 0;
    regfree(&compiled);
  }
  free(pattern);
  return matches;
}

static void obey(ce_editor *editor, const char *program, int count, const char **words) {
  if (count == 0 || words[0][0] == '#' || !is_for_us(words[0], program)) return;
  el_parse(editor->edit, count, words);
  // `bind -v` and `bind -e` reset the key maps, so bind this program's keys again. The user's later
  // bindings override this program's keys.
  const char *colon = strchr(words[0], ':');
  bool is_bind = strcmp(colon == NULL ? words[0] : colon + 1, "bind") == 0;
  if (is_bind && count == 2 && (strcmp(words[1], "-v") == 0 || strcmp(words[1], "-e") == 0)) {
    bindings_bind(editor);
  }
}

void bindings_source(ce_editor *editor, const char *program) {
  const char *named = getenv("EDITRC"), *home = getenv("HOME");
  char path[4096];
  if (named == NULL && home == NULL) return;
  int length = named != NULL ? snprintf(path, sizeof path, "%s", named)
                             : snprintf(path, sizeof path, "%s/.editrc", home);
  if (length <= 0 || length >= (int)sizeof path) return;
  FILE *file = fopen(path, "re");
  if (file == NULL) return;
  Tokenizer *tokenizer = tok_init(NULL);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t count;
  while ((count = getline(&line, &capacity, file)) >= 0) {
    if (count > 0 && line[count - 1] == '\n') line[count - 1] = 0;
    int word_count;
    const char **words;
    tok_reset(tokenizer);
    // Skip a line with an unterminated quote, as libedit does.
    bool is_whole = tok_str(tokenizer, line, &word_count, &words) == 0;
    if (is_whole) obey(editor, program, word_count, words);
  }
  free(line);
  tok_end(tokenizer);
  fclose(file);
}
