"""How cost grows: scans of 64 MB to 4 GB, index queries of 100,000 to 10 million records."""

import os

from context import EXACT, FOLDED
from group_process import commands
from group_resident import answered
from group_scan import series
from measure import Contender, Failed, single, uncounted

SIZES = ["prose64", "prose512", "prose4096"]
COUNTS = ["zipf100k", "zipf1m", "zipf10m"]
# A token-prefix query with postings in proportion to the corpus, one with few, one with none.
QUERIES = ["he ci", "trigriozi", "zqx he"]


def scans(bench):
    group = "growth of scans, per GB"
    for needle in ("zqxjkv", "wombat", "the"):
        first = {}
        for corpus in SIZES:
            file = bench.corpus(corpus)
            size = os.path.getsize(file) / 1e9
            contenders = [bench.search("searchbench, 1 thread", needle, file, *EXACT, threads=1),
                          bench.search("searchbench, all cores", needle, file, *EXACT)]
            if bench.have("rg"):
                contenders.append(Contender("rg", ["rg", "-c", "-F", needle, file]))
            found = bench.interleave(contenders, rounds=5, budget=25)
            for name in ("searchbench, 1 thread", "searchbench, all cores", "rg"):
                if name not in found:
                    continue
                values = series(found, name)
                per_byte = values.named(name).scaled(1 / size)
                if corpus == SIZES[0]:
                    first[name] = per_byte
                else:
                    # Ratios to ours of the first size: linear within 10 %.
                    goal = 1.1 if name == "searchbench, 1 thread" and corpus == SIZES[-1] else None
                    bench.ledger.compare(group, f"'{needle}', {corpus} against {SIZES[0]}", corpus,
                                         per_byte.named(name, None), first[name].named(name, None), goal)
            if "rg" in found:
                bench.ledger.compare(group, f"'{needle}', {corpus} against rg", corpus,
                                     series(found, "searchbench, all cores"), series(found, "rg"), agree=True)


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
    if len(bench.paths) < 2:
        return
    for corpus in COUNTS:
        file = bench.corpus(corpus)
        found = bench.interleave([commands(bench, "indexed", file, ":index build")], rounds=1, budget=5)
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
