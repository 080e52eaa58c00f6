"""The results of each pattern, tables of these results, and the goals."""

import csv
import math

GOALS = {"all": 0.55, "1": 0.75}
MOST_OVER = 0.05
SLOWEST = 1.5
LONGEST = 400


class Outcome:
    """The times and the count for one pattern. A time is None if the program failed. The count comes from ripgrep, and
    is None if both programs failed.

    `faults` is a list of sentences that say why the pattern is reported as wrong.
    """

    def __init__(self, pattern, expected):
        self.pattern = pattern
        self.expected = expected
        self.count = None
        self.ours = None
        self.theirs = None
        self.rounds = 0
        # The ratio is searchbench's time divided by ripgrep's time. If one program was killed, the ratio is only a
        # bound. If both were killed or one failed, the ratio is None.
        self.ratio = None
        self.note = ""
        self.faults = []

    def is_over(self, limit):
        # A ratio that equals the limit after rounding does not exceed the limit.
        return self.ratio is not None and round(self.ratio, 3) > limit


def shortened(text):
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)} characters)"


def milliseconds(seconds):
    return "" if seconds is None else f"{seconds * 1e3:.2f}"


def line_of(outcome):
    pattern = outcome.pattern
    work = f"{pattern.kind}, {pattern.name}, {pattern.text}"
    ratio = "" if outcome.ratio is None else f"{outcome.ratio:.3f}"
    count = "" if outcome.count is None else f"{outcome.count:,}"
    notes = "; ".join([*([outcome.note] if outcome.note else []), *(f"WRONG: {fault}" for fault in outcome.faults)])
    return f"  {work:<58}{count:>12}{milliseconds(outcome.ours):>10}{milliseconds(outcome.theirs):>10}{ratio:>8}  {notes}".rstrip()


HEADING = f"  {'class, name, text':<58}{'lines':>12}{'ours, ms':>10}{'rg, ms':>10}{'ratio':>8}"


class Summary:
    """The figures of some patterns: the number of ratios, their geometric mean, and how many are over 1.0 and over
    1.5."""

    def __init__(self, outcomes):
        ratios = [outcome.ratio for outcome in outcomes if outcome.ratio is not None]
        self.count = len(ratios)
        self.mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
        self.greatest = max(ratios, default=None)
        self.over = sum(outcome.is_over(1.0) for outcome in outcomes)
        self.slow = sum(outcome.is_over(SLOWEST) for outcome in outcomes)

    @property
    def share(self):
        return self.over / self.count if self.count else 0.0


def classes(outcomes):
    """Returns each class with its summary, in the order of the outcomes."""
    kinds = dict.fromkeys(outcome.pattern.kind for outcome in outcomes)
    return [(kind, Summary([one for one in outcomes if one.pattern.kind == kind])) for kind in kinds]


def texts(outcomes):
    names = dict.fromkeys(outcome.pattern.text for outcome in outcomes)
    return [(name, Summary([one for one in outcomes if one.pattern.text == name])) for name in names]


def goals(outcomes, threads):
    """Returns for each goal: its name, the figure as text, the goal as text, and whether the goal was reached."""
    summary = Summary(outcomes)
    if not summary.count:
        return []
    return [
        ("geometric mean", f"{summary.mean:.3f}", f"{GOALS[threads]:g}", round(summary.mean, 3) <= GOALS[threads]),
        ("share over 1.0", f"{summary.share:.1%}", f"{MOST_OVER:.0%}", summary.share <= MOST_OVER),
        ("patterns over 1.5", f"{summary.slow}", "0", summary.slow == 0),
    ]


def wrong(outcomes):
    return [(outcome, fault) for outcome in outcomes for fault in outcome.faults]


def slowest(outcomes, count):
    return sorted((one for one in outcomes if one.ratio is not None), key=lambda one: -one.ratio)[:count]


def table(title, rows):
    lines = [f"  {title:<24}{'patterns':>9}{'mean':>8}{'max':>8}{'over 1.0':>10}{'over 1.5':>10}"]
    for name, one in rows:
        if one.count:
            lines.append(f"  {name:<24}{one.count:>9}{one.mean:>8.3f}{one.greatest:>8.3f}{one.over:>10}{one.slow:>10}")
    return lines


def summary_text(outcomes, threads):
    lines = ["", *table("class", classes(outcomes)), "", *table("text", texts(outcomes)), "",
             "The slowest compared with rg:", HEADING, *map(line_of, slowest(outcomes, 20)), ""]
    for what, figure, goal, is_reached in goals(outcomes, threads):
        lines.append(f"{what}: {figure}, goal {goal}: {'reached' if is_reached else 'MISSED'}")
    lines += [f"WRONG: {one.pattern.kind}, {one.pattern.name}, {one.pattern.text}: {fault}" for one, fault in wrong(outcomes)]
    lines.append(f"{len(outcomes)} patterns, {len({id(one) for one, _ in wrong(outcomes)})} wrong")
    return "\n".join(lines) + "\n"


def write(folder, outcomes):
    """Writes patterns.csv and classes.csv."""
    with open(f"{folder}/patterns.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow("class,name,source,text,options,pattern,count,ours_ms,rg_ms,ratio,rounds,note".split(","))
        for one in outcomes:
            pattern = one.pattern
            notes = "; ".join([*([one.note] if one.note else []), *(f"WRONG: {fault}" for fault in one.faults)])
            out.writerow([pattern.kind, pattern.name, pattern.source, pattern.text, pattern.options,
                          shortened(pattern.pattern), "" if one.count is None else one.count, milliseconds(one.ours),
                          milliseconds(one.theirs), "" if one.ratio is None else f"{one.ratio:.4f}", one.rounds, notes])
    with open(f"{folder}/classes.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow("class,patterns,mean,max,over_1.0,share_over_1.0,over_1.5".split(","))
        for name, one in [*classes(outcomes), ("all", Summary(outcomes))]:
            if one.count:
                out.writerow([name, one.count, f"{one.mean:.4f}", f"{one.greatest:.4f}", one.over, f"{one.share:.4f}", one.slow])
