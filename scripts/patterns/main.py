"""Measures searchbench and ripgrep with many patterns. scripts/bench-patterns starts this program and describes the options."""

import itertools
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [f"{HERE}/../peers", f"{HERE}/../corpora"]

import expected
import outcome
import readme
from context import ripgreps
from definitions import CLASSES, named
from facts import LEVELS, commit_of, first_line, level_used, machine, model
from generate import generated
from measure import Contender, Failed, OverTime, Runner
from texts import MAKERS, Texts

BUILD = ".build-peers"
# A program is killed after LIMIT seconds. BUDGET has the maximum seconds for all rounds of one pattern: the first value
# applies with --quick, the second value without --quick.
LIMIT = 60
BUDGET = {True: 2.0, False: 8.0}


class Bench:
    """One run: its options, the programs and the texts."""

    def __init__(self, options, ours, scratch):
        self.quick = options["quick"]
        self.threads = options["threads"]
        self.rounds_given = options["rounds"] is not None
        self.rounds = int(options["rounds"] or (3 if self.quick else 11))
        self.seed = int(options["seed"] or time.strftime("%Y%m%d"))
        self.level = options["level"]
        self.chosen_texts = options["text"]
        self.chosen_kinds = options["class"]
        self.ours = ours
        self.rg, _ = ripgreps(BUILD)
        if not self.rg:
            raise Failed("ripgrep is missing: run scripts/bench-peers --install")
        self.version = first_line([ours, "--version"])
        self.rg_version = first_line([self.rg, "--version"], 1)
        self.commit = commit_of(ours)
        self.level_text = level_used(ours, self.level)
        self.cores = len(os.sched_getaffinity(0))
        self.texts = Texts(os.path.join(BUILD, "patterns"), 16 if self.quick else 64, ours)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RIPGREP_")}
        environment.update(LC_ALL="C.UTF-8", NO_COLOR="1", XDG_DATA_HOME=scratch, XDG_STATE_HOME=scratch,
                           XDG_CONFIG_HOME=scratch)
        if self.level:
            environment["SEARCHBENCH_KERNELS"] = self.level
        self.runner = Runner(os.path.join(BUILD, "runner"), scratch, environment, limit=LIMIT)

    def patterns(self):
        kinds = self.chosen_kinds or CLASSES
        chosen = self.chosen_texts or list(MAKERS)
        made = [*named(kinds, chosen, self.texts), *generated(kinds, chosen, self.texts, self.seed)]
        return sorted(made, key=lambda pattern: kinds.index(pattern.kind))

    def measure(self, pattern, known):
        found = outcome.Outcome(pattern, known)
        file = self.texts[pattern.text].path
        both = [Contender("ours", pattern.ours(self.ours, self.threads, file)),
                Contender("rg", pattern.theirs(self.rg, self.threads, file))]
        try:
            ours, theirs = (self.runner.interleave(both, self.rounds, BUDGET[self.quick])[one.name] for one in both)
        except Failed as failure:
            found.faults.append(str(failure))
            return found
        judge(found, ours, theirs)
        return found


def judge(found, ours, theirs):
    """Sets the times and the ratio of a pattern; adds a fault if a program failed or if the counts differ."""
    for name, answer in (("ours", ours), ("theirs", theirs)):
        if isinstance(answer, OverTime):
            found.note = str(answer)
            setattr(found, name, LIMIT)
        elif isinstance(answer, Failed):
            found.faults.append(str(answer))
        else:
            series = answer[""]["wall"]
            setattr(found, name, series.median)
            found.rounds = len(series.values)
            if name == "ours":
                found.count = series.count
            elif found.count is not None and found.count != series.count:
                found.faults.append(f"{found.count} lines, rg found {series.count}")
            if name == "theirs":
                if found.expected is not None and found.expected != series.count:
                    found.faults.append(f"rg found {series.count} lines, expected {found.expected}")
                found.count = series.count
    both_late = isinstance(ours, OverTime) and isinstance(theirs, OverTime)
    if found.ours is not None and found.theirs is not None and not both_late:
        found.ratio = found.ours / found.theirs


def usage(message):
    print(f"bench-patterns: {message}", file=sys.stderr)
    sys.exit(64)


def parsed(arguments):
    options = {"seed": None, "rounds": None, "level": None, "threads": "all", "folder": None,
               "quick": False, "record": False, "list": False, "text": [], "class": []}
    known = {"text": list(MAKERS), "class": CLASSES}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name = word[2:] if word.startswith("--") else None
        if name in ("quick", "record", "list"):
            options[name] = True
        elif name in known:
            if not rest or rest[0].startswith("--"):
                usage(f"{word} needs one or more of: {' '.join(known[name])}")
            while rest and not rest[0].startswith("--"):
                if rest[0] not in known[name]:
                    usage(f"there is no {name} '{rest[0]}'; it is one of: {' '.join(known[name])}")
                options[name].append(rest.pop(0))
        elif name in options and rest:
            options[name] = rest.pop(0)
        else:
            usage(f"there is no option '{word}', or its value is missing")
    for name, least in (("seed", 0), ("rounds", 1)):
        value = options[name]
        if value is not None and not (value.isascii() and value.isdigit() and int(value) >= least):
            usage(f"--{name} must be a number from {least}")
    if options["level"] not in (None, *LEVELS):
        usage(f"--level must be one of {' '.join(LEVELS)}")
    if options["threads"] not in outcome.GOALS:
        usage("--threads must be 1 or all")
    return options


def show(patterns):
    for pattern in patterns:
        print(f"{pattern.kind}, {pattern.name}, {pattern.text}: {pattern.options} {outcome.shortened(pattern.pattern)}")


def main():
    if sys.argv[1:2] == ["--check"]:
        # Only check the options, because scripts/bench-patterns does this before it builds anything.
        parsed(sys.argv[2:])
        return
    options = parsed(sys.argv[1:])
    folder = options["folder"] or f"results/{time.strftime('%Y-%m-%d')}-{machine()}-patterns"
    scratch = tempfile.mkdtemp(prefix="bench-patterns.")
    try:
        run = Bench(options, os.path.abspath(os.environ["SEARCHBENCH"]), scratch)
        patterns = run.patterns()
        if options["list"]:
            show(patterns)
            return
        outcomes = measured(run, patterns, folder)
        if options["record"]:
            expected.record(run.texts, outcomes)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    sys.stdout.write(outcome.summary_text(outcomes, run.threads))
    print(f"bench-patterns: patterns.csv, classes.csv and README.md are in {folder}", file=sys.stderr)
    sys.exit(2 if outcome.wrong(outcomes) else 0)


def measured(run, patterns, folder):
    known = expected.Expected()
    print(f"searchbench {run.version}, rg {run.rg_version}\n{model()}, kernels {run.level_text}, threads {run.threads}\n"
          f"commit {run.commit}, {len(patterns)} patterns, seed {run.seed}\n\n{outcome.HEADING}", flush=True)
    os.makedirs(folder, exist_ok=True)
    outcomes = []
    for _, group in itertools.groupby(patterns, key=lambda pattern: pattern.kind):
        for pattern in group:
            outcomes.append(run.measure(pattern, known.count(run.texts[pattern.text], pattern)))
            print(outcome.line_of(outcomes[-1]), flush=True)
        outcome.write(folder, outcomes)
        readme.write(folder, run, outcomes)
    return outcomes


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except Failed as failure:
        print(f"bench-patterns: {failure}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        print(f"bench-patterns: {error.strerror}: {error.filename}", file=sys.stderr)
        sys.exit(1)
