"""The list of works for scripts/faults, and a class for each type of output."""
import json, os, pty, re, select, shutil, signal, sqlite3, time

from publish import Publish  # pylint: disable=import-error
from work import PROGRAM, Work, bytes_of, environment, files_of, put  # pylint: disable=import-error


class NewFile(Work):
    """A work that creates a file and refuses to replace an existing file."""

    def again(self, folder):
        path = folder + "/" + self.path
        if os.path.exists(path):
            os.unlink(path)
        return super().again(folder)


class Appended(Work):
    """A work that appends to its file."""

    def again(self, folder):
        shutil.copy(f"{self.template}/{self.path}", f"{folder}/{self.path}")
        return super().again(folder)


class BenchmarkRuns(Work):
    """Runs a benchmark, which adds a JSON file to the stored runs."""

    def content(self, folder):
        names = sorted(name for name in files_of(folder + "/user/data") if name.endswith(".json"))
        for name in names:
            try:
                json.loads(bytes_of(folder + "/user/data/" + name))
            except ValueError:
                return name + " is not JSON"
        return min(len(names), 2)

    def state(self, folder):
        content = self.content(folder)
        return {self.old: "old", self.new: "new"}.get(content, str(content))


class Catalog(Work):
    """Changes a catalog. After a fault, the catalog may have only some of the changes, but no change may be
    incomplete."""

    def content(self, folder):
        copy = folder + "/copy"
        shutil.copytree(folder + "/user/data/searchbench/catalogs", copy)
        try:
            base = sqlite3.connect(copy + "/c.sqlite")
            if base.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return "damaged"
            items = frozenset(base.execute("SELECT id, title, content FROM items WHERE problem IS NULL"))
            on = base.execute("SELECT value FROM meta WHERE key = 'is_on'").fetchone()
            whole = base.execute("SELECT count(*) FROM sources WHERE indexed IS NULL").fetchone()
            base.close()
            return items, on, whole
        except sqlite3.Error as error:
            return str(error)
        finally:
            shutil.rmtree(copy)

    def state(self, folder):
        content = self.content(folder)
        if content == self.new:
            return "new"
        if isinstance(content, str):
            return content
        known = self.old[0] | self.new[0]
        return "old" if content == self.old or content[0] <= known else "other items"


class Image(Work):
    """Opens a catalog of 5 MB and writes its image. The state is "new" if the next process opens the catalog from the
    image."""

    # A loss of power is not simulated, because the replayed files are copies, and a catalog does not use a copy of its
    # image.
    writes_files = False

    answer = b""

    # The answer of the process that opened the catalog after the last run. If there is no image, this process also
    # writes one.
    next_answer = None

    def fill(self, folder):
        super().fill(folder)
        put(folder + "/big.txt", "".join(f"{'whale' if number % 3 else 'lion'} {number} {'of the Sea ' * 50}\n" for number in range(9000)))

    def run(self, folder, prefix):
        code, self.answer, errors = super().run(folder, prefix)
        self.next_answer = None
        return code, self.answer, errors

    def content(self, folder):
        if self.next_answer is None:
            left = [name for name in files_of(folder) if name.endswith(".new")]
            done = self.plain(folder, [*self.command, "--verbose"])
            self.next_answer = (done.returncode, done.stdout, b"from its image" in done.stderr)
            # Restore the temporary files that the process removed, because the caller checks whether the last run left
            # any.
            for name in left:
                put(f"{folder}/{name}", "")
        return self.next_answer

    def state(self, folder):
        content = self.content(folder)
        if self.answer not in (b"", self.new[1]):
            return f"the answer {self.answer}"
        return {self.old: "old", self.new: "new"}.get(content, f"the next answer {content}")

    def may_go_on(self, output):
        # A catalog without an image gives the same answers.
        return True


class Index(Work):
    """Builds an index. The state is "new" if `index verify` accepts the index. With an old index, searches must still
    give the right results.

    All cases index the same tree, because files that were changed less than two seconds ago are not indexed.
    """

    def fill(self, folder):
        super().fill(folder)
        tree = os.path.dirname(folder) + "/indexed"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.move(folder + "/tree", tree)
        os.symlink(tree, folder + "/tree")
        time.sleep(2.5)

    def change(self, folder):
        time.sleep(2.5)

    def content(self, folder):
        verified = self.plain(folder, ["index", "verify", "tree"]).returncode
        return verified, bool(re.search(rb"searched without the index +[1-9]", self.plain(folder, ["index", "status", "tree"]).stdout))

    def state(self, folder):
        stored, plain = (self.plain(folder, ["search", *options, "-n", "whale", "tree"]) for options in ([], ["--no-index"]))
        if (stored.returncode, stored.stdout) != (plain.returncode, plain.stdout):
            return "a search with the index differs"
        if b"is not used" in stored.stderr:
            return "a search reports: " + stored.stderr.decode()
        return "new" if self.content(folder) == (0, False) else "old"

    def may_go_on(self, output):
        # The index omits a file that cannot be read; searches try to read it, and report it.
        files = re.search(rb"(\d+) of (\d+) files", output)
        return files is not None and files.group(1) != files.group(2)


class History(Work):
    """Types lines at a pseudo-terminal; the program adds each line to the history separately.

    If the terminal cannot be read, the program ends with SIGHUP, as it does when the terminal's window is closed.
    """

    is_terminal = True

    def fill(self, folder):
        super().fill(folder)
        put(folder + "/history", "searchbench history 1\n:set limit 9\n")

    def run(self, folder, prefix):
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(folder)
            command = [*prefix, PROGRAM]
            os.execvpe(command[0], command, environment(folder) | {"SEARCHBENCH_HISTORY": folder + "/history"})
        output, typed, end = b"", [b":set limit 3\r", b":set limit 4\r", b":quit\r"], time.monotonic() + 10
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 0.15)[0]:
                if typed and output:
                    os.write(terminal, typed.pop(0))
                continue
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            output += piece
        else:
            os.killpg(process, signal.SIGKILL)
            output += b"it does not end"
        os.close(terminal)
        status = os.waitpid(process, 0)[1]
        return os.waitstatus_to_exitcode(status), output, b""

    def state(self, folder):
        content = self.content(folder)
        if content == self.new:
            return "new"
        lines = (content or b"").split(b"\n")
        known = self.old.split(b"\n") + self.new.split(b"\n")
        ends = (b"\n",)
        if self.has_lost_power:
            # A line that was not synced can consist of zeros; the next start of the program omits this line.
            lines, ends = [line for line in lines if not line.startswith(b"\0")], (b"\n", b"\0")
        return "old" if content and content.endswith(ends) and all(line in known for line in lines) else f"history: {content}"

    def may_go_on(self, output):
        return True

    def again(self, folder):
        code, output, _ = self.run(folder, [])
        content = self.content(folder)
        is_whole = code == 0 and content and content.endswith(b":set limit 4\n:quit\n") and b"\0" not in content
        return [] if is_whole else [f"the next prompt: {code}, {content}, {output[-300:]}"]


CATALOG = [["catalog", "create", "c"], ["catalog", "add", "c", "tree"]]
PLACES_OF_CATALOG = ["the output", "c.sqlite", "catalog c", "tree", "c.lock", "catalogs", "thread"]
OUTPUT = ["search", "-n", "whale", "a.txt", "--output", "out.csv"]


class MoreFiles:
    """Adds files after the commands that prepare the work."""

    def change(self, folder):
        put(folder + "/tree/three.txt", "whale three\n")
        put(folder + "/tree/four.txt", "a sea\nwhale four\n")
        os.unlink(folder + "/tree/one.txt")
        super().change(folder)


class GrownCatalog(MoreFiles, Catalog):
    pass


class GrownIndex(MoreFiles, Index):
    pass


FILE = ["the output", "out.csv", "a.txt", "thread"]
WORKS = [
    NewFile("output", "search --output FILE, a new file", OUTPUT, "out.csv", FILE),
    Work("output-force", "search --output FILE --force", [*OUTPUT, "--force"], "out.csv", FILE,
         [["search", "lion", "a.txt", "--output", "out.csv"]]),
    Appended("append", ":export --append of a script", ["-f", "append"], "out.jsonl", [*FILE, "out.jsonl", "append"],
             [["search", "lion", "a.txt", "--output", "out.jsonl"]], b"exported"),
    Work("export", ":export of a script", ["-f", "script"], "out.csv", [*FILE, "script"],
         [["search", "lion", "a.txt", "--output", "out.csv"]], b"exported"),
    History("history", "three lines at the prompt", [], "history", []),
    Work("session", ":session save", ["-c", ":load a.txt", "-c", ":session save s --force"],
         "user/state/searchbench/sessions/s", ["the output", "sessions/s", "session s", "a.txt", "thread"], [["-c", ":session save s"]], b"saved"),
    BenchmarkRuns("bench", "a stored benchmark run", ["bench", "unique", "--quick", "--sizes", "10", "--time", "1ms", "--invocations", "1",
                  "array-contains"], "", ["runs", "thread", "process", "the output"],
                  [["bench", "unique", "--quick", "--sizes", "10", "--time", "1ms", "--invocations", "1", "array-contains"]]),
    Catalog("catalog-add", "catalog add", ["catalog", "add", "c", "tree"], "", PLACES_OF_CATALOG, CATALOG[:1]),
    Catalog("catalog-delete", "catalog delete --all", ["catalog", "delete", "c", "--all"], "", PLACES_OF_CATALOG, CATALOG),
    GrownCatalog("catalog-refresh", "catalog refresh --force", ["catalog", "refresh", "c", "--force"], "", PLACES_OF_CATALOG, CATALOG),
    Catalog("catalog-off", "catalog off", ["catalog", "off", "c"], "", PLACES_OF_CATALOG, CATALOG),
    Image("catalog-image", "catalog open, which writes an image", ["catalog", "open", "c", "-c", ":set format count", "-c", "whale"], "",
          [*PLACES_OF_CATALOG, "c.image"], [["catalog", "create", "c"], ["catalog", "add", "c", "big.txt"]]),
    GrownIndex("index-build", "index build", ["index", "build", "tree"], "", ["the output", "indexes", "indexed", "tree", "thread"], [["index", "build", "tree"]]),
    Publish("publish", "publish --replace on two ClickHouse nodes", [], "", ["http://127.0.0.1:", "the output", "new.csv", "thread", "libcurl"]),
]
