"""Measures searches of a tree of many files as whole processes, compared with ripgrep."""

from context import EXACT, FOLDED
from group_scan import NO_RG, series
from made import ABSENT, RARE, regular_files, tree, warm
from measure import Contender, Failed, counts_added, lines_written, single

WORDS = [("rare", RARE), ("common", "the"), ("absent", ABSENT)]
# Each output: its name, the options of searchbench, the options of rg, and the function that counts the results.
FORMS = [("hits", (), ("--column",), lines_written), ("-c", ("-c",), ("-c",), counts_added),
         ("-l", ("-l",), ("-l",), lines_written)]
MODES = [("exact", EXACT, ()), ("case and accents ignored", FOLDED, ("-i",))]
MEMORY_LIMIT = 64 << 20


def compare_memory(bench, group, work, corpus, ours):
    """Adds a row that compares the peak memory of a search with its limit."""
    bench.ledger.compare(group, f"{work}, memory", corpus, ours, single("64 MiB", "peak", MEMORY_LIMIT), 1.0)


def trees(bench):
    if not bench.rg:
        bench.ledger.skip("tree", "all", NO_RG)
        return
    for corpus, compressed in (("tree", True), ("tree without .gz", False)):
        place = warm(tree(bench.files, compressed))
        count, size = regular_files(place)
        note = "ours reads .gz files, rg skips them" if compressed else ""
        for mode, settings, options in MODES:
            for form, mine, theirs, read in FORMS:
                if bench.quick and (form != "-c" or compressed and mode != "exact"):
                    continue
                for kind, word in WORDS:
                    one(bench, f"{corpus}: {count:,} files, {size / 1e6:,.0f} MB", corpus,
                        f"{form}, {kind} '{word}', {mode}", place, word,
                        [*mine, *settings], [*theirs, *options], read,
                        agree=not compressed and mode == "exact", note=note)


def one(bench, group, corpus, work, place, word, mine, theirs, read, agree, note):
    """Measures the same search by each program, in turn, on all cores."""
    theirs = ["-F", *theirs, word, place]
    contenders = [
        Contender("searchbench", [bench.ours, "search", *mine, "--type", "lines", word, place], read=read, into="pipe"),
        Contender("rg", [bench.rg, *theirs], read=read, into="pipe")]
    if bench.old_rg:
        contenders.append(Contender("Debian's rg", [bench.old_rg, *theirs], read=read, into="pipe"))
    found = bench.interleave(contenders, budget=20 if bench.quick else 60)
    try:
        ours, peer = series(found, "searchbench"), series(found, "rg")
    except Failed as failure:
        bench.ledger.skip(group, work, failure)
        return
    counts = f"{ours.count:,} found by both" if ours.count == peer.count else ""
    bench.ledger.compare(group, work, corpus, ours, peer, 0.9, agree=agree, note="; ".join(filter(None, (note, counts))))
    compare_memory(bench, group, work, corpus, series(found, "searchbench", "", "peak"))
    if bench.old_rg and not isinstance(found["Debian's rg"], Failed):
        bench.ledger.compare(group, work, corpus, ours, series(found, "Debian's rg"), note="for information")
