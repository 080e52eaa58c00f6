"""Makes items for the catalog benchmark: CSV files that depend only on the seed and the number of items."""

import hashlib

HEADER = "id,title,description,keywords,author,year\n"
SYLLABLES = ("ka lo mi ren sta tor vel qui dan bel gro shi nu per wal tin "
             "os ar ed vin mar cu pol ex ham zo fra sel ut né mü lø").split()
MASK = (1 << 64) - 1


class Source:
    """A linear congruential generator of random numbers. Its upper bits are random enough to choose words."""

    def __init__(self, seed):
        self.state = (seed * 2 + 1) * 0x9E3779B97F4A7C15 & MASK

    def bits(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return self.state >> 8


def vocabulary(source):
    """Returns 16,384 words of two to four syllables."""
    words = []
    while len(words) < 1 << 14:
        bits = source.bits()
        words.append("".join(SYLLABLES[bits >> 5 * place & 31] for place in range(2 + (bits >> 50) % 3)))
    return words


def row(source, words, name):
    """Returns a CSV row: a title of 3 words, a description of 6 words, two keywords, an author with two names, and a
    year."""
    picked = []
    for _ in range(4):
        bits = source.bits()
        picked += [words[bits >> shift & 0x3FFF] for shift in (0, 14, 28, 42)]
    year = 1900 + source.bits() % 126
    return (f'{name},{" ".join(picked[:3])},{" ".join(picked[3:9])},"{picked[9]}\n{picked[10]}",'
            f'{" ".join(picked[11:13])},{year}\n')


def make(path, prefix, count, seed):
    """Writes a file of `count` rows."""
    source = Source(seed)
    words = vocabulary(source)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(HEADER)
        for number in range(1, count + 1):
            file.write(row(source, words, f"{prefix}-{number:08}"))


def make_changed(path, old, every, seed):
    """Copies a file; every `every`-th row gets a new title."""
    source = Source(seed)
    words = vocabulary(source)
    number = 0
    with open(old, encoding="utf-8", newline="") as rows, open(path, "w", encoding="utf-8", newline="") as file:
        for line in rows:
            # A row has two lines, because its keywords are separated by a newline: the second line
            # begins with the second keyword.
            number += line.startswith("item-")
            if line.startswith("item-") and number % every == 0:
                name, _, rest = line.split(",", 2)
                line = f"{name},{words[source.bits() & 0x3FFF]} revised,{rest}"
            file.write(line)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
