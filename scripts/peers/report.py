"""Writes the README of a folder of results: the machine and versions, and a table for each group."""

import os
import shlex
import time

from facts import model
from ledger import figure

MARK = "<!-- scripts/bench-peers wrote this file, and overwrites it unless this first line has changed. -->"


def memory():
    try:
        return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB of memory"
    except (OSError, ValueError):
        return "an unknown amount of memory"


def system():
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            name = next((line.split("=", 1)[1].strip().strip('"') for line in file if line.startswith("PRETTY_NAME=")), "")
    except OSError:
        name = ""
    known = os.uname()
    return " with ".join(part for part in (name, f"{known.sysname} {known.release}") if part)


def cell(text):
    return str(text).replace("|", "\\|")


def row_of(row):
    metric = "" if row.metric in ("wall", "mean", "p50") else row.metric
    figures = [figure(row.ours_value, row.metric), figure(row.peer_value, row.metric),
               "" if row.ratio is None else f"{row.ratio:.3f}", "" if row.goal is None else f"{row.goal:g}",
               {"yes": "reached", "NO": "**missed**"}.get(row.reached, "")]
    names = [f"`{row.ours}`" if row.ours else "", row.peer]
    note = "; ".join(part for part in (metric, row.note) if part)
    return "| " + " | ".join(map(cell, [row.work, names[0], figures[0], names[1], *figures[1:], note])) + " |"


def tables(ledger):
    lines = []
    group = None
    for row in ledger.rows:
        if row.group != group:
            group = row.group
            lines += ["", f"## {group}", "",
                      "| work | ours | median | peer | median | ratio | goal | | notes |",
                      "|---|---|---|---|---|---|---|---|---|"]
        lines.append(row_of(row))
    return lines


def command(arguments):
    """Returns the command line without folders, because other machines can lack these folders."""
    words = list(arguments)
    for option in ("--folder", "--files"):
        while option in words:
            at = words.index(option)
            del words[at:at + 2]
    return shlex.join(["scripts/bench-peers", *words])


def text(ledger, bench, arguments):
    versions = ", ".join(f"{name} {version}" for name, version in ledger.versions.items())
    lines = [
        MARK, f"# Comparison with other programs, {time.strftime('%Y-%m-%d')}", "",
        f"- Processor: {model()}. A program uses all {bench.cores} processors unless a row names a number of threads. Kernels: "
        f"{ledger.level}.",
        f"- The machine has {memory()} and runs {system()}.",
        f"- Commit {ledger.commit}. Versions: {versions}.",
        f"- The command was `{command(arguments)}`. Each program runs once to warm up. Then all programs run in turn for "
        f"{bench.rounds} rounds or until the time limit; every second round has the reverse order. `peers.csv` has the number of "
        "rounds, the minimum, the quartiles and the median. Times are wall times of whole processes with files in the page cache. The "
        "output goes to a pipe; in rows that print hits, another process reads the pipe.",
        "- A ratio is searchbench's median wall time divided by that of the other program. If the note of a row is `peak`, "
        "the ratio compares peak memory.",
        "", ledger.summary().strip().replace("\n", "\n\n"), *tables(ledger)]
    return "\n".join(lines) + "\n"


def write(folder, ledger, bench, arguments):
    """Writes README.md, but never replaces a README.md that a person wrote."""
    path = os.path.join(folder, "README.md")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.readline().strip() != MARK:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(ledger, bench, arguments))
