"""Counts right and wrong verdicts on pairs of programs, for scripts/bench-truth.

A pair consists of two runs of the same program; the second run is slowed down by SEARCHBENCH_SLOWDOWN or has the same speed. For
the goal `turns`, one `bench search --against` makes both runs; for the goal `apart`, two `bench search` commands make the runs,
and `runs diff` compares the runs.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading

CORPUS = "corpora/unicode-names/unicode-names.csv"
BENCHES = {
    "search": ["bench", "search", "-q", "up arrow", CORPUS, "--alias-field", "alias", "--contenders", "none", "--quick"],
    "unique": ["bench", "unique", "--quick"],
}
HEADER = "goal,pairs,rows,not_comparable,slower,faster,counted,per_100,wanted,reached"


class Failed(Exception):
    """A command exited with an unexpected code."""


class Load:
    """Another process that uses a processor, and that is switched on and off at random moments."""

    def __init__(self, is_on, seed):
        self.generator = random.Random(seed)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run) if is_on else None

    def __enter__(self):
        if self.thread:
            self.thread.start()

    def __exit__(self, *_):
        self.ended.set()
        if self.thread:
            self.thread.join()

    def run(self):
        while not self.ended.wait(self.generator.uniform(0.5, 6)):
            busy = subprocess.Popen([sys.executable, "-c", "while True: sum(range(10**6))"])
            self.ended.wait(self.generator.uniform(0.5, 6))
            busy.kill()
            busy.wait()


class Programs:
    """The program, its slower copies, and a folder for their stored runs."""

    def __init__(self, binary, root, folder, experiment):
        self.bench = BENCHES[experiment]
        self.binary = os.path.abspath(binary)
        self.root = root
        self.folder = folder
        self.environment = dict(os.environ, XDG_DATA_HOME=folder)
        self.environment.pop("SEARCHBENCH_SLOWDOWN", None)

    def run(self, words, slowdown=0):
        environment = dict(self.environment)
        if slowdown:
            environment["SEARCHBENCH_SLOWDOWN"] = str(slowdown)
        process = subprocess.Popen(
            [self.binary, *words], cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
        if process.returncode != 0:
            raise Failed(f"{' '.join(words)} ended with {process.returncode}: {errors.decode()}")
        return output

    def normal(self):
        """A program that is never slowed down, whatever the environment of its parent."""
        path = os.path.join(self.folder, "normal")
        with open(path, "w", encoding="utf-8") as script:
            script.write(f'#!/bin/sh\nunset SEARCHBENCH_SLOWDOWN\nexec "{self.binary}" "$@"\n')
        os.chmod(path, 0o755)
        return path

    def turns(self, slowdown, more):
        """Measures this program with the given slowdown, alternately with the same program at normal speed; returns the comparison."""
        words = [*self.bench, "--against", self.normal(), "--no-store", "--format", "json", *more]
        return json.loads(self.run(words, slowdown))

    def stored(self, slowdown, more):
        """Measures this program with the given slowdown; returns the ID of the stored run."""
        return json.loads(self.run([*self.bench, "--format", "json", *more], slowdown))["id"]

    def difference(self, before, after):
        return json.loads(self.run(["runs", "diff", before, after, "--format", "json"]))


class Count:
    """The verdicts of one goal."""

    def __init__(self, goal, wanted, is_minimum, counts):
        self.goal, self.wanted, self.is_minimum, self.counts = goal, wanted, is_minimum, counts
        self.pairs = self.rows = self.incomparable = self.slower = self.faster = 0
        self.counted = self.hits = 0
        self.reasons = {}

    def add(self, comparison):
        self.pairs += 1
        present = min(comparison["invocations"])
        for row in comparison["rows"]:
            self.rows += 1
            verdict = row["verdict"]
            if verdict == "not comparable":
                self.incomparable += 1
                self.reasons[row["reason"]] = self.reasons.get(row["reason"], 0) + 1
            self.slower += verdict == "slower"
            self.faster += verdict == "faster"
            needed = row["invocations_for_5_percent"]
            if self.counts == "all" or needed is not None and needed <= present:
                self.counted += 1
                self.hits += verdict == "slower" or verdict == "faster" and not self.is_minimum

    def line(self):
        share = 100 * self.hits / self.counted if self.counted else 0
        reached = share >= self.wanted if self.is_minimum else share <= self.wanted
        sign = ">=" if self.is_minimum else "<="
        return (
            f"{self.goal},{self.pairs},{self.rows},{self.incomparable},{self.slower},{self.faster},"
            f"{self.counted},{share:.2f},{sign} {self.wanted},{'yes' if reached else 'no'}")


def shown(pairs, goal, *counts):
    """Yields the numbers of the pairs; after each pair, prints the counts so far on standard error."""
    for pair in range(pairs):
        yield pair
        print(f"{goal}: {pair + 1} of {pairs} pairs", *(count.line() for count in counts), sep="\n  ", file=sys.stderr)


def turns(programs, pairs, more):
    """Measures pairs of programs alternately: equal programs, and a program that is 5 % slower."""
    equal = Count("alternately: equal", 1, False, "all")
    slow = Count("alternately: 5 % slower", 95, True, "able")
    for _ in shown(pairs, "turns", equal, slow):
        equal.add(programs.turns(0, more))
        slow.add(programs.turns(5, more))
    return [equal, slow]


def apart(programs, pairs, more):
    """Measures pairs at different times: equal programs, and a program that is 30 % slower."""
    more = ["--invocations", "10", *more]
    equal = Count("apart: equal", 1, False, "all")
    slow = Count("apart: 30 % slower", 90, True, "all")
    before = programs.stored(0, more)
    for _ in shown(pairs, "apart", equal, slow):
        slower = programs.stored(30, more)
        after = programs.stored(0, more)
        equal.add(programs.difference(before, after))
        slow.add(programs.difference(before, slower))
        before = after
    return [equal, slow]


def check(binary, root, goals, experiment, pairs, seed, has_load, more):
    """Prints a line of CSV for each goal, and on standard error why rows could not be compared."""
    print(HEADER, flush=True)
    with tempfile.TemporaryDirectory() as folder, Load(has_load, seed):
        programs = Programs(binary, root, folder, experiment)
        for goal in goals:
            for count in {"turns": turns, "apart": apart}[goal](programs, pairs, more):
                print(count.line(), flush=True)
                for reason, rows in sorted(count.reasons.items()):
                    print(f"{count.goal}: {rows} rows: {reason}", file=sys.stderr)
