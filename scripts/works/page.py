"""Writes a page of results: the machine, the program, the command, and a table."""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    facts = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", text, re.MULTILINE))
    count = text.count("\nprocessor") + text.startswith("processor")
    return f"{facts.get('model name')} (family {facts.get('cpu family')}, model {facts.get('model')}), {count} virtual processors"


def commit():
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--", "Package.swift", "Sources", "Tests", "scripts")
    return git("rev-parse", "--short=12", "HEAD") + (" with changes" if changed else "")


def built(program):
    """Returns the commit of a release build, which is in a file next to the program."""
    try:
        with open(os.path.dirname(program) + "/searchbench.built", encoding="utf-8") as file:
            return dict(line.strip().split("=", 1) for line in file).get("commit", "unknown")
    except FileNotFoundError:
        return "unknown"


def write(folder, title, command, note, columns, rows):
    """Adds a section to FOLDER/README.md, which is created if it is missing."""
    os.makedirs(folder, exist_ok=True)
    path = folder + "/README.md"
    is_new = not os.path.exists(path)
    with open(path, "a", encoding="utf-8") as page:
        if is_new:
            page.write(f"# {title}\n\n{machine()}, shared with other work; {os.uname().sysname} {os.uname().release}.\n")
        page.write(f"\n`{command}`, commit {commit()}. {note}\n\n")
        page.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n")
        for row in rows:
            page.write(f"| {' | '.join(str(cell) for cell in row)} |\n")


if __name__ == "__main__":
    cells = [line.rstrip("\n").split("\t") for line in sys.stdin]
    write(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5].split(","), cells)
