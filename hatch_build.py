"""Compile the kernels into the wheel. Without a compiler the wheel is pure Python, and `--version` shows it."""

from __future__ import annotations

import contextlib
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The sources of the compiled modules. Each module has the same functions in Python.
KERNELS = ("cardgen/base/_fast.c", "cardgen/games/block_killer/solver/_kernel.c")


class KernelHook(BuildHookInterface):
    """Adds the compiled kernels to a wheel; for an editable install, puts them beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels, and add them to the files of the wheel."""
        if self.target_name != "wheel":
            return
        self._scratch = Path(tempfile.mkdtemp(prefix="cardgen-kernel-"))
        for source in map(Path, KERNELS):
            try:
                built = _compile(Path(self.root) / source, self._scratch)
            except (Exception, SystemExit) as error:  # compilers fail in many ways; in each case Python does the work
                self.app.display_warning(f"{source} was not compiled, so its work is done in Python: {error}")
                return
            if version == "editable":
                shutil.copy2(built, Path(self.root) / source.parent / built.name)
            else:
                build_data["force_include"][str(built)] = f"{source.parent.as_posix()}/{built.name}"
        build_data["pure_python"] = False
        build_data["tag"] = _tag()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the scratch folder."""
        if self.target_name == "wheel":
            shutil.rmtree(self._scratch, ignore_errors=True)


def _compile(source: Path, scratch: Path) -> Path:
    """Return the library compiled from `source` in `scratch`. Raises what the compiler raises, or SystemExit."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    # Without the second option, some processors round other sums than Python.
    faster = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
    extension = Extension(source.stem, [source.name], py_limited_api=True, extra_compile_args=faster)
    command = build_ext(Distribution({"name": "cardgen", "ext_modules": [extension]}))
    command.build_lib = command.build_temp = str(scratch)
    command.ensure_finalized()
    with contextlib.chdir(source.parent):  # object files follow the path of their source, below scratch
        command.run()
    return Path(command.get_ext_fullpath(source.stem))


def _tag() -> str:
    """Return the wheel's tag: the stable ABI of Python 3.11 on this platform.

    The platform is the one that Python was built for, which follows cibuildwheel's settings; auditwheel makes it a
    manylinux tag.
    """
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"cp311-abi3-{platform}"
