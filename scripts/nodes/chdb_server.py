#!/usr/bin/env python3
"""Serves the HTTP interface of a current version of ClickHouse, to test that this version accepts the same statements
as Debian's version.

    scripts/nodes/chdb_server.py FOLDER

The engine is chdb (PyPI), ClickHouse as a library; it stores its tables in FOLDER. The script prints the address of the server and
serves requests, one at a time, until its standard input ends. A response has a content length and the status 200, or the status 500
and the engine's error message. Exit codes: 0 ended; 2 chdb is not installed.
"""
import http.server, os, sys, tempfile, threading

try:
    from chdb import session
except ImportError:
    print("chdb_server: chdb is not installed: pip install --target FOLDER chdb, and set PYTHONPATH to FOLDER", file=sys.stderr)
    sys.exit(2)

INSERT, DATA = b"INSERT INTO ", b" FORMAT RowBinary\n"


class Engine:
    def __init__(self, folder):
        self.folder = folder
        self.session = session.Session(folder + "/tables")
        self.lock = threading.Lock()

    def ask(self, statement):
        """Runs a statement; returns the status, the type and the bytes of the answer."""
        with self.lock, tempfile.NamedTemporaryFile(dir=self.folder) as data:
            if statement.startswith(INSERT) and DATA in statement:
                statement, rows = statement.split(DATA, 1)
                data.write(rows)
                data.flush()
                statement += f" FROM INFILE '{data.name}' FORMAT RowBinary".encode()
            kind = "application/octet-stream" if statement.endswith(b" FORMAT RowBinary") else "text/plain"
            try:
                return 200, kind, self.session.query(statement.decode()).bytes() or b""
            except RuntimeError as error:
                return 500, "text/plain", str(error).encode() + b"\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine = None

    def do_POST(self):
        status, kind, answer = self.engine.ask(self.rfile.read(int(self.headers["Content-Length"] or 0)))
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def main():
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder, mode=0o700, exist_ok=True)
    Handler.engine = Engine(folder)
    version = Handler.engine.ask(b"SELECT version() FORMAT TSV")[2].decode().strip()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port} {version}", flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
