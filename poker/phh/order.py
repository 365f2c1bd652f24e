"""A round's acts in their order of turn. The log has them as they were tapped and corrected; a file cannot."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from poker.phh.read import outward
from poker.state import OUT_OF_REACH, Part
from poker.turn import NOBODY, next_due

Action = tuple[int, str]  # seat, words after the player


class Round(msgspec.Struct):
    """What a betting round came to, corrections included. Amounts are live chips in front, seat by seat.

    due: the seat that opens, 0 when nobody can bet; posted: before the first act; put: at the end;
    bets: (seat, to) of each bet and raise; folded: seats that went out; acts: how often a seat had its say without
    going out; broke and all_in: seats all-in before the round and by it; closed: blinds without an option;
    bring_in: the seat that brought in, 0 where none did or it opened for the whole bet (S-116).
    """

    due: int
    level: int
    posted: dict[int, int]
    put: dict[int, int]
    broke: frozenset[int] = frozenset()
    closed: tuple[int, ...] = ()
    bring_in: int = 0
    bets: list[tuple[int, int]] = []
    folded: set[int] = set()
    acts: dict[int, int] = {}
    all_in: set[int] = set()


def in_order(actions: Sequence[Action | Round], order: Sequence[int]) -> list[Action]:
    """Every action as it came in turn, `order` being the dealing order; seat 0 is the dealer.

    Whoever went out without a turn for it folds in the next round, after the last one mucks.
    """
    rounds = [action for action in actions if isinstance(action, Round)]
    found, out, late = list[Action](), set[int](), set[int]()
    for action in actions:
        if isinstance(action, Round):
            acts, late = _in_turn(action, order, out, late)
            found += acts
            out |= {seat for seat, words in acts if words == "f"}
            if action is rounds[-1]:
                found += [(seat, "sm") for seat in order if seat in late]
        elif (
            action[0] not in out
        ):  # cards that a seat showed before it folded are told with the deal
            found.append(action)
            out |= {action[0]} if action[1] == "f" else set()
    return found


def take_back(rounds: Sequence[Round], seat: int, chips: int) -> Round:
    """Take chips of calls that never were out of the last rounds; gives the round in which the seat went out."""
    played = [one for one in rounds if seat in one.acts] or list(rounds[-1:])
    found = played[-1]
    for one in reversed(played):
        part = min(chips, one.put.get(seat, 0) - one.posted.get(seat, 0))
        if part > 0:
            one.put[seat] -= part
            one.all_in.discard(seat)
            chips, found = chips - part, one
    return found


def put_back(rounds: Sequence[Round], seat: int, chips: int) -> None:
    """A seat never went out; it called with these chips what was bet in the rounds before the last."""
    since = next((i for i, one in enumerate(rounds) if seat in one.folded), len(rounds))
    for one in rounds[since:]:
        one.folded.discard(seat)
    for one in rounds[since:-1]:
        has = one.put.get(seat, 0)
        part = min(chips, max(one.put.values(), default=0) - has)
        one.put[seat] = has + part
        chips -= part


def _in_turn(
    played: Round, order: Sequence[int], out: set[int], late: set[int]
) -> tuple[list[Action], set[int]]:
    """The acts of a round, and who went out in it without a turn for that; `late` did so in the round before."""
    parts = [
        Part(
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
    i = NOBODY
    if played.due or played.acts:
        first = order.index(played.due) if played.due else 0
        i = next_due(parts, level, first - 1)
    while i != NOBODY:
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


def _brought_in(played: Round) -> list[Action]:
    return [(played.bring_in, "pb")] if played.posted.get(played.bring_in) else []


def _first_call(actions: list[Action], played: Round) -> list[Action]:
    """After a low card that was all-in the first to call posts the bring-in, as the format has it."""
    if played.bring_in and not played.posted.get(played.bring_in):
        acted = [i for i, (_, words) in enumerate(actions) if words != "f"]
        if acted and actions[acted[0]][1] == "cc":
            actions[acted[0]] = (actions[acted[0]][0], "pb")
    return actions


def _in_front(part: Part, chips: int, level: int, played: Round) -> Part:
    all_in = part.seat in played.all_in and chips >= played.put.get(part.seat, 0)
    return replace(part, committed=chips, level=level, all_in=all_in)


def _is_out(part: Part, level: int, played: Round, turns: int) -> bool:
    """Whether a seat that goes out does so at this turn: it put in no more, or had no more to say."""
    if part.committed < level:
        return played.put.get(part.seat, 0) <= part.committed
    return turns >= played.acts.get(part.seat, 0)


def _checks_were_folds(
    actions: list[Action], played: Round, left: set[int]
) -> tuple[list[Action], set[int]]:
    """Whoever went out without owing anything folded instead of the last check; a call stays a call."""
    for i in reversed(range(len(actions))):
        seat, words = actions[i]
        if seat in left and words == "cc" and _put_nothing(played, seat):
            actions[i] = (seat, "f")
            left = left - {seat}
    return actions, left


def _until_alone(actions: list[Action], players: int) -> list[Action]:
    """Once all others have folded nobody acts."""
    for i, (_, words) in enumerate(actions):
        players -= words == "f"
        if players == 1:
            return actions[: i + 1]
    return actions


def _put_nothing(played: Round, seat: int) -> bool:
    return played.put.get(seat, 0) == played.posted.get(seat, 0)
