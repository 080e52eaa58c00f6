"""The objects that all groups use: the program, the peers, the corpora, and the commands to measure."""

import csv
import io
import os
import re
import shutil
import subprocess
import sys

from facts import warm_corpus
from measure import Contender, Failed, Runner, single

# The options of searchbench for each kind of search.
EXACT = ("--case", "sensitive", "--diacritics", "sensitive")
CASELESS = ("--case", "ignore", "--diacritics", "sensitive")
FOLDED = ("--case", "ignore", "--diacritics", "ignore")


class Bench:
    def __init__(self, ours, build, rounds, quick, ledger, scratch, files=None, level=None):
        self.ours = ours
        self.build = build
        self.rounds = rounds
        self.quick = quick
        self.ledger = ledger
        self.scratch = scratch
        self.here = os.path.dirname(os.path.abspath(__file__))
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RIPGREP_")}
        environment.update(LC_ALL="C.UTF-8", NO_COLOR="1", SEARCHBENCH_HISTORY="",
                           XDG_DATA_HOME=scratch, XDG_STATE_HOME=scratch, XDG_CONFIG_HOME=scratch)
        if level:
            environment["SEARCHBENCH_KERNELS"] = level
        self.environment = environment
        # The folder for the input of the streaming groups.
        self.files = files or os.path.join(build, "files")
        os.makedirs(self.files, exist_ok=True)
        self.cores = len(os.sched_getaffinity(0))
        self.rg, self.old_rg = ripgreps(build)
        self.limit = os.path.join(build, "limit")
        self.runner = Runner(os.path.join(build, "runner"), scratch, environment)
        self.has_threads = "--threads" in self.text_of([ours, "search", "-hh"])
        self.paths = self.access_paths()
        self.indexes = [path for path in self.paths if path not in ("scan", "auto")]
        self.scan = os.path.join(build, "scan")
        # The seconds for the measurement of one cell of the table, and for one trial inside a resident process.
        self.cell = 2.0 if quick else 8.0
        self.trial = 0.04 if quick else 0.12
        self.blocks = 3 if quick else 5

    def text_of(self, command):
        done = subprocess.run(command, env=self.environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.stdout

    def access_paths(self):
        """Returns the names of the access paths, read from the error message for an unknown access path."""
        tiny = os.path.join(self.scratch, "tiny.txt")
        with open(tiny, "w", encoding="utf-8") as file:
            file.write("one line\n")
        said = self.text_of([self.ours, "bench", "search", tiny, "-q", "line", "--paths", "nosuchpath",
                             "--quick", "--no-store"])
        listed = re.search(r"takes (.*)", said) or re.search(r"are (.*)", said)
        return re.findall(r"[a-z]+", listed.group(1)) if listed else ["scan"]

    def corpus(self, name):
        """Makes a corpus if it is missing, reads it into the page cache, and returns its path."""
        path = warm_corpus(name, self.ours, "bench-peers")
        if path is None:
            raise Failed(f"the corpus {name} could not be made; run scripts/make-corpora to see why")
        return path

    def threads(self, count):
        """Returns the option for `count` threads; None means the default (all cores), which needs no option."""
        if count is None:
            return ()
        return ("--threads", str(count)) if self.has_threads else ()

    def search(self, name, query, file, *settings, strategy="substring", threads=None):
        """Returns a contender: a one-shot search by searchbench that prints the count."""
        return Contender(name, [self.ours, "search", "-c", "-s", strategy, *settings, *self.threads(threads),
                                query, file])

    def resident(self, name, file, queries, *settings, strategy="substring", paths=("scan",), threads=1):
        """Returns a contender: searches inside one searchbench process. A key is (access path, query); the metric is
        p50."""
        command = [self.ours, "bench", "search", file]
        for query in queries:
            command += ["-q", query]
        command += ["--strategies", strategy, "--paths", ",".join(paths), "--contenders", "none", "--no-store",
                    "--time", str(self.trial), "--warmup", str(self.trial / 4), "--format", "csv",
                    *settings, *self.threads(threads)]
        return Contender(name, command, read=read_search)

    def library(self, contender, file, queries):
        """Returns a contender: scans by another library inside one process. A key is ('scan', query)."""
        return Contender(contender, [self.scan, file, self.trial, contender, *queries], read=read_scan)

    def driver(self, name, script, *arguments, every=1):
        """Returns a contender: a Python program in this folder that prints tab-separated lines (key, count, metric,
        value)."""
        return Contender(name, [sys.executable, os.path.join(self.here, script), *arguments],
                         read=read_driver, every=every, codes=(0,))

    def load_stages(self, file):
        """Returns a contender: `bench load` on one thread. The keys are the stages; the metrics are p50 and bytes of
        memory."""
        return Contender("searchbench", [self.ours, "bench", "load", file, "--no-store", "--format", "csv", "--time",
                                         str(4 * self.trial), "--warmup", "0", *self.threads(1)], read=read_load)

    def build_index(self, name, script, *arguments):
        """Makes the index of a peer once; returns {metric: Series} for the whole process, or the failure."""
        try:
            run = self.runner.run(self.driver(name, script, "build", *arguments).command, codes=(0,))
        except Failed as failure:
            return failure
        return {"cpu": single(name, "cpu", run.cpu), "peak": single(name, "peak", run.peak)}

    def is_built_in(self, contender):
        said = self.text_of([self.scan, "/dev/null", "0", contender, "x"])
        return "was not built in" not in said

    def interleave(self, contenders, rounds=None, budget=None):
        return self.runner.interleave(contenders, rounds or self.rounds, budget or self.cell)

    @staticmethod
    def have(program):
        return shutil.which(program) is not None


def ripgreps(build):
    """Returns the path of the ripgrep that bench-peers installs and the path of Debian's ripgrep; None for a missing
    program."""
    installed = shutil.which("rg")
    ours = os.path.join(build, "ripgrep", "bin", "rg")
    if os.path.exists(ours):
        return os.path.abspath(ours), installed
    return installed, None


def read_search(run):
    found = {}
    for row in csv.DictReader(io.StringIO(run.output)):
        if row.get("p50_s"):
            found[row["path"], row["query"]] = (int(row["matches"]), {"p50": float(row["p50_s"])})
    if not found:
        raise Failed("bench search printed no figures")
    return found


def read_load(run):
    """Reads the stages of `bench load`: seconds and bytes of memory."""
    found = {}
    for row in csv.DictReader(io.StringIO(run.output)):
        metrics = {"p50": float(row["p50_s"])}
        if row["memory_bytes"]:
            metrics["bytes"] = float(row["memory_bytes"])
        found[row["stage"]] = (None, metrics)
    return found


def read_scan(run):
    found = {}
    for line in run.output.splitlines():
        needle, count, _, seconds = line.split("\t")
        found["scan", needle] = (int(count), {"p50": float(seconds)})
    return found


def read_driver(run):
    found = {}
    for line in run.output.splitlines():
        key, count, metric, value = line.split("\t")
        kept = found.setdefault(key, (int(count) if count else None, {}))
        kept[1][metric] = float(value)
    return found
