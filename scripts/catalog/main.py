"""Measures the speed of a catalog. scripts/bench-catalog starts this program and describes the options."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "peers"))

from facts import commit_of, first_line, machine  # noqa: E402
import items  # noqa: E402
from ledger import Ledger  # noqa: E402

# A query that no item matches, so that the program must fold and read all text.
QUERY = "xyzzyx"


class Failed(Exception):
    pass


def wrong(sentence):
    print(f"bench-catalog: {sentence}", file=sys.stderr)
    sys.exit(64)


def parsed(arguments):
    options = {"folder": None, "items": None, "runs": None, "seed": "1", "quick": False}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--quick":
            options["quick"] = True
        elif word in ("--folder", "--items", "--runs", "--seed"):
            if not rest:
                wrong(f"{word} needs a value")
            options[word[2:]] = rest.pop(0)
        else:
            wrong(f"there is no option '{word}': --quick, --items N, --runs N, --seed N, --folder F")
    options["items"] = options["items"] or ("100000" if options["quick"] else "1000000")
    options["runs"] = options["runs"] or ("3" if options["quick"] else "5")
    for name in ("items", "runs", "seed"):
        # Like int, isdecimal also accepts digits of other scripts.
        if not options[name].isdecimal():
            wrong(f"--{name} must be a number, not '{options[name]}'")
        options[name] = int(options[name])
    if options["items"] < 1000 or options["runs"] < 1:
        wrong("--items must be at least 1000, --runs at least 1")
    return options


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


class Bench:
    def __init__(self, ours, options, scratch, ledger):
        self.ours, self.options, self.scratch, self.ledger = ours, options, scratch, ledger
        self.csv, self.other, self.more, self.changed = (
            f"{scratch}/{name}.csv" for name in ("items", "other", "more", "changed"))
        self.original = f"{scratch}/original.csv"
        self.database = f"{scratch}/data/searchbench/catalogs/items.sqlite"
        self.image = f"{scratch}/data/searchbench/catalogs/items.image"
        self.python = f"{scratch}/python.sqlite"
        self.stamps = f"{scratch}/stamps"
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": scratch, "LANG": "C.UTF-8",
                            "SEARCHBENCH_HISTORY": "", "XDG_DATA_HOME": f"{scratch}/data",
                            "XDG_STATE_HOME": f"{scratch}/state", "XDG_CONFIG_HOME": f"{scratch}/config",
                            # Python must compute the same string hashes in every run.
                            "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}

    def make(self):
        options = self.options
        progress("making the items")
        items.make(self.original, "item", options["items"], options["seed"])
        items.make(self.other, "other", self.other_count, options["seed"] + 1)
        items.make(self.more, "more", 1_000, options["seed"] + 2)
        items.make_changed(self.changed, self.original, 100, options["seed"] + 3)

    @property
    def other_count(self):
        return min(10_000, self.options["items"] // 10)

    # One process

    def run(self, command, name=None):
        """Runs a process to its end and returns its output. If `name` is not None, records the time of the process
        under `name`."""
        with tempfile.TemporaryFile() as out:
            begin = time.perf_counter()
            process = subprocess.Popen(command, env=self.environment, cwd=self.scratch, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read().decode("utf-8", "replace")
        # A query without matches exits with 1.
        if process.returncode not in (0, 1) or (process.returncode == 1 and QUERY not in command):
            raise Failed(f"{' '.join(command)}: exit code {process.returncode}: {text.strip()[-300:]}")
        if name:
            self.ledger.add(name, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
        return text

    def catalog(self, *words, name=None):
        return self.run([self.ours, "catalog", *words], name)

    def settle(self, *paths):
        """Waits for the disk to finish earlier writes, and reads files so that they are in the page cache."""
        os.sync()
        for path in paths:
            with open(path, "rb", buffering=0) as file:
                while file.read(1 << 20):
                    pass

    # One round

    def round(self):
        shutil.rmtree(f"{self.scratch}/data", ignore_errors=True)
        # Write a new file with a new modification time, so that each round is like the first.
        shutil.copyfile(self.original, self.csv)
        add = ("--id-field", "id", "--domain")
        self.catalog("create", "empty")
        self.catalog("create", "items")
        writer = [sys.executable, f"{HERE}/writer.py"]
        self.settle(self.csv)
        self.catalog("add", "items", self.csv, *add, "docs.all", name="add")
        for name, size in (("python-1000", "1000"), ("python-one", "0")):
            self.run([*writer, "prepare", self.database.replace("items.sqlite", "empty.sqlite"), self.python])
            self.settle(self.csv)
            self.run([*writer, "write", self.python, self.csv, size], name)
        if len(self.ledger.times["add"]) == 1:
            self.compare()
        self.remove_python()
        self.search()
        self.settle(self.database)
        self.catalog("status", "items", name="status")
        self.catalog("add", "items", self.other, *add, "other")
        self.settle(self.database)
        self.open("open-added")
        before = self.count()
        self.catalog("delete", "items", "--domain", "other", name="delete")
        if before - self.count() != self.other_count:
            raise Failed(f"{before - self.count():,} items were deleted, not {self.other_count:,}")
        self.settle(self.csv, self.database)
        self.catalog("refresh", "items", "--force", name="refresh-same")
        shutil.copyfile(self.changed, self.csv)
        self.settle(self.csv, self.database)
        self.catalog("refresh", "items", "--max-age", "0s", name="refresh-changed")
        self.update(add)

    def search(self):
        """Measures how long it takes to open the catalog, without and with an image, and to load the CSV file."""
        commands = {"start": ":catalog open empty", "load-csv": f":load {self.csv}", "rows": ":catalog open items"}
        self.settle(self.csv, self.database)
        for name, command in commands.items():
            self.run([self.ours, "-c", command, "-c", QUERY], name)
        self.open("open")

    def open(self, name):
        self.settle(self.database, self.image)
        self.run([self.ours, "-c", ":catalog open items", "-c", QUERY], name)

    def update(self, add):
        """Measures queries at a prompt that has opened the catalog. Shells that the prompt starts record the times."""
        stamp = f"date +%s%N >>'{self.stamps}'"
        other = f"'{self.ours}' catalog add items '{self.more}' {' '.join(add)} more"
        if os.path.exists(self.stamps):
            os.remove(self.stamps)
        self.settle(self.database)
        lines = [":catalog open items", QUERY, f":! {stamp}", QUERY, f":! {stamp}; {other}; {stamp}", QUERY, f":! {stamp}"]
        self.run([self.ours, *(word for line in lines for word in ("-c", line))])
        with open(self.stamps, encoding="ascii") as file:
            times = [int(line) / 1e9 for line in file]
        if len(times) != 4:
            raise Failed("the commands at the prompt did not record their times")
        self.ledger.add("answer", times[1] - times[0])
        self.ledger.add("update", times[3] - times[2])

    def compare(self):
        """Checks that searchbench and Python wrote the same rows, apart from the hash."""
        names = "item, id, line, expires, problem, title, description, keywords, content, type, thumbnail, url, attributes"
        database = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        database.execute(f"ATTACH 'file:{self.python}?mode=ro' AS python")
        for one, two in (("main", "python"), ("python", "main")):
            query = f"SELECT {names} FROM {one}.items EXCEPT SELECT {names} FROM {two}.items LIMIT 1"
            row = database.execute(query).fetchone()
            if row:
                raise Failed(f"only the database {one} has this row: {row}")
        database.close()

    def count(self):
        database = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        count = database.execute("SELECT count(*) FROM items").fetchone()[0]
        database.close()
        return count

    def remove_python(self):
        for end in ("", "-wal", "-shm"):
            if os.path.exists(self.python + end):
                os.remove(self.python + end)


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return os.uname().machine


def readme(ledger, bench, options):
    """Returns the text of the README for the folder of results."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    command = f"scripts/bench-catalog --items {options['items']} --runs {options['runs']} --seed {options['seed']}"
    disk = first_line(["stat", "-f", "-c", "%T", bench.scratch]) or "unknown"
    sums = "".join(f"| {title} | `{items.sha256(path)}` |\n" for title, path in (
        (f"{options['items']:,} items", bench.original), (f"{bench.other_count:,} of the other domain", bench.other),
        ("1,000 added later", bench.more), ("one row of 100 changed", bench.changed)))
    return f"""# Catalogs, {time.strftime('%Y-%m-%d')}, {processor()}

The files show how long it takes to fill, open and change a catalog of {options['items']:,} items, and to report its
status. The items are in a CSV file and have an id, a title, a description, two keywords, an author and a year. Unless
stated otherwise, a time is the time of a whole process. When the process starts, the files are in the page cache and the
disk is idle. Each of {options['runs']} rounds ran all steps one after the other. Figures are medians; a ratio is the
median of the ratios of each round.

- **Adding** is `catalog add --id-field id` into an empty catalog, with a transaction every 1,000 items and
  `synchronous = FULL`. Python reads the same CSV with `csv.reader` and writes with `executemany` and searchbench's settings
  into tables made with the catalog's own SQL. Python and searchbench write the same rows, except for the hash column, for
  which Python uses its fastest hash function. Python is version {sys.version.split()[0]} with SQLite {sqlite3.sqlite_version}.
- **Opening** is the time from the start of a process to its end, with one query that matches nothing, so all text is
  searched. Without an image, the process reads and folds all rows, answers the query, and then writes the image for the
  next process. **Loading** from CSV is measured in the same way, with `:load`.
- **Peak** is the peak resident memory of the process, which includes pages of mapped files.
- The times for **deleting** and **status** are the times of whole processes. The delete command deletes the second domain,
  which has {bench.other_count:,} items.
- **At the prompt**, a query runs again after another process has added 1,000 items. Both times include the start of a shell
  that records the time.

## Machine

- {processor()}, {len(os.sched_getaffinity(0))} processors, {memory:.0f} GB of memory, {os.uname().sysname} {os.uname().release}, {disk}.
- {ledger.heading.splitlines()[0]}.

## Files

`{command}` made all files.

| file | what it shows |
|---|---|
| `catalog.txt` | medians, ratios, and whether the goals were reached |
| `catalog.csv` | every time with all digits, its processor time, and the peak memory of the process in bytes |

| data | SHA-256 |
|---|---|
{sums}
## Figures

```
{ledger.text()}```
"""


def main():
    options = parsed(sys.argv[1:])
    ours = os.path.abspath(os.environ["SEARCHBENCH"])
    folder = options["folder"] or f"results/{time.strftime('%Y-%m-%d')}-{machine()}-catalog"
    commit = commit_of(ours)
    version = first_line([ours, "--version"]) or "of unknown version"
    ledger = Ledger(f"searchbench {version}, commit {commit}; {options['items']:,} items generated with seed {options['seed']}, "
                    f"{options['runs']} rounds")
    os.makedirs(".build", exist_ok=True)
    scratch = tempfile.mkdtemp(prefix="bench-catalog.", dir=os.path.abspath(".build"))
    try:
        bench = Bench(ours, options, scratch, ledger)
        bench.make()
        for number in range(options["runs"]):
            progress(f"round {number + 1} of {options['runs']}")
            bench.round()
        progress("")
        sys.stdout.write(ledger.text())
        os.makedirs(folder, exist_ok=True)
        ledger.write(folder, commit)
        with open(f"{folder}/README.md", "w", encoding="utf-8") as file:
            file.write(readme(ledger, bench, options))
    except (Failed, sqlite3.Error) as failure:
        progress("")
        print(f"bench-catalog: {failure}", file=sys.stderr)
        sys.exit(1)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"bench-catalog: catalog.txt, catalog.csv and README.md are in {folder}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        print(f"bench-catalog: {error.strerror}: {error.filename}", file=sys.stderr)
        sys.exit(1)
