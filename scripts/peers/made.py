"""Makes the input of the streaming groups if it is missing: a tree of files, tables, and a very large file."""

import os
import random
import shutil
import subprocess

SEED = 1
TREE = "/usr/share"
# RARE occurs in few records of a table. ABSENT occurs only in the first line of the very large file.
RARE = "wombat"
ABSENT = "zqxjkv"


def warm(path):
    """Reads a file, or all files under a folder, so that they are in the page cache."""
    paths = [path]
    if os.path.isdir(path):
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
    for one in paths:
        if os.path.isfile(one) and not os.path.islink(one):
            with open(one, "rb", buffering=0) as file:
                while file.read(1 << 20):
                    pass
    return path


def regular_files(folder):
    """Returns the number of regular files in a folder, and their total size in bytes."""
    count = size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if os.path.isfile(path) and not os.path.islink(path):
                count += 1
                size += os.path.getsize(path)
    return count, size


def tree(folder, compressed):
    """Makes a copy of /usr/share that preserves links, and returns its path; copies *.gz files only if `compressed`."""
    place = os.path.join(folder, "tree" if compressed else "tree-plain")
    if not os.path.isdir(place):
        making = place + ".making"
        shutil.rmtree(making, ignore_errors=True)
        # The second tree consists of hard links to files of the first tree.
        source, ways = (TREE, ["-a"]) if compressed else (tree(folder, True), ["-a", "-l"])
        subprocess.run(["cp", *ways, source, making], check=True, stdout=subprocess.DEVNULL)
        if not compressed:
            subprocess.run(["find", making, "-name", "*.gz", "-delete"], check=True)
        os.rename(making, place)
    return place


def words(dice):
    """Returns invented words, which are the same in each run."""
    parts = ["ba", "cor", "del", "fi", "gra", "hu", "is", "kel", "lo", "mar", "no", "per", "qui", "ro", "sta", "tu", "ven"]
    return ["".join(dice.choice(parts) for _ in range(dice.randint(1, 4))) for _ in range(4000)]


def sentences(dice):
    some = words(dice)
    return [" ".join(dice.choices(some, k=dice.randint(5, 12))) for _ in range(20000)]


def csv_cell(text):
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n') else text


def json_text(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def odd(text, number):
    """Returns the text. In three of a hundred records, adds characters that must be quoted or escaped."""
    if number % 100 == 7:
        return f'said "{text}", then left'
    if number % 100 == 31:
        return text.replace(" ", ", ", 1)
    if number % 200 == 67:
        return text.replace(" ", "\n", 1)
    return text.replace(" ", " \\ ", 1) if number % 200 == 167 else text


def records(kind, size):
    """Yields the lines of a table of at least `size` bytes. The columns are an integer, a date, a decimal, a boolean
    and two texts."""
    dice = random.Random(SEED)
    pick = dice.random
    texts = sentences(dice)
    names = words(dice)
    cell = csv_cell if kind == "csv" else json_text
    written = 0
    if kind == "csv":
        yield "id,day,price,sold,name,text\n"
    number = 0
    while written < size:
        number += 1
        text = texts[int(pick() * 20000)]
        if number % 50000 == 49:
            text += " " + RARE
        day = f"20{10 + number % 16:02}-{1 + number % 12:02}-{1 + number % 28:02}"
        price = f"{number * 7919 % 100000 / 100:.2f}"
        sold = "true" if pick() < 0.3 else "false"
        name, text = cell(names[int(pick() * 4000)]), cell(odd(text, number))
        if kind == "csv":
            line = f"{number},{day},{price},{sold},{name},{text}\n"
        else:
            line = (f'{{"id":{number},"day":"{day}","price":{price},"sold":{sold},'
                    f'"name":{name if number % 40 else "null"},"text":{text}}}\n')
        written += len(line)
        yield line


def table(folder, kind, mebibytes):
    """Makes a CSV or JSONL file of `mebibytes` MiB if it is missing, and returns its path."""
    place = os.path.join(folder, f"table{mebibytes}.{kind}")
    if not os.path.exists(place):
        with open(place + ".making", "w", encoding="utf-8", newline="", buffering=1 << 20) as file:
            file.writelines(records(kind, mebibytes << 20))
        os.rename(place + ".making", place)
    return place


def large(folder, prose, size):
    """Makes a file of at least `size` bytes if it is missing, and returns its path. The first line has the word ABSENT;
    the other lines are repeated prose."""
    place = os.path.join(folder, f"large{size >> 30}.txt")
    if not os.path.exists(place):
        if shutil.disk_usage(folder).free < size + (1 << 30):
            raise OSError(28, "not enough free disk space for a file of that size", place)
        with open(prose, "rb") as file:
            text = file.read()
        with open(place + ".making", "wb") as file:
            file.write(f"the first line has the word {ABSENT}\n".encode())
            while file.tell() < size:
                file.write(text)
        os.rename(place + ".making", place)
    return place
