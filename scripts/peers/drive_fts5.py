"""Measures SQLite's FTS5 in one process.

    drive_fts5.py build trigram|prefix DATABASE FILE      makes a new index
    drive_fts5.py query trigram|prefix DATABASE QUERY...   prints a line for each query: query, count, p50, seconds

A trigram query is one phrase. A prefix query is a list of tokens; each token must be the beginning of a word.
Exit codes: 0 done; 1 this SQLite has no FTS5, or the index cannot be made; 64 usage.
"""

import os
import sqlite3
import statistics
import sys
import time

TOKENIZERS = {"trigram": "tokenize='trigram'", "prefix": "tokenize='unicode61', prefix='1 2 3'"}


def build(kind, path, source):
    if os.path.exists(path):
        os.remove(path)
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("pragma journal_mode=off")
    base.execute("pragma synchronous=off")
    base.execute("pragma cache_size=-262144")
    try:
        base.execute(f"create virtual table t using fts5(text, {TOKENIZERS[kind]})")
    except sqlite3.OperationalError as error:
        sys.exit(f"this Python's SQLite {sqlite3.sqlite_version} cannot: {error}")
    base.execute("begin")
    with open(source, encoding="utf-8", newline="\n") as file:
        base.executemany("insert into t(text) values (?)", ((line.rstrip("\n"),) for line in file))
    base.execute("commit")
    base.close()


def expression(kind, query):
    words = [query] if kind == "trigram" else query.split()
    star = "" if kind == "trigram" else "*"
    return " ".join('"' + word.replace('"', '""') + '"' + star for word in words)


def run_queries(kind, path, queries):
    base = sqlite3.connect(path)
    base.execute("pragma cache_size=-1048576")
    base.execute("pragma mmap_size=4294967296")
    for query in queries:
        phrase = expression(kind, query)
        took = []
        start = time.monotonic()
        while len(took) < 6 or (time.monotonic() - start < 0.15 and len(took) < 1000):
            before = time.perf_counter()
            count = base.execute("select count(*) from t where t match ?", (phrase,)).fetchone()[0]
            took.append(time.perf_counter() - before)
        # The first run of a query also reads the pages, so its time is omitted.
        print(f"{query}\t{count}\tp50\t{statistics.median(took[1:]):.9f}")


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] not in ("build", "query") or sys.argv[2] not in TOKENIZERS:
        print("drive_fts5.py: expected build or query, trigram or prefix, a database and more", file=sys.stderr)
        sys.exit(64)
    if sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3], sys.argv[4])
    else:
        run_queries(sys.argv[2], sys.argv[3], sys.argv[4:])
