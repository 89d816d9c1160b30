"""The status of a review in the formats of continuous integration: GitHub's annotations, and JUnit's XML."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from cardgen.base.errors import Fault
from cardgen.base.words.language import localised
from cardgen.building.reporting import format_annotations
from cardgen.review.server.overview import ReviewStatus

#: Characters that XML cannot contain.
_FORBIDDEN = {code: None for code in range(32) if chr(code) not in "\t\n\r"}


def status_annotations(status: ReviewStatus) -> Iterator[str]:
    """Yield a workflow command for each card or page that is left, at its place in the data."""
    problems = [Fault(place, status.problem(key)) for key, (_, place) in status.left.items()]
    yield from format_annotations(problems, title="review")


def status_junit(status: ReviewStatus) -> str:
    """Return JUnit's XML with a test for each card, and each page in review: those that are left have failed."""
    left, both = status.left, {**status.cards, **status.pages}
    suite = ElementTree.Element("testsuite", name=status.game, tests=str(len(both)), failures=str(len(left)))
    for key, (card, place) in both.items():
        deck, _, name = key.rpartition("/")
        test = ElementTree.SubElement(
            suite, "testcase", classname=f"{status.game}.{deck}", name=name, file=place.file, line=str(place.line)
        )
        if key in left:
            problem = str(localised(status.problem(key))).translate(_FORBIDDEN)
            ElementTree.SubElement(test, "failure", type=card.status, message=problem)
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites, " ")
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"
