"""A node of scripts/cluster: its configuration, its process, and its folder.

One folder contains all files of a node: the configuration, the data, the logs, and the file `pid`. A process gets a
signal only if its command line names this configuration, because the system may reuse a process ID.
"""
import http.client, os, shutil, signal, subprocess, time
from xml.sax.saxutils import escape

CLUSTER = "searchbench"
TIMEOUT_SECONDS = 60  # the maximum seconds for a start, which is slow with many tables

CONFIGURATION = """<yandex>
  <logger>
    <level>warning</level>
    <log>{folder}/log</log>
    <errorlog>{folder}/errors</errorlog>
    <size>10M</size>
    <count>2</count>
  </logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{http}</http_port>
  <tcp_port>{tcp}</tcp_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <interserver_http_port>{interserver}</interserver_http_port>
{tls}
  <keep_alive_timeout>3</keep_alive_timeout>
  <max_concurrent_queries>100</max_concurrent_queries>
  <mark_cache_size>268435456</mark_cache_size>
  <path>{folder}/data/</path>
  <tmp_path>{folder}/data/tmp/</tmp_path>
  <user_files_path>{folder}/data/user_files/</user_files_path>
  <format_schema_path>{folder}/data/format_schemas/</format_schema_path>
  <users_config>{folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <timezone>UTC</timezone>
  <builtin_dictionaries_reload_interval>3600</builtin_dictionaries_reload_interval>
  <query_log>
    <database>system</database>
    <table>query_log</table>
    <flush_interval_milliseconds>500</flush_interval_milliseconds>
  </query_log>
  <remote_servers>
    <{cluster}>
{shards}
    </{cluster}>
  </remote_servers>
</yandex>
"""

SHARD = """      <shard>
        <internal_replication>true</internal_replication>
        <replica>
          <host>127.0.0.1</host><port>{tcp}</port>
          <user>default</user><password>{password}</password>
        </replica>
      </shard>"""

TLS = """  <https_port>{https}</https_port>
  <openSSL>
    <server>
      <certificateFile>{certificate}</certificateFile>
      <privateKeyFile>{key}</privateKeyFile>
      <verificationMode>none</verificationMode>
    </server>
  </openSSL>"""

USERS = """<yandex>
  <profiles><default><max_memory_usage>10000000000</max_memory_usage></default></profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password>{password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </default>
  </users>
</yandex>
"""


class NodeError(Exception):
    """The error of an operation on a node; the message is the reason."""


class Node:
    """One server process. `ports` has http, tcp and interserver, and https if the cluster has certificates."""

    def __init__(self, number, folder, ports, disk=None):
        self.number, self.folder, self.ports, self.disk = number, folder, ports, disk
        self.configuration = folder + "/config.xml"
        self.child = None

    def make(self, nodes, password, certificate):
        """Makes the folder and the configuration; `nodes` are all nodes of the cluster."""
        os.makedirs(self.folder + "/data")
        if self.disk:
            options = f"size={self.disk},mode=0700"
            done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder + "/data"], check=False)
            if done.returncode != 0:
                raise NodeError("--disk mounts a file system in memory, which only root can")
        tls = ""
        if certificate:
            key = os.path.dirname(certificate) + "/key.pem"
            tls = TLS.format(https=self.ports["https"], certificate=escape(certificate), key=escape(key))
        shards = "\n".join(SHARD.format(tcp=node.ports["tcp"], password=escape(password)) for node in nodes)
        ports = {name: self.ports[name] for name in ("http", "tcp", "interserver")}
        text = CONFIGURATION.format(folder=escape(self.folder), cluster=CLUSTER, shards=shards, tls=tls, **ports)
        self.write("config.xml", text)
        self.write("users.xml", USERS.format(password=escape(password)))

    def write(self, name, text):
        with open(self.folder + "/" + name, "w", encoding="utf-8") as file:
            file.write(text)

    def process(self):
        """Returns the ID of the running process, or None if the node does not run."""
        try:
            with open(self.folder + "/pid", encoding="ascii") as file:
                process = int(file.read())
            with open(f"/proc/{process}/cmdline", "rb") as file:
                arguments = file.read().split(b"\0")
        except (OSError, ValueError):
            return None
        return process if b"--config-file=" + os.fsencode(self.configuration) in arguments else None

    def state(self):
        """Returns the state of the process: `running`, `paused` or `stopped`."""
        process = self.process()
        if process is None:
            return "stopped"
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                return "paused" if file.read().rpartition(")")[2].split()[0] in "Tt" else "running"
        except OSError:
            return "stopped"

    def start(self):
        """Starts the process if it is not running, and does not wait for it."""
        if self.process() is not None:
            return
        # Disable the server's watchdog, which later versions have, because it would be a second
        # process.
        environment = os.environ | {"CLICKHOUSE_WATCHDOG_ENABLE": "0"}
        with open(self.folder + "/output", "ab") as output:
            self.child = subprocess.Popen(  # pylint: disable=consider-using-with
                ["clickhouse-server", "--config-file=" + self.configuration],
                cwd=self.folder, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.write("pid", f"{self.child.pid}\n")
        # A new process can lack its command line for a moment, so wait for it.
        while self.child.poll() is None and self.process() is None:
            time.sleep(0.005)

    def wait_until_ready(self):
        """Waits until the node answers over HTTP. Raises NodeError if the node ends or does not answer in time."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            if self.answers():
                return
            if self.child.poll() is not None or self.process() is None:
                raise NodeError(f"node {self.number} ended at its start: {self.complaint()}")
            time.sleep(0.02)
        raise NodeError(f"node {self.number} does not answer within {TIMEOUT_SECONDS} s: {self.complaint()}")

    def answers(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.ports["http"], timeout=2)
        try:
            connection.request("GET", "/ping")
            return connection.getresponse().read().startswith(b"Ok")
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def complaint(self):
        """Returns the last error that the server wrote, as one line."""
        for name in ("errors", "output"):
            try:
                with open(self.folder + "/" + name, encoding="utf-8", errors="replace") as file:
                    lines = [line for line in file.read().splitlines() if "xception" in line or "rror" in line]
            except OSError:
                continue
            if lines:
                return lines[-1][:300]
        return "it wrote no error"

    def signal(self, number):
        """Sends a signal; returns false if the process is not running."""
        process = self.process()
        if process is None:
            return False
        os.kill(process, number)
        return True

    def wait_until_gone(self, seconds):
        """Waits up to `seconds` for the process to end; returns whether it ended."""
        end = time.monotonic() + seconds
        while self.process() is not None:
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True

    def stop(self, gently=True):
        """Ends the process and waits for its end. Uses SIGKILL if `gently` is false, or if the process takes over 10 s
        to end."""
        if gently and self.signal(signal.SIGTERM):
            self.signal(signal.SIGCONT)
            if self.wait_until_gone(10):
                return
        if self.signal(signal.SIGKILL) and not self.wait_until_gone(10):
            raise NodeError(f"node {self.number} does not end after SIGKILL; its process is {self.process()}")

    def remove(self):
        if os.path.ismount(self.folder + "/data"):
            subprocess.run(["umount", self.folder + "/data"], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def line(self):
        """Returns the line that `start` and `status` print, such as `node 1 http://127.0.0.1:40001 pid 7 tcp 40002
        running`."""
        process = self.process()
        https = f" https {self.ports['https']}" if "https" in self.ports else ""
        return (
            f"node {self.number} http://127.0.0.1:{self.ports['http']} pid {'-' if process is None else process} "
            f"tcp {self.ports['tcp']}{https} {self.state()}")
