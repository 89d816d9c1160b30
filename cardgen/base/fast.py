"""The compiled functions for the innermost loops, as `kernel`; None where cardgen was installed without a compiler.

Each has a function in Python that does the same, beside its only user. Tests hold it to that.
"""

from __future__ import annotations

__all__ = ["kernel"]

try:
    import cardgen.base._fast as kernel
except ImportError:
    kernel = None  # type: ignore[assignment]
