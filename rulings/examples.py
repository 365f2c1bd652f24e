"""Worked examples: the engine plays a situation under every option of a setting, and the results become text."""

import re
from functools import lru_cache
from typing import NamedTuple

import msgspec

from poker.cases import Case, CaseRun
from poker.command_lines import commands
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.view import view
from poker.view_paths import MISSING, plain, resolve_path
from rulings.rulebook import Example, ExampleStep, Option, Setting, rulebook

# The page's labels for handling a short deck on stud's last street.
DECK = {
    "normal": "a card each, as usual",
    "shuffle": "burns shuffled in, a card each",
    "two_passes": "the stub dealt, then the burns",
    "common": "one card for all",
}


class ExampleRow(NamedTuple):
    """A row of an example: the situation, and the result under each option."""

    text: str
    answers: tuple[str, ...]


class WorkedExample(NamedTuple):
    """An example with its results; the columns are the setting's options in order."""

    title: str
    columns: tuple[Option, ...]
    rows: tuple[ExampleRow, ...]


@lru_cache(maxsize=256)
def worked(clause: str) -> tuple[WorkedExample, ...]:
    """Return the examples of a clause, computed by the engine with all other settings at their defaults."""
    setting = rulebook().by_clause(clause)
    return _worked(setting) if setting else ()


def _worked(setting: Setting) -> tuple[WorkedExample, ...]:
    return tuple(
        WorkedExample(
            example.title,
            setting.option,
            tuple(
                ExampleRow(
                    row.say,
                    tuple(_answer(setting, option, example, row) for option in setting.option),
                )
                for row in example.row
            ),
        )
        for example in setting.example
    )


def _answer(setting: Setting, option: Option, example: Example, row: ExampleStep) -> str:
    house = {**example.house, setting.field: option.value}
    guides = msgspec.to_builtins(HouseRules())
    case = Case(
        id=setting.clause,
        rules=(setting.number,),
        title=row.say,
        stakes={"chips": [1], "buy_in_min": 1, "buy_in_max": 10**6, **example.stakes},
        house={name: value for name, value in house.items() if guides.get(name) != value},
        seats=example.seats,
        button=example.button,
    )
    try:
        play = CaseRun(case)
        for line in (*example.do, *row.do):
            for command in commands(line):
                play.do(command)
    except Refusal as refusal:
        if not row.refused:
            raise ValueError(f"{setting.clause}, {row.say!r}: refused: {refusal}") from refusal
        return row.refused
    return _filled(plain({**msgspec.to_builtins(view(play.table)), "state": play.table}), row.ask)


def _filled(view: JsonObject, ask: str) -> str:
    if ask == "deck":
        return DECK[view["forecast"]["kind"]]
    if ask == "blinds":
        return _blinds(view)
    kind, _, seat = ask.partition(" ")
    if kind == "act" and seat.isdigit():
        return act(
            resolve_path(view, f"seats.{seat}"),
            set_bets=view["game"]["limit"] in ("fixed", "split"),
        )
    return re.sub(r"\{([^}]+)\}", lambda match: _value(view, match[1]), ask)


def _value(view: dict[str, object], path: str) -> str:
    if path == "big":
        return ", ".join(_with_blind(view, "BB")) or "no one"
    value = resolve_path(view, path)
    if value is MISSING or value is None:
        raise ValueError(f"{path}: nothing there")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _blinds(view: JsonObject) -> str:
    """Return button and blinds as text. A blind of an empty seat is dead, and the button may be at an empty seat
    (H-16).
    """
    empty = {str(seat["seat"]) for seat in view["seats"] if not seat["player"]}
    button = next(str(seat["seat"]) for seat in view["seats"] if seat["button"])
    small = ", ".join(item for item in _with_blind(view, "SB") if item not in empty) or "no one"
    at = f"button at empty seat {button}" if button in empty else f"button {button}"
    return f"{at}, small blind {small}, big blind {_value(view, 'big')}"


def _with_blind(view: JsonObject, blind: str) -> list[str]:
    return [str(seat["seat"]) for seat in view["seats"] if seat["blind"] == blind]


def act(seat: JsonObject, *, set_bets: bool) -> str:
    """Return a seat's options from its entry in the view: "fold, call 18, raise to 20"."""
    may = []
    if seat["can_check"]:
        may.append("check")
    elif seat["can_fold"]:
        may.append("fold")
    if seat["can_call"]:
        may.append(f"call {seat['to_call']}")
    bounds = seat["raise"]
    if bounds is None:
        return " or ".join(may)
    word = {"bet": "bet", "raise": "raise to", "complete": "complete to"}[bounds["kind"]]
    minimum = bounds["min"]
    maximum = bounds["max"]
    if maximum is None:
        amount = f"{minimum} or more"
    elif minimum == maximum:
        amount = str(minimum)
    else:
        amount = f"{minimum} or {maximum}" if set_bets else f"{minimum} up to {maximum}"
    return ", ".join([*may, f"{word} {amount}"])
