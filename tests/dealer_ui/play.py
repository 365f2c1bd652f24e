"""Tables for the screens' tests, played by the engine: `play(opened(plaque), "3 raise", "close_street count=3")`."""

import dataclasses
from typing import Any

import msgspec

from poker import codec, engine
from poker.command_lines import commands
from poker.commands import OpenTable
from poker.irregularities.evaluate import Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import facts_of, project, propose
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Table
from poker.view import view
from rulings.calls.assessment import CallAssessment

NOW = 1763700000000
LIMIT: dict[str, Any] = {
    "limit": "split",
    "small_bet": 400,
    "big_bet": 800,
    "blinds": [200, 400],
    "buy_in_min": 4000,
    "buy_in_max": 40000,
    "chips": [100, 500, 2500, 10000],
}


def opened(plaque: dict[str, Any], *, seats: int = 6, **house: Any) -> Table:
    """A full table, open under a plaque that differs from limit 4/8 in this; the last seat has the button."""
    table = undrawn(plaque, seats=seats, **house)
    return play(table, f"set_button seat={seats}") if table.game.button else table


def undrawn(plaque: dict[str, Any], *, seats: int = 6, **house: Any) -> Table:
    """The same, before anybody has the button."""
    table = engine.create("T6", seats).table
    for seat in range(1, seats + 1):
        who = {"seat": seat, "player": f"p{seat}", "name": f"Player {seat}"}
        table = engine.run(table, codec.parse_command("seat_player", who), now=NOW).table
    stakes = msgspec.convert(LIMIT | plaque, Stakes)
    opens = OpenTable(stakes=stakes, rules=msgspec.convert(house, HouseRules))
    return engine.run(table, opens, now=NOW).table


def play(table: Table, *lines: str) -> Table:
    """The table after these lines of a case."""
    for line in lines:
        for command in commands(line):
            table = engine.run(table, command, now=NOW).table
    return table


def seen(table: Table) -> dict[str, Any]:
    """Its view as the tablet gets it."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(table)))
    return data


def weighed(table: Table) -> CallAssessment:
    """What the house's rule says of the open call, of a log that need not be taken back."""
    call = table.floor
    assert call is not None
    verdict = propose(table, call.key, call.facts)
    facts, row = facts_of(table, call.key, call.facts), catalogue().rows[call.key]
    assessment = CallAssessment(row, table, table, call.facts, facts, verdict)
    try:
        lines = project(table, verdict) if isinstance(verdict, Proposal) else ()
    except Refusal as problem:
        return dataclasses.replace(assessment, problem=problem)
    return dataclasses.replace(assessment, lines=lines)
