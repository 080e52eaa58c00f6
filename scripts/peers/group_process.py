"""Measures whole processes: the time to open and fold a file, the start, the memory, and each keystroke."""

import os
import re

from context import FOLDED
from group_scan import NO_RG, series
from measure import Contender, Failed, Series, single, uncounted

STATUS = ":!grep VmRSS /proc/$PPID/status"
TIMING = re.compile(r"^([\d,]+) records? .*? · <?([\d.,]+) (µs|ms|s) \(", re.M)
TO_SECONDS = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}


def commands(bench, name, file, *lines, options=(), read=uncounted):
    """Runs the interactive program over a file, with its commands given by -c."""
    words = [bench.ours, "--no-rc", file, *options]
    for line in lines:
        words += ["-c", line]
    return Contender(name, words, read=read, codes=(0,))


def opening(bench):
    group = "open"
    corpus = "prose64"
    file = bench.corpus(corpus)
    found = bench.interleave([commands(bench, "searchbench, opened", file, ":quit", options=bench.threads(1)),
                              Contender("wc -l", ["wc", "-l", file], read=uncounted)])
    for metric, goal in (("cpu", 1.25), ("wall", None)):
        bench.ledger.compare(group, "open and index the lines", corpus, series(found, "searchbench, opened", "", metric),
                             series(found, "wc -l", "", metric), goal, note="whole processes")
    folding = commands(bench, "searchbench, folded", file, ":set format count", "zqxjkv", options=bench.threads(1))
    duckdb = bench.driver("DuckDB", "drive_duckdb.py", file)
    found = bench.interleave([folding, duckdb], budget=3 * bench.cell)
    try:
        theirs = series(found, "DuckDB", "load", "cpu").named("DuckDB", None)
    except Failed as failure:
        bench.ledger.skip(group, "open and fold everything", failure)
        return
    bench.ledger.compare(group, "open and fold everything", corpus, series(found, "searchbench, folded", "", "cpu"),
                         theirs, 0.25, note="our whole process, with a scan; its read_csv alone")


def starting(bench):
    group = "start"
    line = os.path.join(bench.scratch, "line.txt")
    with open(line, "w", encoding="utf-8") as file:
        file.write("one line with an x in it\n")
    if not bench.rg:
        bench.ledger.skip(group, "--version, one line", NO_RG)
        return
    rounds = 40 if bench.quick else 300
    pairs = [("--version", ["--version"], ["--version"]),
             ("search of a one-line file", ["search", "x", line], ["x", line])]
    for work, ours, theirs in pairs:
        contenders = [Contender("searchbench", [bench.ours, *ours], read=uncounted),
                      Contender("rg", [bench.rg, *theirs], read=uncounted),
                      Contender("true", ["/bin/true"], read=uncounted)]
        if bench.old_rg:
            contenders.append(Contender("Debian's rg", [bench.old_rg, *theirs], read=uncounted))
        found = bench.interleave(contenders, rounds=rounds)
        for peer in contenders[1:]:
            bench.ledger.compare(group, work, "", series(found, "searchbench"), series(found, peer.name),
                                 note="for information")


def resident_bytes(run):
    """Returns the peak memory of the process, and its resident memory at the end, which STATUS prints."""
    found = re.search(r"VmRSS:\s*(\d+) kB", run.output + run.errors)
    metrics = {"peak": run.peak}
    if found:
        metrics["bytes"] = int(found.group(1)) * 1024
    return {"": (None, metrics)}


def memory(bench):
    group = "memory"
    corpus = "prose64"
    file = bench.corpus(corpus)
    text = single("text", "bytes", os.path.getsize(file))
    contenders = [commands(bench, "searchbench, no index", file, ":corpora", STATUS, read=resident_bytes)]
    if bench.indexes:
        contenders.append(commands(bench, "searchbench, folded and indexed", file, ":set format count", "zqxjkv",
                                   ":paths build", STATUS, read=resident_bytes))
    found = bench.interleave(contenders, rounds=3)
    for contender, goal in zip(contenders, (1.3, 3.5)):
        kept = found[contender.name]
        if isinstance(kept, Failed):
            bench.ledger.skip(group, contender.name, kept)
            continue
        work = contender.name.split(", ", 1)[1]
        if "bytes" in kept[""]:
            bench.ledger.compare(group, f"{work}, resident", corpus, kept[""]["bytes"], text, goal)
        bench.ledger.compare(group, f"{work}, at its peak", corpus, kept[""]["peak"],
                             single("text", "peak", text.median), None if "bytes" in kept[""] else goal)
    if len(bench.indexes) < 2:
        bench.ledger.skip(group, "folded copy and both indexes", f"the indexes here: {', '.join(bench.indexes) or 'none'}")


# Queries that are typed one letter at a time. The last letters reduce a result that is already small.
TYPED = {"prefix": ["heci", "h c", "pro gr t", "tri bro"], "substring": ["kestrel", "brea ve", "troni"]}


def read_keystrokes(run):
    """Returns the seconds of the queries in two groups: those after a query that found few records, and all others."""
    few, many = [], []
    for text in run.errors.split("strategy ")[1:]:
        before = None
        for found in TIMING.finditer(text):
            seconds = float(found.group(2).replace(",", "")) * TO_SECONDS[found.group(3)]
            (few if before is not None and before <= 500_000 else many).append(seconds)
            before = int(found.group(1).replace(",", ""))
    return {"few": (None, {"key": few}), "many": (None, {"key": many})}


def keystrokes(bench):
    group = "keystroke"
    corpus = "zipf1m" if bench.quick else "zipf10m"
    file = bench.corpus(corpus)
    lines = [":paths build"] if bench.indexes else []
    for strategy, texts in TYPED.items():
        for text in texts:
            lines.append(f":set strategy {strategy}")
            lines += [text[:length] for length in range(1, len(text) + 1) if text[length - 1] != " "]
    lines.insert(0, ":set format none")
    found = bench.interleave([commands(bench, "searchbench", file, *lines, options=("--verbose",), read=read_keystrokes)],
                             rounds=3, budget=60)
    for key, work, goal in (("few", "previous query found at most 500,000 records, p99", 1.0),
                            ("many", "previous query found more, whole answer, p99", None)):
        times = sorted(sum(series(found, "searchbench", key, "key").values, []))
        if not times:
            bench.ledger.skip(group, work, "no such keystroke was timed")
            continue
        p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
        bench.ledger.keep(group, work, corpus, Series("searchbench", "wall", times))
        bench.ledger.compare(group, work, corpus, single("searchbench, p99", "wall", p99),
                             single("16 ms", "wall", 0.016), goal, note=f"{len(times)} keystrokes")
