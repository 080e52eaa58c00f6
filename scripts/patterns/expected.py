"""Reads and writes expected.csv, the expected counts of the named patterns. ripgrep produced the counts; a count is
valid only for the text with the given SHA-256."""

import csv
import os

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.csv")
COLUMNS = ["text", "sha256", "class", "name", "count"]


class Expected:
    def __init__(self):
        self.counts = {}
        if os.path.exists(PATH):
            with open(PATH, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    self.counts[tuple(row[column] for column in COLUMNS[:4])] = int(row["count"])

    def count(self, text, pattern):
        """Returns the expected count; None if the text has changed, or if the pattern is new or generated."""
        return self.counts.get((text.name, text.sha256, pattern.kind, pattern.name))


def record(texts, outcomes):
    """Replaces the counts of the measured named patterns. Counts for other texts do not change."""
    counts = Expected().counts
    for one in outcomes:
        pattern = one.pattern
        if pattern.source == "named" and one.theirs is not None and one.count is not None:
            counts[texts[pattern.text].name, texts[pattern.text].sha256, pattern.kind, pattern.name] = one.count
    with open(PATH, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS)
        for key in sorted(counts):
            out.writerow([*key, counts[key]])
