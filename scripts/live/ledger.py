"""Records how long each key took, prints percentiles, and writes both as CSV and text."""

import csv

# The maximum time from a key to the first page, for 99 of 100 keys, in milliseconds.
GOALS = {"zipf1m": 16, "zipf10m": 50}


class Key:
    """One key: the query after the key, and the milliseconds until the page and until the count (None after a
    timeout)."""

    def __init__(self, corpus, strategy, kind, key, text, page, count, status):
        self.corpus, self.strategy, self.kind = corpus, strategy, kind
        self.key = "backspace" if key == "\x7f" else key
        self.text = text
        self.page, self.count = page, count
        self.records = (status.records or "").replace(",", "")
        self.hits = (status.hits or "").replace(",", "")
        self.answer = "fault" if status.is_fault else "counted" if status.is_whole else "not counted"


def percentile(values, percent):
    """Returns the value that `percent` of 100 values do not exceed; a timeout is larger than any other value."""
    ordered = sorted(float("inf") if value is None else value for value in values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def text_of(milliseconds):
    if milliseconds is None or milliseconds == float("inf"):
        return "never"
    return f"{milliseconds:.0f} ms" if milliseconds >= 100 else f"{milliseconds:.3g} ms"


class Ledger:
    def __init__(self, heading):
        self.heading = heading
        self.keys = []
        self.skipped = []

    def groups(self):
        """Yields each corpus and strategy with its keys, in the order of measurement."""
        for corpus, strategy in dict.fromkeys((key.corpus, key.strategy) for key in self.keys):
            yield corpus, strategy, [key for key in self.keys if (key.corpus, key.strategy) == (corpus, strategy)]

    def summary(self, corpus, strategy, keys):
        pages = [key.page for key in keys]
        counts = [key.count for key in keys]
        goal = GOALS[corpus]
        figures = [percentile(values, percent) for values in (pages, counts) for percent in (50, 99, 100)]
        return [corpus, strategy, len(keys), *figures, goal, "yes" if figures[1] <= goal else "NO"]

    def table(self):
        head = ["corpus", "strategy", "keys", "page p50", "p99", "max", "count p50", "p99", "max", "goal", "reached"]
        rows = [head]
        for group in self.groups():
            corpus, strategy, number, *figures, goal, reached = self.summary(*group)
            rows.append([corpus, strategy, str(number), *map(text_of, figures), f"{goal} ms", reached])
        widths = [max(len(row[index]) for row in rows) for index in range(len(head))]
        lines = []
        for row in rows:
            cells = [cell.ljust(width) if index < 2 else cell.rjust(width)
                     for index, (cell, width) in enumerate(zip(row, widths))]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines) + "\n"

    def slowest(self):
        """Returns lines for the five keys of each strategy that had the longest time to the first page."""
        lines = []
        for corpus, strategy, keys in self.groups():
            lines.append(f"\n{corpus}, {strategy}: the slowest keys")
            slow = sorted(keys, key=lambda key: float("inf") if key.page is None else key.page, reverse=True)
            for key in slow[:5]:
                answer = f"{int(key.records):,} records" if key.records else key.answer
                lines.append(f"  {text_of(key.page):>8} {text_of(key.count):>8}  {key.text}  "
                             f"({key.kind}, after {key.key!r}; {answer})")
        return "\n".join(lines) + "\n"

    def text(self):
        reached = [self.summary(*group)[-1] == "yes" for group in self.groups()]
        text = f"{self.heading}\n\n{self.table()}{self.slowest()}"
        text += f"\n{sum(reached)} of {len(reached)} strategies reached the goal: p99 of key to first page\n"
        for sentence in self.skipped:
            text += f"left out: {sentence}\n"
        return text

    def write(self, folder, commit):
        with open(f"{folder}/keys.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow("corpus,strategy,kind,text,key,page_ms,count_ms,records,hits,answer,commit".split(","))
            for key in self.keys:
                out.writerow([key.corpus, key.strategy, key.kind, key.text, key.key,
                              *("" if value is None else f"{value:.3f}" for value in (key.page, key.count)),
                              key.records, key.hits, key.answer, commit])
        with open(f"{folder}/live.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow("corpus,strategy,keys,page_p50_ms,page_p99_ms,page_max_ms,count_p50_ms,count_p99_ms,"
                         "count_max_ms,goal_ms,reached,commit".split(","))
            for group in self.groups():
                row = self.summary(*group)
                out.writerow([f"{value:.3f}" if isinstance(value, float) else value for value in row]
                             + [commit])
        with open(f"{folder}/live.txt", "w", encoding="utf-8") as file:
            file.write(self.text())
