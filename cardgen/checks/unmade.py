"""Report files that cannot be made although all others can, such as a box too large for its paper.

The codes are those of the products.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.checks.context import Check, CheckContext
from cardgen.errors import Finding
from cardgen.targets.plan import unmade_files


def _run(context: CheckContext) -> Iterator[Finding]:
    return (finding for _, finding in unmade_files(context.game))


CHECK = Check(codes=(), run=_run, about="files")
