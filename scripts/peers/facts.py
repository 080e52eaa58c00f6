"""Finds the facts that describe a measurement: program, commit, machine and corpora."""

import os
import subprocess
import sys

CORPORA = {
    "prose64": ("corpora/prose/large/prose64.txt", "prose", {}),
    "prose512": ("corpora/prose/large/prose512.txt", "prose512", {}),
    "prose4096": ("corpora/prose/large/prose4096.txt", "prose4096", {}),
    "zipf100k": ("corpora/zipf/large/zipf100k.txt", "zipf", {"RECORDS": "100000"}),
    "zipf1m": ("corpora/zipf/large/zipf.txt", "zipf", {"RECORDS": "1000000"}),
    "zipf10m": ("corpora/zipf/large/zipf10m.txt", "zipf", {"RECORDS": "10000000"}),
}


def warm_corpus(name, ours, says):
    """Makes a corpus if it is missing, reads it into the page cache, and returns its path; None if that fails."""
    path, made_by, settings = CORPORA[name]
    if not os.path.exists(path):
        print(f"{says}: making {path}", file=sys.stderr)
        done = subprocess.run(["scripts/make-corpora", made_by], stdout=subprocess.DEVNULL, check=False,
                              env={**os.environ, "SEARCHBENCH": ours, **settings})
        if done.returncode:
            return None
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 20):
            pass
    return path


def first_line(command, word=None):
    """Returns one word of the first line that a command prints, by default the last word; None if the command fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    except OSError:
        return None
    words = done.stdout.split("\n", 1)[0].split()
    if done.returncode or not words:
        return None
    return words[-1] if word is None else words[min(word, len(words) - 1)]


def commit_of(ours):
    """Returns the commit from which the program was built; if this is not recorded, returns the commit of the
    checkout."""
    try:
        with open(f"{ours}.built", encoding="utf-8") as file:
            for line in file:
                if line.startswith("commit="):
                    return line.strip().split("=", 1)[1]
    except OSError:
        pass
    return first_line(["git", "rev-parse", "--short=12", "HEAD"]) or "unknown"


def processor(key):
    """Returns a value of the first processor in /proc/cpuinfo; an empty string if there is no such value."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next((line.split(":", 1)[1].strip() for line in file if line.split("\t", 1)[0] == key), "")
    except OSError:
        return ""


def model():
    """Returns the processor's name, with the numbers that distinguish processors of the same name."""
    name = processor("model name") or os.uname().machine
    numbers = [f"{word} {processor(key)}" for word, key in (("family", "cpu family"), ("model", "model"))
               if processor(key)]
    return f"{name} ({', '.join(numbers)})" if numbers else name


def machine():
    """Returns a short name of the machine: the brand and the number of its processors."""
    known = processor("model name").lower()
    name = next((word for word in ("epyc", "ryzen", "xeon", "core", "apple") if word in known), os.uname().machine)
    return f"{name}-{len(os.sched_getaffinity(0))}cpu"


# The processor features that each level of the kernels needs, as in levels.c, narrowest first.
LEVELS = {"scalar": (), "sse2": ("sse2",), "ssse3": ("sse2", "ssse3"), "neon": ("asimd",),
          "avx2": ("avx2", "bmi1", "bmi2"), "avx512": ("avx2", "bmi1", "bmi2", "avx512bw", "avx512vl"),
          "avx512vbmi": ("avx2", "bmi1", "bmi2", "avx512bw", "avx512vl", "avx512vbmi")}


def level_used(ours, forced):
    """Returns a text with the level of the kernels that the program uses; `forced` is the level that an option sets, or
    None."""
    flags = set((processor("flags") or processor("Features")).split())
    served = [level for level, wanted in LEVELS.items() if flags.issuperset(wanted)]
    if forced is None:
        return served[-1]
    with open(ours, "rb") as file:
        if b"SEARCHBENCH_KERNELS" not in file.read():
            return f"{served[-1]} (this program cannot be told to use {forced})"
    if forced not in served:
        return f"{served[-1]} (this processor lacks {forced})"
    return f"{forced} (set by an option; this machine supports up to {served[-1]})"
