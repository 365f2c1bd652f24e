"""The clauses that rulings rest on, as their pages show them: how a row decides, in words, and what counts here."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from poker.irregular.evaluate import COMPARE
from poker.irregular.fill import HOLE, seats_said, unseen
from poker.irregular.load import catalogue
from poker.irregular.model import Row, Rule, StepRow
from poker.rules import HouseRules
from rulings.rulebook import rulebook

# The families of the catalogue's part 2, by the beginning of their clauses.
FAMILIES = {
    "DL": "Rulings: the deal",
    "FL": "Rulings: board, burn, stub",
    "ST": "Rulings: stud",
    "DR": "Rulings: draw",
    "BT": "Rulings: betting",
    "SH": "Rulings: showdown, award",
    "CO": "Rulings: conduct",
}
WHO = {
    "A": "A supervisor decides.",
    "C": "The dealer carries it out where the house allows; a supervisor decides when anybody objects.",
    "D": "The dealer's routine; a supervisor decides when anybody objects.",
}
COMPARED = {">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "!=": "not"}
ENGINE = {
    "sa": "substantial action",
    "sa_guides": "three acted, or two with chips",
    "sa_two_acted": "two players acted",
    "sa_tda": "two acts with chips in one, or three",
    "count_sa": "enough acted for a wrong count",
    "players_acted": "players who acted",
    "still_in": "players still in",
    "heads_up": "two players",
    "fixed_limit": "a limit game",
    "big_bet": "no limit or pot limit",
    "capped": "the bets are capped",
    "betting_complete": "the betting is over",
    "next_hand_started": "the next hand has begun",
    "street_acts": "acts on this street",
    "bet": "the bet",
    "seat_in": "the tablet has the seat in the hand",
    "stage": "where the hand is",
    "under_half": "less than half the blind",
}


SEATS_SAID = {
    "pending": "the seats still to act",
    "due": "the seat to act",
    "bettor": "the bettor",
    "small": "the small blind",
    "big": "the big blind",
    "button": "the button",
    "killer": "the killer",
    "last_seat": "the seat that acted last",
    "seats_in": "the seats still in",
    "all_in_seats": "the seats all-in",
    "each": "each seat",
    "seat": "the seat",
    "other_seat": "the other seat",
}


@dataclass(frozen=True)
class Line:
    """One line of a decision table. here: whether the settings in force lead to it at all."""

    when: tuple[str, ...]
    result: str
    steps: tuple[str, ...]
    rule: str
    pill: str
    here: bool


@dataclass(frozen=True)
class Group:
    """Clauses of one family, for the list on the left."""

    code: str
    title: str
    rows: tuple[Row, ...]


def groups() -> tuple[Group, ...]:
    """All clauses of rulings, family by family."""
    found = []
    for code, title in FAMILIES.items():
        rows = tuple(row for row in catalogue().rows.values() if row.clause.startswith(f"{code}-"))
        if rows:
            found.append(Group(code, title, rows))
    return tuple(found)


def row_of(clause: str) -> Row | None:
    """The row with this clause, None for no row's."""
    return next((row for row in catalogue().rows.values() if row.clause == clause), None)


def lines(row: Row, house: HouseRules) -> tuple[Line, ...]:
    """The decision table in words; the first line that holds decides."""
    return tuple(_line(row, rule, house) for rule in row.rule)


def _line(row: Row, rule: Rule, house: HouseRules) -> Line:
    return Line(
        when=tuple(_condition(name, wanted) for name, wanted in rule.condition.items()),
        result=plain(rule.result),
        steps=tuple(_steps(rule.steps)),
        rule=rule.rule,
        pill=_pill(rule),
        here=all(
            getattr(house, name.removeprefix("house.")) in _listed(wanted)
            for name, wanted in rule.condition.items()
            if name.startswith("house.")
        ),
    )


def _pill(rule: Rule) -> str:
    if rule.open:
        return "the supervisor decides"
    return {"D": "no authority: derived", "M": "no authority: from memory, not checked"}.get(
        rule.authority, ""
    )


def _steps(steps: tuple[StepRow, ...]) -> Iterator[str]:
    for step in steps:
        if step.when == "lies" or not step.say:
            continue
        kind, _, street = step.when.partition(":")
        before = {"street": f"Before the {street}: ", "burn": "Before the next burn: "}
        said = plain(step.say)
        yield (
            before.get(
                kind, {"after": "After the hand: ", "drawn": "When all have drawn: "}.get(kind, "")
            )
            + said
        )


def plain(text: str) -> str:
    """A sentence of a row with its facts as words of their own: "the seat", "the card", "the amount"."""
    said = " ".join(HOLE.sub(_word, text).split())
    return said[:1].upper() + said[1:]


def _word(found: re.Match[str]) -> str:
    name = found[1]
    if found[2] == "money":
        return "the amount"
    if found[2] == "s":
        return ""
    fact = catalogue().facts.get(name)
    kind = fact.type if fact else ""
    if kind == "card":
        return unseen(found)
    words = {"seat": "the seat", "seats": "the seats", "money": "the amount", "int": "so many"}
    return SEATS_SAID.get(name) or words.get(kind) or ENGINE.get(name) or name.replace("_", " ")


def _condition(name: str, wanted: Any) -> str:
    if name.startswith("house."):
        return _setting(name.removeprefix("house."), wanted)
    fact = catalogue().facts.get(name)
    asked = fact.ask.rstrip("?") if fact else ENGINE.get(name, name.replace("_", " "))
    options = dict(fact.options) if fact else {}
    said = " or ".join(_value(one, options) for one in _listed(wanted))
    return f"{asked[:1].upper()}{asked[1:]}: {said}"


def _setting(field: str, wanted: Any) -> str:
    for setting in rulebook().settings():
        if setting.field == field:
            options = [setting.option_of(value) for value in _listed(wanted)]
            return f"{setting.label} {' or '.join(one.title for one in options if one)}"
    return f"{field}: {wanted}"


def _value(value: Any, options: dict[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and (found := COMPARE.fullmatch(value)):
        return f"{COMPARED[found[1]]} {found[2]}"
    if isinstance(value, tuple):
        return seats_said(value)
    return options.get(str(value), str(value).replace("_", " "))


def _listed(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]
