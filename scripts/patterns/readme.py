"""Writes the README of a folder of results: the machine, the texts, the goals, and a table of the classes."""

import os
import shlex
import time

import outcome
from facts import model
from report import cell, memory, system

MARK = "<!-- scripts/bench-patterns wrote this file, and overwrites it unless this first line has changed. -->"


def command(run):
    """Returns the command line that repeats the run, without the folder, because other machines can lack this
    folder."""
    words = ["scripts/bench-patterns", "--seed", str(run.seed), "--threads", run.threads]
    words += ["--quick"] if run.quick else []
    words += ["--rounds", str(run.rounds)] if run.rounds_given else []
    words += ["--level", run.level] if run.level else []
    for option, names in (("--text", run.chosen_texts), ("--class", run.chosen_kinds)):
        words += [option, *names] if names else []
    return shlex.join(words)


def table(title, rows):
    lines = ["", f"| {title} | patterns | geometric mean | max | over 1.0 | share over 1.0 | over 1.5 |", "|---|---|---|---|---|---|---|"]
    for name, one in rows:
        if one.count:
            lines.append(f"| {name} | {one.count} | {one.mean:.3f} | {one.greatest:.3f} | {one.over} | {one.share:.0%} | {one.slow} |")
    return lines


def text(run, outcomes):
    threads = (
        f"Each program uses all {run.cores} processors." if run.threads == "all"
        else f"The machine has {run.cores} processors, and each program uses one thread.")
    lines = [
        MARK, f"# Patterns compared with ripgrep, {time.strftime('%Y-%m-%d')}", "",
        f"- Processor: {model()}. {threads} Kernels: {run.level_text}.",
        f"- The machine has {memory()} and runs {system()}.",
        f"- searchbench {run.version}, commit {run.commit}; ripgrep {run.rg_version}.",
        f"- The command was `{command(run)}`. Each program runs once to warm up. Then the programs run in turn for up to "
        f"{run.rounds} rounds; every second round has the reverse order. Times are wall times of whole processes. Files are in the "
        "page cache, and the output goes to a file.",
        f"- The generated patterns have seed {run.seed}. A ratio is searchbench's median wall time divided by ripgrep's median wall time.",
        "- `patterns.csv` has the results of every pattern, and `classes.csv` has the results of every class.", "",
        "| goal | figure | limit | |", "|---|---|---|---|"]
    for what, figure, goal, is_reached in outcome.goals(outcomes, run.threads):
        lines.append(f"| {what} | {figure} | {goal} | {'reached' if is_reached else '**missed**'} |")
    for one, fault in outcome.wrong(outcomes):
        lines += ["", f"WRONG: {one.pattern.kind}, {one.pattern.name}, {one.pattern.text}: {fault}"]
    lines += table("class", outcome.classes(outcomes))
    lines += table("text", outcome.texts(outcomes))
    lines += ["", "The patterns with the highest ratios:", "", "| class | name | text | pattern | lines | ours, ms | rg, ms | ratio |",
              "|---|---|---|---|---|---|---|---|"]
    for one in outcome.slowest(outcomes, 20):
        shown = outcome.shortened(one.pattern.pattern)
        shown = shown if len(shown) < 60 else shown[:57] + "..."
        lines.append("| " + " | ".join(map(cell, [
            one.pattern.kind, one.pattern.name, one.pattern.text, f"`` {shown} ``", "" if one.count is None else one.count,
            outcome.milliseconds(one.ours), outcome.milliseconds(one.theirs), f"{one.ratio:.3f}"])) + " |")
    lines += ["", "| text | bytes | SHA-256 |", "|---|---|---|"]
    lines += [f"| {one.name} | {one.size} | `{one.sha256}` |" for one in run.texts.made.values()]
    return "\n".join(lines) + "\n"


def write(folder, run, outcomes):
    """Writes README.md, but never replaces a README.md that a person wrote."""
    path = os.path.join(folder, "README.md")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.readline().strip() != MARK:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(run, outcomes))
