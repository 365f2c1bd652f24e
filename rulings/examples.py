"""Worked examples: the engine plays the situation under every option of a setting, and its answers become words."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from poker.cases import Case, Play
from poker.lines import commands
from poker.paths import MISSING, look, plain
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.view import view
from rulings.rulebook import Example, Option, Row, Setting, rulebook

# What the deck is for on the last street of stud, in the words of the page.
DECK = {
    "normal": "a card each, as usual",
    "shuffle": "burns shuffled in, a card each",
    "two_passes": "two passes, a card each",
    "common": "one card for all",
}


class Line(NamedTuple):
    """A row of the table: the situation, and the answer under each option."""

    say: str
    answers: tuple[str, ...]


class Worked(NamedTuple):
    """An example with its answers; the columns are the setting's options in order."""

    title: str
    columns: tuple[Option, ...]
    lines: tuple[Line, ...]


@lru_cache(maxsize=256)
def worked(clause: str) -> tuple[Worked, ...]:
    """The examples of a clause, computed by the engine with all other settings as the guides have them."""
    setting = rulebook().by_clause(clause)
    return _worked(setting) if setting else ()


def _worked(setting: Setting) -> tuple[Worked, ...]:
    return tuple(
        Worked(
            example.title,
            setting.option,
            tuple(
                Line(
                    row.say,
                    tuple(_answer(setting, option, example, row) for option in setting.option),
                )
                for row in example.row
            ),
        )
        for example in setting.example
    )


def _answer(setting: Setting, option: Option, example: Example, row: Row) -> str:
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
        play = Play(case)
        for line in (*example.do, *row.do):
            for command in commands(line):
                play.do(command)
    except Refusal as refusal:
        if not row.refused:
            raise ValueError(f"{setting.clause}, {row.say!r}: refused: {refusal}") from refusal
        return row.refused
    return _said(plain({**view(play.table), "state": play.table}), row.ask)


def _said(picture: dict[str, Any], ask: str) -> str:
    if ask == "deck":
        return DECK[picture["forecast"]["kind"]]
    if ask == "blinds":
        return _blinds(picture)
    kind, _, seat = ask.partition(" ")
    if kind == "act" and seat.isdigit():
        return act(
            look(picture, f"seats.{seat}"), set_bets=picture["game"]["limit"] in ("fixed", "split")
        )
    return re.sub(r"\{([^}]+)\}", lambda found: _value(picture, found[1]), ask)


def _value(picture: dict[str, Any], path: str) -> str:
    if path == "big":
        return ", ".join(_with_blind(picture, "BB")) or "nobody"
    value = look(picture, path)
    if value is MISSING or value is None:
        raise ValueError(f"{path}: nothing there")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _blinds(picture: dict[str, Any]) -> str:
    """A blind of an empty chair is nobody's: it is dead, and the button may stand at one (H-16)."""
    empty = {str(seat["seat"]) for seat in picture["seats"] if not seat["player"]}
    button = next(str(seat["seat"]) for seat in picture["seats"] if seat["button"])
    small = ", ".join(one for one in _with_blind(picture, "SB") if one not in empty) or "nobody"
    at = f"button at empty seat {button}" if button in empty else f"button {button}"
    return f"{at}, small blind {small}, big blind {_value(picture, 'big')}"


def _with_blind(picture: dict[str, Any], blind: str) -> list[str]:
    return [str(seat["seat"]) for seat in picture["seats"] if seat["blind"] == blind]


def act(seat: dict[str, Any], *, set_bets: bool) -> str:
    """What a seat may do, by its entry of the view: "fold, call 18, raise to 20"."""
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
    least, most = bounds["min"], bounds["max"]
    if most is None:
        amount = f"{least} or more"
    elif least == most:
        amount = str(least)
    else:
        amount = f"{least} or {most}" if set_bets else f"{least} up to {most}"
    return ", ".join([*may, f"{word} {amount}"])
