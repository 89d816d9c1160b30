"""Sentences into trees, by recursive descent.

sentence   [for each NAME [of DECK] [where CONDITION] ,] CONDITION
CONDITION  [not] COMPARISON, joined by `and` and `or`; if CONDITION then CONDITION [else CONDITION];
           every|any|no NAME of VALUE [where CONDITION] (RELATION | has COMPARISON)
COMPARISON VALUE RELATION;  RELATION is a sign, `is …`, `in`, `contains`, `starts with`, `ends with`, `matches`
VALUE      numbers, texts, names, [lists], values[key], FUNCTION of VALUE, VALUE of CARDS, + - * / mod,
           count [of CARDS], sum|min|max|average of VALUE
CARDS      [all|other|different] cards [of DECK], or a deck; [where CONDITION] [of the same FIELD];
           entries of LIST [of CARDS] [where CONDITION]
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.base.errors import Text, did_you_mean
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError, Token, tokens_of
from cardgen.base.words.messages import joined, message

#: Brackets in brackets, and conditions in conditions.
_DEEPEST = 40

_QUANTIFIERS = {"every": "every", "each": "every", "any": "any", "some": "any", "no": "no"}
_TOTALS = ("sum", "min", "max", "average")
_SIGNS = ("=", "!=", "<", "<=", ">", ">=")
_RELATIONS = ("is", "are", "in", "contains", "contain", "starts", "start", "ends", "end", "matches", "match")
#: The words of relations to a limit, and their signs.
_LIMITS = (
    (("at",), "least", ">="),
    (("at",), "most", "<="),
    (("more",), "than", ">"),
    (("less", "fewer"), "than", "<"),
)

#: Words that cannot be names of values; `this.count` is a field of such a name.
KEYWORDS = frozenset(
    (
        *("and", "or", "not", "if", "then", "else", "is", "are", "in", "of", "where", "for", "each", "every", "any"),
        *("some", "no", "count", *_TOTALS, "the", "same", "other", "different", "all", "cards", "has", "have", "with"),
        *("true", "false", "this", "mod"),
    )
)


def parse_sentence(sentence: str) -> syntax.Sentence:
    """Return a rule's sentence as a tree. SentenceError at the first part that has no meaning."""
    return _SentenceParser(sentence).sentence()


def parse_cards(text: str) -> Node:
    """Return the name of cards, such as `cards where kind = unit`, as a tree. SentenceError at the first mistake."""
    parser = _SentenceParser(text)
    cards = parser.cards()
    parser.expect_end()
    return cards


class _SentenceParser:
    def __init__(self, sentence: str) -> None:
        self._tokens, self._number, self._depth = tokens_of(sentence), 0, 0

    # ------------------------------------------------------------ tokens

    @property
    def _token(self) -> Token:
        return self._tokens[self._number]

    def _next(self, ahead: int = 1) -> Token:
        return self._tokens[min(self._number + ahead, len(self._tokens) - 1)]

    def _take(self) -> Token:
        token = self._token
        self._number = min(self._number + 1, len(self._tokens) - 1)
        return token

    def _take_word(self, *words: str) -> bool:
        if self._token.is_word(*words):
            self._take()
            return True
        return False

    def _take_sign(self, *signs: str) -> bool:
        if self._token.is_sign(*signs):
            self._take()
            return True
        return False

    def _ended(self) -> int:
        """Return where the last token ended."""
        return self._tokens[self._number - 1].end if self._number else 0

    def _wrong(self, expected: Text, words: tuple[str, ...] = ()) -> SentenceError:
        token = self._token
        if token.kind == "end":
            return SentenceError(token.at, message("the sentence ends here, expected {expected}", expected=expected))
        hint = did_you_mean(token.text, words) if words and token.kind == "word" else ""
        text = message("{value} given, expected {expected}", value=repr(token.text), expected=expected)
        return SentenceError(token.at, text, hint)

    def _expect_word(self, *words: str) -> None:
        if not self._take_word(*words):
            raise self._wrong(joined(words), words)

    def _expect_sign(self, sign: str) -> None:
        if not self._take_sign(sign):
            raise self._wrong(sign)

    def expect_end(self) -> None:
        """SentenceError if there is anything left."""
        token = self._token
        if token.kind == "end":
            return
        if token.is_sign(*_SIGNS) or token.is_word(*_RELATIONS):
            hint: Text = message("join two comparisons by `and`: 1 <= level and level <= 3")
            raise SentenceError(token.at, message("{text!r} follows a whole comparison", text=token.text), hint)
        hint = message("put a text of several words in quotes") if token.kind in ("word", "number") else ""
        raise SentenceError(token.at, message("unexpected {text!r}", text=token.text), hint)

    def _nested(self, parse: Callable[[], Node]) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise SentenceError(self._token.at, message("nested more than {limit} levels deep", limit=_DEEPEST))
        node = parse()
        self._depth -= 1
        return node

    # ------------------------------------------------------------ conditions

    def sentence(self) -> syntax.Sentence:
        """Parse a whole sentence."""
        each: tuple[str, ...] = ()
        each_at, deck, where = 0, None, None
        if self._token.is_word("for"):
            self._take()
            self._expect_word("each", "every")
            each_at = self._token.at
            each = self._path(message("card, deck or a field"))
            if self._take_word("of", "in"):
                at = self._token.at
                deck = syntax.Name(at, self._ended(), self._path(message("a deck")))
            where = self.condition() if self._take_word("where") else None
            if not self._take_sign(",", ":"):
                raise self._wrong(message("a comma"))
        body = self.condition()
        self.expect_end()
        return syntax.Sentence(0, self._ended(), body, each, each_at, deck, where)

    def _path(self, expected: Text) -> tuple[str, ...]:
        if self._token.kind != "word":
            raise self._wrong(expected)
        parts = [self._take().text]
        while self._token.is_sign("."):
            self._take()
            if self._token.kind not in ("word", "number"):
                raise self._wrong(message("a name"))
            parts.append(self._take().text)
        return tuple(parts)

    def condition(self) -> Node:
        """Parse conditions joined by `or`."""
        return self._joined("or", lambda: self._joined("and", self._one_condition))

    def _joined(self, word: str, parse: Callable[[], Node]) -> Node:
        at, parts = self._token.at, [parse()]
        while self._take_word(word):
            parts.append(parse())
        if len(parts) == 1:
            return parts[0]
        kind = syntax.AllOf if word == "and" else syntax.AnyOf
        return kind(at, self._ended(), tuple(parts))

    def _one_condition(self) -> Node:
        return self._nested(self._any_condition)

    def _any_condition(self) -> Node:
        at = self._token.at
        if self._take_word("not"):
            condition = self._one_condition()
            return syntax.Not(at, self._ended(), condition)
        if self._take_word("if"):
            condition = self.condition()
            self._expect_word("then")
            then = self.condition()
            otherwise = self.condition() if self._take_word("else") else None
            return syntax.If(at, self._ended(), condition, then, otherwise)
        if self._token.is_word(*_QUANTIFIERS):
            return self._quantified()
        left = self._sum()
        return self._relation(left) or left

    def _quantified(self) -> Node:
        at, quantifier = self._token.at, _QUANTIFIERS[self._take().text]
        other = self._take_word("other")
        if self._token.kind != "word":
            raise self._wrong(message("a name such as card or word"))
        name_at, name = self._token.at, self._take().text
        if self._token.is_word("of", "in") and not self._is_same():
            self._take()
            of = self.cards(where=False)
        elif name in ("card", "cards"):
            of = syntax.Name(name_at, self._ended(), ("cards",))
        else:
            raise self._wrong("of")
        if other:
            of = syntax.Select(of.at, of.end, of, other=True)
        if self._is_same():
            of = self._selected(of, where=False)
        where = self.condition() if self._take_word("where") else None
        body: Node | None
        if self._take_word("has", "have"):
            body = self._one_condition()
        else:
            body = self._relation(syntax.Element(at, self._ended(), name))
        if body is None and quantifier == "every":
            raise self._wrong(message("a comparison"))
        return syntax.Every(at, self._ended(), quantifier, name, of, where, body)

    def _relation(self, left: Node) -> Node | None:
        """Parse what follows the left side of a comparison; None if nothing of that kind follows."""
        token = self._token
        if token.is_sign(*_SIGNS):
            self._take()
            return _compare(token.text, left, self._sum(or_text=True))
        negated = token.is_word("does", "do") or (token.is_word("not") and self._next().is_word("in"))
        if negated:
            self._take()
            if token.text != "not":
                self._expect_word("not")
        node = self._is(left) if self._token.is_word("is", "are") else self._other_relation(left)
        if node is None and negated:
            raise self._wrong(message("contain, start with, end with or match"))
        return syntax.Not(left.at, self._ended(), node) if negated and node is not None else node

    def _is(self, left: Node) -> Node:
        self._take()
        negated = self._take_word("not")
        node = self._is_what(left)
        return syntax.Not(left.at, self._ended(), node) if negated else node

    def _is_what(self, left: Node) -> Node:
        at = left.at
        if self._take_word("given"):
            return syntax.Given(at, self._ended(), left)
        if self._take_word("missing"):
            return syntax.Not(at, self._ended(), syntax.Given(at, self._ended(), left))
        if self._take_word("empty"):
            length = syntax.Call(at, left.end, "length", (left,))
            return syntax.Compare(at, self._ended(), "=", length, syntax.Value(at, self._ended(), 0))
        if self._take_word("unique"):
            cards: Node = syntax.Name(at, self._ended(), ("cards",))
            if self._take_word("in"):
                cards = self.cards()
            elif self._is_same():
                cards = self._selected(cards)
            return syntax.Unique(at, self._ended(), left, cards)
        if self._token.is_word("one") and self._next().is_word("of"):
            self._take()
            self._take()
            return _compare("in", left, self._choices())
        if self._take_word("in"):
            return _compare("in", left, self._sum())
        if self._token.is_word("a", "an") and self._next().kind == "word" and self._next(2).is_word("of"):
            self._take()
            return self._entry_of(left)
        for words, follows, sign in _LIMITS:
            if self._token.is_word(*words) and self._next().is_word(follows):
                self._take()
                self._take()
                return _compare(sign, left, self._sum())
        if self._take_word("between"):
            low = self._sum()
            self._expect_word("and")
            return syntax.AllOf(at, self._ended(), (_compare(">=", left, low), _compare("<=", left, self._sum())))
        return _compare("=", left, self._sum(or_text=True))

    def _choices(self) -> Node:
        first = self._sum(or_text=True)
        if not self._token.is_sign(","):
            return first
        items = [first]
        while self._take_sign(","):
            items.append(self._sum(or_text=True))
        return syntax.ListOf(first.at, self._ended(), tuple(items))

    def _entry_of(self, left: Node) -> Node:
        """Parse `key of glossary` after `is a`: the value is a key, an id, or has that field's value on a card."""
        what, at = self._take().text, self._tokens[self._number - 1].at
        self._take()
        of = self.cards()
        if what in ("key", "id", "entry", "card"):
            return _compare("in", left, of)
        return _compare("in", left, syntax.Of(at, self._ended(), syntax.Name(at, at + len(what), (what,)), of))

    def _other_relation(self, left: Node) -> Node | None:
        if self._take_word("in"):
            right = self._sum()
            if self._token.is_sign(*_SIGNS) or self._token.is_word(*_RELATIONS):
                _check_counted(left, right)
            return _compare("in", left, right)
        if self._take_word("contains", "contain"):
            return _compare("contains", left, self._sum(or_text=True))
        for words, sign in ((("starts", "start"), "starts"), (("ends", "end"), "ends")):
            if self._token.is_word(*words):
                self._take()
                self._expect_word("with")
                return _compare(sign, left, self._sum(or_text=True))
        if self._take_word("matches", "match"):
            if self._token.kind != "text":
                raise self._wrong(message("a pattern in quotes"))
            return _compare("matches", left, self._primary(or_text=False))
        return None

    # ------------------------------------------------------------ cards

    def _is_same(self) -> bool:
        """Return True if `of the same` or `with the same` follows."""
        ahead = 2 if self._next().is_word("the") else 1
        return self._token.is_word("of", "with") and self._next(ahead).is_word("same")

    def cards(self, where: bool = True) -> Node:
        """Parse the name of cards; or of another value, which is found when names are resolved."""
        at, other, different, every = self._token.at, False, False, False
        while self._token.is_word("other", "different", "all", "the"):
            word = self._take().text
            other, different, every = other or word == "other", different or word == "different", every or word == "all"
        if self._token.is_word("cards"):
            self._take()
            source: Node = syntax.Name(at, self._ended(), ("all" if every else "cards",))
            if self._token.is_word("of", "in") and not self._is_same():
                self._take()
                source = self._postfix(or_text=False)
        else:
            source = self._postfix(or_text=False)
        if other or different:
            source = syntax.Select(at, self._ended(), source, other, different)
        return self._selected(source, where)

    def _selected(self, source: Node, where: bool = True) -> Node:
        """Parse `where …` and `of the same …` after the name of cards."""
        while True:
            if where and self._take_word("where"):
                condition = self.condition()
                source = syntax.Select(source.at, self._ended(), source, where=condition)
            elif self._is_same():
                self._take()
                self._take_word("the")
                self._take()
                at = self._token.at
                path = self._path(message("a field"))
                name = syntax.Name(at, self._ended(), path)
                source = syntax.Select(source.at, self._ended(), source, same=(name,))
            else:
                return source

    # ------------------------------------------------------------ values

    def _sum(self, or_text: bool = False) -> Node:
        return self._binary(("+", "-"), (), lambda: self._product(or_text))

    def _product(self, or_text: bool) -> Node:
        return self._binary(("*", "/", "%"), ("mod",), lambda: self._unary(or_text))

    def _binary(self, signs: tuple[str, ...], words: tuple[str, ...], parse: Callable[[], Node]) -> Node:
        left = parse()
        while self._token.is_sign(*signs) or self._token.is_word(*words):
            sign = self._take().text
            right = parse()
            left = syntax.Arithmetic(left.at, right.end, "mod" if sign == "%" else sign, left, right)
        return left

    def _unary(self, or_text: bool) -> Node:
        at = self._token.at
        if self._take_sign("-"):
            number = self._nested(lambda: self._unary(or_text))
            return syntax.Minus(at, number.end, number)
        return self._postfix(or_text)

    def _postfix(self, or_text: bool) -> Node:
        node = self._nested(lambda: self._primary(or_text))
        while self._token.is_sign("[", "."):
            if self._take_sign("["):
                key = self._nested(self._sum)
                self._expect_sign("]")
                node = syntax.Index(node.at, self._ended(), node, key)
            else:
                self._take()
                if self._token.kind not in ("word", "number"):
                    raise self._wrong(message("a name"))
                node = syntax.Part(node.at, self._token.end, node, self._take().text)
        if self._token.is_word("of") and not self._is_same():
            self._take()
            of = self._nested(self.cards)
            node = syntax.Of(node.at, self._ended(), node, of)
        return node

    def _primary(self, or_text: bool) -> Node:
        token = self._token
        at = token.at
        if token.kind == "number":
            self._take()
            number = float(token.text) if "." in token.text else int(token.text)
            return syntax.Value(at, token.end, number)
        if token.kind == "text":
            self._take()
            return syntax.Value(at, token.end, token.text)
        if self._take_sign("("):
            node = self._nested(self.condition)
            self._expect_sign(")")
            return node
        if self._take_sign("["):
            items: list[Node] = []
            while not self._token.is_sign("]"):
                items.append(self._sum(or_text=True))
                if not self._take_sign(","):
                    break
            self._expect_sign("]")
            return syntax.ListOf(at, self._ended(), tuple(items))
        if token.kind != "word":
            raise self._wrong(message("a value"))
        if token.is_word("true", "false"):
            self._take()
            return syntax.Value(at, token.end, token.text == "true")
        if token.is_word("count"):
            return self._count()
        if token.is_word(*_TOTALS):
            return self._total()
        if token.is_word("different"):
            self._take()
            values = self.cards()
            return syntax.Different(at, self._ended(), values)
        if token.is_word("other", "all", "cards"):
            return self.cards()
        if token.text in KEYWORDS and token.text != "this":
            raise self._wrong(message("a value"))
        return self._name(or_text)

    def _name(self, or_text: bool) -> Node:
        at = self._token.at
        path = self._path(message("a value"))
        if not self._take_sign("("):
            return syntax.Name(at, self._ended(), path, or_text)
        values = [self._selected(self._nested(self._sum))]
        while self._take_sign(","):
            values.append(self._nested(self._sum))
        self._expect_sign(")")
        return syntax.Call(at, self._ended(), ".".join(path), tuple(values))

    def _count(self) -> Node:
        at, begin = self._token.at, self._take()
        bracket = self._take_sign("(")
        if bracket or self._take_word("of"):
            of = self._nested(self.cards)
        else:
            of = self._selected(syntax.Name(at, begin.end, ("cards",)))
        if bracket:
            self._expect_sign(")")
        return syntax.Count(at, self._ended(), of)

    def _total(self) -> Node:
        at, kind = self._token.at, self._take().text
        bracket = self._take_sign("(")
        if not bracket and not self._take_word("of"):
            raise self._wrong(joined(["(", "of"]))
        of = self._nested(self._sum) if bracket else self._postfix(or_text=False)
        if bracket and self._token.is_sign(","):
            items = [of]
            while self._take_sign(","):
                items.append(self._nested(self._sum))
            of = syntax.ListOf(of.at, self._ended(), tuple(items))
        elif not isinstance(of, syntax.Of) and (self._token.is_word("where") or self._is_same()):
            cards = self._selected(syntax.Name(of.end, of.end, ("cards",)))
            of = syntax.Of(of.at, self._ended(), of, cards)
        if bracket:
            self._expect_sign(")")
        return syntax.Total(at, self._ended(), kind, of)


def _compare(sign: str, left: Node, right: Node) -> Node:
    return syntax.Compare(left.at, right.end, sign, left, right)


def _check_counted(left: Node, right: Node) -> None:
    """SentenceError for `count of fire in cost is 3`: only cards and entries are counted."""
    if not isinstance(left, syntax.Count) or not isinstance(right, syntax.Name):
        return
    value = ".".join(left.of.path) if isinstance(left.of, syntax.Name) else "…"
    example = f"count of entries of {'.'.join(right.path)} where {syntax.ENTRY} = {value}"
    raise SentenceError(left.of.at, message("only cards are counted"), message("write {example}", example=example))
