"""Records how long each step took, prints medians and ratios, and writes both as CSV and text."""

import csv
from statistics import median


class Step:
    """A measured step: its name, its title in the tables, and the step with which its time is compared."""

    def __init__(self, name, title, beside=None):
        self.name, self.title, self.beside = name, title, beside


class Goal:
    """An upper limit for one figure of a step: its median in seconds, its peak memory in bytes, or its ratio to another
    step."""

    def __init__(self, sentence, step, limit, beside=None, part="time"):
        self.sentence, self.step, self.limit, self.beside, self.part = sentence, step, limit, beside, part


STEPS = [
    Step("add", "searchbench catalog add", "python-1000"),
    Step("python-1000", "Python, a transaction every 1,000 rows"),
    Step("python-one", "Python, one transaction", "python-1000"),
    Step("open", "catalog open from an image", "load-csv"),
    Step("open-added", "the same after another domain was added", "load-csv"),
    Step("rows", "catalog open without an image, which is then written", "load-csv"),
    Step("load-csv", "load of the same items from CSV"),
    Step("start", "catalog open of an empty catalog"),
    Step("status", "catalog status"),
    Step("delete", "catalog delete of the other domain"),
    Step("refresh-same", "catalog refresh --force, nothing has changed", "add"),
    Step("refresh-changed", "catalog refresh, one row of 100 has changed", "add"),
    Step("answer", "a query at the prompt, nothing has changed"),
    Step("update", "the same after another process added 1,000 items"),
]

GOALS = [
    Goal("adding: at most 0.6 of Python with a transaction every 1,000 rows", "add", 0.6, "python-1000"),
    Goal("opening from an image: at most 40 ms", "open", 0.04),
    Goal("opening without an image: at most 1.5 s", "rows", 1.5),
    Goal("memory of opening from an image: at most 100 MB", "open", 100e6, part="memory"),
    Goal("deleting the other domain: at most 0.5 s", "delete", 0.5),
    Goal("status: under 50 ms", "status", 0.05),
]


def text_of(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


class Ledger:
    def __init__(self, heading):
        self.heading = heading
        # For each step, a list with the seconds, the processor seconds and the peak memory in bytes
        # of each run (None if unknown).
        self.times = {}

    def add(self, name, seconds, processor=None, memory=None):
        self.times.setdefault(name, []).append((seconds, processor, memory))

    def seconds(self, name):
        return [time[0] for time in self.times[name]]

    def median(self, name):
        return median(self.seconds(name))

    def ratio(self, name, beside):
        """Returns the median of the ratios of all runs. A slow moment of the machine affects both steps of a run
        equally."""
        return median(a / b for a, b in zip(self.seconds(name), self.seconds(beside)))

    def processor(self, name):
        return self.known_median(name, 1)

    def memory(self, name):
        return self.known_median(name, 2)

    def known_median(self, name, part):
        known = [time[part] for time in self.times[name] if time[part] is not None]
        return median(known) if known else None

    def reached(self, goal):
        if goal.part == "memory":
            value = self.memory(goal.step)
        else:
            value = self.median(goal.step) if goal.beside is None else self.ratio(goal.step, goal.beside)
        return value, value <= goal.limit

    def rows(self):
        for step in STEPS:
            if step.name in self.times:
                seconds = self.seconds(step.name)
                yield step, seconds, self.processor(step.name)

    def table(self):
        lines = [["step", "median", "least", "most", "processor", "peak", "ratio", "to"]]
        for step, seconds, processor in self.rows():
            beside = step.beside if step.beside in self.times else None
            memory = self.memory(step.name)
            lines.append([step.title, text_of(median(seconds)), text_of(min(seconds)), text_of(max(seconds)),
                          "" if processor is None else text_of(processor),
                          "" if memory is None else f"{memory / 1e6:.0f} MB",
                          f"{self.ratio(step.name, beside):.2f}" if beside else "", beside or ""])
        widths = [max(len(line[index]) for line in lines) for index in range(len(lines[0]))]
        text = ""
        for line in lines:
            cells = [cell.ljust(width) if index in (0, 7) else cell.rjust(width)
                     for index, (cell, width) in enumerate(zip(line, widths))]
            text += "  ".join(cells).rstrip() + "\n"
        return text

    def goals(self):
        text = ""
        for goal in GOALS:
            value, is_reached = self.reached(goal)
            shown = f"{value / 1e6:.0f} MB" if goal.part == "memory" else text_of(value) if goal.beside is None else f"{value:.2f}"
            text += f"{'reached' if is_reached else 'MISSED ':7}  {shown:>8}  {goal.sentence}\n"
        return text

    def text(self):
        return f"{self.heading}\n\n{self.table()}\n{self.goals()}"

    def write(self, folder, commit):
        with open(f"{folder}/catalog.csv", "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["step", "run", "seconds", "processor_seconds", "peak_bytes", "commit"])
            for step, _, _ in self.rows():
                for run, (seconds, processor, memory) in enumerate(self.times[step.name], 1):
                    out.writerow([step.name, run, f"{seconds:.6f}", "" if processor is None else f"{processor:.6f}",
                                  "" if memory is None else memory, commit])
        with open(f"{folder}/catalog.txt", "w", encoding="utf-8") as file:
            file.write(self.text())
