"""Showing, mucking and counting the pot (S-090, S-119, S-136, S-142, H-18)."""

from poker import cards, chips, rake
from poker import commands as c
from poker import events as e
from poker.decide.opener import follow
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, OpenDrop, Table


def show_board(draft: Draft, command: c.ShowBoard, now: int) -> None:
    """Enter the cards of a board."""
    hand = draft.hand
    board_cards = cards.known_or_unseen(command.cards)
    if command.board >= len(hand.boards):
        raise Refusal("no_such_board", "H-71", board=command.board + 1, boards=len(hand.boards))
    wanted = len(hand.boards[command.board])
    if len(board_cards) != wanted:
        raise Refusal("board_count", "S-083", cards=len(board_cards), wanted=wanted)
    _no_repeats(hand, board_cards, board=command.board)
    draft.record(e.BoardShown(board_cards, command.board))
    follow(draft)


def show_hand(draft: Draft, command: c.ShowHand, now: int) -> None:
    """Show a hand: both cards in hold'em, four in Omaha (S-136)."""
    hand = draft.hand
    part = hand.parts[live_index(hand, command.seat)]
    hand_cards = cards.known_or_unseen(command.cards)
    if len(hand_cards) != part.cards:
        raise Refusal(
            "hand_count", "S-136", seat=part.seat, cards=len(hand_cards), wanted=part.cards
        )
    _no_repeats(hand, hand_cards, seat=part.seat)
    draft.record(e.HandShown(part.seat, hand_cards))


def _no_repeats(hand: Hand, new_cards: tuple[str, ...], *, seat: int = 0, board: int = -1) -> None:
    """Raise `Refusal`: `card_twice` for a card that lies elsewhere: not in the hand or on the board that is entered."""
    shared = hand.runs.shared if hand.runs else 0
    known_cards = set(hand.center()) if board < 0 else set()
    if board >= 0:
        others = (other[shared:] for i, other in enumerate(hand.boards) if i != board)
        known_cards = {card for other in others for card in other}
    for part in hand.parts:
        if part.seat != seat:
            known_cards.update(part.shown, part.up)
    for card in new_cards:
        if card != cards.UNKNOWN and card in known_cards:
            raise Refusal("card_twice", "S-019", card=card)


def muck(draft: Draft, command: c.Muck, now: int) -> None:
    """Muck a hand at the showdown; the last hand cannot be mucked."""
    hand = draft.hand
    live_index(hand, command.seat)
    if hand.stage != "showdown":
        raise Refusal("not_showdown", "S-142", seat=command.seat)
    if draft.table.rules.showing == "all":
        raise Refusal("all_show", "H-18", seat=command.seat)
    if hand.still_in() <= 1:
        raise Refusal("last_hand", "S-142", seat=command.seat)
    draft.record(e.HandMucked(command.seat))


def may_muck(table: Table) -> bool:
    """Return whether a hand may be mucked unseen at this showdown (H-18); the last one cannot."""
    hand = table.hand
    if hand is None or hand.stage != "showdown":
        return False
    return table.rules.showing == "may_muck" and hand.still_in() > 1


def live_index(hand: Hand, seat: int) -> int:
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-138", seat=seat)
    if hand.parts[i].life != "in":
        raise Refusal("already_out", "S-138", seat=seat, life=hand.parts[i].life)
    return i


def _drop_late(draft: Draft, last: OpenDrop, pot: int) -> None:
    chips.check(pot, draft.table.plaque.chips)
    rake_due, jackpot = rake.due(
        last.rake, pot, flop=last.flop, players=last.players, unraked=last.unraked
    )
    draft.record(e.RakeTaken(rake_due, jackpot))


def count_pot(draft: Draft, command: c.CountPot, now: int) -> None:
    """Record the dealer's count of the pot if bets were not tracked, or if there was a ruling in this hand.

    Between hands it is the count of the last pot, which was pushed without a count; the house's part is then dropped.
    """
    if draft.table.hand is None and draft.table.open_drop is not None:
        _drop_late(draft, draft.table.open_drop, command.amount)
        return
    hand = draft.hand
    remedy = draft.table.remedy
    is_ruled = remedy is not None and remedy.hand == hand.number
    if draft.table.followed and not is_ruled:
        raise Refusal("pot_known", "S-119", pot=hand.chips())
    if hand.pots:
        raise Refusal("pot_awarded", "S-119", hand=hand.number)
    chips.check(command.amount, draft.table.plaque.chips)
    draft.record(e.PotCounted(command.amount))
