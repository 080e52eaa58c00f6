"""Makes the large prose corpora from lines of Debian's dictionaries, handbooks and manual pages.

    prose.py lines FOLDER ROFF   writes the lines of the packages in FOLDER to standard output, shuffled;
                                 ROFF is the awk program that converts manual pages to text
    prose.py text LINES BYTES    writes whole lines, up to BYTES in total: the lines of the file LINES, then
                                 the same lines with shuffled words, as many times as needed

A single seed determines every random order. Needs only Python 3's standard library. The random numbers come from
`Random.random`, whose sequence Python promises to keep.
Exit codes: 0 done; 1 something is missing or cannot be written; 64 usage.
"""

import gzip
import html
import os
import random
import re
import subprocess
import sys
import tarfile
from operator import itemgetter

SEED = 1

# For each language, the maximum number of bytes for each byte of English. Additional lines of the language are dropped,
# so that between 4 and 5 % of all bytes are not ASCII, whatever the archive contains.
SHARES = {"de": 0.075, "fr": 0.075, "es": 0.015, "el": 0.012, "ru": 0.02, "ja": 0.013, "zh": 0.013}
LANGUAGE = re.compile(r"(?:[/.-])(de|fr|es|el|ru|ja|zh)(?:[/._-])")
OTHER_LANGUAGE = re.compile(r"/html/(?!en-US)[a-z]{2}-[A-Z]{2}/|/man/[a-z]{2}(_[A-Z]{2})?/")
# In the fortunes packages, only the package name shows the language.
OF_PACKAGE = {"fortunes-de": "de", "fortunes-es": "es", "fortunes-ru": "ru", "fortunes-zh": "zh"}

DROPPED = re.compile(r"<(script|style|head|nav)\b.*?</\1>|<!--.*?-->", re.S | re.I)
BLOCK = re.compile(r"</?(p|br|li|ul|ol|dl|dt|dd|tr|td|th|div|h[1-6]|pre|section|table)\b[^>]*>", re.I)
TAG = re.compile(r"<[^>]*>")


def html_lines(data):
    text = DROPPED.sub(" ", data.decode("utf-8", "replace"))
    text = TAG.sub("", BLOCK.sub("\n", text))
    return html.unescape(text).replace("\u00b6", "").split("\n")


def wordnet_lines(data):
    for line in data.decode("utf-8", "replace").split("\n"):
        if not line.startswith("  ") and " | " in line:
            yield from line.split(" | ", 1)[1].split("; ")


def roff_lines(data, program):
    done = subprocess.run(["awk", "-f", program], input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode("utf-8", "replace").split("\n")


def plain_lines(data):
    return data.decode("utf-8", "replace").split("\n")


def language_of(package, path):
    if package in OF_PACKAGE:
        return OF_PACKAGE[package]
    found = LANGUAGE.search(path) or LANGUAGE.search(f"-{package}-")
    if found:
        return found.group(1)
    return None if OTHER_LANGUAGE.search(path) else "en"


def lines_of(package, path, data, manuals):
    """Yields the lines of one file. A manual page is instead added to `manuals`, so that awk runs only once per
    language."""
    language = language_of(package, path)
    if language is None:
        return
    if "/share/man/" in path and path.endswith(".gz"):
        manuals.setdefault(language, []).append(gzip.decompress(data))
    elif path.endswith(".html"):
        yield language, html_lines(data)
    elif path.endswith(".dict.dz"):
        yield language, plain_lines(gzip.decompress(data))
    elif "/wordnet/data." in path:
        yield language, wordnet_lines(data)
    elif "/games/fortunes/" in path and not path.endswith((".dat", ".u8")):
        yield language, plain_lines(data)


def cleaned(line):
    """Returns the line as bytes, with single spaces between words; None if it is not a line of prose."""
    line = " ".join(line.split())
    if not line or "\ufffd" in line or not line.isprintable():
        return None
    data = line.encode()
    if line.count(" ") < 2 and (line.isascii() or len(data) < 24):
        return None
    return data


def gather(folder, program):
    """Returns a list of distinct lines for each language, in the order of the packages."""
    seen = set()
    lines = {}
    manuals = {}

    def keep(language, some):
        into = lines.setdefault(language, [])
        for line in some:
            data = cleaned(line)
            if data is not None and data not in seen:
                seen.add(data)
                into.append(data)

    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith(".txt"):
            with open(path, "rb") as file:
                keep("en", plain_lines(file.read()))
        if not name.endswith(".deb"):
            continue
        unpacked = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", path], stdout=subprocess.PIPE)
        with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
            for member in archive:
                if member.isfile():
                    data = archive.extractfile(member).read()
                    package = name.split("_", 1)[0]
                    for language, some in lines_of(package, member.name, data, manuals):
                        keep(language, some)
        if unpacked.wait():
            sys.exit(f"prose.py: {name} cannot be unpacked; delete it and run this again")
    for language in sorted(manuals):
        keep(language, roff_lines(b"\n".join(manuals[language]), program))
    return lines


def shuffled(count, generator):
    """Returns the numbers below `count` in a random order."""
    keys = [generator.random() for _ in range(count)]
    return sorted(range(count), key=keys.__getitem__)


def print_lines(folder, program, out):
    lines = gather(folder, program)
    generator = random.Random(SEED)
    english = lines.get("en", [])
    size = sum(map(len, english)) + len(english)
    chosen = english
    for language, share in SHARES.items():
        some = lines.get(language, [])
        taken = 0
        for place in shuffled(len(some), generator):
            if taken >= size * share:
                break
            taken += len(some[place]) + 1
            chosen.append(some[place])
        print(f"prose.py: {language}: {taken} bytes", file=sys.stderr)
    print(f"prose.py: en: {size} bytes", file=sys.stderr)
    for place in shuffled(len(chosen), generator):
        out.write(chosen[place] + b"\n")


def print_text(path, wanted, out):
    """Writes the lines of a file up to `wanted` bytes. If there are too few, repeats them in another order, with
    shuffled words."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")[:-1]
    if not lines:
        sys.exit(f"prose.py: {path} is empty; delete it and run this again")
    generator = random.Random(SEED + 1)
    written = 0
    for line in lines:
        if written + len(line) >= wanted:
            break
        out.write(line + b"\n")
        written += len(line) + 1
    else:
        while written < wanted:
            written = print_pass(lines, wanted, written, generator, out)


def print_pass(lines, wanted, written, generator, out):
    # In each repetition, all lines with the same number of words use the same random word order. For searches, this is
    # as good as a separate order for each line, and makes shuffling several times as fast.
    orders = {}
    part = []
    size = 0
    for place in shuffled(len(lines), generator):
        words = lines[place].split(b" ")
        count = len(words)
        if count > 1:
            if count not in orders:
                orders[count] = itemgetter(*shuffled(count, generator))
            words = orders[count](words)
        line = b" ".join(words)
        if written + size + len(line) >= wanted:
            size = wanted
            break
        part.append(line)
        size += len(line) + 1
        if len(part) == 4096:
            out.write(b"\n".join(part) + b"\n")
            part.clear()
    if part:
        out.write(b"\n".join(part) + b"\n")
    return written + size


def main(arguments):
    if len(arguments) != 3 or arguments[0] not in ("lines", "text"):
        print("prose.py: expected `lines FOLDER ROFF` or `text LINES BYTES`", file=sys.stderr)
        sys.exit(64)
    with open(1, "wb", buffering=1 << 20, closefd=False) as out:
        if arguments[0] == "lines":
            print_lines(arguments[1], arguments[2], out)
        else:
            print_text(arguments[1], int(arguments[2]), out)


if __name__ == "__main__":
    main(sys.argv[1:])
