"""Remedies that move cards to where a ruling puts them (catalogue 0.3). The counts stay exact."""

from poker import commands as c
from poker import events as e
from poker.burns import boards_with_burn, own_board
from poker.cards import known_or_unseen
from poker.decide.deal import ensure_dealt
from poker.draft import Draft
from poker.handlers import Decide
from poker.refusal import Refusal
from poker.state import Hand, Participant


def move_cards(draft: Draft, command: c.MoveCards, now: int) -> None:
    """Move cards from one pile to another.

    Raises `Refusal`: `seat_missing`, `not_in_hand`, `already_out`, `hand_too_small`, `pile_too_small`,
    `no_such_board`.
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
    if "board" in (command.source, command.target):
        _check_board(hand, command)
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
            board=command.board,
        )
    )


def _check_board(hand: Hand, command: c.MoveCards) -> None:
    """Raise `Refusal`: `no_such_board`, or `pile_too_small` if this board has too few cards of its own."""
    if command.board >= len(hand.boards):
        raise Refusal("no_such_board", "H-71", board=command.board + 1, boards=len(hand.boards))
    holds = len(hand.boards[command.board])
    if command.source == "board" and holds < command.count:
        raise Refusal("pile_too_small", "S-019", pile="board", holds=holds, asked=command.count)


def _dealt_in(hand: Hand, seat: int | None) -> Participant:
    if seat is None:
        raise Refusal("seat_missing", "S-019", hand=hand.number)
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-061", seat=seat)
    return hand.parts[i]


def _alive(hand: Hand, seat: int | None) -> Participant:
    """Return the participant of a live hand; a folded hand gives and gets no cards.

    Raises `Refusal`: `already_out`.
    """
    part = _dealt_in(hand, seat)
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=part.seat, life=part.life)
    return part


def _holds(hand: Hand, seat: int | None, count: int) -> None:
    part = _alive(hand, seat)
    if part.cards < count:
        raise Refusal("hand_too_small", "S-019", seat=part.seat, holds=part.cards, asked=count)


def reshuffle(draft: Draft, command: c.Reshuffle, now: int) -> None:
    """Shuffle and cut the stub; no count changes (macro RESHUFFLE)."""
    ensure_dealt(draft)
    draft.record(e.StubShuffled())


def waive_burn(draft: Draft, command: c.WaiveBurn, now: int) -> None:
    """Deal a street of this hand without its burn; if each board has one, without that of one board.

    Raises `Refusal`: `street_unknown`, `street_behind` for a street already dealt, `no_such_board`.
    """
    ensure_dealt(draft)
    at = draft.table.game.index(command.street)
    if at < 0:
        raise Refusal("street_unknown", "S-085", street=command.street)
    if at <= draft.hand.street:
        raise Refusal("street_behind", "S-085", street=command.street)
    hand = draft.hand
    if command.board is not None and command.board >= len(hand.boards):
        raise Refusal("no_such_board", "H-71", board=command.board + 1, boards=len(hand.boards))
    board = own_board(command.board, boards_with_burn(hand, draft.table.rules))
    draft.record(e.BurnWaived(command.street, board))


def top_card(draft: Draft, command: c.SetTopCard, now: int) -> None:
    """Record the known card on top of the stub as the next burn (H-20)."""
    ensure_dealt(draft)
    draft.record(e.TopCardKnown(known_or_unseen((command.card,))[0]))


def shift_up(draft: Draft, command: c.ShiftUpcards, now: int) -> None:
    """Move this street's upcards one seat back or forward, in dealing order (HRH §14).

    Raises `Refusal`: `street_without_upcards`.
    """
    hand = draft.hand
    street = draft.table.street
    if street is None or not street.up:
        raise Refusal("street_without_upcards", "S-149", table=draft.table.name)
    draft.record(e.UpcardsShifted(command.by, tuple(part.seat for part in hand.live())))


def serve(draft: Draft, command: c.DealReplacement, now: int) -> None:
    """Deal cards from the stub to a seat: on a draw the cards it is owed, otherwise a replacement."""
    ensure_dealt(draft)
    part = _alive(draft.hand, command.seat)
    if command.count < 1:
        raise Refusal("bad_count", "S-081", value=str(command.count), name="serve")
    if draft.hand.stage == "draw" and part.stated > part.got:
        draft.record(e.DrawServed(command.seat, command.count))
        return
    draft.record(e.CardsMoved("stub", "hand", command.count, seat=command.seat))


def recount(draft: Draft, command: c.RecountDeck, now: int) -> None:
    """Record stub and burns as counted by hand; cards that a count does not find are lost. Raises `Refusal`:
    `deck_count`.

    A count of more cards than the deck has outside hands and board is refused. The muck is not included, as in
    `correct_counts`.
    """
    ensure_dealt(draft)
    pile = draft.hand.ledger
    counted = command.stub + command.burns
    if counted + pile.hands + pile.board > draft.table.game.deck:
        players = draft.hand.still_in()
        raise Refusal("deck_count", "H-14", stub=command.stub, burns=command.burns, players=players)
    draft.record(e.CountsCorrected(command.stub, command.burns))


PILES: dict[type[c.Command], Decide] = {
    c.MoveCards: move_cards,
    c.Reshuffle: reshuffle,
    c.WaiveBurn: waive_burn,
    c.SetTopCard: top_card,
    c.ShiftUpcards: shift_up,
    c.DealReplacement: serve,
    c.RecountDeck: recount,
}
