"""Load the rows. Anything that the engine does not support is refused with a clear message."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from poker.command_lines import LineError, commands
from poker.decide.card_remedies import PILES
from poker.games import GAMES
from poker.irregularities import facts as engine
from poker.irregularities.model import (
    Catalogue,
    DecisionRule,
    FactDefinition,
    Irregularity,
    LogSays,
    StepRow,
)
from poker.irregularities.templates import HOLE, UNSEEN, names_in
from poker.refusal import Refusal
from poker.rules import HouseRules

MOST_WORDS = 110
BACK = ("street", "over", "seat", "act", "draw", "award", "last")

STREET_NAMES = ("street", "next_street", "draw_street")


class RowError(Exception):
    """A row that cannot be used; the message has its key and the fault."""


class RowFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of rows, and the facts that only those rows ask for."""

    row: tuple[Irregularity, ...] = ()
    fact: dict[str, FactDefinition] = {}
    log_says: dict[str, LogSays] = {}


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return the rows of this version of Floorbook, in the order of their numbers. Raises `RowError`.

    A tablet has them in one file, which the room wrote after checking them.
    """
    packed = resources.files("poker.irregularities") / "catalogue.json"
    if packed.is_file():
        return msgspec.json.decode(packed.read_bytes(), type=Catalogue)
    folder = resources.files("poker.irregularities") / "rows"
    texts = {
        file.name: file.read_text("utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    return load(texts)


def group_of(key: str) -> str:
    """Return the group of an irregularity, "" for an unknown key."""
    row = catalogue().rows.get(key)
    return row.group if row else ""


def concerns_last_hand(key: str) -> bool:
    """Return whether an irregularity reported between hands concerns the finished hand, and so does not start a hand
    (H-47).
    """
    row = catalogue().rows.get(key)
    return row is not None and "award" in row.phases and "deal" not in row.phases


def load(texts: Mapping[str, str]) -> Catalogue:
    """Return the catalogue built from files by name. Raises `RowError`."""
    rows: list[Irregularity] = []
    facts: dict[str, FactDefinition] = {}
    log_says: dict[str, LogSays] = {}
    for name, text in sorted(texts.items()):
        file = _file(name, text)
        rows += file.row
        log_says |= file.log_says
        for fact, fact_definition in file.fact.items():
            if fact in facts or fact in engine.NAMES - engine.ASKED:
                raise RowError(f"{name}: the fact {fact} is defined twice.")
            facts[fact] = fact_definition
    rows.sort(key=lambda row: row.number)
    for problem in (*_problems(rows, facts), *_unworded(rows, log_says)):
        raise RowError(problem)
    return Catalogue({row.key: row for row in rows}, facts, log_says)


def _file(name: str, text: str) -> RowFile:
    try:
        return msgspec.convert(tomllib.loads(text), RowFile)
    except tomllib.TOMLDecodeError as error:
        raise RowError(f"{name} is not TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise RowError(f"{name} doesn't match the format: {error}.") from error


def _problems(rows: Iterable[Irregularity], facts: Mapping[str, FactDefinition]) -> Iterator[str]:
    rows = tuple(rows)
    for field in ("key", "number", "clause"):
        counts = Counter(getattr(row, field) for row in rows)
        yield from (f"The {field} {item} occurs {n} times." for item, n in counts.items() if n > 1)
    for row in rows:
        yield from (f"{row.key}: {problem}" for problem in _row(row, facts))


def _unworded(rows: Iterable[Irregularity], log_says: Mapping[str, LogSays]) -> Iterator[str]:
    """Yield each needed fact that is not a yes-or-no fact of the log, or has no sentence for the other value."""
    for row in rows:
        for fact, expected in row.needs.items():
            text = log_says.get(fact, LogSays())
            if fact not in engine.BOOLS | engine.ANSWERED:
                yield f"{row.key}: needs {fact}, which is no yes-or-no fact of the log."
            elif not (text.no if expected else text.yes):
                yield f"{row.key}: no sentence says that {fact} is {'no' if expected else 'yes'}."


def _row(row: Irregularity, facts: Mapping[str, FactDefinition]) -> Iterator[str]:
    named = (*row.games, *row.not_games)
    yield from (f"no game named {game}." for game in named if game not in GAMES)
    yield from (f"no fact named {fact}." for fact in row.facts if not _is_fact(fact, facts))
    streets = phase_names(row)
    yield from (
        f"{phase} isn't a phase of its games." for phase in row.phases if phase not in streets
    )
    counts = Counter(rule.id for rule in row.rule)
    yield from (f"the outcome {item} occurs {n} times." for item, n in counts.items() if n > 1)
    if not row.rule:
        yield "no rule."
    for fact in row.assumes:
        if fact not in facts or facts[fact].type != "bool":
            yield f"assumes {fact}, which is no yes-or-no fact."
    for fact, options in row.excludes.items():
        known = dict(facts[fact].options) if fact in facts else {}
        yield from (
            f"{option} isn't an option of {fact}." for option in options if option not in known
        )
    for rule in row.rule:
        yield from (f"{rule.id}: {problem}" for problem in _rule(rule, facts))


def phase_names(row: Irregularity) -> frozenset[str]:
    own = {
        street.name
        for game in GAMES.values()
        if (not row.family or game.family in row.family)
        and (not row.games or game.key in row.games)
        for street in game.streets
    }
    return frozenset(own | engine.BETWEEN | {"draw", "betting", "showdown", "any"})


def _is_fact(name: str, facts: Mapping[str, FactDefinition]) -> bool:
    return name in facts or name in engine.NAMES


def _rule(rule: DecisionRule, facts: Mapping[str, FactDefinition]) -> Iterator[str]:
    for name, expected in rule.condition.items():
        yield from _condition(name, expected, facts)
    texts = [
        rule.result,
        rule.back,
        *(text for step in rule.steps for text in (step.say, *step.do)),
    ]
    for name in (name for text in texts for name in names_in(text)):
        if name != "each" and not _is_fact(name, facts):
            yield f"no fact named {name}."
    if rule.back and rule.back.partition(":")[0] not in BACK:
        yield f"{rule.back} isn't a rollback."
    for step in rule.steps:
        yield from _step(step, facts)


def _condition(name: str, expected: object, facts: Mapping[str, FactDefinition]) -> Iterator[str]:
    values = expected if isinstance(expected, list) else [expected]
    if not name.startswith("house."):
        if not _is_fact(name, facts):
            yield f"no fact named {name}."
        elif name in facts and facts[name].type == "choice":
            text = [option for option, _ in facts[name].options]
            yield from (f"{item} isn't an option of {name}." for item in values if item not in text)
        elif name in facts and facts[name].type == "bool":
            yield from (
                f"{name} must be yes or no." for item in values if not isinstance(item, bool)
            )
        return
    options = settings().get(name.removeprefix("house."))
    if options is None:
        yield f"no setting named {name}."
        return
    yield from (f"{item} isn't an option of {name}." for item in values if item not in options)


@lru_cache(maxsize=1)
def settings() -> dict[str, tuple[object, ...]]:
    """Return the house settings with their options."""
    hints = get_type_hints(HouseRules)
    return {
        name: get_args(hint) if get_origin(hint) is Literal else (True, False)
        for name, hint in hints.items()
        if not name.startswith("__")
    }


def _step(step: StepRow, facts: Mapping[str, FactDefinition]) -> Iterator[str]:
    kind = step.when.partition(":")[0]
    if kind not in ("lies", "now", "drawn", "burn", "street", "showdown", "after"):
        yield f"{step.when} isn't a time for a step."
    if step.when != "lies" and not step.say:
        yield "a step has no text."
    if len(step.say) > MOST_WORDS:
        yield f"a step is longer than {MOST_WORDS} characters: {step.say}"
    if step.repeat and not _is_fact(step.repeat, facts):
        yield f"no fact named {step.repeat}."
    for line in step.do:
        sample = HOLE.sub(lambda hole: _sample(hole[1], facts), line)
        try:
            parsed = tuple(commands(sample))
        except (LineError, Refusal) as error:
            yield f"{line!r} isn't a command: {error}."
            continue
        if kind in ("street", "burn") and not all(
            isinstance(command, tuple(PILES)) for command in parsed
        ):
            yield f"{line!r} can't wait for a street; only cards and burns can."


def _sample(name: str, facts: Mapping[str, FactDefinition]) -> str:
    """Return a fitting sample value, used to check that a line is a command."""
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
