"""UNDO and corrections, which need the log: an undo is an event, and the undone command is left out."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from banked.rules import commands as c
from banked.rules import events as e
from banked.rules.decide import BankedOutcome, mark, run
from banked.rules.done import BARRIERS, LASTING, done_of
from banked.rules.evolve import evolve
from banked.rules.state import EMPTY, BankedTable, Round
from poker.events.base import Event
from poker.logs.outcome import Outcome
from poker.refusal import Refusal


class BankedBatch(msgspec.Struct, frozen=True):
    """The events of one command, in order."""

    command_id: str
    events: tuple[Event, ...]


Log = Callable[[], Sequence[BankedBatch]]


def is_checkpoint(event: Event) -> bool:
    """Return whether a rebuild may start with a command whose first event this is."""
    return isinstance(event, e.RoundStarted | e.BankedTableCreated)


def apply(table: BankedTable, events: tuple[Event, ...]) -> BankedTable:
    """Return the table after the events of one command."""
    for event in events:
        table = evolve(table, event)
    return mark(table, events)


def rebuild(batches: Iterable[BankedBatch]) -> BankedTable:
    """Return the table after these commands without the undone ones. They start at a checkpoint."""
    batches = list(batches)
    table = _replay(_origin(batches), standing(batches))
    return table if undoable(recent(batches)) else replace(table, done=None)


def standing(batches: Iterable[BankedBatch]) -> list[BankedBatch]:
    """Return the commands that were not undone, in order."""
    left: list[BankedBatch] = []
    for batch in batches:
        first = batch.events[0]
        if not isinstance(first, e.BankedUndone):
            left.append(batch)
            continue
        # The undone command is among the last ones: a long log is not searched for each undo.
        for i in reversed(range(len(left))):
            if left[i].command_id == first.command:
                del left[i]
                break
    return left


def _replay(table: BankedTable, batches: Sequence[BankedBatch]) -> BankedTable:
    for batch in batches:
        table = apply(table, batch.events)
    return table


def _origin(batches: Sequence[BankedBatch]) -> BankedTable:
    """Return the table before the first command, even if that command was undone."""
    if not batches or not isinstance(batches[0].events[0], e.RoundStarted):
        return EMPTY
    return batches[0].events[0].table


def recent(batches: Sequence[BankedBatch]) -> list[BankedBatch]:
    """Return the commands since the round before the last one started: UNDO reaches no further back.

    A round that was undone and started again has the same number, and is one round.
    """
    last = 0
    for i in reversed(range(len(batches))):
        first = batches[i].events[0]
        if not isinstance(first, e.RoundStarted):
            continue
        if last and first.number < last:
            return list(batches[i:])
        last = last or first.number
    return list(batches)


def decide(table: BankedTable, log: Log, command: msgspec.Struct, *, now: int) -> BankedOutcome:
    """Return the result of a command. `log` returns the commands since a checkpoint, for UNDO and corrections.

    Raises `Refusal`.
    """
    if isinstance(command, c.Undo):
        return _undo(log(), command)
    if isinstance(command, c.CorrectCard):
        return _correct_card(table, log(), command, now=now)
    return run(table, command, now=now)


def undoable(batches: Iterable[BankedBatch]) -> BankedBatch | None:
    """Return the command that UNDO takes back; None if there is none."""
    for batch in reversed(standing(batches)):
        first = batch.events[0]
        if isinstance(first, BARRIERS):
            return None
        if not isinstance(first, LASTING):
            return batch
    return None


def _undo(batches: Sequence[BankedBatch], command: c.Undo) -> BankedOutcome:
    """Take back the last command as a whole.

    Raises `Refusal`: `nothing_to_take_back`, `undo_overtaken`, `payout_corrected`.
    """
    last = undoable(batches)
    if last is None:
        raise Refusal("nothing_to_take_back", "", table="")
    if command.target and command.target != last.command_id:
        raise Refusal("undo_overtaken", "")
    _refuse_corrected_round(standing(batches), last)
    left = [batch for batch in standing(batches) if batch.command_id != last.command_id]
    done = done_of(last.events[0])
    assert done is not None  # only lasting commands and barriers have no label
    after = _replay(_origin(batches), left)
    return Outcome((e.BankedUndone(last.command_id, done),), after)


def _refuse_corrected_round(batches: Sequence[BankedBatch], last: BankedBatch) -> None:
    """Raise `Refusal` if UNDO would open a round again whose payout was corrected."""
    ended = {event.number for event in last.events if isinstance(event, e.RoundEnded)}
    for batch in batches:
        first = batch.events[0]
        if isinstance(first, e.PayoutCorrected) and first.round in ended:
            raise Refusal("payout_corrected", "", round=first.round, box=first.box)


def _correct_card(
    table: BankedTable, batches: Sequence[BankedBatch], command: c.CorrectCard, *, now: int
) -> BankedOutcome:
    """Replace a card of the round in progress, and decide everything after it again.

    Raises `Refusal`: `no_round`, `no_card_there`, `same_card`, `correction_does_not_fit` if a later command would not
    be allowed with the right card, and the refusals of a card.
    """
    round_ = table.round
    if round_ is None:
        raise Refusal("no_round", "", step="bets")
    was = _card_at(round_, command)
    if was == command.card:
        raise Refusal("same_card", "", card=was)
    lasting = standing(batches)
    starts = [i for i, batch in enumerate(lasting) if isinstance(batch.events[0], e.RoundStarted)]
    commands = lasting[starts[-1] :]
    corrected = _again(commands, command, was, now)
    event = e.CardCorrected(command.box, command.hand, command.place, was, command.card, corrected)
    after = evolve(table, event)
    return Outcome((event,), replace(after, done=done_of(event)))


def _card_at(round_: Round, command: c.CorrectCard) -> str:
    cards: tuple[str, ...] = round_.dealer
    if command.box:
        box = round_.box(command.box)
        if box is None:
            raise Refusal("empty_box", "", box=command.box)
        if command.hand > len(box.hands):
            raise Refusal(
                "no_such_box_hand", "", box=command.box, hand=command.hand, hands=len(box.hands)
            )
        cards = box.hands[command.hand - 1].cards
    if command.place > len(cards) or cards[command.place - 1] == "?":
        raise Refusal("no_card_there", "", box=command.box, place=command.place)
    return cards[command.place - 1]


def _again(batches: Sequence[BankedBatch], command: c.CorrectCard, was: str, now: int) -> Round:
    """Return the round decided again with the right card."""
    table = _origin(batches)
    cards = _corrected_cards(batches, command)
    newest = next(reversed(cards))
    for i, batch in enumerate(batches):
        first = batch.events[0]
        if isinstance(first, e.CardCorrected):
            continue
        asked = command_of(first)
        if i in cards and asked is not None:
            asked = msgspec.structs.replace(asked, card=cards[i])
        try:
            table = run(table, asked, now=now).state if asked else apply(table, batch.events)
        except Refusal as refusal:
            if i == newest:
                raise
            if refusal.code == "no_question":  # about cards that were not there
                continue
            raise Refusal(
                "correction_does_not_fit", "", box=command.box, card=command.card, was=was
            ) from refusal
    assert table.round is not None
    return table.round


def _corrected_cards(batches: Sequence[BankedBatch], command: c.CorrectCard) -> dict[int, str]:
    """Return the right cards by the index of the command that dealt them: earlier corrections, then this one.

    Cards are followed through splits: each is replaced by the index of its command.
    """
    table = _origin(batches)
    cards: dict[int, str] = {}
    for i, batch in enumerate(batches):
        first = batch.events[0]
        if isinstance(first, e.CardCorrected):
            cards[_dealt_by(table, first)] = first.card
            continue
        events = batch.events
        if isinstance(first, e.CardDealt | e.HoleShown):
            events = (msgspec.structs.replace(first, card=f"#{i}"), *events[1:])
        for event in events:
            table = evolve(table, event)
    at = _dealt_by(table, command)
    cards.pop(at, None)
    cards[at] = command.card
    return cards


def _dealt_by(table: BankedTable, place: c.CorrectCard | e.CardCorrected) -> int:
    """Return the index of the command that dealt the card at a place. Raises `Refusal`: `no_card_there`."""
    round_ = table.round
    cards = round_.dealer if round_ else ()
    if place.box and round_ is not None:
        box = round_.box(place.box)
        hands = box.hands if box else ()
        cards = hands[place.hand - 1].cards if place.hand <= len(hands) else ()
    card = cards[place.place - 1] if place.place <= len(cards) else ""
    if not card.startswith("#"):
        raise Refusal("no_card_there", "", box=place.box, place=place.place)
    return int(card[1:])


def command_of(event: Event) -> msgspec.Struct | None:
    """Return the command whose first event this is; None for one that is applied as it is stored."""
    command = _COMMANDS.get(type(event))
    return command(event) if command else None


_COMMANDS: dict[type[Event], Callable[[Any], msgspec.Struct]] = {
    e.CardDealt: lambda event: c.DealCard(event.card, event.box, event.hand),
    e.HoleShown: lambda event: c.DealCard(event.card, 0),
    e.CardDiscarded: lambda event: c.DiscardCard(event.card),
    e.SuitsNamed: lambda event: c.NameSuits(event.box, event.suits, event.hand),
    e.MatchNamed: lambda event: c.NameMatch(event.box, event.card, event.how, event.what),
    e.Insured: lambda event: c.Insure(event.box, event.amount),
    e.InsuranceClosed: lambda event: c.CloseInsurance(),
    e.Peeked: lambda event: c.Peek(event.is_blackjack),
    e.Stood: lambda event: c.Stand(event.box, event.hand),
    e.Doubled: lambda event: c.Double(event.box, event.hand, event.amount),
    e.Rescued: lambda event: c.Rescue(event.box, event.hand),
    e.HandSplit: lambda event: c.Split(event.box, event.hand),
    e.Surrendered: lambda event: c.Surrender(event.box, event.hand),
    e.BoxesVoided: lambda event: c.VoidRound(event.reason, event.boxes[0], event.by),
}
