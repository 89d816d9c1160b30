"""The engine protocol, as all games use it: one JSON request a line in, one JSON answer a line out.

An engine passes its operations by name, each a function of a request's members and the game's data. Its requests are
models that extend `Request`, read with `read_model`.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, BinaryIO, ClassVar, NamedTuple, NoReturn, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from cardgen.engines import GameContent, PositionProblem
from cardgen.engines.data_files import load_written

#: The most bytes of a request. The longest ones of an operation, a state or a log, have some 100,000.
MOST_LINE = 1_000_000

Answer = dict[str, Any]
AnyModel = TypeVar("AnyModel", bound=BaseModel)
AnyRules = TypeVar("AnyRules")
AnyData = TypeVar("AnyData")
AnyPolicy = TypeVar("AnyPolicy")

#: An operation of an engine, and all of them by name.
Operation = Callable[[Answer, GameContent], Answer]
Operations = Mapping[str, Operation]


class RefusedError(ValueError):
    """A turn or a position that the rules refuse: a code for programs, and the reason by language."""

    code: str
    messages: Mapping[str, str]

    def data(self) -> Answer:
        """Return the refusal as members of an answer."""
        return {"reason": self.code, **self.place(), "message": self.messages}

    def place(self) -> Answer:
        """Return where the rule is broken, as members of an answer."""
        return {}


class Refusal(NamedTuple):
    """The sentence in both languages, and the number of the broken rule; None if a text cannot be read."""

    en: str
    zh: str
    rule: int | None = None


#: Places in Chinese.
_CHINESE = {"line": "第 {} 行", "rule": "规则 {}", "step": "第 {} 步"}


class RuleError(RefusedError):
    """A refusal with its place: the line of a log, the number of the broken rule, the step of a turn, all from 1.

    Without a line or a rule it is None, without a step 0. `messages` is the reason with its place: {"en": ...,
    "zh": ...}; the text of the error is the English one as a part of a sentence.
    """

    def __init__(
        self,
        code: str,
        english: str,
        chinese: str,
        rule: int | None = None,
        line: int | None = None,
        step: int = 0,
    ) -> None:
        super().__init__(english)
        self.code, self.rule, self.line, self.step = code, rule, line, step
        self._english, self._chinese = english, chinese

    def at_line(self, line: int | None) -> Self:
        """Return the same refusal at a line of a log, or without one."""
        self.line = line
        return self

    def __str__(self) -> str:
        places = ", ".join(f"{name} {number}" for name, number in self._places().items())
        return f"{places}: {self._english}" if places else self._english

    @property
    def messages(self) -> Mapping[str, str]:  # type: ignore[override]
        """The reason with its place, by language."""
        english = str(self)
        places = "，".join(_CHINESE[name].format(number) for name, number in self._places().items())
        chinese = f"{places}：{self._chinese}" if places else self._chinese
        return {"en": f"{english[0].upper()}{english[1:]}.", "zh": f"{chinese}。"}

    def problem(self) -> PositionProblem:
        """Return the refusal as a problem of a position or a log."""
        line = self.line
        return PositionProblem(self.at_line(None).messages, line)

    def place(self) -> Answer:
        """Return the rule and the line, as members of an answer."""
        return {"rule": self.rule, "line": self.line}

    def _places(self) -> dict[str, int]:
        places = {"line": self.line, "rule": self.rule, "step": self.step}
        return {name: number for name, number in places.items() if number}


class ListedError(RuleError):
    """A refusal that a game lists by its reason, in `refusals.yaml` beside the module of the class.

    Their texts may have `{what}`, a word or one in both languages, and `{cell}`, the wrong cell. The code is the game's
    `letter` and the number of the broken rule; without a letter, or if a text cannot be read, it is the reason.
    """

    letter: ClassVar[str] = ""

    def __init__(
        self, reason: str, what: object = "", cell: tuple[int, int] | None = None, rule: int | None = None
    ) -> None:
        refusal = self.refusals()[reason]
        rule = rule or refusal.rule
        place = f"({cell[0]},{cell[1]})" if cell else ""
        english, chinese = (
            text.format(what=what[lang] if isinstance(what, Mapping) else what, cell=place)
            for text, lang in ((refusal.en, "en"), (refusal.zh, "zh"))
        )
        super().__init__(f"{self.letter}{rule}" if rule and self.letter else reason, english, chinese, rule)
        self.reason, self.what, self.cell = reason, what, cell

    @classmethod
    @cache
    def refusals(cls) -> Mapping[str, Refusal]:
        """Return the refusals by their reasons."""
        from importlib.resources import files

        entries = load_written(files(cls.__module__.rpartition(".")[0]) / "refusals.yaml")
        return {reason: Refusal(**entry) for reason, entry in entries.items()}


def shortened(text: str) -> str:
    """Return the beginning of a text that cannot be read, as messages quote it."""
    return text if len(text) <= 60 else text[:60] + "…"


class RequestError(Exception):
    """A bad request: a code for programs and a message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Members(BaseModel):
    """Members of a request: strict types, no unknown members."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class Request(Members):
    """The members that all requests have."""

    op: str
    id: Any = None


Seed = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Word = Annotated[str, StringConstraints(max_length=64)]


class RulesetRequest(Request):
    """A request that names a ruleset; "" is the first one of the game."""

    ruleset: str = ""


class NewGame(RulesetRequest):
    """A request for a new game. All random choices follow from the seed."""

    seed: Seed


class StateRequest(Request):
    """A request about a state."""

    state: dict[str, Any]


class ApplyRequest(StateRequest):
    """A request to make a turn."""

    turn: Any


class ChooseRequest(StateRequest):
    """A request for the turn that a policy chooses."""

    policy: Word


class VerifyRequest(RulesetRequest):
    """A request to check a log."""

    log: Annotated[str, StringConstraints(max_length=400_000)]


class ViewRequest(StateRequest):
    """A request for what a seat may see of a state; null is somebody who does not play."""

    seat: int | None


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream. A longer one is cut after MOST_LINE + 1 bytes, and the rest of it is skipped.

    Memory does not grow with the line, not even with an endless one.
    """
    while line := stream.readline(MOST_LINE + 1):
        yield line
        while len(line) > MOST_LINE and not line.endswith(b"\n"):
            line = stream.readline(MOST_LINE + 1)
            if len(line) <= MOST_LINE:
                break


def answer_line(line: str | bytes, operations: Operations, game: GameContent) -> str:
    """Return the answer to one request, as one line of ASCII JSON without its line end. Never raises.

    The answer to a bad request, or to one that the rules refuse, is an error.
    """
    request: Any = None
    try:
        request = _parse(line)
        reply = _operation(request, operations)(request, game)
    except RequestError as error:
        reply = _error(error.code, str(error))
    except RefusedError as error:
        reply = _error(error.code, error.messages["en"])
    except (RecursionError, MemoryError) as error:
        reply = _error("too-large", type(error).__name__)
    except Exception as error:  # a defect of the engine must not end a match
        reply = _error("internal", f"{type(error).__name__}: {error}")
    if isinstance(request, dict) and "id" in request:
        try:
            return json.dumps({"id": request["id"], **reply})
        except RecursionError:
            reply = _error("too-large", "the id is nested too deeply")
    return json.dumps(reply)


def read_model(model: type[AnyModel], data: object) -> AnyModel:
    """Return `data` as a model. RequestError naming the bad members."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _request_error(error) from None


def read_options(model: type[AnyModel], data: object) -> AnyModel:
    """Return JSON-compatible `data` as a model, in which a list may become a tuple. RequestError naming the faults."""
    try:
        return model.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise _request_error(error) from None


@cache
def adapter_of(data_type: Any) -> TypeAdapter[Any]:
    """Return what reads and writes data of a type, which is a dataclass or a union of some, without unknown members."""
    for part in (data_type, *get_args(data_type)):
        if is_dataclass(part) and "__pydantic_config__" not in vars(part):
            part.__pydantic_config__ = ConfigDict(strict=True, extra="forbid")  # type: ignore[union-attr]
    return TypeAdapter(data_type)


def read_strict_json(adapter: TypeAdapter[AnyData], data: object) -> AnyData:
    """Return JSON-compatible `data` as the adapter's type. ValueError naming the faults.

    By the rules of strict JSON: a list may become a tuple, and nothing else is converted.
    """
    try:
        return adapter.validate_json(json.dumps(data))
    except ValidationError as error:
        raise ValueError(_format_faults(error)) from None


def read_ruleset(name: str, rulesets: Mapping[str, AnyRules]) -> AnyRules:
    """Return the ruleset of that name, the first one for "". RequestError if there is none."""
    name = name or next(iter(rulesets), name)
    if name not in rulesets:
        raise RequestError("unknown-ruleset", f"no ruleset {name!r}; there are {', '.join(rulesets)}")
    return rulesets[name]


def read_policy(name: str, find_policy: Callable[[str], AnyPolicy]) -> AnyPolicy:
    """Return the policy of that name. RequestError if there is none."""
    try:
        return find_policy(name)
    except ValueError as error:
        from cardgen.base.errors import with_hint  # lazy: needed only for mistakes

        text = with_hint(error.args[0], getattr(error, "hint", ""), "en")
        raise RequestError("bad-value", f"policy: {text}") from None


def _request_error(error: ValidationError) -> RequestError:
    codes = {"extra_forbidden": "unknown-member", "missing": "missing-member"}
    return RequestError(codes.get(error.errors()[0]["type"], "bad-value"), _format_faults(error))


def _format_faults(error: ValidationError) -> str:
    """Return the first eight faults, each with its place."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    # A bot must not depend on the names of the models.
    places = [
        ".".join(map(str, fault["loc"])) + ": " + fault["msg"].split(" or instance of")[0] for fault in faults[:8]
    ]
    more = [f"and {len(faults) - len(places)} more"] if len(faults) > len(places) else []
    return "; ".join(places + more)


def _error(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}


def _parse(line: str | bytes) -> object:
    if len(line) > MOST_LINE:
        raise RequestError("too-large", f"a request has {MOST_LINE:,} bytes at most")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        return json.loads(text, parse_float=_finite, parse_constant=_refuse_constant, object_pairs_hook=_unique_members)
    except ValueError as error:
        raise RequestError("bad-json", str(error)) from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is twice in one object")
    return members


def _operation(request: object, operations: Operations) -> Operation:
    if not isinstance(request, dict):
        raise RequestError("bad-request", "a request is a JSON object")
    if "op" not in request:
        raise RequestError("missing-member", "op: the name of the operation")
    operation = request["op"]
    if not isinstance(operation, str):
        raise RequestError("bad-value", "op: the name of the operation")
    if operation not in operations:
        raise RequestError("unknown-op", f"no operation {operation!r}; there are {', '.join(operations)}")
    return operations[operation]
