"""Simulates a loss of power: replays the writes of a traced command, and drops the writes that the command has not synced.

In this model of a disk, fsync of a file makes its contents durable. fsync of a folder makes the names in the folder
durable, together with all earlier changes of names, because file systems with a journal store changes of names in
order. Later changes may be lost. Each write and each change of a size can be lost separately; if a change of a name is
lost, all later changes of names are lost too.
"""
import os, re

CALLS = (
    "openat,write,pwrite64,pwritev,pwritev2,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,"
    "ftruncate,lseek,fallocate,copy_file_range,sendfile"
)
LINE = re.compile(r"^(\d+) +(.*)$")
CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?(?: .*)?$")
FILE = re.compile(r"^(\d+)<(.*?)>(?:\(deleted\))?$")


def calls_of(log):
    """Yields each call with its arguments, its result, and the path of the resulting descriptor, in order of completion."""
    begun = {}
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            process, rest = LINE.match(line.rstrip("\n")).groups()
            if rest.endswith(" <unfinished ...>"):
                begun[process] = rest[: -len(" <unfinished ...>")]
                continue
            resumed = re.match(r"<\.\.\. \w+ resumed>(.*)$", rest)
            if resumed:
                rest = begun.pop(process, "") + resumed.group(1)
            match = CALL.match(rest)
            if match and int(match.group(3)) >= 0:
                yield match.group(1), arguments_of(match.group(2)), int(match.group(3)), match.group(4)


def arguments_of(text):
    """Splits arguments at the commas outside of strings and braces."""
    result, depth, is_quoted, start = [], 0, False, 0
    for place, letter in enumerate(text):
        if letter == '"':
            is_quoted = not is_quoted
        elif not is_quoted and letter in "[{(":
            depth += 1
        elif not is_quoted and letter in "]})":
            depth -= 1
        elif letter == "," and not is_quoted and depth == 0:
            result.append(text[start:place].strip())
            start = place + 1
    return result + [text[start:].strip()]


def data_of(text):
    assert text.startswith('"') and text.endswith('"'), text[:80]
    return bytes.fromhex(text[1:-1].replace("\\x", ""))


def plain_path(text):
    """Returns the path that a string argument of a trace with -xx contains."""
    return data_of(text).decode("utf-8", "surrogateescape")


def unhex(text):
    """Returns the path that a trace with -xx shows for a descriptor."""

    def plain(match):
        return bytes.fromhex(match.group(0).replace("\\x", "")).decode("utf-8", "surrogateescape")

    return re.sub(r"(?:\\x[0-9a-f]{2})+", plain, text)


class Disk:
    """The changes of the files in a folder, in the order of the system calls."""

    def __init__(self, folder, log):
        self.folder, self.changes, self.names, self.count = folder, [], {}, 0
        self.first = {}
        for top, _, names in os.walk(folder):
            for name in names:
                path = top + "/" + name
                if os.path.isfile(path) and not os.path.islink(path):
                    with open(path, "rb") as file:
                        self.first[path] = (self.new_file(), file.read())
        self.start = {number: content for number, content in self.first.values()}
        self.names = {path: number for path, (number, _) in self.first.items()}
        self.first = dict(self.names)
        self.offsets, self.sizes = {}, {number: len(content) for number, content in self.start.items()}
        for call, arguments, result, made in calls_of(log):
            self.read(call, arguments, result, made)

    def new_file(self):
        self.count += 1
        return self.count

    def path(self, text, base="AT_FDCWD"):
        path = plain_path(text)
        if path.startswith("/"):
            return os.path.normpath(path)
        match = FILE.match(base)
        return os.path.normpath((unhex(match.group(2)) if match else self.folder) + "/" + path)

    def file(self, text):
        """Returns the descriptor and the number of the file that an argument names; the number is None outside of the
        folder."""
        match = FILE.match(text)
        if not match:
            return None, None
        return int(match.group(1)), self.names.get(unhex(match.group(2)))

    def change(self, *change):
        self.changes.append(change)

    def read(self, call, arguments, result, made):
        if call == "openat":
            path, flags = unhex(made or ""), arguments[2]
            if not path.startswith(self.folder + "/") or os.path.isdir(path) and "O_CREAT" not in flags:
                return
            assert "O_TMPFILE" not in flags, path
            if path not in self.names:
                if "O_CREAT" not in flags:
                    return
                self.names[path] = self.new_file()
                self.start[self.names[path]], self.sizes[self.names[path]] = b"", 0
                self.change("name", path, self.names[path])
            number = self.names[path]
            if "O_TRUNC" in flags and self.sizes[number]:
                self.change("size", number, 0)
                self.sizes[number] = 0
            self.offsets[result, number] = None if "O_APPEND" in flags else 0
        elif call in ("write", "pwrite64"):
            descriptor, number = self.file(arguments[0])
            if number is None:
                return
            at = int(arguments[3]) if call == "pwrite64" else self.offsets.get((descriptor, number), 0)
            at = self.sizes[number] if at is None else at
            self.change("write", number, at, data_of(arguments[1])[:result])
            self.sizes[number] = max(self.sizes[number], at + result)
            if call == "write" and self.offsets.get((descriptor, number), 0) is not None:
                self.offsets[descriptor, number] = at + result
        elif call == "lseek":
            descriptor, number = self.file(arguments[0])
            if number is not None and self.offsets.get((descriptor, number), 0) is not None:
                self.offsets[descriptor, number] = result
        elif call == "ftruncate":
            _, number = self.file(arguments[0])
            if number is not None:
                self.change("size", number, int(arguments[1]))
                self.sizes[number] = int(arguments[1])
        elif call in ("fsync", "fdatasync"):
            _, number = self.file(arguments[0])
            if number is not None:
                self.change("sync", number)
            elif FILE.match(arguments[0]):
                self.change("folder", unhex(FILE.match(arguments[0]).group(2)))
        elif call.startswith("rename"):
            old, new = (self.path(arguments[0]), self.path(arguments[1])) if call == "rename" else (
                self.path(arguments[1], arguments[0]), self.path(arguments[3], arguments[2]))
            if old in self.names:
                number = self.names.pop(old)
                self.names[new] = number
                self.change("rename", old, new, number)
        elif call.startswith("link"):
            old, new = (self.path(arguments[0]), self.path(arguments[1])) if call == "link" else (
                self.path(arguments[1], arguments[0]), self.path(arguments[3], arguments[2]))
            if old in self.names:
                self.names[new] = self.names[old]
                self.change("name", new, self.names[new])
        elif call.startswith("unlink"):
            path = self.path(arguments[0]) if call == "unlink" else self.path(arguments[1], arguments[0])
            if self.names.pop(path, None) is not None:
                self.change("unlink", path)
        elif call.startswith("mkdir"):
            path = self.path(arguments[0]) if call == "mkdir" else self.path(arguments[1], arguments[0])
            if path.startswith(self.folder):
                self.change("folder made", path)
        elif any(self.file(argument)[1] is not None for argument in arguments):
            raise AssertionError(f"power.py does not know {call}")

    NAMES = {"name", "rename", "unlink", "folder made"}

    def after(self, count, dice):
        """Returns the contents of the files, and the folders, after a loss of power that follows the first `count`
        changes.

        If `dice` is None, everything that was not synced is lost; otherwise, `dice` chooses a random part that is lost.
        """
        changes, durable = self.changes[:count], 0
        for place, change in enumerate(changes):
            if change[0] == "folder":
                for earlier in range(durable, place):
                    if changes[earlier][0] in self.NAMES and any(
                        isinstance(path, str) and os.path.dirname(path) == change[1] for path in changes[earlier][1:3]
                    ):
                        durable = earlier + 1
        end = dice.randint(durable, count) if dice else durable
        synced = {}
        for place, change in enumerate(changes):
            if change[0] == "sync":
                synced[change[1]] = place
        contents = {number: bytearray(content) for number, content in self.start.items()}
        names, folders = dict(self.first), []
        for place, change in enumerate(changes):
            kind = change[0]
            if kind in ("write", "size"):
                if place > synced.get(change[1], -1) and not (dice and dice.random() < 0.5):
                    continue
                content = contents[change[1]]
                if kind == "size":
                    content[change[2]:] = bytes(max(0, change[2] - len(content)))
                else:
                    content.extend(bytes(max(0, change[2] - len(content))))
                    content[change[2]:change[2] + len(change[3])] = change[3]
            elif place < end and kind == "name":
                names[change[1]] = change[2]
            elif place < end and kind == "rename":
                names.pop(change[1], None)
                names[change[2]] = change[3]
            elif place < end and kind == "unlink":
                names.pop(change[1], None)
            elif place < end and kind == "folder made":
                folders.append(change[1])
        return {path: bytes(contents[number]) for path, number in names.items()}, folders

    def write(self, count, dice):
        """Changes the files from their state before the command to their state after the loss of power."""
        files, folders = self.after(count, dice)
        for path in folders:
            os.makedirs(path, exist_ok=True)
        for path, number in self.first.items():
            if path not in files:
                os.unlink(path)
        for path, content in files.items():
            if path not in self.first or content != self.start[self.first[path]] or files[path] is None:
                with open(path, "wb") as file:
                    file.write(content)
