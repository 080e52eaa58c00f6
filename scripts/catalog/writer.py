"""Writes the rows of a CSV file into a catalog's tables with Python's sqlite3.

    writer.py prepare CATALOG FILE    makes FILE with the tables of CATALOG
    writer.py write FILE CSV ROWS     adds the rows of CSV, ROWS per transaction; 0 means one transaction for all rows
"""

import csv
import itertools
import json
import os
import sqlite3
import sys

# The settings that searchbench uses for each connection.
SETTINGS = ("foreign_keys = ON", "synchronous = FULL", "temp_store = MEMORY", "cache_size = -131072",
            "wal_autocheckpoint = 16384")
INSERT = """INSERT INTO items(item, id, origin, line, expires, problem, fingerprint, title, description, keywords, content,
type, thumbnail, url, attributes) VALUES (?, ?, 1, ?, NULL, NULL, ?, ?, ?, ?, NULL, NULL, NULL, NULL, ?)"""


def opened(path):
    database = sqlite3.connect(path, isolation_level=None)
    for setting in SETTINGS:
        database.execute(f"PRAGMA {setting}")
    return database


def prepare(catalog, path):
    for name in (path, f"{path}-wal", f"{path}-shm"):
        if os.path.exists(name):
            os.remove(name)
    template = sqlite3.connect(f"file:{catalog}?mode=ro", uri=True)
    database = sqlite3.connect(path, isolation_level=None)
    for name in ("page_size", "auto_vacuum", "encoding"):
        value = template.execute(f"PRAGMA {name}").fetchone()[0]
        database.execute(f"PRAGMA {name} = '{value}'")
    mode = template.execute("PRAGMA journal_mode").fetchone()[0]
    database.execute(f"PRAGMA journal_mode = {mode}")
    for (sql,) in template.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"):
        database.execute(sql)
    for row in template.execute("SELECT key, value FROM meta").fetchall():
        database.execute("INSERT INTO meta VALUES (?, ?)", row)
    database.close()


def rows(path):
    """Yields the values to write for each row. The hash comes from Python's fastest hash function."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        next(reader)
        line = reader.line_num + 1
        encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        for number, (name, title, description, keywords, author, year) in enumerate(reader, 1):
            attributes = encode({"id": name, "author": author, "year": year})
            fingerprint = hash((title, description, keywords, attributes))
            yield number, name, line, fingerprint, title, description, keywords, attributes
            line = reader.line_num + 1


def write(path, source, size):
    database = opened(path)
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO sources(path, domain, options) VALUES (?, 'docs.all', '{}')", (source,))
    database.execute("INSERT INTO origins(domain, source, path) VALUES ('docs.all', 1, ?)", (source,))
    names = ("title", "description", "keywords", "id", "author", "year")
    database.executemany("INSERT INTO fields(name) VALUES (?)", [(name,) for name in names])
    database.execute("COMMIT")
    rest = rows(source)
    while True:
        batch = itertools.islice(rest, size) if size else rest
        database.execute("BEGIN IMMEDIATE")
        count = database.executemany(INSERT, batch).rowcount
        database.execute("UPDATE origins SET ready = ready + ? WHERE origin = 1", (count,))
        database.execute("UPDATE meta SET value = value + ? WHERE key = 'next_item'", (count,))
        database.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
        database.execute("COMMIT")
        if count < size or not size:
            break
    database.close()


if sys.argv[1] == "prepare":
    prepare(sys.argv[2], sys.argv[3])
else:
    write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
