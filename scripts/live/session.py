"""Runs live search in a pseudo-terminal, types keys, and measures the time until the screen shows the answer."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from screen import Screen, Status

COLUMNS, ROWS = 80, 24

# The maximum seconds to wait until files are loaded and indexes are built, and for the answer to one key.
STARTING, ANSWERING = 900, 120


class Failed(Exception):
    """Raised if the program cannot be measured; the message is one sentence with the reason."""


class Session:
    def __init__(self, command, environment):
        self.screen = Screen()
        self.query, self.status = "", Status("")
        self.received = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            try:
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.ending = None
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def close(self):
        """Ends live search with Escape, and kills the process if it does not end."""
        try:
            if self.ending is None:
                self.press("\x1b")
            deadline = time.monotonic() + 10
            while self.ending is None and time.monotonic() < deadline:
                self.read(0.1)
        except (Failed, OSError):
            pass
        if self.ending is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)

    # Typing keys and reading the screen

    def press(self, keys):
        """Types `keys`; returns the time just before, in nanoseconds."""
        now = time.monotonic_ns()
        os.write(self.terminal, keys.encode())
        return now

    def read(self, seconds):
        """Waits up to `seconds` for output; returns the time, the query line and the status of each new frame."""
        if not select.select([self.terminal], [], [], max(0, seconds))[0]:
            return []
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            data = b""
        now = time.monotonic_ns()
        if not data:
            _, self.ending = os.waitpid(self.process, 0)
            raise Failed(f"the program ended: {self.last_words()}")
        self.received = (self.received + data)[-2000:]
        frames = [(now, query, Status(status)) for query, status in self.screen.feed(data)]
        if frames:
            _, self.query, self.status = frames[-1]
        return frames

    def last_words(self):
        text = self.received.decode("utf-8", "replace").split("\x1b")[-1]
        words = " ".join("".join(sign for sign in text if sign.isprintable() or sign == "\n").split())
        return words or f"status {os.waitstatus_to_exitcode(self.ending)}"

    def wait_until_ready(self):
        """Waits until the first answer is shown and no index is being built."""
        deadline = time.monotonic() + STARTING
        quiet_since = None
        while time.monotonic() < deadline:
            self.read(0.1)
            if not self.status.is_whole or self.status.is_indexing:
                quiet_since = None
            elif quiet_since is None:
                quiet_since = time.monotonic()
            elif time.monotonic() - quiet_since > 1:
                return
        raise Failed(f"it was not ready after {STARTING} s; the second row says {self.screen.rows.get(2)!r}")

    def choose(self, strategy):
        """Presses Ctrl-T until the prompt shows `strategy`, then clears the query."""
        for _ in range(8):
            if self.query.startswith(f"{strategy}> "):
                break
            name = self.query.split("> ")[0]
            self.press("\x14")
            self.settle(lambda: not self.query.startswith(f"{name}> "))
        else:
            raise Failed(f"Ctrl-T does not switch to {strategy}; the first row says {self.query!r}")
        self.clear()

    def clear(self):
        self.press("\x15")
        self.settle(lambda: self.text == "")

    def settle(self, is_there):
        deadline = time.monotonic() + ANSWERING
        while not (is_there() and self.status.is_whole):
            if time.monotonic() > deadline:
                raise Failed(f"no answer after {ANSWERING} s; the second row says {self.screen.rows.get(2)!r}")
            self.read(1)

    @property
    def text(self):
        """Returns the query that the screen shows."""
        return self.query.split("> ", 1)[-1]

    def measure(self, key, text):
        """Presses a key that changes the query to `text`; returns the nanoseconds to the page and to the count, and the
        status."""
        while self.read(0):
            pass
        start = self.press(key)
        page = None
        deadline = time.monotonic() + ANSWERING
        while time.monotonic() < deadline:
            for moment, query, status in self.read(1):
                if query.split("> ", 1)[-1] != text or status.is_waiting:
                    continue
                page = page or moment - start
                if status.is_whole:
                    return page, moment - start, status
        if self.text != text:
            raise Failed(f"the first row says {self.query!r} and not {text!r} after {ANSWERING} s")
        return page, None, self.status
