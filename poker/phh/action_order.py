"""Put a round's acts in order of action. The log has them as tapped and corrected, which a file cannot have."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from poker.phh.read import outward
from poker.state import OUT_OF_REACH, Participant
from poker.turn import NO_ONE, next_due

Action = tuple[int, str]  # seat, text after the player


class RoundRecord(msgspec.Struct):
    """The result of a betting round, including corrections. Amounts are live chips in front, by seat."""

    due: int  # the seat that opens, 0 if no one can bet
    level: int
    posted: dict[int, int]  # before the first act
    put: dict[int, int]  # at the end
    # broke and all_in: seats all-in before the round and by it
    broke: frozenset[int] = frozenset()
    closed: tuple[int, ...] = ()  # blinds without an option
    # the seat that brought it in, 0 if none did or it opened for the full bet (S-116)
    bring_in: int = 0
    bets: list[tuple[int, int]] = []  # (seat, to) of each bet and raise
    folded: set[int] = set()  # seats that went out
    acts: dict[int, int] = {}  # how often a seat acted without going out
    all_in: set[int] = set()


def in_order(actions: Sequence[Action | RoundRecord], order: Sequence[int]) -> list[Action]:
    """Return every action in order, `order` being the dealing order; seat 0 is the dealer.

    A player who went out without a turn folds in the next round; after the last round the player mucks.
    """
    rounds = [action for action in actions if isinstance(action, RoundRecord)]
    number, out, late = list[Action](), set[int](), set[int]()
    for action in actions:
        if isinstance(action, RoundRecord):
            acts, late = _in_turn(action, order, out, late)
            number += acts
            out |= {seat for seat, text in acts if text == "f"}
            if action is rounds[-1]:
                number += [(seat, "sm") for seat in order if seat in late]
        elif action[0] not in out:  # cards shown before a fold are reported with the deal
            number.append(action)
            out |= {action[0]} if action[1] == "f" else set()
    return number


def take_back(rounds: Sequence[RoundRecord], seat: int, chips: int) -> RoundRecord:
    """Remove chips of calls that never happened from the last rounds; return the round in which the seat went
    out.
    """
    played = [round_record for round_record in rounds if seat in round_record.acts] or list(
        rounds[-1:]
    )
    found = played[-1]
    for round_record in reversed(played):
        part = min(chips, round_record.put.get(seat, 0) - round_record.posted.get(seat, 0))
        if part > 0:
            round_record.put[seat] -= part
            round_record.all_in.discard(seat)
            chips, found = chips - part, round_record
    return found


def put_back(rounds: Sequence[RoundRecord], seat: int, chips: int) -> None:
    """Record that a seat never went out: these chips call the bets of the rounds before the last."""
    since = next(
        (i for i, round_record in enumerate(rounds) if seat in round_record.folded), len(rounds)
    )
    for round_record in rounds[since:]:
        round_record.folded.discard(seat)
    for round_record in rounds[since:-1]:
        has = round_record.put.get(seat, 0)
        part = min(chips, max(round_record.put.values(), default=0) - has)
        round_record.put[seat] = has + part
        chips -= part


def _in_turn(
    played: RoundRecord, order: Sequence[int], out: set[int], late: set[int]
) -> tuple[list[Action], set[int]]:
    """Return a round's acts, and the seats that went out without a turn in it; `late`: those of the round before."""
    parts = [
        Participant(
            seat,
            committed=played.posted.get(seat, 0),
            level=played.level if seat in played.closed else OUT_OF_REACH,
            all_in=seat in played.broke,
            life="folded" if seat in out else "in",
        )
        for seat in order
    ]
    bets, level = list(played.bets), played.level
    actions = _brought_in(played)
    folding = played.folded | late
    turns = dict.fromkeys(order, -1)
    i = NO_ONE
    if played.due or played.acts:
        first = order.index(played.due) if played.due else 0
        i = next_due(parts, level, first - 1)
    while i != NO_ONE:
        part = parts[i]
        turns[part.seat] += 1
        if bets and bets[0][0] == part.seat:
            level = bets.pop(0)[1]
            actions.append((part.seat, f"cbr {outward(level)}"))
            parts[i] = _in_front(part, level, level, played)
        elif part.seat in late or (
            part.seat in played.folded and _is_out(part, level, played, turns[part.seat])
        ):
            actions.append((part.seat, "f"))
            parts[i] = replace(part, life="folded")
        else:
            actions.append((part.seat, "cc"))
            chips = max(part.committed, min(level, played.put.get(part.seat, 0)))
            parts[i] = _in_front(part, chips, level, played)
        i = next_due(parts, level, i)
    left = {part.seat for part in parts if part.life == "in" and part.seat in folding}
    actions, late = _checks_were_folds(_first_call(actions, played), played, left)
    return _until_alone(actions, len(order) - len(out)), late


def _brought_in(played: RoundRecord) -> list[Action]:
    return [(played.bring_in, "pb")] if played.posted.get(played.bring_in) else []


def _first_call(actions: list[Action], played: RoundRecord) -> list[Action]:
    """Return the acts with the first call after an all-in low card turned into a posted bring-in, as the format
    requires.
    """
    if played.bring_in and not played.posted.get(played.bring_in):
        acted = [i for i, (_, text) in enumerate(actions) if text != "f"]
        if acted and actions[acted[0]][1] == "cc":
            actions[acted[0]] = (actions[acted[0]][0], "pb")
    return actions


def _in_front(part: Participant, chips: int, level: int, played: RoundRecord) -> Participant:
    all_in = part.seat in played.all_in and chips >= played.put.get(part.seat, 0)
    return replace(part, committed=chips, level=level, all_in=all_in)


def _is_out(part: Participant, level: int, played: RoundRecord, turns: int) -> bool:
    """Return whether a seat goes out on this turn: it put in no more chips, or had no more turns."""
    if part.committed < level:
        return played.put.get(part.seat, 0) <= part.committed
    return turns >= played.acts.get(part.seat, 0)


def _checks_were_folds(
    actions: list[Action], played: RoundRecord, left: set[int]
) -> tuple[list[Action], set[int]]:
    """Turn the last check of seats that went out owing nothing into a fold; a call stays a call."""
    for i in reversed(range(len(actions))):
        seat, text = actions[i]
        if seat in left and text == "cc" and _put_nothing(played, seat):
            actions[i] = (seat, "f")
            left = left - {seat}
    return actions, left


def _until_alone(actions: list[Action], players: int) -> list[Action]:
    """Drop acts after all others have folded."""
    for i, (_, text) in enumerate(actions):
        players -= text == "f"
        if players == 1:
            return actions[: i + 1]
    return actions


def _put_nothing(played: RoundRecord, seat: int) -> bool:
    return played.put.get(seat, 0) == played.posted.get(seat, 0)
