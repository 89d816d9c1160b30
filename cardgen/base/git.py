"""Git, in one place. A repository may come from a stranger: it is only read, and nothing of it runs.

A repository can name programs in its own configuration: filters, hooks, monitors, ways to fetch. So only commands that
read objects are used, files are taken as they are stored, and whatever git would run or fetch is switched off. It is
git that decides which repository a folder belongs to; one that is hidden in a project's files is refused.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.base.errors import Text
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message

#: Values that no configuration of a repository replaces. Git ignores those that it is too old to know.
_SETTINGS = {
    "safe.bareRepository": "explicit",
    "protocol.allow": "never",
    "core.hooksPath": os.devnull,
    "core.attributesFile": os.devnull,
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.askPass": "",
    "core.editor": "false",
    "core.sshCommand": "false",
    "diff.external": "",
    "log.showSignature": "false",
}

#: The environment of git, besides that of this process without its own GIT_ variables. Git before 2.45 knows no
#: GIT_NO_LAZY_FETCH: with no protocol that is allowed, it cannot fetch either.
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}

#: Variables of the user that say where git looks for repositories and for the user's own configuration.
_KEPT = ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")

#: Seconds for a command, and the most files and bytes of a version.
_SECONDS = 120
MOST_FILES, MOST_BYTES = 50_000, 1 << 30

_LINK, _FILES = "120000", ("100644", "100755", "100664")
#: Links that follow one another.
_MOST_LINKS = 40

#: What a file begins with whose content is kept by git-lfs, and the most bytes of such a file.
_LFS, _MOST_LFS = b"version https://git-lfs.github.com/spec/v1\n", 1_024


class GitError(Exception):
    """Git cannot do what it was asked for. `text` says why, `hint` what to do."""

    def __init__(self, text: Text, hint: Text = "") -> None:
        super().__init__(text)
        self.text, self.hint = text, hint


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository that a folder belongs to. `prefix` is the folder's path in it, "" or with a slash at its end."""

    folder: Path
    prefix: str
    common: Path = field(repr=False)
    """git's own folder, shared by all worktrees"""

    def run(self, *arguments: str, given: bytes = b"") -> bytes:
        """Return what a git command prints for the input `given`. GitError if it fails."""
        return _run(self.folder, arguments, given)

    def commit(self, revision: str) -> str:
        """Return the id of a commit. GitError if a revision names none."""
        name = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        return name.decode().strip()

    def fork(self, commit: str) -> str:
        """Return the id of the commit at which the current branch left another one. GitError if there is none."""
        return self.run("merge-base", commit, "HEAD").decode().strip()

    def names(self, most: int) -> list[str]:
        """Return the names of the latest tags and branches."""
        listed = ("for-each-ref", "--sort=-creatordate", f"--count={most}", "--format=%(refname:short)")
        return self.run(*listed, "refs/tags", "refs/heads").decode(errors="replace").split()

    def branch(self) -> str:
        """Return the name of the current branch; "" if there is none."""
        try:
            return self.run("symbolic-ref", "--quiet", "--short", "HEAD").decode(errors="replace").strip()
        except GitError:
            return ""

    def files(self, commit: str, folders: Sequence[str]) -> dict[str, bytes]:
        """Return the files of a commit in some folders, by their paths below this repository's folder.

        They are as they were added, without filters; those of git-lfs if their content is on the disk. A link is
        replaced by what it leads to, and left out if that is not in these folders, as submodules are. GitError if a
        path leads out of them, or if objects are missing.
        """
        paths = [f"{self.prefix}{folder}/" for folder in folders]
        listed = self.run("ls-tree", "-r", "-z", "--full-tree", commit, "--", *paths).split(b"\0")
        entries: dict[str, tuple[str, str]] = {}
        for line in filter(None, listed):
            facts, _, name = line.partition(b"\t")
            mode, _, object_id = facts.decode().split(" ")
            path = os.fsdecode(name)
            if mode in (*_FILES, _LINK):
                entries[_checked(path.removeprefix(self.prefix))] = mode, object_id
        if len(entries) > MOST_FILES:
            raise GitError(message("more than {limit:,} files in the version", limit=MOST_FILES))
        blobs = self._blobs({object_id for _, object_id in entries.values()})
        files = {path: blobs[object_id] for path, (mode, object_id) in entries.items() if mode != _LINK}
        links = {path: os.fsdecode(blobs[object_id]) for path, (mode, object_id) in entries.items() if mode == _LINK}
        linked = dict(_linked(files, links))
        if sum(map(len, linked.values())) > MOST_BYTES or len(linked) > MOST_FILES:
            raise GitError(message("the links of the version stand for too many files"))
        return {path: self._stored(content) for path, content in (files | linked).items()}

    def _blobs(self, ids: set[str]) -> dict[str, bytes]:
        """Return the contents of objects. GitError if one is missing, or if there are too many bytes."""
        wanted = "".join(f"{name}\n" for name in sorted(ids)).encode()
        sizes = self.run("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", given=wanted)
        total = 0
        for line in sizes.decode().splitlines():
            name, kind, *size = line.split(" ")
            if kind != "blob":
                problem = message("the repository lacks the object {name}", name=name)
                raise GitError(problem, message("a clone without all files? `git fetch --refetch` gets them"))
            total += int(size[0])
        if total > MOST_BYTES:
            raise GitError(message("the files of the version have more than {limit} MiB", limit=MOST_BYTES >> 20))
        content = self.run("cat-file", "--batch", given=wanted)
        blobs: dict[str, bytes] = {}
        at = 0
        while at < len(content):
            end = content.index(b"\n", at)
            name, _, size_given = content[at:end].decode().split(" ")
            blobs[name] = content[end + 1 : end + 1 + int(size_given)]
            at = end + 2 + int(size_given)
        return blobs

    def _stored(self, content: bytes) -> bytes:
        """Return what git-lfs keeps for a file with this content: only what is on the disk, with the right digest."""
        if not content.startswith(_LFS) or len(content) > _MOST_LFS:
            return content
        name = content.partition(b"\noid sha256:")[2][:64].decode(errors="replace")
        if len(name) != 64 or not set(name) <= set("0123456789abcdef"):
            return content
        file = self.common / "lfs" / "objects" / name[:2] / name[2:4] / name
        try:
            stored = file.read_bytes() if file.is_file() and file.stat().st_size <= MOST_BYTES else b""
        except OSError:
            return content
        return stored if hashlib.sha256(stored).hexdigest() == name else content


def find_repository(folder: Path) -> Repository:
    """Return the repository that a folder belongs to.

    GitError if there is none, if git does not trust it, or if its own configuration or the files of a project pretend
    that it is another one than the nearest folder with `.git`.
    """
    folder = folder.resolve()
    top = next((above for above in (folder, *folder.parents) if os.path.lexists(above / ".git")), None)
    if top is None:
        raise GitError(message("not a git repository"))
    listed = ("rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir")
    lines = os.fsdecode(_run(folder, listed)).split("\n")
    paths = [folder / line for line in lines if line]
    if len(paths) != 3 or not _is_same(paths[0], top) or not _is_same(paths[1], _git_folder(top)):
        problem = message("the repository at {path} is not the one that its configuration names", path=top)
        raise GitError(problem)
    inside = folder.relative_to(top).as_posix()
    return Repository(folder, "" if inside == "." else f"{inside}/", paths[2])


def git_user(folder: Path) -> str:
    """Return the user's name as git knows it in a folder; "" if it knows none."""
    try:
        return _run(folder, ("config", "user.name"), seconds=5).decode().strip()
    except (GitError, UnicodeDecodeError):
        return ""


def _git_folder(top: Path) -> Path:
    """Return git's own folder of a repository or of a worktree, as `.git` names it."""
    file = top / ".git"
    if not file.is_file():
        return file
    try:
        with file.open("rb") as opened:
            content = os.fsdecode(opened.read(10_000))
    except OSError:
        return file
    return top / content.removeprefix("gitdir:").strip()


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _run(folder: Path, arguments: Sequence[str], given: bytes = b"", seconds: int = _SECONDS) -> bytes:
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    command = [_program(), "--no-pager", *settings, *arguments]
    own = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_") or name in _KEPT}
    try:
        done = subprocess.run(
            command, cwd=folder, input=given, capture_output=True, check=False, env=own | _ENVIRONMENT, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise GitError(message("git took more than {seconds} seconds", seconds=seconds)) from None
    except (OSError, ValueError) as error:
        raise GitError(message("git cannot be run: {reason}", reason=error)) from error
    if done.returncode:
        raise _error(done.stderr.decode(errors="replace"))
    return done.stdout


def _error(written: str) -> GitError:
    lines = written.strip().splitlines()
    first = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "")
    first = first.removeprefix("fatal: ")
    if "dubious ownership" in first:
        hint = message("if you trust it: `git config --global --add safe.directory FOLDER`")
        return GitError(
            message("git does not read it, because it belongs to another user: {reason}", reason=first), hint
        )
    return GitError(first)


def _program() -> str:
    """Return the path of git. Only whole paths of PATH count: a project may have a file of that name."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        file = Path(folder) / name
        if file.is_absolute() and file.is_file() and os.access(file, os.X_OK):
            return str(file)
    raise GitError(message("git is not installed"))


def _checked(path: str) -> str:
    """Return a path of a tree. GitError if it leads out of its folder, or to another disk."""
    parts = path.split("/")
    odd = any(part in ("", ".", "..") for part in parts) or "\n" in path
    if odd or (os.name == "nt" and set(path) & set('\\:<>"|?*')):
        raise GitError(message("the version has a file with the path {path!r}", path=path))
    return path


def _linked(files: Mapping[str, bytes], links: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files that links stand for: those that they lead to, and those of folders that they lead to."""
    total = 0
    for link in links:
        target = _target(link, links)
        if target is None:
            continue
        for path, content in files.items():
            if path == target or path.startswith(f"{target}/"):
                total += len(content)
                if total > MOST_BYTES:
                    raise GitError(message("the links of the version stand for too many files"))
                yield link + path[len(target) :], content


def _target(link: str, links: Mapping[str, str]) -> str | None:
    """Return the path that a link leads to, through other links; None if it leads out."""
    waiting, path, left = link.split("/"), list[str](), _MOST_LINKS
    while waiting:
        part = waiting.pop(0)
        if part == ".." and not path:
            return None
        if part == "..":
            path.pop()
        elif part not in ("", "."):
            path.append(part)
        target = links.get("/".join(path))
        if target is not None:
            left -= 1
            if not left or target.startswith("/"):
                return None
            path.pop()
            waiting = [*target.split("/"), *waiting]
    return "/".join(path) or None
