"""Makes queries like those that a person types, from words that are frequent, less frequent, rare or absent in the
corpus."""

import collections
import mmap
import random
import re

# The number of bytes of the corpus that are read to count its words.
SAMPLE = 24 << 20

BACKSPACE = "\x7f"


class Words:
    def __init__(self, path, seed):
        with open(path, "rb") as file:
            sample = file.read(SAMPLE)
            self.counts = collections.Counter(re.findall(rb"[a-z]{3,}", sample[:sample.rfind(b"\n")]))
            ranked = [word.decode() for word, _ in self.counts.most_common()]
            self.random = random.Random(seed)
            self.groups = {
                "frequent": ranked[:30],
                "medium": ranked[len(ranked) // 100:len(ranked) // 20],
                "rare": ranked[-len(ranked) // 4:],
            }
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
                self.groups["absent"] = self.absent(whole)

    def absent(self, whole):
        """Returns rare words with an added ending, so that they are absent from the corpus."""
        found = []
        while len(found) < 8:
            word = self.random.choice(self.groups["rare"])[:6] + self.random.choice(("qx", "zzq", "xk"))
            if whole.find(word.encode()) < 0:
                found.append(word)
        return found

    def pick(self, group, least=4):
        return self.random.choice([word for word in self.groups[group] if len(word) >= least])


def steps(*parts):
    """Yields each key and the text after the key. In `parts`, a number stands for this many Backspace keys."""
    text = ""
    for part in parts:
        for key in [BACKSPACE] * part if isinstance(part, int) else part:
            text = text[:-1] if key == BACKSPACE else text + key
            yield key, text


def substring(words):
    pick = words.pick
    yield "frequent", steps(pick("frequent"))
    yield "medium", steps(pick("medium"))
    yield "rare", steps(pick("rare", 6))
    yield "absent", steps(pick("absent"))
    yield "corrected", steps(pick("medium"), 3, pick("medium")[-3:])
    yield "inside a word", steps(pick("medium", 6)[1:-1])
    yield "two words", steps(f"{pick('frequent')} {pick('frequent')}")
    yield "capitals", steps(pick("medium").upper())
    yield "frequent, mistyped", steps(pick("frequent") + "q", 1, " " + pick("medium"))
    yield "rare, given up", steps(pick("rare", 6), 5)
    yield "medium, then rare", steps(f"{pick('medium')} {pick('rare')}")
    yield "end of a word", steps(pick("rare", 7)[3:] + " ")


def prefix(words):
    pick = words.pick
    yield "frequent", steps(pick("frequent"))
    yield "medium", steps(pick("medium"))
    yield "rare", steps(pick("rare", 6))
    yield "absent", steps(pick("absent"))
    yield "two frequent", steps(f"{pick('frequent')} {pick('frequent')}")
    yield "frequent and medium", steps(f"{pick('frequent')} {pick('medium')}")
    yield "corrected", steps(pick("medium"), 3, pick("medium")[-3:])
    yield "three beginnings", steps(f"{pick('frequent')[:3]} {pick('medium')[:3]} {pick('rare')[:2]}")
    yield "frequent and rare", steps(f"{pick('frequent')} {pick('rare', 6)}")
    yield "frequent and absent", steps(f"{pick('frequent')} {pick('absent')}", 2)
    yield "capitals", steps(pick("medium").upper())
    yield "rare, given up", steps(pick("rare", 6), 5)


def boolean(words):
    pick = words.pick
    yield "frequent", steps(pick("frequent"))
    yield "and", steps(f"{pick('frequent')} AND {pick('frequent')}")
    yield "or", steps(f"{pick('medium')} OR {pick('medium')}")
    yield "and not", steps(f"{pick('frequent')} AND NOT {pick('frequent')}")
    yield "parentheses", steps(f"({pick('medium')} OR {pick('frequent')}) AND {pick('medium')}")
    yield "rare", steps(pick("rare", 6))
    yield "absent or rare", steps(f"{pick('absent')} OR {pick('rare')}")
    yield "phrase", steps(f'"{pick("frequent")} {pick("frequent")}"')
    yield "corrected", steps(f"{pick('frequent')} AND {pick('medium')}", 3, pick("medium")[-3:])
    yield "not", steps(f"NOT {pick('frequent')}")
    yield "three", steps(f"{pick('frequent')} AND {pick('medium')} OR {pick('rare')}")
    yield "given up", steps(f"{pick('medium')} OR {pick('frequent')}", 8)


def regex(words):
    pick = words.pick
    yield "literal beginning", steps(f"{pick('medium')}[a-z]+")
    yield "alternation", steps(f"{pick('medium')}|{pick('rare')}")
    yield "class", steps(f"[{pick('frequent')[0]}kt]{pick('medium')[1:4]}")
    yield "no literal", steps("[aeiou]{3}[rst]")
    yield "whole word", steps(rf"\b{pick('frequent')}\b")
    yield "line start", steps(f"^{pick('frequent')[:3]}")
    yield "rare with a class", steps(f"{pick('rare', 6)[:5]}[aeiou]")
    yield "distance", steps(f"{pick('frequent')}.*{pick('medium')}")
    yield "group", steps(f"({pick('medium')[:4]}|{pick('medium')[:4]})[a-z]*io")
    yield "corrected", steps(f"{pick('medium')}.+", 3, "$")
    yield "absent", steps(f"{pick('absent')}[a-z]")
    yield "optional", steps(f"{pick('frequent')}s? {pick('medium')[:3]}")


PLANS = {"substring": substring, "prefix": prefix, "bool": boolean, "regex": regex}


def plan(strategy, words, is_quick):
    """Returns the kind and the steps of each query, or of every fourth query if `is_quick` is true."""
    queries = list(PLANS[strategy](words))
    return queries[::4] if is_quick else queries
