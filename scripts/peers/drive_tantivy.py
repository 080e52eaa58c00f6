"""Measures tantivy in one process, through its Python package.

    drive_tantivy.py build FOLDER FILE        makes a new index of the lines of FILE, without stored text
    drive_tantivy.py query FOLDER QUERY...    prints a line for each query: query, count, p50, seconds

Each token of a query is the beginning of a word, and becomes a regular expression over the sorted terms of the index.
Exit codes: 0 done; 1 the package is missing; 64 usage.
"""

import os
import re
import shutil
import statistics
import sys
import time

try:
    import tantivy
except ImportError:
    sys.exit("the Python package tantivy is missing (bench-peers --install)")


def schema():
    builder = tantivy.SchemaBuilder()
    # Prefix queries need no positions, so this is the smallest and fastest index that can answer them.
    builder.add_text_field("text", stored=False, index_option="basic")
    return builder.build()


def build(folder, source):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    index = tantivy.Index(schema(), path=folder)
    writer = index.writer(heap_size=512_000_000, num_threads=1)
    with open(source, encoding="utf-8", newline="\n") as file:
        for line in file:
            document = tantivy.Document()
            document.add_text("text", line.rstrip("\n"))
            writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def run_queries(folder, queries):
    index = tantivy.Index(schema(), path=folder)
    index.reload()
    searcher = index.searcher()
    for query in queries:
        took = []
        start = time.monotonic()
        while len(took) < 6 or (time.monotonic() - start < 0.15 and len(took) < 1000):
            before = time.perf_counter()
            parts = [(tantivy.Occur.Must, tantivy.Query.regex_query(index.schema, "text", re.escape(word) + ".*"))
                     for word in query.split()]
            count = searcher.search(tantivy.Query.boolean_query(parts), limit=1, count=True).count
            took.append(time.perf_counter() - before)
        print(f"{query}\t{count}\tp50\t{statistics.median(took[1:]):.9f}")


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in ("build", "query"):
        print("drive_tantivy.py: expected build or query, a folder and more", file=sys.stderr)
        sys.exit(64)
    if sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3])
    else:
        run_queries(sys.argv[2], sys.argv[3:])
