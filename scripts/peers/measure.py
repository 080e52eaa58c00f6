"""Runs contenders in turn, round by round, and records the cost of each run."""

import os
import signal
import statistics
import subprocess
import time


class Failed(Exception):
    """Raised if a contender cannot be measured; the message is one sentence with the reason."""


class OverTime(Failed):
    """Raised if a command took longer than the limit and was killed."""


class Run:
    """One run of a process: its times, its peak memory, its exit code and its output."""

    def __init__(self, figures, output, errors):
        wall, cpu, peak, code, first, _, lines = figures.split()
        self.wall = float(wall)
        self.cpu = float(cpu)
        self.peak = int(peak)
        self.code = int(code)
        # Only for pipes, the seconds until the first byte (negative if there was no byte), and the number of lines.
        self.first = float(first)
        self.lines = int(lines)
        self.output = output
        self.errors = errors


class Series:
    """The values of one metric, one value per round, and the count that the contender found."""

    def __init__(self, contender, metric, values, count=None):
        self.contender = contender
        self.metric = metric
        self.values = values
        self.count = count

    def named(self, contender, *count):
        """Returns a series with the same values and another name. A second argument replaces the count; None removes
        the count."""
        return Series(contender, self.metric, self.values, count[0] if count else self.count)

    def scaled(self, factor):
        return Series(self.contender, self.metric, [value * factor for value in self.values], self.count)

    @property
    def median(self):
        return statistics.median(self.values)

    def quartiles(self):
        """Returns the smallest value, the lower quartile, the median, and the upper quartile."""
        if len(self.values) == 1:
            return [self.values[0]] * 4
        low, middle, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return [min(self.values), low, middle, high]


def single(contender, metric, value, count=None):
    """Returns a series with a single value, such as a size."""
    return Series(contender, metric, [value], count)


class Contender:
    """A command that runs once per round.

    `read` converts a run to {key: (count, {metric: value})}. By default, the count is the number that the command
    printed, the metrics describe the whole process, and the key is ''.
    `every` is for slow contenders without a goal: the command runs only in every `every`-th round. `into` is where the
    output goes: "file", "pipe", or "first" for a pipe that is read until its first byte.
    """

    def __init__(self, name, command, read=None, every=1, codes=(0, 1), into="file"):
        self.name = name
        self.command = [str(word) for word in command]
        self.read = read or whole_process
        self.every = every
        self.codes = codes
        self.into = into

    def also_called(self, name):
        """Returns a contender with the same command and another name."""
        return Contender(name, self.command, self.read, self.every, self.codes, self.into)


def whole_process(run):
    words = run.output.split()
    count = int(words[0]) if words and words[0].isdigit() else 0
    return {"": (count, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


def lines_written(run):
    """Reads a run of a command that writes one line for each hit, or for each file with a hit: the count is the number
    of lines."""
    return {"": (run.lines, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


def counts_added(run):
    """Reads a run of a command that prints a count for each file: the count is the sum of the numbers at the ends of
    lines."""
    ends = (line.rsplit(":", 1)[-1] for line in run.output.splitlines())
    count = sum(int(end) for end in ends if end.isdigit())
    return {"": (count, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


def first_byte(run):
    """Reads a run with `into="first"`: the metric is the seconds from the start to the first byte of output."""
    if run.first < 0:
        raise Failed("nothing was written")
    return {"": (None, {"wall": run.first, "peak": run.peak})}


def uncounted(run):
    """Reads a run of a command that does not print a count."""
    return {"": (None, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


class Runner:
    """Starts processes with the small program runner.c, so that all processes start in the same way."""

    def __init__(self, program, folder, environment, limit=None):
        self.program = program
        self.output = os.path.join(folder, "output")
        self.environment = environment
        # The number of seconds after which a command is killed, or None.
        self.limit = limit

    def run(self, command, codes=(0, 1), into="file"):
        # The runner gets its own process group, so that the command can be killed together with it.
        started = subprocess.Popen([self.program, into, self.output, *command], env=self.environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0)
        try:
            figures, said = started.communicate(timeout=self.limit)
        except BaseException as reason:
            os.killpg(started.pid, signal.SIGKILL)
            started.communicate()
            if isinstance(reason, subprocess.TimeoutExpired):
                raise OverTime(f"{os.path.basename(command[0])} took over {self.limit} s") from None
            raise
        if started.returncode:
            raise Failed(said.strip() or f"{command[0]} could not be started")
        with open(self.output, encoding="utf-8", errors="replace") as file:
            output = file.read()
        with open(self.output + ".errors", encoding="utf-8", errors="replace") as file:
            errors = file.read()
        run = Run(figures, output, errors)
        if run.code not in codes:
            said = errors.strip().split("\n")[-1][:160]
            raise Failed(f"{os.path.basename(command[0])} ended with {run.code}: {said}")
        return run

    def interleave(self, contenders, rounds, budget):
        """Runs up to `rounds` rounds; returns {contender: {key: {metric: Series}}}.

        The first run of each contender is not counted. It warms the cache and shows how long a round takes. Only as
        many rounds run as fit into `budget` seconds, but at least three, or `rounds` if that is less. Every second round
        runs in reverse order.
        """
        found = {}
        working = []
        start = time.monotonic()
        for contender in contenders:
            try:
                self.run(contender.command, contender.codes, contender.into)
                working.append(contender)
            except Failed as failure:
                found[contender.name] = failure
        took = max(time.monotonic() - start, 1e-4)
        rounds = min(rounds, max(3, int(budget / took)))
        values = {contender.name: {} for contender in working}
        for number in range(rounds):
            for contender in working if number % 2 == 0 else reversed(working):
                if number % contender.every:
                    continue
                answers = contender.read(self.run(contender.command, contender.codes, contender.into))
                for key, (count, metrics) in answers.items():
                    kept = values[contender.name].setdefault(key, [count, {}])
                    for metric, value in metrics.items():
                        kept[1].setdefault(metric, []).append(value)
        for contender in working:
            found[contender.name] = {
                key: {metric: Series(contender.name, metric, some, count)
                      for metric, some in metrics.items()}
                for key, (count, metrics) in values[contender.name].items()}
        return found
