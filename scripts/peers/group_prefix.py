"""Measures token-prefix queries over zipf in resident processes, compared with tantivy and FTS5."""

import os

from group_resident import answered
from measure import Failed, single

# NAMED are the usual example queries. The generator of zipf makes no words that begin with a vowel, so two of these
# queries find nothing. STAND_INS are two similar queries that find many records.
NAMED = ["he ci", "gr let a", "a b"]
STAND_INS = ["gr let h", "h p"]
ABSENT = "zqx he"


def rare_pair(file):
    """Returns the first letters of the two longest words of the record in the middle of the file."""
    with open(file, "rb") as text:
        text.seek(os.path.getsize(file) // 2)
        text.readline()
        words = sorted(text.readline().decode().split(), key=lambda word: (-len(word), word))
    return " ".join(word[:5] for word in words[:2])


def folder_size(path):
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(path, name)) for name in os.listdir(path))


def prefix(bench):
    group = "token-prefix"
    corpus = "zipf100k" if bench.quick else "zipf1m"
    if "tokens" not in bench.paths:
        bench.ledger.skip(group, "all", "this searchbench has no access path 'tokens'")
        return
    file = bench.corpus(corpus)
    rare = rare_pair(file)
    queries = [*NAMED, *STAND_INS, rare, ABSENT]
    places = {"tantivy": f"{bench.build}/tantivy-{corpus}", "FTS5 prefix": f"{bench.build}/prefix-{corpus}.db"}
    built = {"tantivy": bench.build_index("tantivy", "drive_tantivy.py", places["tantivy"], file),
             "FTS5 prefix": bench.build_index("FTS5 prefix", "drive_fts5.py", "prefix", places["FTS5 prefix"], file)}
    ours = bench.resident("searchbench", file, queries, strategy="prefix", paths=("tokens",))
    contenders = [ours, bench.load_stages(file).also_called("stages")]
    if not isinstance(built["tantivy"], Failed):
        contenders.append(bench.driver("tantivy", "drive_tantivy.py", "query", places["tantivy"], *queries))
    if not isinstance(built["FTS5 prefix"], Failed):
        contenders.append(bench.driver("FTS5 prefix", "drive_fts5.py", "query", "prefix", places["FTS5 prefix"],
                                       *queries))
    found = bench.interleave(contenders, rounds=bench.blocks, budget=90)
    ours = answered(found, "searchbench")
    peers = [name for name in built if name in found and not isinstance(found[name], Failed)]
    for name, failure in built.items():
        if isinstance(failure, Failed):
            bench.ledger.skip(group, name, failure)
    if peers:
        queries_against(bench, group, corpus, ours, {name: found[name] for name in peers}, queries, rare)
    stage = answered(found, "stages")["tokens"]
    if "tantivy" in peers:
        bench.ledger.compare(group, "build, processor time", corpus, stage["p50"].named("searchbench"),
                             built["tantivy"]["cpu"], 0.3)
    if "FTS5 prefix" in peers:
        bench.ledger.compare(group, "build, processor time", corpus, stage["p50"].named("searchbench"),
                             built["FTS5 prefix"]["cpu"], 0.1)
    size = stage["bytes"].named("tokens")
    bench.ledger.compare(group, "size against the text", corpus, size,
                         single("text", "bytes", os.path.getsize(file)), 0.9)
    for name in peers:
        with_text = ", with its text" if name.startswith("FTS5") else ", without positions"
        bench.ledger.compare(group, "size of the index", corpus, size,
                             single(name + with_text, "bytes", folder_size(places[name])))


def queries_against(bench, group, corpus, ours, peers, queries, rare):
    rows = {}
    for query in queries:
        if ("tokens", query) not in ours:
            bench.ledger.skip(group, f"'{query}'", "the token index did not answer it")
            continue
        by_time = sorted(peers, key=lambda name: peers[name][query]["p50"].median)
        for place, name in enumerate(by_time):
            # The goal applies to the faster peer only.
            row = bench.ledger.compare(group, f"'{query}'", corpus, ours["tokens", query]["p50"],
                                       peers[name][query]["p50"], None if place else 0.5, agree=True)
            if not place:
                rows[query] = row
    bench.ledger.mean(group, "the example queries, the rare and the absent query", corpus,
                      [rows.get(query) for query in (*NAMED, rare, ABSENT)], 0.15)
    bench.ledger.mean(group, "the same, with examples that find many records", corpus,
                      [rows.get(query) for query in (NAMED[0], *STAND_INS, rare, ABSENT)], 0.15)
