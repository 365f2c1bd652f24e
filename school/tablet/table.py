"""Sets up the table of an exercise, and decides moves at it."""

from typing import Literal

import msgspec

from dealer_ui.engine.fill_in import command_for
from dealer_ui.engine.session import Position
from dealer_ui.engine.wire import Context, TapData
from poker import commands as c
from poker import rules, timeline
from poker.engine import create
from poker.irregularities.load import catalogue
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.table_event import TableEvent
from poker.timeline import CommandEvents
from rulings.calls.call_assessment import assess_state, proposed_ruling
from school.tablet.model import Exercise, Move

TABLE = "School"
SUPERVISOR = "Supervisor"
RULING = "School"  # instead of the number of a real ruling
EVENT_SET = "set_table_event"  # by the room: a level, or the director holds the table
RULINGS = ("accept", "carry_out", "decide")
NO_RULE = "No rule decides this; the supervisor does."
# The invented players at the table of a lesson, by seat.
PLAYERS = (
    "Kettle",
    "Lantern",
    "Pebble",
    "Thimble",
    "Anchor",
    "Bobbin",
    "Candle",
    "Ladle",
    "Marble",
    "Napkin",
    "Ribbon",
    "Saucer",
    "Teapot",
    "Walnut",
)
ARRIVING = ("Buckle", "Cushion", "Feather", "Hinge", "Mitten", "Pillow")  # who may be seated


def set_up(exercise: Exercise, *, at: int) -> Position:
    """Return the position at the start of an exercise. Raises `Refusal`. at: Unix milliseconds."""
    position = Position().then(CommandEvents("0", create(TABLE, exercise.chairs).events), at)
    if exercise.event is not None:
        position = _run(position, _event_set(exercise.event), at)
    for seat, stack in exercise.seats.items():
        name = PLAYERS[seat - 1]
        position = _run(position, c.SeatPlayer(seat, f"school.{seat}", name, stack), at)
    stakes = msgspec.convert(exercise.stakes, Stakes)
    house = rules.read(exercise.rules)
    if exercise.is_open:
        position = _run(position, c.OpenTable(stakes, house, exercise.tracking), at)
    if exercise.button:
        position = _run(position, c.SetButton(exercise.button), at)
    for move in exercise.before:
        position = after(position, move, exercise=exercise, at=at)
    return position


def after(
    position: Position, move: Move, *, exercise: Exercise, at: int, dealer: str = ""
) -> Position:
    """Return the position after a move. Raises `Refusal`, as the tablet's engine does."""
    return _run(position, _command(position, move, exercise, at, dealer), at)


def _run(position: Position, command: c.Command, at: int) -> Position:
    command_id = _next_id(position)
    outcome = timeline.decide(
        position.table, lambda: position.batches, command, now=at, command_id=command_id
    )
    if not outcome.events:
        return position
    return position.then(CommandEvents(command_id, outcome.events), at)


def _next_id(position: Position) -> str:
    """Return an unused command id. The log of a position has only the current hand, so its length is not enough."""
    table = position.table
    return f"{table.hands}.{'hand' if table.hand else 'between'}.{len(position.batches)}"


def _command(position: Position, move: Move, exercise: Exercise, at: int, dealer: str) -> c.Command:
    """Return the command of a move, with the fields that a tablet or a supervisor adds. Raises `Refusal`."""
    if move.name in RULINGS:
        return _ruling(position, move)
    if move.name == EVENT_SET:
        return _event_set(move.args["event"])
    if move.name == "supervisor_arrives":
        return c.FloorArrived(by=SUPERVISOR)
    tap = TapData(_next_id(position), move.name, move.args, at, dealer)
    command = command_for(tap, position.table, context(exercise))
    if command is None:
        raise Refusal("unknown_command", "", name=move.name)
    return command


def _event_set(event: JsonObject) -> c.Command:
    return c.SetTableEvent(msgspec.convert(event, TableEvent))


def _ruling(position: Position, move: Move) -> c.Command:
    """Return the ruling proposed by the house's rules for the open call, or the supervisor's own. Raises `Refusal`."""
    assessment = assess_state(position.table, position.batches)
    proposal = assessment.proposal
    own = str(move.args.get("result", "")) if move.name == "decide" else ""
    if proposal is None or assessment.problem or (proposal.open and not own):
        raise assessment.problem or Refusal("supervisor_decides", "S-012", table=TABLE)
    if own:
        ruling = proposed_ruling(assessment, proposal, SUPERVISOR, "overridden")
        return msgspec.structs.replace(ruling, ruling=RULING, result=own, reason=NO_RULE)
    decision: Literal["accepted", "dealer"] = "accepted" if move.name == "accept" else "dealer"
    ruling = proposed_ruling(assessment, proposal, SUPERVISOR, decision)
    return msgspec.structs.replace(ruling, ruling=RULING)


def context(exercise: Exercise) -> Context:
    """Return the context that the screen and the commands of an exercise need in addition to its table."""
    people = [
        {"player": f"school.new{i}", "name": name, "at": ""} for i, name in enumerate(ARRIVING)
    ]
    opening: dict[str, object] = {
        "stakes": exercise.stakes,
        "rules": exercise.rules,
        "tracking": exercise.tracking,
    }
    return Context(people=people, opening=opening, dealer="", supervises=False)


def title_of(key: str) -> str:
    """Return the title of an irregularity, the key if it is unknown."""
    row = catalogue().rows.get(key)
    return row.title if row else key
