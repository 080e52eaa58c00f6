"""Measures searches of text in memory: scans, the folded copy, and the trigram filter."""

import os

from context import CASELESS, EXACT, FOLDED
from group_scan import NEEDLES, series
from measure import Failed, single

ALL = [needle for _, needle in NEEDLES]
# Needles that occur in fewer than one percent of the 4 KB blocks of prose64.
SELECTIVE = ["wombat", "environment variable", "zqxjkv", "Struthio"]
FREQUENT = ["kernel", "qu", "the"]


def has_avx512():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return "avx512bw" in file.read()
    except OSError:
        return False


def pairs(bench, group, corpus, ours, peers, work, needles, goal, note=""):
    """Adds a row for each peer and needle; the goal applies to the first peer only."""
    found = bench.interleave([ours, *peers], rounds=bench.blocks, budget=90)
    for number, peer in enumerate(peers):
        for needle in needles:
            try:
                mine = series(found, ours.name, ("scan", needle), "p50")
                other = series(found, peer.name, ("scan", needle), "p50")
            except Failed as failure:
                bench.ledger.skip(group, f"{work} '{needle}', {peer.name}", failure)
                break
            bench.ledger.compare(group, f"{work} '{needle}'", corpus, mine, other, None if number else goal,
                                 agree=True, note=note if not number else "for information")


def resident(bench):
    group = "resident scan, one thread"
    corpus = "prose64"
    file = bench.corpus(corpus)
    goal = 0.9 if has_avx512() else 1.0
    peers = [bench.library(name, file, ALL) for name in ("rust-memmem", "libc-memmem") if bench.is_built_in(name)]
    if peers and peers[0].name != "rust-memmem":
        bench.ledger.skip(group, "Rust's memchr", "cargo or librust-memchr-dev is missing (bench-peers --install)")
    ours = bench.resident("searchbench, exact", file, ALL, *EXACT)
    pairs(bench, group, corpus, ours, peers, "exact", ALL, goal)
    if bench.is_built_in("vectorscan-caseless"):
        ours = bench.resident("searchbench, caseless", file, ALL, *CASELESS)
        pairs(bench, group, corpus, ours, [bench.library("vectorscan-caseless", file, ALL)], "caseless", ALL, 1.0)
    else:
        bench.ledger.skip(group, "caseless", "libvectorscan-dev is missing (bench-peers --install)")


def copy(bench):
    group = "folded copy, one thread"
    corpus = "prose64"
    file = bench.corpus(corpus)
    found = bench.interleave([bench.resident("searchbench, folded", file, ALL, *FOLDED),
                              bench.resident("searchbench, exact", file, ALL, *EXACT)],
                             rounds=bench.blocks, budget=90)
    for needle in ALL:
        ours, exact = (series(found, f"searchbench, {name}", ("scan", needle), "p50")
                       for name in ("folded", "exact"))
        # A needle with an accent has no goal here, because the needle without the accent is more frequent.
        bench.ledger.compare(group, f"case and diacritics ignored '{needle}'", corpus, ours, exact,
                             1.05 if needle.isascii() else None)


def trigrams(bench):
    group = "trigram filter"
    if "trigrams" not in bench.paths:
        bench.ledger.skip(group, "all", "this searchbench has no access path 'trigrams'")
        return
    corpus = "prose64"
    file = bench.corpus(corpus)
    needles = SELECTIVE + FREQUENT
    base = f"{bench.build}/trigram.db"
    paths = ["scan", "trigrams"] + (["auto"] if "auto" in bench.paths else [])
    contenders = [bench.resident("searchbench", file, needles, *FOLDED, paths=paths)]
    stages = bench.load_stages(file).also_called("stages")
    build = bench.build_index("FTS5 trigram", "drive_fts5.py", "trigram", base, file)
    peers = [] if isinstance(build, Failed) else [
        bench.driver("FTS5 trigram", "drive_fts5.py", "query", "trigram", base, *needles)]
    found = bench.interleave([*contenders, stages, *peers], rounds=bench.blocks, budget=120)
    ours = answered(found, "searchbench")
    stage = answered(found, "stages")
    best = paths[-1]
    for needle in needles:
        against_own_scan(bench, group, corpus, ours, best, needle)
    size = stage["trigrams"]["bytes"].named("trigrams")
    bench.ledger.compare(group, "size against the text", corpus, size,
                         single("text", "bytes", os.path.getsize(file)), 0.5)
    if not peers:
        bench.ledger.skip(group, "FTS5 trigram", build)
        return
    theirs = answered(found, "FTS5 trigram")
    for needle in needles:
        if len(needle) < 3:
            bench.ledger.skip(group, f"'{needle}' against FTS5", "its trigram index cannot search for two letters")
        elif (best, needle) in ours:
            bench.ledger.compare(group, f"'{needle}' against FTS5", corpus, ours[best, needle]["p50"],
                                 theirs[needle]["p50"], 0.3 if needle in SELECTIVE else None,
                                 note="FTS5 distinguishes diacritics")
    bench.ledger.compare(group, "build, processor time", corpus, stage["trigrams"]["p50"].named("searchbench"),
                         build["cpu"], 0.02)
    bench.ledger.compare(group, "size against FTS5 with its text", corpus, size,
                         single("FTS5 trigram", "bytes", os.path.getsize(base)))


def against_own_scan(bench, group, corpus, ours, best, needle):
    if (best, needle) not in ours:
        bench.ledger.skip(group, f"'{needle}' against our scan", "the filter cannot find this needle, so it is scanned for")
        return
    bench.ledger.compare(group, f"'{needle}' against our scan", corpus,
                         ours[best, needle]["p50"].named(f"searchbench, {best}"),
                         ours["scan", needle]["p50"].named("searchbench, scan"),
                         0.05 if needle in SELECTIVE else 1.05, agree=True)


def answered(found, name):
    """Returns the measurements of a contender; raises its failure if it could not be measured."""
    if isinstance(found[name], Failed):
        raise found[name]
    return found[name]
