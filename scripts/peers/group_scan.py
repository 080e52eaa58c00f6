"""Measures one-shot searches of a file as whole processes, compared with ripgrep. The groups are named
`exact`, `caseless`, `strings`, `boolean`, `regex` and `cores`."""

import os
import random
import re

from context import CASELESS, EXACT, FOLDED
from measure import Contender, Failed

NEEDLES = [("rare", "wombat"), ("common", "the"), ("absent", "zqxjkv"), ("2 letters", "qu"),
           ("20 letters", "environment variable"), ("non-ASCII", "für")]
CORPORA = ("prose64", "prose512")
NO_RG = "ripgrep is not installed (bench-peers --install)"

REGEXES = [
    ("five words", r"Sherlock|kernel|wombat|driver|elephant"),
    (r"\b[A-Z]\w+ing\b", r"\b[A-Z]\w+ing\b"),
    ("(foo|bar).*baz", "(foo|bar).*baz"),
    ("IPv4", r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}"),
    (r"(?i)\bkernel\b", r"(?i)\bkernel\b"),
    ("(a+)+$", "(a+)+$"),
    (r"\p{Greek}", r"\p{Greek}"),
    (".*ing$", ".*ing$"),
]

BOOLEANS = [("two", "linux AND kernel", ["linux", "kernel"], None),
            ("three", "linux AND kernel AND NOT driver", ["linux", "kernel"], "driver"),
            ("three, commoner", "environment AND file AND NOT directory", ["environment", "file"], "directory")]


def corpora(bench):
    return CORPORA[:1] if bench.quick else CORPORA


def series(found, name, key="", metric="wall"):
    """Returns one series of a contender; raises its failure if it could not be measured."""
    answer = found[name]
    if isinstance(answer, Failed):
        raise answer
    return answer[key][metric]


def against_rg(bench, group, work, corpus, contenders, goals, agrees=True, note=""):
    """Measures contenders in turn. The first contender is searchbench with all cores; the second can be searchbench
    with one thread.

    `goals` maps the name of each searchbench contender to its goal relative to rg. Other peers have no goal.
    """
    found = bench.interleave(contenders)
    rows = {}
    for name, goal in goals.items():
        try:
            ours, peer = series(found, name), series(found, "rg")
        except Failed as failure:
            bench.ledger.skip(group, f"{work}, {name}", failure)
            continue
        threads = name.split(", ", 1)[1]
        rows[name] = bench.ledger.compare(group, f"{work}, {corpus}, {threads}", corpus, ours, peer, goal,
                                          agree=agrees, note=note)
        for other in ("grep", "ugrep"):
            if other in found and not isinstance(found[other], Failed) and threads == "all cores":
                bench.ledger.compare(group, f"{work}, {corpus}, {threads}", corpus, ours, series(found, other),
                                     note="for information")
    return rows


def ours_both_ways(bench, query, file, *settings, strategy="substring"):
    both = [bench.search("searchbench, all cores", query, file, *settings, strategy=strategy)]
    if bench.has_threads:
        both.append(bench.search("searchbench, 1 thread", query, file, *settings, strategy=strategy, threads=1))
    return both


def greps(bench, corpus, *command):
    """Measures grep and ugrep on the smaller file, in fewer rounds, because they have no goals."""
    if corpus != "prose64" or bench.quick:
        return []
    return [Contender(name, [name, *command], every=3) for name in ("grep", "ugrep") if bench.have(name)]


def needles(bench, group, settings, rg_options, goals, agrees):
    if not bench.rg:
        bench.ledger.skip(group, "one-shot search", NO_RG)
        return
    if not bench.has_threads:
        goals = {name: goal for name, goal in goals.items() if name.endswith("all cores")}
        bench.ledger.skip(group, "one thread", "this searchbench has no --threads")
    for corpus in corpora(bench):
        file = bench.corpus(corpus)
        for kind, needle in NEEDLES:
            contenders = ours_both_ways(bench, needle, file, *settings)
            contenders.append(Contender("rg", [bench.rg, "-c", "-F", *rg_options, needle, file]))
            if agrees:
                contenders += greps(bench, corpus, "-c", "-F", *rg_options, needle, file)
            against_rg(bench, group, f"{kind} '{needle}'", corpus, contenders, goals, agrees)


def exact(bench):
    needles(bench, "exact", EXACT, (), {"searchbench, all cores": 0.6, "searchbench, 1 thread": 0.9}, True)


def caseless(bench):
    needles(bench, "caseless", CASELESS, ("-i",),
            {"searchbench, all cores": 0.45, "searchbench, 1 thread": 0.7}, True)


def folded(bench):
    needles(bench, "case and diacritics ignored", FOLDED, ("-i",), {"searchbench, all cores": 0.6}, False)


def strings(bench):
    """Measures searches for several strings: words of 9 to 14 letters from the start of the corpus, chosen with a fixed
    seed."""
    group = "several strings"
    if not bench.rg:
        bench.ledger.skip(group, "-f FILE", NO_RG)
        return
    corpus = "prose64"
    file = bench.corpus(corpus)
    with open(file, encoding="utf-8", errors="ignore") as text:
        words = sorted(set(re.findall("[a-z]{9,14}", text.read(3_000_000))))
    random.Random(3).shuffle(words)
    for count in (2, 10, 100, 3_000):
        path = os.path.join(bench.scratch, f"words{count}")
        with open(path, "w", encoding="ascii") as out:
            out.writelines(word + "\n" for word in words[:count])
        for settings, options, goal, agrees in (EXACT, (), 0.8, True), (CASELESS, ("-i",), 0.5, False):
            found = [Contender(f"searchbench, {name}", [bench.ours, "search", "-c", *settings, *bench.threads(threads), "-f", path, file])
                     for name, threads in (("all cores", None), ("1 thread", 1))]  # fmt: skip
            found.append(Contender("rg", [bench.rg, "-c", "-F", *options, "-f", path, file]))
            work = f"{count} words" + (", ignoring case" if options else "")
            against_rg(bench, group, work, corpus, found, {"searchbench, all cores": goal, "searchbench, 1 thread": None}, agrees)


def regex(bench):
    group = "regex"
    if not bench.rg:
        bench.ledger.skip(group, "one-shot regex", NO_RG)
        return
    corpus = "prose64"
    file = bench.corpus(corpus)
    goals = {"searchbench, all cores": 1.0}
    if bench.has_threads:
        goals["searchbench, 1 thread"] = None
    rows = {name: [] for name in goals}
    for name, pattern in REGEXES:
        contenders = ours_both_ways(bench, pattern, file, *EXACT, strategy="regex")
        contenders.append(Contender("rg", [bench.rg, "-c", "-e", pattern, file]))
        for which, row in against_rg(bench, group, name, corpus, contenders, goals).items():
            rows[which].append(row)
    bench.ledger.mean(group, "all patterns, all cores", corpus, rows["searchbench, all cores"], 0.4)
    bench.ledger.mean(group, "all patterns, 1 thread", corpus, rows.get("searchbench, 1 thread", []), None)


def boolean(bench):
    group = "boolean"
    corpus = "prose64"
    file = bench.corpus(corpus)
    for count, query, required, excluded in BOOLEANS:
        work = f"{count} '{query}'"
        if bench.rg:
            pipe = f"{bench.rg} -F {required[0]} {file} | {bench.rg} -c -F {required[1]}"
            if excluded:
                pipe = f"{bench.rg} -F {required[0]} {file} | {bench.rg} -F {required[1]} | {bench.rg} -c -v -F {excluded}"
            contenders = ours_both_ways(bench, query, file, *EXACT, strategy="bool")
            contenders.append(Contender("rg", ["sh", "-c", pipe]))
            against_rg(bench, group, work, corpus, contenders, {"searchbench, all cores": 0.45}, note="rg in pipes")
        else:
            bench.ledger.skip(group, work, NO_RG)
    queries = [query for _, query, _, _ in BOOLEANS]
    rarest = [required[0] for _, _, required, _ in BOOLEANS]
    found = bench.interleave([
        bench.resident("bool", file, queries, *EXACT, strategy="bool"),
        bench.resident("plain", file, sorted(set(rarest)), *EXACT)], rounds=bench.blocks, budget=60)
    for (count, query, _, _), plain in zip(BOOLEANS, rarest):
        ours = series(found, "bool", ("scan", query), "p50").named("searchbench, resident")
        other = series(found, "plain", ("scan", plain), "p50").named(f"searchbench, scan for '{plain}'", None)
        bench.ledger.compare(group, f"{count} '{query}', resident", corpus, ours, other, 1.5)


def cores(bench):
    group = "two cores against one"
    if not bench.has_threads:
        bench.ledger.skip(group, "512 MB", "this searchbench has no --threads")
        return
    corpus = "prose64" if bench.quick else "prose512"
    file = bench.corpus(corpus)
    for kind, needle in NEEDLES[:3]:
        found = bench.interleave([
            bench.search("searchbench, 2 threads", needle, file, *EXACT, threads=2),
            bench.search("searchbench, 1 thread", needle, file, *EXACT, threads=1)])
        bench.ledger.compare(group, f"{kind} '{needle}', {corpus}", corpus, series(found, "searchbench, 2 threads"),
                             series(found, "searchbench, 1 thread"), 0.55, agree=True)
    bounds(bench, group, corpus, file)


def bounds(bench, group, corpus, file):
    """Measures a lower bound for any search of all bytes: the time to read memory with one thread and with two
    threads."""
    contenders = [bench.library(f"read by {threads}", file, ["bytes"]) for threads in ("1 thread", "2 threads")]
    if bench.rg:
        contenders.append(Contender("rg", [bench.rg, "-c", "-F", "zqxjkv", file]))
    found = bench.interleave(contenders)
    one, two = (series(found, f"read by {threads}", ("scan", "bytes"), "p50") for threads in ("1 thread", "2 threads"))
    bench.ledger.compare(group, f"no search: every byte read in memory, {corpus}", corpus, two, one)
    if bench.rg:
        bench.ledger.compare(group, f"no search, against 'zqxjkv' of rg, {corpus}", corpus, two, series(found, "rg").named("rg", None))
