"""Reading the rows, and refusing what the engine does not know, in a sentence."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from poker.decide.piles import PILES
from poker.games import GAMES
from poker.irregular import facts as engine
from poker.irregular.fill import HOLE, UNSEEN, names_in
from poker.irregular.model import Catalogue, Fact, Row, Rule, StepRow
from poker.lines import LineError, commands
from poker.refusal import Refusal
from poker.rules import HouseRules

MOST_WORDS = 110
BACK = ("street", "over", "seat", "act", "draw", "award", "last")

STREET_NAMES = ("street", "next_street", "draw_street")


class RowError(Exception):
    """A row that cannot be used: a sentence with its key and what is wrong."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of rows and the facts that only they ask."""

    row: tuple[Row, ...] = ()
    fact: dict[str, Fact] = {}


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The rows of this version of the program, in the order of their numbers. Raises `RowError`."""
    folder = resources.files("poker.irregular") / "rows"
    texts = {
        file.name: file.read_text("utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    return load(texts)


def group_of(key: str) -> str:
    """The group of an irregularity, "" for a key that is none."""
    row = catalogue().rows.get(key)
    return row.group if row else ""


def of_the_last_hand(key: str) -> bool:
    """Whether between hands an irregularity speaks of the hand that is over, so that it begins none (H-47)."""
    row = catalogue().rows.get(key)
    return row is not None and "award" in row.phases and "deal" not in row.phases


def load(texts: Mapping[str, str]) -> Catalogue:
    """The catalogue of files by name. Raises `RowError`."""
    rows: list[Row] = []
    facts: dict[str, Fact] = {}
    for name, text in sorted(texts.items()):
        file = _file(name, text)
        rows += file.row
        for fact, told in file.fact.items():
            if fact in facts or fact in engine.NAMES - engine.ASKED:
                raise RowError(f"{name}: the fact {fact} is defined twice.")
            facts[fact] = told
    rows.sort(key=lambda row: row.number)
    for problem in _problems(rows, facts):
        raise RowError(problem)
    return Catalogue({row.key: row for row in rows}, facts)


def _file(name: str, text: str) -> File:
    try:
        return msgspec.convert(tomllib.loads(text), File)
    except tomllib.TOMLDecodeError as error:
        raise RowError(f"{name} is not TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise RowError(f"{name} does not keep to the format: {error}.") from error


def _problems(rows: Iterable[Row], facts: Mapping[str, Fact]) -> Iterator[str]:
    rows = tuple(rows)
    for field in ("key", "number", "clause"):
        counted = Counter(getattr(row, field) for row in rows)
        yield from (f"The {field} {one} occurs {n} times." for one, n in counted.items() if n > 1)
    for row in rows:
        yield from (f"{row.key}: {problem}" for problem in _row(row, facts))


def _row(row: Row, facts: Mapping[str, Fact]) -> Iterator[str]:
    yield from (f"no game is called {game}." for game in row.games if game not in GAMES)
    yield from (f"no fact is called {fact}." for fact in row.facts if not _is_fact(fact, facts))
    streets = phase_names(row)
    yield from (
        f"{phase} is no phase of its games." for phase in row.phases if phase not in streets
    )
    counted = Counter(rule.id for rule in row.rule)
    yield from (f"the outcome {one} occurs {n} times." for one, n in counted.items() if n > 1)
    if not row.rule:
        yield "there is no rule."
    for rule in row.rule:
        yield from (f"{rule.id}: {problem}" for problem in _rule(rule, facts))


def phase_names(row: Row) -> frozenset[str]:
    """Every phase that a game of the row can be in."""
    own = {
        street.name
        for game in GAMES.values()
        if (not row.family or game.family in row.family)
        and (not row.games or game.key in row.games)
        for street in game.streets
    }
    return frozenset(own | engine.BETWEEN | {"draw", "betting", "showdown", "any"})


def _is_fact(name: str, facts: Mapping[str, Fact]) -> bool:
    return name in facts or name in engine.NAMES


def _rule(rule: Rule, facts: Mapping[str, Fact]) -> Iterator[str]:
    for name, wanted in rule.condition.items():
        yield from _condition(name, wanted, facts)
    texts = [
        rule.result,
        rule.back,
        *(text for step in rule.steps for text in (step.say, *step.do)),
    ]
    for name in (name for text in texts for name in names_in(text)):
        if name != "each" and not _is_fact(name, facts):
            yield f"no fact is called {name}."
    if rule.back and rule.back.partition(":")[0] not in BACK:
        yield f"{rule.back} is no way back."
    for step in rule.steps:
        yield from _step(step, facts)


def _condition(name: str, wanted: Any, facts: Mapping[str, Fact]) -> Iterator[str]:
    values = wanted if isinstance(wanted, list) else [wanted]
    if not name.startswith("house."):
        if not _is_fact(name, facts):
            yield f"no fact is called {name}."
        elif name in facts and facts[name].type == "choice":
            words = [option for option, _ in facts[name].options]
            yield from (f"{one} is no option of {name}." for one in values if one not in words)
        elif name in facts and facts[name].type == "bool":
            yield from (f"{name} is yes or no." for one in values if not isinstance(one, bool))
        return
    options = settings().get(name.removeprefix("house."))
    if options is None:
        yield f"no setting is called {name}."
        return
    yield from (f"{one} is no option of {name}." for one in values if one not in options)


@lru_cache(maxsize=1)
def settings() -> dict[str, tuple[Any, ...]]:
    """The house settings with the options that there are."""
    hints = get_type_hints(HouseRules)
    return {
        name: get_args(hint) if get_origin(hint) is Literal else (True, False)
        for name, hint in hints.items()
        if not name.startswith("__")
    }


def _step(step: StepRow, facts: Mapping[str, Fact]) -> Iterator[str]:
    kind = step.when.partition(":")[0]
    if kind not in ("lies", "now", "drawn", "burn", "street", "showdown", "after"):
        yield f"{step.when} is no time of a step."
    if step.when != "lies" and not step.say:
        yield "a step has no words."
    if len(step.say) > MOST_WORDS:
        yield f"a step is longer than {MOST_WORDS} characters: {step.say}"
    if step.repeat and not _is_fact(step.repeat, facts):
        yield f"no fact is called {step.repeat}."
    for line in step.do:
        sample = HOLE.sub(lambda hole: _sample(hole[1], facts), line)
        try:
            parsed = tuple(commands(sample))
        except (LineError, Refusal) as error:
            yield f"{line!r} is no command: {error}."
            continue
        if kind in ("street", "burn") and not all(isinstance(one, tuple(PILES)) for one in parsed):
            yield f"{line!r} cannot wait for a street: only cards and burns can."


def _sample(name: str, facts: Mapping[str, Fact]) -> str:
    """A value that fits, to see whether a line is a command."""
    kind = facts[name].type if name in facts else ""
    if name in ("street", "next_street"):
        return "word"
    if kind == "card":
        return UNSEEN
    if kind == "choice":
        return facts[name].options[0][0]
    if kind == "bool":
        return "true"
    return "word" if kind == "text" or name in STREET_NAMES else "1"
