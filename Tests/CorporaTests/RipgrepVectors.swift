/// The output of `rg --files` (ripgrep 15.2.0) in one tree, for each of many ignore files.
enum RipgrepVectors {
  /// The files of the tree, except the ignore file.
  static let names = [
    " a", "!", "#x", "-", ".h", "[abc", "^", "a", "a b", "a\\", "ab", "abc", "b", "d/.x/a", "d/a",
    "d/b", "d/e/a", "d/e/f.c", "e/d/a", "x.c", "x.h", "{a,b}", "é",
  ]

  private static let everything = names.filter { !$0.hasPrefix(".") && !$0.contains("/.") }

  /// The text of an ignore file, the files that it excludes, and the hidden files that it
  /// re-includes.
  static let cases: [(rules: String, excluded: [String], added: [String])] = [
    ("*\n", everything, []),
    ("?\n", ["!", "-", "^", "a", "b", "d/a", "d/b", "d/e/a", "d/e/f.c", "e/d/a"], []),
    ("??\n", [" a", "#x", "a\\", "ab", "é"], []),
    ("[é]\n", [], []),
    ("[à-ü]\n", [], []),
    ("[!a]\n", ["!", "-", "^", "b", "d/a", "d/b", "d/e/a", "d/e/f.c", "e/d/a"], []),
    ("{a,b}\n", ["a", "b", "d/a", "d/b", "d/e/a", "e/d/a"], []),
    ("[abc\n", ["[abc"], []),
    ("[z-a]\n", [], []),
    ("a\\\\\n", ["a\\"], []),
    ("[]a^]\n", ["^", "a", "d/a", "d/e/a", "e/d/a"], []),
    ("d/\n", ["d/a", "d/b", "d/e/a", "d/e/f.c", "e/d/a"], []),
    ("a\\ \n", [], []),
    ("a  \n", ["a", "d/a", "d/e/a", "e/d/a"], []),
    ("a\t\n", ["a", "d/a", "d/e/a", "e/d/a"], []),
    ("a \\ b\n", [], []),
    ("{a,b\nab\n", ["ab"], []),
    ("a}\nab\n", ["ab"], []),
    ("a,b\nab\n", ["ab"], []),
    ("d/*\n!d/a\n", ["d/b", "d/e/a", "d/e/f.c"], []),
    ("/d//a\n", [], []),
    ("./a\n", [], []),
    ("!\n", [], [".h", "d/.x/a"]),
    ("/\n", [], []),
    ("**\n", everything, []),
    ("**/\n", ["d/a", "d/b", "d/e/a", "d/e/f.c", "e/d/a"], []),
    ("d**\n", ["d/a", "d/b", "d/e/a", "d/e/f.c", "e/d/a"], []),
    ("d/**\n", ["d/a", "d/b", "d/e/a", "d/e/f.c"], []),
    ("/**\n", everything, []),
    ("**/a\n", ["a", "d/a", "d/e/a", "e/d/a"], []),
    ("**a\n", [" a", "a", "d/a", "d/e/a", "e/d/a"], []),
    ("a/**/b\nd/**/a\n", ["d/a", "d/e/a"], []),
    ("d/**/f.c\n", ["d/e/f.c"], []),
    ("!!\n", [], []),
    ("\\!\n", ["!"], []),
    ("\\#x\n", ["#x"], []),
    ("#x\n", [], []),
    ("[a\\]\n", ["a", "d/a", "d/e/a", "e/d/a"], []),
    ("[a-]\n", ["-", "a", "d/a", "d/e/a", "e/d/a"], []),
    ("[!]\n]\n", [], []),
    (
      "*\n!*/\n!*.c\n",
      [
        " a", "!", "#x", "-", "[abc", "^", "a", "a b", "a\\", "ab", "abc", "b", "d/a", "d/b",
        "d/e/a", "e/d/a", "x.h", "{a,b}", "é",
      ], []
    ),
    ("*\n!d/e/f.c\n", everything, []),
    ("/a\n/d/a\n", ["a", "d/a"], []),
    ("e/\n", ["d/e/a", "d/e/f.c", "e/d/a"], []),
    ("d/e\n", ["d/e/a", "d/e/f.c"], []),
    ("*.c\n!/x.c\n", ["d/e/f.c"], []),
    (".*\n!.h\n", [], [".h"]),
    ("!.h\n!.x\n", [], [".h", "d/.x/a"]),
    ("d/{e/f,a}*\n", ["d/a", "d/e/f.c"], []),
    ("{**/a,b}\n", ["a", "b", "d/a", "d/e/a", "e/d/a"], []),
    ("d[!x]a\n", ["d/a", "e/d/a"], []),
    ("*/a\n", ["d/a"], []),
    ("d?a\n", [], []),
    ("a\r\nb\r\n", ["a", "b", "d/a", "d/b", "d/e/a", "e/d/a"], []),
    ("\u{FEFF}a\n", ["a", "d/a", "d/e/a", "e/d/a"], []),
    ("!.x/\nd/a\n", ["d/a"], ["d/.x/a"]),
    ("d/e/\n!d/e/a\n", ["d/e/a", "d/e/f.c"], []),
    ("*a*\n!ab*\n", [" a", "[abc", "a", "a b", "a\\", "d/a", "d/e/a", "e/d/a", "{a,b}"], []),
    (
      "/*\n!/d\n/d/*\n!/d/e\n",
      [
        " a", "!", "#x", "-", "[abc", "^", "a", "a b", "a\\", "ab", "abc", "b", "d/a", "d/b",
        "e/d/a", "x.c", "x.h", "{a,b}", "é",
      ], []
    ),
    ("d/**/\n", ["d/e/a", "d/e/f.c"], []),
  ]
}
