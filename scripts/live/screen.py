"""Computes the rows of the screen from the output of live search, frame by frame."""

import re

BEGINNING, END = b"\x1b[?2026h", b"\x1b[?2026l"

# Matches a control sequence or the text up to the next control sequence.
PIECE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^\[]|([^\x1b]+)")


class Screen:
    """The current rows of the screen. Live search always draws whole rows, beginning at the first cell."""

    def __init__(self):
        self.rows = {}
        self.row = 1
        self.is_new = True
        self.pending = b""

    def feed(self, data):
        """Adds output to the screen; yields the query line and the status line after each complete frame."""
        self.pending += data
        *frames, self.pending = self.pending.split(END)
        for frame in frames:
            self.draw(frame.split(BEGINNING)[-1].decode("utf-8", "replace"))
            yield self.rows.get(1, ""), self.rows.get(2, "")

    def draw(self, frame):
        for parameters, final, text in PIECE.findall(frame):
            if text:
                self.rows[self.row] = text if self.is_new else self.rows.get(self.row, "") + text
                self.is_new = False
            elif final == "H":
                row, column = ([int(part) for part in parameters.split(";") if part] + [1, 1])[:2]
                self.row, self.is_new = row, column == 1
            elif final == "K" and self.is_new:
                self.rows[self.row] = ""
            elif final == "J":
                self.rows = {}


class Status:
    """Parses the status line, which is the second row of the screen."""

    COUNTED = re.compile(r"^([\d,]+) records?\b(?! …)(?: · ([\d,]+) hits?)?")
    BEGUN = re.compile(r"^[\d,]+\+ … records?\b")

    def __init__(self, line):
        # If the line begins with an ellipsis, the page has not been drawn yet.
        self.is_waiting = line.startswith("…") or not line
        counted = None if self.is_waiting else self.COUNTED.match(line)
        self.records, self.hits = counted.groups() if counted else (None, None)
        # If the line is neither a count nor a partial count, it is an error message about the
        # query.
        self.is_fault = not self.is_waiting and not counted and not self.BEGUN.match(line)
        self.is_whole = counted is not None or self.is_fault
        self.is_indexing = "indexing " in line
