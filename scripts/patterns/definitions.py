"""Reads the named patterns from definitions/CLASS.toml, and translates patterns for ripgrep.

A file is a list of [[pattern]] tables with these keys:

    name          the name of the pattern, which is unique in its class
    text          the texts to search
    pattern       a regular expression (RE2 syntax); {words} stands for an alternation of words
    fixed         if true, the pattern is literal text, not a regular expression
    ignore-case   if true, case is ignored
    words         the number of words in {words}; the words come from the text and are the same in every run
    prefix        a prefix that all words have
    absent        if true, the words are changed so that they do not occur in the text
    note          a remark for readers of the file
"""

import os
import re
import tomllib

from samples import Sample

HERE = os.path.dirname(os.path.abspath(__file__))
KEYS = {"name", "text", "pattern", "fixed", "ignore-case", "words", "prefix", "absent", "note"}
CLASSES = sorted(name[:-5] for name in os.listdir(f"{HERE}/definitions") if name.endswith(".toml"))


class Pattern:
    """One pattern for one text. `source` is "named" or "generated"."""

    def __init__(self, kind, name, text, pattern, fixed=False, ignore_case=False, source="named"):
        self.kind = kind
        self.name = name
        self.text = text
        self.pattern = pattern
        self.fixed = fixed
        self.ignore_case = ignore_case
        self.source = source

    @property
    def options(self):
        return " ".join(word for word, is_on in (("fixed", self.fixed), ("ignore-case", self.ignore_case)) if is_on)

    def ours(self, program, threads, file):
        case = "ignore" if self.ignore_case else "sensitive"
        command = [program, "search", "-c", "-s", "substring" if self.fixed else "regex", "--case", case,
                   "--diacritics", "sensitive", "--type", "lines"]
        if self.fixed:
            command += ["--trim", "off"]
        if threads == "1":
            command += ["--threads", "1"]
        return [*command, "--", self.pattern, file]

    def theirs(self, program, threads, file):
        command = [program, "--no-config", "-c"]
        if self.fixed:
            command.append("-F")
        if self.ignore_case:
            command.append("-i")
        if threads == "1":
            command.append("-j1")
        return [*command, "--", self.pattern, file]


def quoted(text):
    """Returns a regular expression that matches the text literally."""
    return re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", text)


def named(kinds, chosen, texts):
    """Yields the named patterns of the given classes for the selected texts."""
    for kind in kinds:
        with open(f"{HERE}/definitions/{kind}.toml", "rb") as file:
            entries = tomllib.load(file)["pattern"]
        for entry in entries:
            if not KEYS.issuperset(entry):
                raise ValueError(f"{kind}.toml: unknown key in '{entry.get('name')}'")
            for text in entry["text"]:
                if text not in chosen:
                    continue
                pattern = entry["pattern"]
                if "words" in entry:
                    words = some_words(Sample(texts[text], 1), entry)
                    pattern = pattern.replace("{words}", "|".join(map(quoted, words)))
                yield Pattern(kind, entry["name"], text, pattern, entry.get("fixed", False),
                              entry.get("ignore-case", False))


def some_words(sample, entry):
    prefix = entry.get("prefix", "")
    words = sample.words(entry["words"], 5, 24, where=lambda word: word.startswith(prefix))
    return [word[:3] + "zq" + word[3:] for word in words] if entry.get("absent") else words
