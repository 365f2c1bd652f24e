"""Tables for screen tests, played by the engine, such as `play(open_table(plaque), ...)`."""

import dataclasses
from typing import Any

import msgspec

from poker import codec, engine
from poker.command_lines import commands
from poker.commands import OpenTable
from poker.irregularities.evaluate import Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import facts_of, preview_steps, propose
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Table
from poker.view import view
from rulings.calls.call_assessment import CallAssessment

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


def open_table(plaque: dict[str, Any], *, seats: int = 6, **house: Any) -> Table:
    """Return a full open table under limit 4/8 with these changes; the last seat has the button."""
    table = open_table_without_button(plaque, seats=seats, **house)
    return play(table, f"set_button seat={seats}") if table.game.button else table


def open_table_without_button(plaque: dict[str, Any], *, seats: int = 6, **house: Any) -> Table:
    """Return the same table before the draw for the button."""
    table = engine.create("T6", seats).state
    for seat in range(1, seats + 1):
        event_fields = {"seat": seat, "player": f"p{seat}", "name": f"Player {seat}"}
        table = engine.run(table, codec.parse_command("seat_player", event_fields), now=NOW).state
    stakes = msgspec.convert(LIMIT | plaque, Stakes)
    opens = OpenTable(stakes=stakes, rules=msgspec.convert(house, HouseRules))
    return engine.run(table, opens, now=NOW).state


def play(table: Table, *command_lines: str) -> Table:
    """Return the table after these lines of a case."""
    for command_line in command_lines:
        for command in commands(command_line):
            table = engine.run(table, command, now=NOW).state
    return table


def stored_view(table: Table) -> dict[str, Any]:
    """Return the view as sent to the tablet."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(table)))
    return data


def assess_call(table: Table) -> CallAssessment:
    """Return the proposal for the open call."""
    call = table.floor
    assert call is not None
    verdict = propose(table, call.key, call.facts)
    facts = facts_of(table, call.key, call.facts)
    row = catalogue().rows[call.key]
    assessment = CallAssessment(row, table, table, call.facts, facts, verdict)
    try:
        projected = preview_steps(table, verdict) if isinstance(verdict, Proposal) else ()
    except Refusal as problem:
        return dataclasses.replace(assessment, problem=problem)
    return dataclasses.replace(assessment, lines=projected)
