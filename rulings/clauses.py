"""The clauses of rulings for their pages: decision tables as text, and which rows apply in this house."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from poker.irregularities.evaluate import COMPARE
from poker.irregularities.load import catalogue
from poker.irregularities.model import DecisionRule, Irregularity, StepRow
from poker.irregularities.templates import HOLE, seats_said, unseen
from poker.rules import HouseRules
from rulings.rulebook import rulebook

# The families of the catalogue's part 2, by the prefix of their clauses.
FAMILIES = {
    "DL": "Rulings: the deal",
    "FL": "Rulings: board, burn, stub",
    "ST": "Rulings: stud",
    "DR": "Rulings: draw",
    "BT": "Rulings: betting",
    "SH": "Rulings: showdown, award",
    "CO": "Rulings: conduct",
}
DECIDED_BY = {
    "A": "A supervisor decides.",
    "C": "The dealer can do it where the house allows; a supervisor decides if anyone objects.",
    "D": "Routine for the dealer; a supervisor decides if anyone objects.",
}
COMPARISONS = {">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "!=": "not"}
ENGINE = {
    "sa": "substantial action",
    "sa_guides": "three acted, or two with chips",
    "sa_two_acted": "two players acted",
    "sa_tda": "two actions, one with chips, or any three",
    "count_sa": "too late for a misdeal on a wrong count",
    "players_acted": "players who acted",
    "still_in": "players still in",
    "heads_up": "two players",
    "fixed_limit": "a limit game",
    "big_bet": "no limit or pot limit",
    "capped": "the bets are capped",
    "betting_complete": "the betting is over",
    "next_hand_started": "the next hand has begun",
    "street_acts": "action on this street",
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
    "last_seat": "the last seat to act",
    "seats_in": "the seats still in",
    "all_in_seats": "the all-in seats",
    "each": "each seat",
    "seat": "the seat",
    "other_seat": "the other seat",
}


@dataclass(frozen=True)
class DecisionRow:
    """A row of a decision table."""

    conditions: tuple[str, ...]
    result: str
    steps: tuple[str, ...]
    rule: str
    label: str
    applies: bool  # whether the settings in force can lead to this row


@dataclass(frozen=True)
class ClauseGroup:
    """Clauses of one family, for the list on the left."""

    code: str
    title: str
    rows: tuple[Irregularity, ...]


def groups() -> tuple[ClauseGroup, ...]:
    """Return all clauses of rulings by family."""
    results = []
    for code, title in FAMILIES.items():
        rows = tuple(row for row in catalogue().rows.values() if row.clause.startswith(f"{code}-"))
        if rows:
            results.append(ClauseGroup(code, title, rows))
    return tuple(results)


def row_of(clause: str) -> Irregularity | None:
    """Return the irregularity with this clause, None if there is none."""
    return next((row for row in catalogue().rows.values() if row.clause == clause), None)


def lines(row: Irregularity, house: HouseRules) -> tuple[DecisionRow, ...]:
    """Return the decision table as text. The first row that matches decides."""
    return tuple(_decision_row(row, rule, house) for rule in row.rule)


def _decision_row(row: Irregularity, rule: DecisionRule, house: HouseRules) -> DecisionRow:
    return DecisionRow(
        conditions=tuple(_condition(name, expected) for name, expected in rule.condition.items()),
        result=plain(rule.result),
        steps=tuple(_steps(rule.steps)),
        rule=rule.rule,
        label=_pill(rule),
        applies=all(
            getattr(house, name.removeprefix("house.")) in _as_list(expected)
            for name, expected in rule.condition.items()
            if name.startswith("house.")
        ),
    )


def _pill(rule: DecisionRule) -> str:
    if rule.open:
        return "the supervisor decides"
    return {"D": "house choice", "M": "house choice: source not checked"}.get(rule.authority, "")


def _steps(steps: tuple[StepRow, ...]) -> Iterator[str]:
    for step in steps:
        if step.when == "lies" or not step.say:
            continue
        kind, _, street = step.when.partition(":")
        before = {"street": f"Before the {street}: ", "burn": "Before the next burn: "}
        text = plain(step.say)
        yield (
            before.get(
                kind, {"after": "After the hand: ", "drawn": "When all have drawn: "}.get(kind, "")
            )
            + text
        )


def plain(text: str) -> str:
    """Return a sentence of a row with its facts as words: "the seat", "the card", "the amount"."""
    sentence = " ".join(HOLE.sub(_word, text).split())
    return sentence[:1].upper() + sentence[1:]


def _word(match: re.Match[str]) -> str:
    name = match[1]
    if match[2] == "money":
        return "the amount"
    if match[2] == "s":
        return ""
    fact = catalogue().facts.get(name)
    kind = fact.type if fact else ""
    if kind == "card":
        return unseen(match)
    words = {"seat": "the seat", "seats": "the seats", "money": "the amount", "int": "a number"}
    return SEATS_SAID.get(name) or words.get(kind) or ENGINE.get(name) or name.replace("_", " ")


def _condition(name: str, expected: object) -> str:
    if name.startswith("house."):
        return _setting(name.removeprefix("house."), expected)
    fact = catalogue().facts.get(name)
    label = fact.ask.rstrip("?") if fact else ENGINE.get(name, name.replace("_", " "))
    options = dict(fact.options) if fact else {}
    text = " or ".join(_value(item, options) for item in _as_list(expected))
    return f"{label[:1].upper()}{label[1:]}: {text}"


def _setting(field: str, expected: object) -> str:
    for setting in rulebook().settings():
        if setting.field == field:
            options = [setting.option_of(value) for value in _as_list(expected)]
            return f"{setting.label} {' or '.join(option.title for option in options if option)}"
    return f"{field}: {expected}"


def _value(value: object, options: dict[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and (match := COMPARE.fullmatch(value)):
        return f"{COMPARISONS[match[1]]} {match[2]}"
    if isinstance(value, tuple):
        return seats_said(value)
    return options.get(str(value), str(value).replace("_", " "))


def _as_list(expected: object) -> list[object]:
    return expected if isinstance(expected, list) else [expected]
