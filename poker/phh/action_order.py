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
    # broke and all_in: seats that were all-in before the round, and those that went all-in during it.
    broke: frozenset[int] = frozenset()
    closed: tuple[int, ...] = ()  # blinds without an option
    last: int = 0  # a straddler who acts after everyone else (H-60), 0 for none
    # The seat that brought it in, 0 if none did or it opened for the full bet (S-116).
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
    number = list[Action]()
    out = set[int]()
    late = set[int]()
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
    candidates = [round_record for round_record in rounds if seat in round_record.acts] or list(
        rounds[-1:]
    )
    last_round = candidates[-1]
    for round_record in reversed(candidates):
        part = min(chips, round_record.put.get(seat, 0) - round_record.posted.get(seat, 0))
        if part > 0:
            round_record.put[seat] -= part
            round_record.all_in.discard(seat)
            chips = chips - part
            last_round = round_record
    return last_round


def put_back(rounds: Sequence[RoundRecord], seat: int, chips: int) -> None:
    """Record that a seat never went out after all: these chips call the bets of the rounds before the last."""
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
    betting_round: RoundRecord, order: Sequence[int], out: set[int], late: set[int]
) -> tuple[list[Action], set[int]]:
    """Return a round's acts, and the seats that went out without a turn in it; `late`: those of the round before."""
    parts = [
        Participant(
            seat,
            committed=betting_round.posted.get(seat, 0),
            level=betting_round.level if seat in betting_round.closed else OUT_OF_REACH,
            all_in=seat in betting_round.broke,
            life="folded" if seat in out else "in",
        )
        for seat in order
    ]
    bets = list(betting_round.bets)
    level = betting_round.level
    actions = _brought_in(betting_round)
    folding = betting_round.folded | late
    turns = dict.fromkeys(order, -1)
    i = NO_ONE
    last = order.index(betting_round.last) if betting_round.last else NO_ONE
    if betting_round.due or betting_round.acts:
        first = order.index(betting_round.due) if betting_round.due else 0
        i = next_due(parts, level, first - 1, last)
    while i != NO_ONE:
        part = parts[i]
        turns[part.seat] += 1
        if bets and bets[0][0] == part.seat:
            level = bets.pop(0)[1]
            actions.append((part.seat, f"cbr {outward(level)}"))
            parts[i] = _in_front(part, level, level, betting_round)
        elif part.seat in late or (
            part.seat in betting_round.folded
            and _is_out(part, level, betting_round, turns[part.seat])
        ):
            actions.append((part.seat, "f"))
            parts[i] = replace(part, life="folded")
        else:
            actions.append((part.seat, "cc"))
            chips = max(part.committed, min(level, betting_round.put.get(part.seat, 0)))
            parts[i] = _in_front(part, chips, level, betting_round)
        i = next_due(parts, level, i, last)
    late_folders = {part.seat for part in parts if part.life == "in" and part.seat in folding}
    actions, late = _checks_were_folds(
        _first_call(actions, betting_round), betting_round, late_folders
    )
    return _until_alone(actions, len(order) - len(out)), late


def _brought_in(betting_round: RoundRecord) -> list[Action]:
    return (
        [(betting_round.bring_in, "pb")] if betting_round.posted.get(betting_round.bring_in) else []
    )


def _first_call(actions: list[Action], betting_round: RoundRecord) -> list[Action]:
    """Return the acts with the first call after an all-in low card turned into a posted bring-in, as the format
    requires.
    """
    if betting_round.bring_in and not betting_round.posted.get(betting_round.bring_in):
        acted = [i for i, (_, text) in enumerate(actions) if text != "f"]
        if acted and actions[acted[0]][1] == "cc":
            actions[acted[0]] = (actions[acted[0]][0], "pb")
    return actions


def _in_front(part: Participant, chips: int, level: int, betting_round: RoundRecord) -> Participant:
    all_in = part.seat in betting_round.all_in and chips >= betting_round.put.get(part.seat, 0)
    return replace(part, committed=chips, level=level, all_in=all_in)


def _is_out(part: Participant, level: int, betting_round: RoundRecord, turns: int) -> bool:
    """Return whether a seat goes out on this turn: it put in no more chips, or had no more turns."""
    if part.committed < level:
        return betting_round.put.get(part.seat, 0) <= part.committed
    return turns >= betting_round.acts.get(part.seat, 0)


def _checks_were_folds(
    actions: list[Action], betting_round: RoundRecord, late_folders: set[int]
) -> tuple[list[Action], set[int]]:
    """Turn the last check of seats that went out owing nothing into a fold; a call stays a call."""
    for i in reversed(range(len(actions))):
        seat, text = actions[i]
        if seat in late_folders and text == "cc" and _put_nothing(betting_round, seat):
            actions[i] = (seat, "f")
            late_folders = late_folders - {seat}
    return actions, late_folders


def _until_alone(actions: list[Action], players: int) -> list[Action]:
    """Drop acts after all others have folded."""
    for i, (_, text) in enumerate(actions):
        players -= text == "f"
        if players == 1:
            return actions[: i + 1]
    return actions


def _put_nothing(betting_round: RoundRecord, seat: int) -> bool:
    return betting_round.put.get(seat, 0) == betting_round.posted.get(seat, 0)
