"""A work of scripts/faults: a command, its preparation, and the checks of the file that it writes."""
import os, re, shutil, subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("SEARCHBENCH", ROOT + "/.build/release/searchbench")
TEXT = "".join(f"whale {number} of the sea\nlion {number}\n" for number in range(4000))


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def bytes_of(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def files_of(folder):
    return [os.path.relpath(top + "/" + name, folder) for top, _, names in os.walk(folder) for name in names]


def environment(folder):
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SEARCHBENCH", "LC_"))}
    return kept | {
        "HOME": folder + "/user",
        "XDG_CACHE_HOME": folder + "/user/cache",
        "XDG_DATA_HOME": folder + "/user/data",
        "XDG_STATE_HOME": folder + "/user/state",
        "XDG_CONFIG_HOME": folder + "/user/config",
        "TERM": "xterm",
        "TMPDIR": folder,
    }


class Work:
    """A work that writes one file: afterward, PATH has the old or the new contents."""

    is_terminal = False

    # Whether the work writes files on this machine, so that a loss of power can damage them.
    writes_files = True

    # The program that must be installed to run the work.
    needs = PROGRAM

    # Whether a loss of power is simulated, so that bytes that were not synced can be zeros.
    has_lost_power = False

    def __init__(self, name, summary, command, path, places, before=(), claim=b""):
        self.name, self.summary, self.command, self.path, self.places = name, summary, command, path, places
        self.before, self.claim = before, claim
        self.old = self.new = None

    def fill(self, folder):
        """Makes the files that must exist before the work starts."""
        put(folder + "/a.txt", TEXT)
        put(folder + "/tree/one.txt", "whale one\n")
        put(folder + "/tree/two.txt", "whale two\n")
        put(folder + "/script", ":load a.txt\n:set limit 3\nwhale\n:export --force out.csv\n")
        put(folder + "/append", ":load a.txt\n:set limit 3\nwhale\n:export --append out.jsonl\n")
        os.makedirs(folder + "/user")

    def change(self, folder):
        """Changes files after the preparing commands and before the work itself."""

    def plain(self, folder, command):
        return subprocess.run(
            [PROGRAM, *command], cwd=folder, env=environment(folder), capture_output=True, stdin=subprocess.DEVNULL, check=False
        )

    def learn(self, scratch):
        """Makes the template folder, and records the contents of the file before and after the work."""
        self.template, folder = f"{scratch}/{self.name}", scratch + "/case"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.fill(folder)
        for command in self.before:
            done = self.plain(folder, command)
            assert done.returncode == 0, (command, done)
        self.change(folder)
        shutil.copytree(folder, self.template, symlinks=True)
        self.old = self.content(folder)
        code, output, errors = self.run(folder, [])
        self.new = self.content(folder)
        assert code == 0 and self.new != self.old, (self.name, code, output, errors, self.new)

    def prepared(self, scratch):
        folder = scratch + "/case"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder, symlinks=True)
        return folder

    def run(self, folder, prefix):
        done = subprocess.run(
            [*prefix, PROGRAM, *self.command], cwd=folder, env=environment(folder), capture_output=True, stdin=subprocess.DEVNULL,
            check=False, timeout=120,
        )
        return done.returncode, done.stdout, done.stderr

    def content(self, folder):
        content = bytes_of(folder + "/" + self.path)
        # Remove the time in the line `saved ...`, which differs between runs.
        return content and re.sub(rb"saved \S+", b"", content)

    def state(self, folder):
        content = self.content(folder)
        if content == self.old:
            return "old"
        return "new" if content == self.new else f"{self.path} {'is missing' if content is None else f'has {len(content)} bytes'}"

    def is_part(self, folder):
        """Returns whether the file consists of whole lines from the start of the new contents."""
        content = self.content(folder)
        return content is not None and (content.endswith(b"\n") or not content) and self.new.startswith(content)

    def may_go_on(self, output):
        """Returns whether the exit code may be 0 although the work was not done, because the program reports what it
        omitted."""
        return False

    def again(self, folder):
        """Runs the work again without faults; returns a list of the problems."""
        code, _, errors = self.run(folder, [])
        if code != 0:
            return [f"the next run: exit code {code}: {errors.decode('utf-8', 'replace').strip()[:200]}"]
        return [] if self.state(folder) == "new" else ["after the next run, the files do not have their new contents"]
