"""Remedies that move cards: what a ruling says where cards lie or go (catalogue 0.3). Counts are exact after each."""

from collections.abc import Callable
from typing import Any

from poker import commands as c
from poker import events as e
from poker.cards import known_or_unseen
from poker.decide.deal import ensure_dealt
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Part


def move_cards(draft: Draft, command: c.MoveCards, now: int) -> None:
    """Cards from one pile to another. Refuses `seat_missing`, `not_in_hand`, `already_out`,
    `hand_too_small`, `pile_too_small`.
    """
    ensure_dealt(draft)
    hand = draft.hand
    faces = known_or_unseen(command.cards)
    if faces and len(faces) != command.count:
        raise Refusal("board_count", "S-083", cards=len(faces), wanted=command.count)
    both = command.source == command.target == "hand"
    if command.source == "hand":
        _holds(hand, command.seat, command.count)
    if command.target == "hand":
        _alive(hand, command.to_seat if both else command.seat)
    if command.source == command.target and not both:
        raise Refusal("same_pile", "S-019", pile=command.source)
    draft.record(
        e.CardsMoved(
            command.source,
            command.target,
            command.count,
            seat=command.seat or 0,
            to_seat=(command.to_seat or 0) if both else 0,
            cards=faces,
            up=command.up,
        )
    )


def _dealt_in(hand: Hand, seat: int | None) -> Part:
    if seat is None:
        raise Refusal("seat_missing", "S-019", hand=hand.number)
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-061", seat=seat)
    return hand.parts[i]


def _alive(hand: Hand, seat: int | None) -> Part:
    """A hand that is in: one that was given up gives and gets no cards. Refuses `already_out`."""
    part = _dealt_in(hand, seat)
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=part.seat, life=part.life)
    return part


def _holds(hand: Hand, seat: int | None, count: int) -> None:
    part = _alive(hand, seat)
    if part.cards < count:
        raise Refusal("hand_too_small", "S-019", seat=part.seat, holds=part.cards, asked=count)


def reshuffle(draft: Draft, command: c.Reshuffle, now: int) -> None:
    """The stub is shuffled and cut; no count changes (macro RESHUFFLE)."""
    ensure_dealt(draft)
    draft.record(e.StubShuffled())


def waive_burn(draft: Draft, command: c.WaiveBurn, now: int) -> None:
    """A street of this hand without its burn. Refuses `street_unknown`, `street_behind` for one that was dealt."""
    ensure_dealt(draft)
    at = draft.table.game.index(command.street)
    if at < 0:
        raise Refusal("street_unknown", "S-085", street=command.street)
    if at <= draft.hand.street:
        raise Refusal("street_behind", "S-085", street=command.street)
    draft.record(e.BurnWaived(command.street))


def top_card(draft: Draft, command: c.TopCard, now: int) -> None:
    """The known card on top is the next burn (H-20)."""
    ensure_dealt(draft)
    draft.record(e.TopKnown(known_or_unseen((command.card,))[0]))


def shift_up(draft: Draft, command: c.ShiftUp, now: int) -> None:
    """This street's upcards one seat back or on, in the order dealt (HRH §14). Refuses `street_without_upcards`."""
    hand = draft.hand
    street = draft.table.street
    if street is None or not street.up:
        raise Refusal("street_without_upcards", "S-149", table=draft.table.name)
    draft.record(e.UpcardsShifted(command.by, tuple(part.seat for part in hand.live())))


def serve(draft: Draft, command: c.Serve, now: int) -> None:
    """Cards from the stub to a seat, on a draw those that it is owed, else a card that replaces one."""
    ensure_dealt(draft)
    part = _alive(draft.hand, command.seat)
    if command.count < 1:
        raise Refusal("bad_count", "S-081", value=str(command.count), name="serve")
    if draft.hand.stage == "draw" and part.stated > part.got:
        draft.record(e.DrawServed(command.seat, command.count))
        return
    draft.record(e.CardsMoved("stub", "hand", command.count, seat=command.seat))


def recount(draft: Draft, command: c.Recount, now: int) -> None:
    """Stub and burns as they were counted by hand; what a count does not find is lost. Refuses `deck_count`.

    More than the deck has beside hands and board is no count; the muck is left out, as in `correct_counts`.
    """
    ensure_dealt(draft)
    pile, counted = draft.hand.ledger, command.stub + command.burns
    if counted + pile.hands + pile.board > draft.table.game.deck:
        players = draft.hand.still_in()
        raise Refusal("deck_count", "H-14", stub=command.stub, burns=command.burns, players=players)
    draft.record(e.CountsCorrected(command.stub, command.burns))


PILES: dict[type[c.Command], Callable[[Draft, Any, int], None]] = {
    c.MoveCards: move_cards,
    c.Reshuffle: reshuffle,
    c.WaiveBurn: waive_burn,
    c.TopCard: top_card,
    c.ShiftUp: shift_up,
    c.Serve: serve,
    c.Recount: recount,
}
