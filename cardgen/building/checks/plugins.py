"""Check that every plug-in of an installed package can be used."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Code, Fault, Finding
from cardgen.base.plugins import plugin_faults
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext

PLUGIN_FAILED = Code(
    "CG301",
    "plugin-failed",
    message("a plug-in of an installed package that cannot be used; the rest of cardgen works without it"),
    "warning",
)


def plugin_finding(fault: Fault) -> Finding:
    """Return the finding about a plug-in that cannot be used."""
    return PLUGIN_FAILED.finding(fault.place, fault.message, fault.hint)


def _run(context: CheckContext) -> Iterator[Finding]:  # noqa: ARG001  (it does not depend on the game)
    return map(plugin_finding, plugin_faults())


CHECK = Check((PLUGIN_FAILED,), _run, about="files")
