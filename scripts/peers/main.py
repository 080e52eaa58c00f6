"""Measures searchbench and other programs. scripts/bench-peers starts this program and describes the options."""

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
import group_stream
import group_tree
import report
from context import Bench, ripgreps
from facts import LEVELS, commit_of, first_line, level_used, machine
from ledger import COLUMNS, Ledger, line_of
from measure import Failed

GROUPS = {
    "exact": group_scan.exact,
    "caseless": group_scan.caseless,
    "folded": group_scan.folded,
    "strings": group_scan.strings,
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
# The groups of one-shot searches that stream files.
STREAMING = {
    "tree": group_tree.trees,
    "output": group_stream.outputs,
    "formats": group_stream.formats,
    "first": group_stream.first_row,
    "limit": group_stream.limits,
}
GROWTH = {
    "growth-scans": group_growth.scans,
    "growth-memory": group_growth.peaks,
    "growth-indexes": group_growth.indexes,
}
EVERY = {**GROUPS, **STREAMING, **GROWTH}
BUILD = ".build-peers"


def package_version(package):
    path = f"/var/lib/dpkg/info/{package}.list"
    multiarch = f"/var/lib/dpkg/info/{package}:amd64.list"
    if not (os.path.exists(path) or os.path.exists(multiarch)):
        return None
    return first_line(["dpkg-query", "-W", "-f", "${Version}\\n", package])


def module_version(name):
    return first_line([sys.executable, "-c", f"from importlib.metadata import version; print(version('{name}'))"])


def versions(ours):
    """Returns the versions of the installed programs; a key is the prefix of the names of a program's contenders."""
    import sqlite3
    rg, old_rg = ripgreps(BUILD)
    known = {
        "searchbench": first_line([ours, "--version"]),
        "rg": rg and first_line([rg, "--version"], 1),
        "Debian's rg": old_rg and first_line([old_rg, "--version"], 1),
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
    options = {"folder": None, "rounds": None, "files": None, "level": None,
               "quick": False, "growth": False, "streaming": False}
    names = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ("--quick", "--growth", "--streaming"):
            options[word[2:]] = True
        elif word in ("--folder", "--rounds", "--files", "--level") and rest:
            options[word[2:]] = rest.pop(0)
        elif word in EVERY:
            names.append(word)
        else:
            known = " ".join(EVERY)
            print(f"bench-peers: there is no group or option '{word}'; groups: {known}", file=sys.stderr)
            sys.exit(64)
    if options["rounds"] is not None and not (options["rounds"].isdigit() and int(options["rounds"]) > 0):
        print("bench-peers: --rounds must be a number from 1", file=sys.stderr)
        sys.exit(64)
    if options["level"] not in (None, *LEVELS):
        print(f"bench-peers: --level must be one of {' '.join(LEVELS)}", file=sys.stderr)
        sys.exit(64)
    if options["streaming"]:
        names = list(dict.fromkeys([*names, *STREAMING, "start"]))
    if not names:
        names = [*GROUPS, *STREAMING, *(GROWTH if options["growth"] else ())]
    return options, names


def main():
    if sys.argv[1:2] == ["--check"]:
        # Only check the options, because scripts/bench-peers does this before it builds anything.
        parsed(sys.argv[2:])
        return
    options, names = parsed(sys.argv[1:])
    ours = os.path.abspath(os.environ["SEARCHBENCH"])
    rounds = int(options["rounds"] or (3 if options["quick"] else 11))
    folder = options["folder"] or f"results/{time.strftime('%Y-%m-%d')}-{machine()}-peers"
    level = level_used(ours, options["level"])
    ledger = Ledger(versions(ours), commit_of(ours), level)
    scratch = tempfile.mkdtemp(prefix="bench-peers.")
    group = None

    def show(row):
        nonlocal group
        sys.stdout.write(line_of(row, row.group != group))
        sys.stdout.flush()
        group = row.group

    ledger.on_row = show
    try:
        bench = Bench(ours, BUILD, rounds, options["quick"], ledger, scratch, options["files"], options["level"])
        sys.stdout.write(ledger.heading())
        for name in names:
            start = time.monotonic()
            try:
                EVERY[name](bench)
            except Failed as failure:
                ledger.skip(name, "not measured", failure)
            print(f"bench-peers: {name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
            os.makedirs(folder, exist_ok=True)
            ledger.write(folder)
            report.write(folder, ledger, bench, sys.argv[1:])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    sys.stdout.write(ledger.summary())
    print(f"bench-peers: peers.csv, goals.csv, peers.txt and README.md are in {folder}", file=sys.stderr)
    sys.exit(2 if ledger.disagreements else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        print(f"bench-peers: {error.strerror}: {error.filename}", file=sys.stderr)
        sys.exit(1)
