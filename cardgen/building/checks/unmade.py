"""Report files that cannot be made although all others can, such as a box too large for its paper.

The codes are those of the products.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.plan import unmade_files


def _run(context: CheckContext) -> Iterator[Finding]:
    return (finding for _, finding in unmade_files(context.game))


CHECK = Check(codes=(), run=_run, about="files")
