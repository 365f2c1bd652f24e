"""Decides the commands about penalties: given, served hand by hand, ended, withdrawn (TDA R71)."""

from poker.refusal import Refusal
from tournaments.rules import commands as c
from tournaments.rules import events as e
from tournaments.rules.decide_play import bust
from tournaments.rules.draft import Draft
from tournaments.rules.state import Entry, Penalty, Tournament


def penalize(draft: Draft, command: c.Penalize) -> None:
    """Give a penalty.

    Raises `Refusal`: `penalty_reason`, `penalty_count`, `penalty_already`, `penalty_in_hands` for a house that gives
    none in rounds (H-84).
    """
    draft.check_running()
    entry = draft.seated(command.entry)
    if not command.reason.strip():
        raise Refusal("penalty_reason")
    if draft.state.penalty_of(entry.number) is not None:
        raise Refusal("penalty_already", "", name=entry.name)
    if command.unit == "disqualified":
        draft.record(e.PenaltyGiven(Penalty(entry.number, command.unit, 0, command.reason, 0)))
        bust(draft, c.BustPlayer(entry.number))
        return
    if not command.count:
        raise Refusal("penalty_count")
    if command.unit == "rounds" and command.units == "hands":
        raise Refusal("penalty_in_hands", "H-84")
    hands = penalty_hands(draft.state, entry, command)
    draft.record(
        e.PenaltyGiven(
            Penalty(entry.number, command.unit, command.count, command.reason, hands, hands)
        )
    )


def penalty_hands(event: Tournament, entry: Entry, command: c.Penalize) -> int:
    """Return the hands of a penalty: a round is a hand for each player at the table, or for each seat (H-85)."""
    if command.unit == "hands":
        return command.count
    table = event.table(entry.table)
    by_seats = command.round_of == "seats" and table is not None
    size = table.seats if by_seats and table is not None else len(event.at_table(entry.table))
    return command.count * size


def serve_penalty(draft: Draft, command: c.ServePenalty) -> None:
    """Raises `Refusal`: `no_penalty`."""
    penalty = _running(draft, command.entry)
    draft.record(e.PenaltyServed(command.entry, penalty.left - 1))


def reopen_penalty_hand(draft: Draft, command: c.ReopenPenaltyHand) -> None:
    """Take back a served hand. Raises `Refusal`: `no_penalty`, also if none of its hands was served."""
    penalty = draft.state.last_penalty_of(command.entry)
    if penalty is None or penalty.ended or penalty.left >= penalty.hands:
        raise Refusal("no_penalty", "", entry=command.entry)
    draft.record(e.PenaltyHandReopened(command.entry, penalty.left + 1))


def end_penalty(draft: Draft, command: c.EndPenalty) -> None:
    """End a penalty early. Raises `Refusal`: `no_penalty`."""
    draft.check_running()
    penalty = _running(draft, command.entry)
    draft.record(e.PenaltyEnded(command.entry, penalty.left))


def undo_penalty(draft: Draft, command: c.UndoPenalty) -> None:
    """Withdraw a running penalty. Raises `Refusal`: `no_penalty`."""
    draft.check_running()
    _running(draft, command.entry)
    draft.record(e.PenaltyUndone(command.entry))


def _running(draft: Draft, number: int) -> Penalty:
    penalty = draft.state.penalty_of(number)
    if penalty is None:
        raise Refusal("no_penalty", "", entry=number)
    return penalty
