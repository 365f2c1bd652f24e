"""Sets up the house-banked table of an exercise, and decides moves at it. Pure, like the engine."""

import msgspec

from banked.rules import commands as c
from banked.rules import timeline
from banked.rules.irregularities import catalogue
from banked.rules.plaque import BankedPlaque
from banked.rules.timeline import BankedBatch
from banked.tablet.commands import tablet_command
from banked.tablet.context import BankedContext
from banked.tablet.session import Position
from poker.commands import FloorArrived
from poker.refusal import Refusal
from school.tablet.model import Exercise, Move
from school.tablet.table import PLAYERS, RULING, SUPERVISOR, TABLE


def set_up(exercise: Exercise, *, at: int) -> Position:
    """Return the position at the start of an exercise. Raises `Refusal`. at: Unix milliseconds."""
    plaque = msgspec.convert(exercise.stakes, BankedPlaque)
    position = _run(Position(), c.CreateTable(TABLE, plaque.boxes), at)
    if exercise.is_open:
        position = _run(position, c.OpenTable(plaque), at)
    for box in exercise.seats:
        position = _run(position, c.TakeBox(box, f"school.{box}", PLAYERS[box - 1]), at)
    for move in exercise.before:
        position = after(position, move, exercise=exercise, at=at)
    return position


def after(
    position: Position, move: Move, *, exercise: Exercise, at: int, dealer: str = ""
) -> Position:
    """Return the position after a move. Raises `Refusal`, as the tablet's engine does."""
    if move.name == "supervisor_arrives":
        return _run(position, FloorArrived(by=SUPERVISOR), at)
    if move.name == "accept":
        return _ruled(position, exercise, at)
    command = tablet_command(
        move.name,
        move.args,
        by=dealer,
        supervises=False,
        opening={"plaque": exercise.stakes},
        tapped=at,
    )
    return _run(position, command, at)


def _run(position: Position, command: msgspec.Struct, at: int) -> Position:
    outcome = timeline.decide(position.table, lambda: position.batches, command, now=at)
    if not outcome.events:
        return position
    return position.then(BankedBatch(_next_id(position), outcome.events))


def _next_id(position: Position) -> str:
    """Return an unused command id. The log of a position begins with an earlier round, so its length is not enough."""
    return str(int(position.batches[-1].command_id) + 1) if position.batches else "1"


def _ruled(position: Position, exercise: Exercise, at: int) -> Position:
    """Return the position after the ruling that the house decided on, with the void that it orders.

    Raises `Refusal`: `no_floor_call`.
    """
    call = position.table.floor
    row = catalogue().get(call.key) if call else None
    if row is None:
        raise Refusal("no_floor_call", "S-012", table=TABLE)
    remedy = row.remedy(str(exercise.rules.get(row.key, "")))
    if remedy.do == "void_round":
        position = _run(position, c.VoidRound(reason=row.title, by=SUPERVISOR), at)
    ruling = c.MakeRuling(
        ruling=RULING,
        result=remedy.text,
        by=SUPERVISOR,
        decision="accepted",
        key=row.key,
        outcome=remedy.key,
        clause=row.clause,
    )
    return _run(position, ruling, at)


def context(exercise: Exercise) -> BankedContext:
    """Return what the screen of an exercise needs in addition to its table."""
    decisions = {key: str(remedy) for key, remedy in exercise.rules.items()}
    return BankedContext(opening={"plaque": exercise.stakes}, decisions=decisions)
