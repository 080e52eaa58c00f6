"""Measures how fast live search responds to each key. scripts/bench-live starts this program and describes the options."""

import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "peers"))

from facts import CORPORA, commit_of, first_line, machine, warm_corpus  # noqa: E402
from ledger import GOALS, Key, Ledger  # noqa: E402
from queries import PLANS, Words, plan  # noqa: E402
from session import COLUMNS, ROWS, Failed, Session  # noqa: E402

RECORDS = {"1m": ["zipf1m"], "10m": ["zipf10m"], "both": ["zipf1m", "zipf10m"]}


def wrong(sentence):
    print(f"bench-live: {sentence}", file=sys.stderr)
    sys.exit(64)


def parsed(arguments):
    options = {"folder": None, "records": None, "seed": "1", "quick": False}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--quick":
            options["quick"] = True
        elif word in ("--folder", "--records", "--seed"):
            if not rest:
                wrong(f"{word} needs a value")
            options[word[2:]] = rest.pop(0)
        else:
            wrong(f"there is no option '{word}': --quick, --records 1m|10m|both, --seed N, --folder F")
    options["records"] = options["records"] or ("1m" if options["quick"] else "both")
    if options["records"] not in RECORDS:
        wrong(f"--records takes 1m, 10m or both, not '{options['records']}'")
    if not options["seed"].isdigit():
        wrong(f"--seed must be a number, not '{options['seed']}'")
    return options


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def measure(ours, corpus, options, environment, ledger):
    """Measures all strategies on one corpus in one process. The script presses Ctrl-T to switch to the next
    strategy."""
    path = warm_corpus(corpus, ours, "bench-live")
    if path is None:
        raise Failed(f"the corpus {corpus} could not be made; run scripts/make-corpora to see why")
    words = Words(path, int(options["seed"]))
    session = Session([ours, "live", path], environment)
    try:
        progress(f"{corpus}: loading, building indexes")
        session.wait_until_ready()
        for strategy in PLANS:
            session.choose(strategy)
            for kind, steps in plan(strategy, words, options["quick"]):
                for key, text in steps:
                    progress(f"{corpus} {strategy}: {text}")
                    gc.disable()
                    page, count, status = session.measure(key, text)
                    gc.enable()
                    milliseconds = [value and value / 1e6 for value in (page, count)]
                    ledger.keys.append(Key(corpus, strategy, kind, key, text, *milliseconds, status))
                session.clear()
    finally:
        session.close()
        progress("")


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return os.uname().machine


def readme(ledger, ours, options, names):
    """Returns the text of the README for the folder of results."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    command = "scripts/bench-live" + (" --quick" if options["quick"] else "")
    command += f" --records {options['records']} --seed {options['seed']}"
    sums = ""
    for name in names:
        digest = hashlib.sha256()
        with open(CORPORA[name][0], "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        sums += f"| `{name}` | `{digest.hexdigest()}` |\n"
    return f"""# Live search, {time.strftime('%Y-%m-%d')}, {processor()}

The files show the time from each keystroke in live search to the first page of the new query on the screen, and to the counts
of its records and hits. After the indexes are built, a script types keys one by one into a pseudo-terminal of {COLUMNS} by {ROWS}
cells; it types the next key once the screen shows the count for the previous key. A time starts when the script writes the key, and ends when it reads
the screen update that shows the answer.

## Machine

- {processor()}, {len(os.sched_getaffinity(0))} processors, {memory:.0f} GB of memory, {os.uname().sysname} {os.uname().release}.
- {ledger.heading.splitlines()[0]}.

## Files

`{command}` made all files.

| file | what it shows |
|---|---|
| `live.txt` | percentiles by corpus and strategy, whether the goal was reached, the slowest keys |
| `live.csv` | the percentiles with all digits |
| `keys.csv` | every keystroke: the resulting query, milliseconds to the page and to the count, the counts |

| corpus | SHA-256 |
|---|---|
{sums}"""


def main():
    options = parsed(sys.argv[1:])
    ours = os.path.abspath(os.environ["SEARCHBENCH"])
    folder = options["folder"] or f"results/{time.strftime('%Y-%m-%d')}-{machine()}-live"
    commit = commit_of(ours)
    version = first_line([ours, "--version"]) or "of unknown version"
    names = RECORDS[options["records"]]
    goals = ", ".join(f"{GOALS[name]} ms for {name}" for name in names)
    ledger = Ledger(f"searchbench {version}, commit {commit}; queries generated with seed {options['seed']}\n"
                    f"goal: p99 of key to first page at most {goals}")
    scratch = tempfile.mkdtemp(prefix="bench-live.")
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": scratch, "LANG": "C.UTF-8", "TERM": "xterm-256color",
                   "SEARCHBENCH_HISTORY": "", "XDG_DATA_HOME": scratch, "XDG_STATE_HOME": scratch,
                   "XDG_CONFIG_HOME": scratch}
    try:
        for corpus in names:
            try:
                measure(ours, corpus, options, environment, ledger)
            except Failed as failure:
                ledger.skipped.append(f"{corpus}: {failure}")
                print(f"bench-live: {corpus}: {failure}", file=sys.stderr)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if ledger.keys:
        sys.stdout.write(ledger.text())
        os.makedirs(folder, exist_ok=True)
        ledger.write(folder, commit)
        measured = list(dict.fromkeys(key.corpus for key in ledger.keys))
        with open(f"{folder}/README.md", "w", encoding="utf-8") as file:
            file.write(readme(ledger, ours, options, measured))
        print(f"bench-live: live.txt, live.csv, keys.csv and README.md are in {folder}", file=sys.stderr)
    sys.exit(1 if ledger.skipped else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        print(f"bench-live: {error.strerror}: {error.filename}", file=sys.stderr)
        sys.exit(1)
