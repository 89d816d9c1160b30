"""Compile the solver's kernel to WebAssembly, for tables that play in a browser.

    pip install ziglang==0.17.1
    python -m tests.games.block_killer.wasm_kernel

writes `_kernel.wasm` beside `_kernel.c`: a shared library for Pyodide. Zig brings clang and its linker for every
platform. A section at the end has the digest of the source.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

from cardgen.games.block_killer import solver

SOURCE = Path(solver.__file__).parent / "_kernel.c"
KERNEL = SOURCE.with_suffix(".wasm")

#: Sizes of C types in pyconfig.h that WebAssembly has otherwise.
_SIZES = re.compile(r"(?m)^#define ((?:SIZEOF|ALIGNOF)_(?:LONG|PTHREAD_T|SIZE_T|UINTPTR_T|VOID_P)) 8$")


def source_digest() -> bytes:
    """Return the digest that the section at the end of the kernel has to have."""
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest().encode()


def main() -> None:
    """Compile the kernel."""
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        sys.exit("ziglang is not installed: pip install ziglang==0.17.1")
    zig = Path(spec.origin).parent / "zig"
    libc = Path(spec.origin).parent / "lib" / "libc" / "include"
    with tempfile.TemporaryDirectory() as scratch:
        headers, compiled, linked = (Path(scratch) / name for name in ("include", "kernel.o", "kernel.wasm"))
        shutil.copytree(sysconfig.get_paths()["include"], headers)
        config = headers / "pyconfig.h"
        config.write_text(_SIZES.sub(r"#define \1 4", config.read_text(encoding="utf-8")), encoding="utf-8")
        flags = ["-target", "wasm32-emscripten", "-fPIC", "-O3", "-msimd128", "-fvisibility=hidden", "-D__wasi__"]
        system = ["-isystem", str(libc / "wasm-wasi-musl"), "-isystem", str(libc / "generic-musl")]
        limited = ["-DPy_LIMITED_API=0x030b0000", "-DNDEBUG", "-I", str(headers), *system]
        subprocess.run([zig, "cc", *flags, *limited, "-c", SOURCE, "-o", compiled], check=True)
        shared = ["-shared", "--experimental-pic", "--no-entry", "--strip-all", "--unresolved-symbols=import-dynamic"]
        command = [str(zig), "wasm-ld", *shared, "--export=PyInit__kernel", str(compiled), "-o", str(linked)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)  # it warns that the format may change
        KERNEL.write_bytes(linked.read_bytes() + _section(b"source", source_digest()))
    print(f"{KERNEL}: {KERNEL.stat().st_size} bytes")


def _section(name: bytes, content: bytes) -> bytes:
    """Return a custom section of WebAssembly with fewer than 128 bytes."""
    payload = bytes([len(name)]) + name + content
    assert len(payload) < 128
    return bytes([0, len(payload)]) + payload


if __name__ == "__main__":
    main()
