"""Measures searches of one large file as whole processes: each output, tables, the time to the first row, and the lower
limit."""

from context import EXACT
from group_scan import series
from group_tree import compare_memory
from made import ABSENT, RARE, large, table, warm
from measure import Contender, Failed, counts_added, first_byte, lines_written, single, uncounted

OUTPUTS = [("-C 2", ("-C", "2")), ("--format csv", ("--format", "csv")), ("--format jsonl", ("--format", "jsonl")),
           ("--verbose", ("--verbose",)), ("--color always", ("--color", "always"))]


def streamed(bench, name, file, word, *options, read=lines_written, into="pipe"):
    return Contender(name, [bench.ours, "search", *EXACT, *options, word, file], read=read, into=into)


def budget(bench):
    return 20 if bench.quick else 60


def outputs(bench):
    """Compares the time of each output format and option with the time of searchbench's plain hits."""
    corpus = "prose64" if bench.quick else "prose512"
    group = f"output, {corpus}, rare '{RARE}', all cores"
    file = bench.corpus(corpus)
    contenders = [streamed(bench, "searchbench, hits", file, RARE)]
    contenders += [streamed(bench, f"searchbench, {name}", file, RARE, *options) for name, options in OUTPUTS]
    if bench.rg:
        contenders.append(Contender("rg", [bench.rg, "-F", "--column", RARE, file], read=lines_written, into="pipe"))
    found = bench.interleave(contenders, budget=2 * budget(bench))
    base = series(found, "searchbench, hits")
    compare_memory(bench, group, "hits", corpus, series(found, "searchbench, hits", "", "peak"))
    for name, _ in OUTPUTS:
        try:
            ours = series(found, f"searchbench, {name}")
        except Failed as failure:
            bench.ledger.skip(group, name, failure)
            continue
        # With headings or context, the number of output lines differs from the number of hits, so do not compare
        # counts.
        bench.ledger.compare(group, name, corpus, ours.named(ours.contender, None), base, 1.15)
        compare_memory(bench, group, name, corpus, series(found, ours.contender, "", "peak"))
    if "rg" in found:
        bench.ledger.compare(group, "hits", corpus, base, series(found, "rg"), agree=True, note="for information")


def formats(bench):
    """Measures searches of tables with one thread and with all cores. With one thread, the goal is a rate per core."""
    mebibytes = 64 if bench.quick else 512
    for kind, goal in (("csv", 0.8), ("jsonl", 1.0)):
        corpus = f"table{mebibytes}.{kind}"
        group = f"formats, {mebibytes} MiB, rare '{RARE}', 1 thread"
        file = warm(table(bench.files, kind, mebibytes))
        size = mebibytes << 20
        one = bench.threads(1)
        contenders = [streamed(bench, "searchbench, -c", file, RARE, "-c", *one, read=counts_added),
                      streamed(bench, "searchbench, hits", file, RARE, *one)]
        all_cores = "searchbench, -c, all cores"
        contenders.append(streamed(bench, all_cores, file, RARE, "-c", read=counts_added))
        if bench.rg:
            contenders.append(Contender("rg", [bench.rg, "-F", "-c", RARE, file], read=counts_added, into="pipe"))
        found = bench.interleave(contenders, budget=budget(bench))
        if {all_cores, "searchbench, -c"} <= found.keys():
            ours, one_thread = series(found, all_cores), series(found, "searchbench, -c")
            bench.ledger.compare(group, f"{kind}, -c, all cores", corpus, ours, one_thread, 0.6, agree=True,
                                 note=f"{size / ours.median / 1e9:.2f} GB/s; the peer is one thread")
            compare_memory(bench, group, f"{kind}, -c, all cores", corpus, series(found, all_cores, "", "peak"))
        for name in ("-c", "hits"):
            work = f"{kind}, {name}"
            try:
                ours = series(found, f"searchbench, {name}")
            except Failed as failure:
                bench.ledger.skip(group, work, failure)
                continue
            wanted = single(f"{goal:g} GB/s", "wall", size / goal / 1e9)
            bench.ledger.compare(group, work, corpus, ours, wanted, 1.0,
                                 note=f"{size / ours.median / 1e9:.2f} GB/s")
            compare_memory(bench, group, work, corpus, series(found, ours.contender, "", "peak"))
        if "rg" in found:
            bench.ledger.compare(group, f"{kind}, -c", corpus, series(found, "searchbench, -c"), series(found, "rg"),
                                 agree=True, note="for information; rg reads the file as lines")


def first_row(bench):
    """Measures the time from the start of the process to its first byte of output; the first line of the file is a hit."""
    gibibytes = 1 if bench.quick else 10
    corpus = f"large{gibibytes}.txt"
    group = f"first row, {gibibytes} GiB, all cores"
    file = warm(large(bench.files, bench.corpus("prose64"), gibibytes << 30))
    contenders = [streamed(bench, "searchbench", file, ABSENT, read=first_byte, into="first")]
    if bench.rg:
        contenders.append(Contender("rg", [bench.rg, "-F", "--line-buffered", ABSENT, file], read=first_byte,
                                    into="first"))
    found = bench.interleave(contenders, budget=budget(bench))
    try:
        ours = series(found, "searchbench")
    except Failed as failure:
        bench.ledger.skip(group, "to the first byte", failure)
        return
    bench.ledger.compare(group, "to the first byte", corpus, ours, single("20 ms", "wall", 0.02), 1.0)
    if "rg" in found:
        bench.ledger.compare(group, "to the first byte", corpus, ours, series(found, "rg"),
                             note="for information; --line-buffered")


def limits(bench):
    """Compares the time to search for an absent word with the time to read every byte, on the same number of threads."""
    group = f"limit, absent '{ABSENT}', -c"
    for corpus, goal in (("prose64", 1.3), ("prose512", 1.15)):
        file = bench.corpus(corpus)
        contenders = []
        for threads in sorted({1, bench.cores}):
            contenders += [streamed(bench, f"searchbench, {threads} threads", file, ABSENT, "-c",
                                    *bench.threads(threads), read=counts_added),
                           Contender(f"limit, {threads} threads", [bench.limit, file, threads], read=uncounted)]
        if bench.rg:
            contenders.append(Contender("rg", [bench.rg, "-c", "-F", ABSENT, file], read=counts_added, into="pipe"))
        found = bench.interleave(contenders, rounds=3 if bench.quick else max(bench.rounds, 21), budget=budget(bench))
        for threads in sorted({1, bench.cores}):
            work = f"{corpus}, {threads} thread{'s' if threads > 1 else ''}"
            ours = series(found, f"searchbench, {threads} threads")
            # The goal applies only to the measurement with all cores.
            bench.ledger.compare(group, work, corpus, ours, series(found, f"limit, {threads} threads"),
                                 goal if threads == bench.cores else None)
            if threads == bench.cores:
                compare_memory(bench, group, work, corpus, series(found, ours.contender, "", "peak"))
        if "rg" in found:
            bench.ledger.compare(group, f"{corpus}, {bench.cores} threads", corpus,
                                 series(found, f"searchbench, {bench.cores} threads"), series(found, "rg"), agree=True,
                                 note="for information")
