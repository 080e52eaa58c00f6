"""Makes the texts that bench-patterns searches, and keeps them in a folder.

Each text is the same on every machine with the same versions of the Debian packages. The results record its SHA-256.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile

import prose
from facts import warm_corpus
from measure import Failed
from records import log_lines, table_lines

PROSE_PACKAGES = "corpora/prose/large/packages"
PACKAGES = {
    "russian": ("manpages-ru", "fortunes-ru", "libreoffice-help-ru"),
    "chinese": ("manpages-zh", "fortunes-zh", "debian-reference-zh-cn", "libreoffice-help-zh-cn"),
    "code": ("linux-libc-dev", "libstdc++-12-dev", "libpython3.11-stdlib", "perl-modules-5.36", "golang-1.19-src"),
}
SOURCE = re.compile(r"\.(h|py|pm|go|c|s|sh)$|/include/c\+\+/")


class Text:
    def __init__(self, name, path, sha256):
        self.name = name
        self.path = path
        self.sha256 = sha256
        self.size = os.path.getsize(path)


class Texts:
    """The texts of one size. A text is made when it is first used."""

    def __init__(self, folder, mebibytes, ours):
        self.folder = folder
        self.mebibytes = mebibytes
        self.ours = ours
        self.made = {}

    def __getitem__(self, name):
        if name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def make(self, name):
        path = os.path.join(self.folder, f"{name}{self.mebibytes}.txt")
        size = self.mebibytes << 20
        if not os.path.exists(path):
            print(f"bench-patterns: making {path}", file=sys.stderr)
            os.makedirs(self.folder, exist_ok=True)
            making = path + ".making"
            with open(making, "wb", buffering=1 << 20) as out:
                MAKERS[name](self, out, size)
            os.rename(making, path)
        digest = hashlib.sha256()
        # Computing the digest also reads the text into the page cache.
        with open(path, "rb", buffering=0) as file:
            while block := file.read(1 << 20):
                digest.update(block)
        return Text(name, path, digest.hexdigest())

    def prose(self, out, size):
        path = warm_corpus("prose64", self.ours, "bench-patterns")
        if path is None:
            raise Failed("the corpus prose64 could not be made; run scripts/make-corpora to see why")
        copy_lines(path, out, size)

    def oneline(self, out, size):
        """Writes the prose as one line: a space replaces each line break except the last one."""
        with open(self["prose"].path, "rb") as file:
            text = file.read(size)
        out.write(text[:-1].replace(b"\n", b" ") + b"\n")

    def russian(self, out, size):
        self.language("ru", "russian", out, size)

    def chinese(self, out, size):
        self.language("zh", "chinese", out, size)

    def language(self, code, name, out, size):
        """Writes the lines of one language: first unchanged, then in other orders and with shuffled words."""
        folder = os.path.join(self.folder, f"packages-{name}")
        for package in PACKAGES[name]:
            self.package(package, folder)
        lines = [line for line in prose.gather(folder, "scripts/corpora/roff.awk").get(code, []) if not line.isascii()]
        kept = os.path.join(self.folder, f"{name}-lines.txt")
        with open(kept, "wb") as file:
            for place in prose.shuffled(len(lines), prose.random.Random(prose.SEED)):
                file.write(lines[place] + b"\n")
        prose.print_text(kept, size, out)
        os.remove(kept)

    def code(self, out, size):
        """Writes the complete source files of some packages, in shuffled order, repeated as needed."""
        folder = os.path.join(self.folder, "packages-code")
        files = []
        for package in PACKAGES["code"]:
            files += source_files(self.package(package, folder))
        generator = prose.random.Random(prose.SEED)
        written = 0
        while written < size:
            for place in prose.shuffled(len(files), generator):
                for line in files[place].splitlines(keepends=True):
                    if written + len(line) > size:
                        return
                    out.write(line)
                    written += len(line)

    def logs(self, out, size):
        write_lines(log_lines(), out, size)

    def csv(self, out, size):
        write_lines(table_lines(), out, size)

    @staticmethod
    def package(name, folder):
        """Downloads a package unless it is in `folder` or next to the prose; returns its path."""
        os.makedirs(folder, exist_ok=True)
        for place in (folder, PROSE_PACKAGES):
            for file in sorted(os.listdir(place)) if os.path.isdir(place) else ():
                if file.startswith(name + "_") and file.endswith(".deb"):
                    path = os.path.join(folder, file)
                    if place != folder:
                        shutil.copyfile(os.path.join(place, file), path)
                    return path
        done = subprocess.run(["apt-get", "-q", "-q", "download", name], cwd=folder, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = [file for file in os.listdir(folder) if file.startswith(name + "_")]
        if done.returncode or not found:
            raise Failed(f"the package {name} could not be downloaded; as root run apt-get update, then this again")
        return os.path.join(folder, found[0])


def copy_lines(path, out, size):
    """Copies whole lines, up to `size` bytes in total."""
    with open(path, "rb") as file:
        text = file.read(size)
    out.write(text[:text.rindex(b"\n") + 1])


def write_lines(lines, out, size):
    """Writes lines, up to `size` bytes in total."""
    written = 0
    for line in lines:
        data = line.encode() + b"\n"
        if written + len(data) > size:
            break
        out.write(data)
        written += len(data)


def source_files(package):
    """Returns the source files of a package in the order of their paths, without files that are not UTF-8 text."""
    unpacked = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
    files = []
    with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
        for member in archive:
            if member.isfile() and SOURCE.search(member.name):
                data = archive.extractfile(member).read()
                if is_text(data):
                    files.append((member.name, data if data.endswith(b"\n") else data + b"\n"))
    if unpacked.wait():
        raise Failed(f"{package} cannot be unpacked; delete it and run this again")
    return [data for _, data in sorted(files)]


def is_text(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(data) and b"\0" not in data and b"\r" not in data


MAKERS = {"prose": Texts.prose, "russian": Texts.russian, "chinese": Texts.chinese, "code": Texts.code,
          "logs": Texts.logs, "csv": Texts.csv, "oneline": Texts.oneline}
