"""Records the comparisons, prints them as a table, and writes them as CSV."""

import csv
import math

from facts import model


class Row:
    """One row of the table: a comparison of searchbench with a peer, or the reason why the comparison was skipped."""

    def __init__(self, group, work, corpus, ours, peer, metric, figures, goal, note=""):
        self.group = group
        self.work = work
        self.corpus = corpus
        self.ours = ours
        self.peer = peer
        self.metric = metric
        self.ours_value, self.peer_value, self.ratio = figures
        self.goal = goal
        self.note = note

    @property
    def reached(self):
        if self.ratio is None or self.goal is None:
            return ""
        # A ratio that equals its goal after rounding reaches the goal.
        return "yes" if round(self.ratio, 3) <= self.goal else "NO"


class Ledger:
    def __init__(self, versions, commit, level):
        self.versions = versions
        self.commit = commit
        # The instruction set that searchbench's kernels use, as text.
        self.level = level
        self.rows = []
        self.series = []
        self.disagreements = []
        self.on_row = lambda row: None

    def keep(self, group, work, corpus, series):
        """Records a series for the CSV file, only once even if several rows use it."""
        if not any(kept is series for *_, kept in self.series):
            self.series.append((group, work, corpus, series))

    def add(self, row):
        self.rows.append(row)
        self.on_row(row)
        return row

    def compare(self, group, work, corpus, ours, peer, goal=None, agree=False, note=""):
        """Adds a row with the medians of searchbench and of the peer. With `agree`, both counts must be equal."""
        self.keep(group, work, corpus, ours)
        self.keep(group, work, corpus, peer)
        if ours.count is not None and peer.count is not None and ours.count != peer.count:
            counts = f"counts differ: {ours.count:,} and {peer.count:,}"
            if agree:
                counts += ", but must be equal"
                self.disagreements.append(f"{group}: {work}: {ours.contender} and {peer.contender}: {counts}")
            note = f"{note}; {counts}" if note else counts
        ratio = ours.median / peer.median if peer.median > 0 else None
        return self.add(Row(group, work, corpus, ours.contender, peer.contender, ours.metric,
                            (ours.median, peer.median, ratio), goal, note))

    def mean(self, group, work, corpus, rows, goal):
        """Adds a row with the geometric mean of the ratios of some rows."""
        ratios = [row.ratio for row in rows if row is not None and row.ratio]
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            self.add(Row(group, work, corpus, "", "", "mean", (None, None, mean), goal,
                         f"geometric mean of {len(ratios)}"))

    def skip(self, group, work, reason):
        self.add(Row(group, work, "", "", "", "", (None, None, None), None, f"left out: {reason}"))

    def write(self, folder):
        with open(f"{folder}/peers.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow("group,work,corpus,contender,version,metric,count,rounds,min,p25,median,p75,commit".split(","))
            for group, work, corpus, series in self.series:
                out.writerow([group, work, corpus, series.contender, self.version_of(series.contender),
                              series.metric, "" if series.count is None else series.count, len(series.values),
                              *(f"{value:.9g}" for value in series.quartiles()), self.commit])
        with open(f"{folder}/goals.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow("group,work,corpus,ours,peer,metric,ours_median,peer_median,ratio,goal,reached,note".split(","))
            for row in self.rows:
                figures = [row.ours_value, row.peer_value, row.ratio, row.goal]
                out.writerow([row.group, row.work, row.corpus, row.ours, row.peer, row.metric,
                              *("" if value is None else f"{value:.6g}" for value in figures),
                              row.reached.lower(), row.note])
        with open(f"{folder}/peers.txt", "w", encoding="utf-8") as file:
            file.write(self.heading())
            group = None
            for row in self.rows:
                file.write(line_of(row, row.group != group))
                group = row.group
            file.write(self.summary())

    def version_of(self, contender):
        for name, version in self.versions.items():
            if contender.startswith(name):
                return version
        return ""

    def heading(self):
        known = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        return f"{known}\n{model()}, kernels {self.level}\n" \
               f"commit {self.commit}\n\n{COLUMNS}\n"

    def summary(self):
        judged = [row for row in self.rows if row.reached]
        reached = sum(row.reached == "yes" for row in judged)
        text = f"\n{reached} of the {len(judged)} ratios that have a goal reached it.\n"
        for sentence in self.disagreements:
            text += f"DISAGREEMENT: {sentence}\n"
        return text


COLUMNS = f"  {'work':<62}{'ours':>10}{'peer':>10}{'ratio':>8}{'goal':>7}  reached  peer, notes"


def figure(value, metric):
    """Returns a value as text, with three digits and its unit."""
    if value is None:
        return ""
    if metric in ("peak", "bytes"):
        return f"{value / 1e6:.1f} MB"
    if metric == "ratio":
        return f"{value:.3g}"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= scale:
            break
    scaled = value / scale
    return f"{scaled:.0f} {unit}" if scaled >= 100 else f"{scaled:.3g} {unit}"


def line_of(row, is_first):
    text = f"\n{row.group}\n" if is_first else ""
    if row.ratio is None and row.ours_value is None:
        return f"{text}  {row.work:<62}{row.note}\n"
    metric = "" if row.metric in ("wall", "mean", "p50") else f"{row.metric} "
    peer = f"{row.ours} / {row.peer}" if row.peer else ""
    ratio = "" if row.ratio is None else f"{row.ratio:.3f}"
    goal = "" if row.goal is None else f"{row.goal:g}"
    notes = "; ".join(part for part in (f"{metric}{peer}".strip(), row.note) if part)
    return (f"{text}  {row.work:<62}{figure(row.ours_value, row.metric):>10}"
            f"{figure(row.peer_value, row.metric):>10}{ratio:>8}{goal:>7}  {row.reached:<7}  {notes}\n")
