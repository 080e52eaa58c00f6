"""Measures searchbench beside its peers; started by scripts/bench-peers, which says how."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

import group_growth
import group_prefix
import group_process
import group_resident
import group_scan
from context import Bench
from facts import commit_of, first_line, machine
from ledger import COLUMNS, Ledger, line_of
from measure import Failed

GROUPS = {
    "exact": group_scan.exact,
    "caseless": group_scan.caseless,
    "folded": group_scan.folded,
    "resident": group_resident.resident,
    "copy": group_resident.copy,
    "trigrams": group_resident.trigrams,
    "regex": group_scan.regex,
    "prefix": group_prefix.prefix,
    "boolean": group_scan.boolean,
    "open": group_process.opening,
    "cores": group_scan.cores,
    "keystroke": group_process.keystrokes,
    "start": group_process.starting,
    "memory": group_process.memory,
}
GROWTH = {
    "growth-scans": group_growth.scans,
    "growth-memory": group_growth.peaks,
    "growth-indexes": group_growth.indexes,
}


def package_version(package):
    path = f"/var/lib/dpkg/info/{package}.list"
    multiarch = f"/var/lib/dpkg/info/{package}:amd64.list"
    if not (os.path.exists(path) or os.path.exists(multiarch)):
        return None
    return first_line(["dpkg-query", "-W", "-f", "${Version}\\n", package])


def module_version(name):
    return first_line([sys.executable, "-c", f"from importlib.metadata import version; print(version('{name}'))"])


def versions(ours):
    """What is here, by the beginning of the names that contenders have."""
    import sqlite3
    known = {
        "searchbench": first_line([ours, "--version"]),
        "rg": first_line(["rg", "--version"], 1),
        "grep": first_line(["grep", "--version"]),
        "ugrep": first_line(["ugrep", "--version"], 1),
        "wc": first_line(["wc", "--version"]),
        "rust-memmem": package_version("librust-memchr-dev"),
        "vectorscan": package_version("libvectorscan-dev"),
        "libc-memmem": package_version("libc6"),
        "FTS5": sqlite3.sqlite_version,
        "tantivy": module_version("tantivy"),
        "DuckDB": module_version("duckdb"),
    }
    return {name: version for name, version in known.items() if version}


def parsed(arguments):
    options = {"folder": None, "rounds": None, "quick": False, "growth": False}
    names = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ("--quick", "--growth"):
            options[word[2:]] = True
        elif word in ("--folder", "--rounds") and rest:
            options[word[2:]] = rest.pop(0)
        elif word in GROUPS or word in GROWTH:
            names.append(word)
        else:
            known = " ".join([*GROUPS, *GROWTH])
            print(f"bench-peers: there is no group or option '{word}'; groups: {known}", file=sys.stderr)
            sys.exit(64)
    if options["rounds"] is not None and not (options["rounds"].isdigit() and int(options["rounds"]) > 0):
        print("bench-peers: --rounds wants a number from 1 on", file=sys.stderr)
        sys.exit(64)
    if not names:
        names = [*GROUPS, *(GROWTH if options["growth"] else ())]
    return options, names


def main():
    options, names = parsed(sys.argv[1:])
    ours = os.path.abspath(os.environ["SEARCHBENCH"])
    rounds = int(options["rounds"] or (3 if options["quick"] else 11))
    folder = options["folder"] or f"results/{time.strftime('%Y-%m-%d')}-{machine()}-peers"
    ledger = Ledger(versions(ours), commit_of(ours))
    scratch = tempfile.mkdtemp(prefix="bench-peers.")
    group = None

    def show(row):
        nonlocal group
        sys.stdout.write(line_of(row, row.group != group))
        sys.stdout.flush()
        group = row.group

    ledger.on_row = show
    try:
        bench = Bench(ours, ".build-peers", rounds, options["quick"], ledger, scratch)
        sys.stdout.write(ledger.heading())
        for name in names:
            start = time.monotonic()
            try:
                {**GROUPS, **GROWTH}[name](bench)
            except Failed as failure:
                ledger.skip(name, "not measured", failure)
            print(f"bench-peers: {name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
            os.makedirs(folder, exist_ok=True)
            ledger.write(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    sys.stdout.write(ledger.summary())
    print(f"bench-peers: peers.csv, goals.csv and peers.txt are in {folder}", file=sys.stderr)
    sys.exit(2 if ledger.disagreements else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        print(f"bench-peers: {error.strerror}: {error.filename}", file=sys.stderr)
        sys.exit(1)
