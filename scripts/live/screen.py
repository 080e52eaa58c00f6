"""Reads the rows of the screen out of what live search draws, frame by frame."""

import re

BEGINNING, END = b"\x1b[?2026h", b"\x1b[?2026l"

# A control sequence, or a run of text up to the next.
PIECE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^\[]|([^\x1b]+)")


class Screen:
    """The rows as they stand; a row is always drawn whole, from its first cell on."""

    def __init__(self):
        self.rows = {}
        self.row = 1
        self.is_new = True
        self.pending = b""

    def feed(self, data):
        """Takes what was read; gives (query line, status line) after each frame that has come to its end."""
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
    """What the second row says of the text in the first."""

    COUNTED = re.compile(r"^([\d,]+) records?\b(?! …)(?: · ([\d,]+) hits?)?")
    BEGUN = re.compile(r"^[\d,]+\+ … records?\b")

    def __init__(self, line):
        # The page is not there yet, whatever stands behind the sign.
        self.is_waiting = line.startswith("…") or not line
        counted = None if self.is_waiting else self.COUNTED.match(line)
        self.records, self.hits = counted.groups() if counted else (None, None)
        # Neither counted nor begun: a sentence that says what is wrong with the query.
        self.is_fault = not self.is_waiting and not counted and not self.BEGUN.match(line)
        self.is_whole = counted is not None or self.is_fault
        self.is_indexing = "indexing " in line
