"""Numbers of terms in a rulebook: small and raised after the first occurrence of each in a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.errors import Fault, Faults, Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.data.glossary.marking import Marking, split_brackets
from cardgen.rulebook.book import Block, Heading, Items, Note, Paragraph, Text, Words
from cardgen.rulebook.inline import WORD_JOINER


def number_terms(blocks: Sequence[Block], marking: Marking, lang: str) -> tuple[Block, ...]:
    """Return the blocks of a book with the numbers of its terms; `marking` is that of its language `lang`.

    Paragraphs, lists and notes are searched, but no headings, tables, captions, links and codes. `[[term|words]]` names
    a term by hand, and `[[|words]]` are none. DataError for brackets that name no term.
    """
    numbering = _Numbering(marking, lang)
    numbered = tuple(map(numbering.block, blocks))
    numbering.faults.raise_all()
    return numbered


@dataclass(slots=True)
class _Numbering:
    """Number the terms of a book. `seen` are those of the chapter so far."""

    marking: Marking
    lang: str
    seen: set[str] = field(default_factory=set)
    faults: Faults = field(default_factory=Faults)

    def block(self, block: Block) -> Block:
        if isinstance(block, Heading) and block.level == 1:
            self.seen.clear()
        if isinstance(block, Paragraph):
            return replace(block, words=self.words(block.words, block.place))
        if isinstance(block, Items):
            return replace(block, entries=tuple(tuple(map(self.block, entry)) for entry in block.entries))
        if isinstance(block, Note):
            return replace(block, blocks=tuple(map(self.block, block.blocks)))
        return block

    def words(self, words: Words, place: Place) -> Words:
        return tuple(part for word in words for part in self._parts(word, place) if part.text or part.refers)

    def _parts(self, word: Text, place: Place) -> Iterator[Text]:
        """Yield a text in parts, each term with its number after it."""
        if word.icon or word.footnote or word.code or word.link or word.refers or word.lang != self.lang:
            yield word
            return
        for words, target in split_brackets(word.text):
            if target is None:
                yield from self._found(replace(word, text=words))
            else:
                yield replace(word, text=words)
                yield from self._by_hand(word, target, place)

    def _found(self, word: Text) -> Iterator[Text]:
        at = 0
        for _, end, term in self.marking.index.find(word.text):
            if term in self.marking.numbers and term not in self.seen:
                yield replace(word, text=word.text[at:end])
                yield self._number(word, term)
                at = end
        yield replace(word, text=word.text[at:])

    def _by_hand(self, word: Text, target: str, place: Place) -> Iterator[Text]:
        """Yield the number of a term that brackets name, each time; none for words that are no term."""
        term = self.marking.resolve(target) if target else None
        if term in self.marking.numbers:
            yield self._number(word, str(term))
        elif target and term is None:
            self.faults.append(Fault(place, message("[[{words}]] is not a term of the glossary", words=target)))

    def _number(self, word: Text, term: str) -> Text:
        self.seen.add(term)
        text = f"{WORD_JOINER}{self.marking.numbers[term]}"
        return replace(word, text=text, strong=False, emphasis=False, raised=True)
