"""The work `publish` of scripts/faults: replaces a corpus on two ClickHouse nodes, which scripts/cluster starts."""
import atexit, shutil, subprocess, tempfile, urllib.request

from work import ROOT, Work, put  # pylint: disable=import-error

LINES = 300


class Cluster:
    """Two nodes, which start when they are first needed and stop at the end of the script."""

    def __init__(self):
        self.folder, self.nodes, self.name = None, [], ""

    def start(self):
        if self.folder:
            return
        self.folder = tempfile.mkdtemp(prefix="faults-nodes-")
        atexit.register(self.stop)
        started = subprocess.run(
            [ROOT + "/scripts/cluster", "start", "--folder", self.folder + "/cluster"], stdout=subprocess.PIPE, check=True)
        fields = [line.split() for line in started.stdout.decode().splitlines()]
        self.nodes = [each[2] for each in fields if each[0] == "node"]
        self.name = next(each[1] for each in fields if each[0] == "cluster")

    def stop(self):
        subprocess.run([ROOT + "/scripts/cluster", "stop", "--folder", self.folder + "/cluster"], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def ask(node, statement):
        with urllib.request.urlopen(node + "/", data=statement.encode(), timeout=60) as answer:
            return answer.read().decode().strip()


class Publish(Work):
    """Replaces a corpus in a table; each case has its own table. The compared content is the result of a search of the
    table."""

    cluster = Cluster()
    tables = 0
    writes_files = False
    needs = "clickhouse-server"

    def fill(self, folder):
        super().fill(folder)
        put(folder + "/old.csv", "name,text\n" + "".join(f"lion {number},of the land\n" for number in range(LINES // 2)))
        put(folder + "/new.csv", "name,text\n" + "".join(f"whale {number},of the sea\n" for number in range(LINES)))
        self.publish_old(folder)

    def publish_old(self, folder):
        self.cluster.start()
        for node in self.cluster.nodes if self.tables else []:
            for suffix in ("", "_sb_local", "_sb_publications", "_sb_publications_local"):
                self.cluster.ask(node, f"DROP TABLE IF EXISTS faults.t{self.tables}{suffix}")
        Publish.tables += 1
        self.command = self.publish("new.csv", "--replace")
        done = self.plain(folder, self.publish("old.csv"))
        assert done.returncode == 0, done

    @property
    def table(self):
        return f"{self.cluster.nodes[0]}/faults.t{self.tables}#c"

    def publish(self, file, *options):
        command = ["publish", self.table, file, "--cluster", self.cluster.name, *options]
        for node in self.cluster.nodes:
            command += ["--node", node]
        return command

    def prepared(self, scratch):
        folder = super().prepared(scratch)
        self.publish_old(folder)
        return folder

    def content(self, folder):
        # After a SIGKILL, the server may still execute the last statement; a search then reports that the corpus has
        # changed.
        for _ in range(3):
            found = self.plain(folder, ["search", "--format", "csv", "", self.table])
            if b"attach it again" not in found.stderr:
                break
        return found.stdout if found.returncode == 0 else found.stderr

    def again(self, folder):
        wrong = super().again(folder)
        stored = sum(int(self.cluster.ask(node, f"SELECT count() FROM faults.t{self.tables}_sb_local")) for node in self.cluster.nodes)
        return wrong if stored == LINES else [*wrong, f"after the next run, the nodes have {stored} of {LINES} records"]
