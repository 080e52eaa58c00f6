"""Samples of a text: pieces from random offsets. Generated patterns use words of these pieces."""

import re

from records import Dice

PIECES = 4
PIECE = 1 << 19
# Matches whole words that consist of letters, but not parts of identifiers with digits. Logs have many such
# identifiers.
WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")


class Sample:
    """A sample of a text. The same seed and text give the same sample."""

    def __init__(self, text, seed):
        self.dice = Dice(f"{seed} {text.name} {text.sha256}")
        pieces = []
        with open(text.path, "rb") as file:
            for _ in range(PIECES):
                file.seek(self.dice.below(max(1, text.size - PIECE)))
                pieces.append(file.read(PIECE).decode("utf-8", "ignore"))
        self.text = " ".join(pieces)
        # Omit the first and the last line of each piece, because these lines are incomplete.
        self.lines = [line for piece in pieces for line in piece.split("\n")[1:-1]]
        self.distinct = list(dict.fromkeys(WORD.findall(self.text)))

    def words(self, count, shortest, longest, where=lambda word: True):
        """Returns up to `count` distinct words with `shortest` to `longest` characters, in a random order."""
        fitting = [word for word in self.distinct if shortest <= len(word) <= longest and where(word)]
        return self.dice.sample(fitting, count)

    def word(self, shortest=4, longest=10, where=lambda word: True):
        """Returns a word with `shortest` to `longest` characters; if the sample has none, returns an invented word."""
        return (self.words(1, shortest, longest, where) or ["wombat"[:longest]])[0]

    def slice(self, shortest, longest):
        """Returns a part of the text without line breaks, and without spaces at the start and the end."""
        while True:
            length = self.dice.between(shortest, longest)
            start = self.dice.below(len(self.text) - length)
            found = self.text[start:start + length]
            if found.isprintable() and found == found.strip():
                return found

    def common(self, count):
        """Returns the `count` most common characters."""
        tally = {}
        for mark in self.text[:1 << 17]:
            tally[mark] = tally.get(mark, 0) + 1
        tally.pop("\n", None)
        return sorted(tally, key=lambda mark: (-tally[mark], mark))[:count]

    def with_share(self, share):
        """Returns a word that is in about the given share of the lines, estimated from a sample."""
        lines = self.dice.sample(self.lines, 2000) or [self.text]
        tally = {}
        for line in lines:
            for word in set(WORD.findall(line)):
                tally[word] = tally.get(word, 0) + 1
        wanted = share * len(lines)
        best = sorted(tally, key=lambda word: (abs(tally[word] - wanted), word))[:5]
        return self.dice.pick(best)
