"""The taps behind logged events, so that the rest of a hand can be decided again after a correction."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, TypeAlias

import msgspec

from poker import commands as c
from poker import events as e
from poker.commands import Command
from poker.events import Event
from poker.refusal import Refusal
from poker.state import LoggedAct

ACTS = (e.Folded, e.Checked, e.Called, e.BetMade)
# Events that need no separate tap: they follow from another event of the same command, or are
# over by then.
_CONSEQUENCES: frozenset[type[Event]] = frozenset(
    {
        e.ActCorrected,
        e.ActsHeld,
        e.BettingOpened,
        e.BoardDealt,
        e.BringInReturned,
        e.BroughtIn,
        e.BurnsGathered,
        e.CardBurned,
        e.CommonCardDealt,
        e.Discarded,
        e.DrawOpened,
        e.DrawServed,
        e.InferenceRewritten,
        e.LastCardPlanned,
        e.LosersKilled,
        e.OpenerAwaited,
        e.PotCollected,
        e.PotsBuilt,
        e.RakeTaken,
        e.RunBegun,
        e.RunsChosen,
        e.ShowdownReached,
        e.StreetDealt,
        e.StreetSkipped,
        e.TimeCalled,
        e.TimeStopped,
        e.UncalledReturned,
    }
)
_ToCommand: TypeAlias = Callable[[Any], Command]


def taps(events: Sequence[Event], acts: Sequence[LoggedAct | None]) -> Iterator[Command]:
    """Yield the commands that produced these events, in order; inferred acts need none.

    acts: for each event the act that it logged, None for an event that logs no act. Raises `Refusal`:
    `correction_to_floor` (S-012) for events that no dealer's tap logs, such as the steps of a ruling.
    """
    for i, event in enumerate(events):
        if type(event) in _CONSEQUENCES or _is_inferred(event):
            continue
        if isinstance(event, e.CountAnnounced):
            yield _count(event, events[i + 1 :])
            continue
        if isinstance(event, ACTS):
            act = acts[i]
            assert act is not None
            yield _act(event, act)
            continue
        to_command = _TAPS.get(type(event))
        if to_command is None:
            raise Refusal("correction_to_floor", "S-012", seat=getattr(event, "seat", 0) or 0)
        yield to_command(event)


def line(command: Command) -> str:
    """Return a command as a line of text, which `command_lines.commands` can parse."""
    words = [str(command.__struct_config__.tag)]
    data: dict[str, object] = msgspec.to_builtins(command)
    for name, value in data.items():
        if name == "command":
            continue
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        words.append(shlex.quote(f"{name}={text}"))
    return " ".join(words)


def _is_inferred(event: Event) -> bool:
    """Return whether an act or an opener was inferred; an inferred fold stays a fold."""
    if isinstance(event, e.Folded):
        return False
    if isinstance(event, e.CardsDrawn):
        return event.unsaid
    return bool(getattr(event, "inferred", False))


def _act(event: Event, act: LoggedAct) -> c.Act:
    what = act.what
    seat = act.seat
    to = act.to if what in ("bet", "raise", "complete", "all_in") else None
    stood = isinstance(event, e.BetMade) and event.stood
    declared = getattr(event, "declared", "")
    return c.Act(seat, what, to, declared, stood)  # type: ignore[arg-type]  # a logged act has a name of `What`


def _count(event: e.CountAnnounced, after: Sequence[Event]) -> Command:
    """Return the count of a street, the run-out, or the skip of rounds that were not tracked."""
    if event.run_out:
        return c.RunOut(event.count)
    if after and isinstance(after[0], e.StreetSkipped):
        dealt = [item.street for item in after if isinstance(item, e.BoardDealt | e.StreetDealt)]
        reached = any(isinstance(item, e.ShowdownReached) for item in after)
        return c.SkipTo("showdown" if reached or not dealt else dealt[-1], event.count)
    dealt_cards = [card for board in _boards_of_street(after) for card in board.cards]
    faces = () if "??" in dealt_cards else tuple(dealt_cards)
    # The count that the tablet showed follows the correction; another number is the dealer's own
    # count.
    lit = None if event.unnamed else event.count
    return c.CloseStreet(event.count, faces, lit)


def _boards_of_street(after: Sequence[Event]) -> Iterator[e.BoardDealt]:
    """Yield the board cards of the street that a count opened: one event for each board."""
    boards = [item for item in after if isinstance(item, e.BoardDealt)]
    if boards:
        yield boards[0]
        yield from takewhile(lambda board: board.within, boards[1:])


def _award(event: e.PotAwarded) -> c.AwardPot:
    award = event.award
    high = award.high or tuple(seat for seat, _ in award.shares if seat not in award.low)
    if not high:  # a seat that won both halves has the larger share
        high = (max(award.shares, key=lambda share: share[1])[0],)
    return c.AwardPot(high, award.pot, award.low or None, board=award.board)


_TAPS: dict[type[Event], _ToCommand] = {
    e.AnyAmountAgreed: lambda event: c.AgreeAnyAmount(),
    e.BoardShown: lambda event: c.ShowBoard(event.cards, event.board),
    e.CardBought: lambda event: c.BuyCard(event.seat),
    e.CardDeclined: lambda event: c.BuyCard(event.seat, declined=True),
    e.SeatDiscarded: lambda event: c.Discard(event.seat),
    e.CardsDrawn: lambda event: c.Draw(event.seat, event.stated),
    e.Declared: lambda event: c.Declare(event.seat, event.what, event.amount),
    e.DeckRebuilt: lambda event: c.RebuildDeck(event.counted),
    e.HandKilled: lambda event: c.KillHand(event.seat),
    e.HandMucked: lambda event: c.Muck(event.seat),
    e.HandShown: lambda event: c.ShowHand(event.seat, event.cards),
    e.OpenerNamed: lambda event: c.NameOpener(event.seat),
    e.OpenerTied: lambda event: c.MarkTied(event.seat),
    e.PotAwarded: _award,
    e.PotCounted: lambda event: c.CountPot(event.amount),
    e.Reinstated: lambda event: c.UndoFold(event.seat),
    e.RunsAgreed: lambda event: c.AgreeRuns(event.seat, event.runs),
    e.SuitNamed: lambda event: c.NameSuit(event.seat, event.suit),
    e.UpcardsShown: lambda event: c.ShowUpcards(event.seat, event.cards),
}
