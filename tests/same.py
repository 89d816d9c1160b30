"""Compare every file that two revisions of cardgen make: `make same BASE=REV`.

A refactoring changes no output. This builds both games, every example and every starter with the code and data of
the revision BASE and with those of the working tree, and lists the files whose sha256 differs. Exit code 1 if any does.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

from cardgen.formats.svg import without_ids

REPOSITORY = Path(__file__).parent.parent

#: Projects that `cardgen init` begins: folder -> its arguments.
STARTERS = {
    "blank": ["--from", "blank"],
    "blank-zh": ["--from", "blank", "--lang", "zh,en"],
    "poker": ["--from", "poker"],
    "from-table": ["--from", "csv", "cards.csv"],
    "from-block-killer": ["--from", "block-killer"],
    "from-blokus": ["--from", "blokus"],
}
TABLE = "id,name,cost,text\nant,Ant,1,Carries 10 times its weight.\nbee,Bee,2,Draw a card.\ncow,Cow,3,Gives milk.\n"


def copy_revision(revision: str, folder: Path) -> Path:
    """Copy the tree of a git revision into `folder`, and return it."""
    archive = subprocess.run(["git", "archive", revision], cwd=REPOSITORY, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tree:
        tree.extractall(folder, filter="data")
    return folder


def copy_working_tree(folder: Path) -> Path:
    """Copy the tracked and the new files of the working tree into `folder`, and return it."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = REPOSITORY / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    return folder


def write_entry_points(tree: Path) -> None:
    """Declare the entry points of the tree's own pyproject.toml, which come before those of an installed cardgen."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = tree / "cardgen-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cardgen\nVersion: 0\n", encoding="utf-8")
    groups = project.get("entry-points", {})
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups.items()]
    (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def build_everything(tree: Path, output: Path) -> None:
    """Build both games, the examples and the starters with the code in `tree` into `output`."""

    def cardgen(*arguments: str | Path) -> None:
        command = [sys.executable, "-m", "cardgen", *map(str, arguments)]
        paths = {"PYTHONPATH": str(tree), "CARDGEN_CONFIG": str(tree / "settings")}  # no printer of whoever runs this
        environment = {**os.environ, **paths, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")

    write_entry_points(tree)
    projects = {"games": tree, **{f"example-{path.name}": path for path in sorted((tree / "examples").glob("*/"))}}
    (tree / "cards.csv").write_text(TABLE, encoding="utf-8")
    for name, arguments in STARTERS.items():
        projects[f"starter-{name}"] = output / "starters" / name
        cardgen("init", output / "starters" / name, *arguments)
    for name, project in projects.items():
        for game in sorted(path.name for path in (project / "card_data").glob("*/")):
            cardgen("build", game, "--quiet", "--project", project, "--out", output / name)


def digests_in(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield path, sha256, and sha256 without ids of SVGs of every file but the manifests, which name the code."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in ("manifest.json", ".cardgen.lock"):
            content = path.read_bytes()
            plain = without_ids(content) if path.suffix in (".svg", ".html") else content
            name = path.relative_to(folder).as_posix()
            yield name, hashlib.sha256(content).hexdigest(), hashlib.sha256(plain).hexdigest()


def compare(before: Path, after: Path) -> Mapping[str, str]:
    """Return what differs between two folders: path -> `new`, `gone`, `changed` or `other ids`."""
    old, new = ({name: digests for name, *digests in digests_in(folder)} for folder in (before, after))
    differences = {}
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            differences[name] = "new"
        elif name not in new:
            differences[name] = "gone"
        elif old[name] != new[name]:
            differences[name] = "changed" if old[name][1] != new[name][1] else "other ids"
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare every output file of a revision and the working tree.")
    parser.add_argument("base", nargs="?", default="HEAD", help="the git revision to compare with")
    parser.add_argument("--list", type=Path, help="write the sha256 of every file of the working tree here")
    parser.add_argument("--keep", type=Path, help="keep both outputs in this new folder, to look at what changed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        outputs = options.keep or Path(temporary) / "output"
        # Both are built in folders of equal names: no path can make a difference.
        trees = [Path(temporary) / side / "tree" for side in ("before", "after")]
        copy_revision(options.base, trees[0])
        copy_working_tree(trees[1])
        before, after = outputs / "before", outputs / "after"
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(build_everything, trees, (before, after)))
        if options.list:
            lines = [f"{digest}  {name}\n" for name, digest, _ in digests_in(after)]
            options.list.write_text("".join(lines), encoding="utf-8")
        count = sum(1 for _ in digests_in(after))
        differences = compare(before, after)
    for name, difference in differences.items():
        print(f"{difference}: {name}")
    print(f"{count} files, {len(differences)} of them differ from those of {options.base}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
