"""Measures how cost grows: scans of 64 MB to 4 GB, and index queries over 100,000 to 10 million records."""

import os

from context import EXACT, FOLDED
from group_process import commands
from group_resident import answered
from group_scan import series
from measure import Contender, Failed, single, uncounted

SIZES = ["prose64", "prose512", "prose4096"]
COUNTS = ["zipf100k", "zipf1m", "zipf10m"]
# Three token-prefix queries. The posting lists of the first query grow with the corpus, those of the second query are
# short, and those of the third query are empty.
QUERIES = ["he ci", "trigriozi", "zqx he"]


def scans(bench):
    group = "growth of scans, per GB"
    for needle in ("zqxjkv", "wombat", "the"):
        contenders = []
        sizes = {}
        for corpus in SIZES:
            file = bench.corpus(corpus)
            sizes[corpus] = os.path.getsize(file)
            contenders += [bench.search(f"searchbench, 1 thread, {corpus}", needle, file, *EXACT, threads=1),
                           bench.search(f"searchbench, all cores, {corpus}", needle, file, *EXACT)]
            if bench.rg:
                contenders.append(Contender(f"rg, {corpus}", [bench.rg, "-c", "-F", needle, file]))
        found = bench.interleave(contenders, rounds=7, budget=40)
        for way, metric, goal in (("searchbench, 1 thread", "cpu", 1.1), ("searchbench, all cores", "wall", None),
                                  ("rg", "wall", None)):
            if f"{way}, {SIZES[0]}" not in found:
                continue
            first, *larger = (per_gigabyte(found, f"{way}, {corpus}", metric, sizes[corpus]) for corpus in SIZES)
            for corpus, now in zip(SIZES[1:], larger):
                bench.ledger.compare(group, f"'{needle}', {corpus} to {SIZES[0]}", corpus, now, first, goal)
        for corpus in SIZES:
            if f"rg, {corpus}" in found:
                bench.ledger.compare(group, f"'{needle}', {corpus}", corpus,
                                     series(found, f"searchbench, all cores, {corpus}"),
                                     series(found, f"rg, {corpus}"), agree=True)


def per_gigabyte(found, name, metric, size):
    return series(found, name, "", metric).scaled(1e9 / size).named(name, None)


def peaks(bench):
    group = "growth of memory"
    for corpus in SIZES:
        file = bench.corpus(corpus)
        text = single("text", "peak", os.path.getsize(file))
        found = bench.interleave([
            bench.search("one-shot search", "wombat", file, *EXACT),
            Contender("opened", [bench.ours, "--no-rc", file, "-c", ":quit"], read=uncounted)], rounds=3, budget=20)
        for name in ("one-shot search", "opened"):
            if isinstance(found[name], Failed):
                bench.ledger.skip(group, f"{name}, {corpus}", found[name])
                continue
            bench.ledger.compare(group, f"{name}, {corpus}", corpus, found[name][""]["peak"].named(name, None), text)
    if not bench.indexes:
        return
    for corpus in COUNTS:
        file = bench.corpus(corpus)
        found = bench.interleave([commands(bench, "indexed", file, ":paths build")], rounds=1, budget=5)
        bench.ledger.compare(group, f"folded and indexed, {corpus}", corpus, answered(found, "indexed")[""]["peak"],
                             single("text", "peak", os.path.getsize(file)))


def indexes(bench):
    group = "growth of index queries"
    previous = {}
    for corpus in COUNTS:
        file = bench.corpus(corpus)
        kinds = []
        if "tokens" in bench.paths:
            kinds.append(("tokens", "prefix", QUERIES))
        if "trigrams" in bench.paths:
            kinds.append(("trigrams", "substring", ["trigriozi", "zqxjkv"]))
        if not kinds:
            bench.ledger.skip(group, corpus, "this searchbench has no index")
            return
        for path, strategy, queries in kinds:
            found = answered(bench.interleave(
                [bench.resident("searchbench", file, queries, *FOLDED, strategy=strategy, paths=(path,))],
                rounds=2, budget=30), "searchbench")
            for query in queries:
                if (path, query) not in found:
                    bench.ledger.skip(group, f"{path} '{query}', {corpus}", "the index did not answer it")
                    continue
                now = found[path, query]["p50"].named(f"searchbench, {corpus}")
                if (path, query) in previous:
                    before = previous[path, query]
                    note = f"{now.count:,} found, before {before.count:,}"
                    bench.ledger.compare(group, f"{path} '{query}', {corpus}", corpus, now.named(now.contender, None),
                                         before.named(before.contender, None), note=note)
                previous[path, query] = now
