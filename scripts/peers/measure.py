"""Runs contenders in turn, round after round, and keeps what each run took."""

import os
import statistics
import subprocess
import time


class Failed(Exception):
    """A contender that could not be measured; says why in one sentence."""


class Run:
    """What one process cost, and what it wrote."""

    def __init__(self, wall, cpu, peak, code, output, errors):
        self.wall = wall
        self.cpu = cpu
        self.peak = peak
        self.code = code
        self.output = output
        self.errors = errors


class Series:
    """The values of one thing measured in every round, and the answer that came with them."""

    def __init__(self, contender, metric, values, count=None):
        self.contender = contender
        self.metric = metric
        self.values = values
        self.count = count

    def named(self, contender, *count):
        """The same values under another name; with None behind it, without the count."""
        return Series(contender, self.metric, self.values, count[0] if count else self.count)

    def scaled(self, factor):
        return Series(self.contender, self.metric, [value * factor for value in self.values], self.count)

    @property
    def median(self):
        return statistics.median(self.values)

    def quartiles(self):
        """Least value, lower quartile, median, upper quartile."""
        if len(self.values) == 1:
            return [self.values[0]] * 4
        low, middle, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return [min(self.values), low, middle, high]


def single(contender, metric, value, count=None):
    """A series of one value, such as a size."""
    return Series(contender, metric, [value], count)


class Contender:
    """A command that is run once a round.

    `read` takes the run and returns {key: (count, {metric: value})}; without it the count is the
    number that the command printed, the metrics are those of the whole process, and the key is ''.
    `every` runs it in the first of so many rounds only, for slow contenders that no goal speaks of.
    """

    def __init__(self, name, command, read=None, every=1, codes=(0, 1)):
        self.name = name
        self.command = [str(word) for word in command]
        self.read = read or whole_process
        self.every = every
        self.codes = codes

    def also_called(self, name):
        """The same command under another name."""
        return Contender(name, self.command, self.read, self.every, self.codes)


def whole_process(run):
    words = run.output.split()
    count = int(words[0]) if words and words[0].isdigit() else 0
    return {"": (count, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


def uncounted(run):
    """For commands whose output is no count."""
    return {"": (None, {"wall": run.wall, "cpu": run.cpu, "peak": run.peak})}


class Runner:
    """Starts processes by the small program of runner.c, so that all of them start alike."""

    def __init__(self, program, folder, environment):
        self.program = program
        self.output = os.path.join(folder, "output")
        self.environment = environment

    def run(self, command, codes=(0, 1)):
        done = subprocess.run([self.program, self.output, *command], env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise Failed(done.stderr.strip() or f"{command[0]} could not be started")
        wall, cpu, peak, code = done.stdout.split()
        with open(self.output, encoding="utf-8", errors="replace") as file:
            output = file.read()
        with open(self.output + ".errors", encoding="utf-8", errors="replace") as file:
            errors = file.read()
        if int(code) not in codes:
            said = errors.strip().split("\n")[-1][:160]
            raise Failed(f"{os.path.basename(command[0])} ended with {code}: {said}")
        return Run(float(wall), float(cpu), int(peak), int(code), output, errors)

    def interleave(self, contenders, rounds, budget):
        """{contender: {key: {metric: Series}}} of up to `rounds` rounds.

        A first run of each is not counted: it warms the cache and shows how long a round takes, so
        that no more are begun than fit into `budget` seconds, though never less than three. Every
        second round goes backwards.
        """
        found = {}
        working = []
        start = time.monotonic()
        for contender in contenders:
            try:
                self.run(contender.command, contender.codes)
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
                answers = contender.read(self.run(contender.command, contender.codes))
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
