"""Commands of the dealer in stud: opener, suits of a tie, upcards, corrected counts, a bought card (S-145)."""

from poker import cards, openers
from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.decide.draw_round import serve
from poker.decide.last_card import deal_last, may_correct
from poker.decide.opener import (
    await_opener,
    brings_in,
    follow,
    in_order,
    may_name,
    name,
    opening,
    undo_opener,
)
from poker.decide.street import close, dealt_each, say_count, settle
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Participant, Table


def name_opener(draft: Draft, command: c.NameOpener, now: int) -> None:
    """Name the seat that acts first; until anyone acts, another tap corrects it."""
    at_opener(draft, command.seat)
    first_opening = opening(draft.table)
    seat = openers.named(first_opening, command.seat) if first_opening is not None else command.seat
    rule = first_opening.rule if first_opening is not None else "S-150"
    undo_opener(draft)
    name(draft, seat, rule)


def at_opener(draft: Draft, seat: int) -> None:
    """Raise `Refusal` for a seat that is not in, or once a player has acted (row 67 of the catalogue)."""
    ensure_dealt(draft)
    if draft.table.game.family == "stud" and draft.hand.stage == "complete":
        close(draft, draft.hand.still_in())  # the dealer is ahead: the next street is on the table
    hand = draft.hand
    if draft.table.game.family != "stud":
        raise Refusal("no_opener_here", "S-145", game=draft.table.game.key)
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-145", seat=seat)
    if seat not in in_order(draft.table, hand):
        raise Refusal("already_out", "S-145", seat=seat, life=hand.parts[i].life)
    if not may_name(hand):
        raise Refusal("opener_late", "S-145", seat=seat, opener=hand.opener)


def tie(draft: Draft, command: c.MarkTied, now: int) -> None:
    """Mark a seat whose upcard ties with another's; a second tap unmarks it (S-146)."""
    at_opener(draft, command.seat)
    _ensure_suits(draft, command.seat)
    undo_opener(draft)
    draft.record(e.OpenerTied(command.seat, tied=command.seat not in draft.hand.tied))
    _by_suit(draft)


def name_suit(draft: Draft, command: c.NameSuit, now: int) -> None:
    """Record a tied seat's suit. Of two seats, the one tapped first acts first until the other is tapped."""
    at_opener(draft, command.seat)
    _ensure_suits(draft, command.seat)
    if command.suit not in cards.SUITS:
        raise Refusal("no_such_suit", "S-146", suit=command.suit)
    undo_opener(draft)
    draft.record(e.SuitNamed(command.seat, command.suit))
    _by_suit(draft)


def _ensure_suits(draft: Draft, seat: int) -> None:
    """Raise `Refusal` outside the bring-in: on later streets, upcards are entered or a seat is named (S-151)."""
    if brings_in(draft.table):
        return
    rule = "S-151" if draft.table.rules.stud_tie == "suit" else "H-12b"
    raise Refusal("tie_by_position", "S-148" if draft.hand.street == 0 else rule, seat=seat)


def _by_suit(draft: Draft) -> None:
    hand = draft.hand
    table = draft.table
    order = in_order(table, hand)
    suits = {seat: suit for seat, suit in hand.suits if seat in order}
    tied = [seat for seat in hand.tied if seat in order]
    opening = openers.third_tied(suits, order, table.rules, table.game.upcards)
    unknown = [seat for seat in tied if seat not in suits]
    if len(suits) == 1 and len(tied) == 2:
        only = next(iter(suits))
        never = openers.never_first(suits[only], table.game.upcards)
        name(draft, opening.seat or (unknown[0] if never else only), opening.rule)
    elif opening.seat is not None and (not unknown or len(suits) == 1):
        name(draft, opening.seat, opening.rule)
    elif len(unknown) == 1 and len(suits) > 1:
        _whatever_it_is(draft, suits, unknown[0], order)


def _whatever_it_is(
    draft: Draft, suits: dict[int, str], unknown: int, order: tuple[int, ...]
) -> None:
    """Fill in the last tied seat's suit if every remaining suit names the same opener (S-146)."""
    table = draft.table
    free_suits = [suit for suit in cards.SUITS if suit not in suits.values()]
    openings = [
        openers.third_tied({**suits, unknown: suit}, order, table.rules, table.game.upcards)
        for suit in free_suits
    ]
    if len({each.seat for each in openings}) == 1 and openings[0].seat is not None:
        name(draft, openings[0].seat, openings[0].rule)


def show_up(draft: Draft, command: c.ShowUpcards, now: int) -> None:
    """Enter a seat's upcards in the order dealt; the round opens once they decide who is first (S-042)."""
    ensure_dealt(draft)
    _enter(draft, command.seat, command.cards)
    follow(draft)


def show_street(draft: Draft, command: c.ShowStreet, now: int) -> None:
    """Enter the upcards of several seats; who is first follows from all of them (S-042)."""
    ensure_dealt(draft)
    for seat, seat_cards in command.upcards.items():
        _enter(draft, seat, seat_cards)
    follow(draft)


def _enter(draft: Draft, seat: int, seat_cards: tuple[str, ...]) -> None:
    hand = draft.hand
    i = hand.index(seat)
    if i < 0 or not hand.parts[i].up:
        raise Refusal("no_upcards", "S-042", seat=seat)
    upcards = cards.known_or_unseen(seat_cards)
    _check_up(draft.table, hand, hand.parts[i], upcards)
    draft.record(e.UpcardsShown(seat, upcards))


def _check_up(table: Table, hand: Hand, part: Participant, upcards: tuple[str, ...]) -> None:
    if len(upcards) != len(part.up):
        raise Refusal(
            "upcard_count", "S-042", seat=part.seat, cards=len(upcards), wanted=len(part.up)
        )
    others = {card for other in hand.parts if other is not part for card in other.up}
    ranks = table.game.ranks
    for card in upcards:
        if card == cards.UNKNOWN:
            continue
        if card[0] not in ranks:
            raise Refusal("no_such_card", "S-019", card=card)
        if card in others or card in hand.board:
            raise Refusal("card_twice", "S-019", card=card)


def buy_card(draft: Draft, command: c.BuyCard, now: int) -> None:
    """Deal baseball's extra card face down, or record that the player does not take it (S-180).

    The guide gives neither how it is dealt nor what it costs. Raises `Refusal`: `no_card_to_buy`.
    """
    ensure_dealt(draft)
    hand = draft.hand
    i = hand.index(command.seat)
    if i < 0 or not may_buy(draft.table, hand, hand.parts[i]):
        raise Refusal("no_card_to_buy", "S-180", seat=command.seat)
    if not command.declined:
        draft.record(e.CardBought(command.seat))
        return
    if not is_offered(draft.table, hand, hand.parts[i]):
        raise Refusal("no_card_to_buy", "S-180", seat=command.seat)
    draft.record(e.CardDeclined(command.seat))


def may_buy(table: Table, hand: Hand, part: Participant) -> bool:
    """Return whether, by the entered upcards, a seat may have one that buys another card (S-180)."""
    rank = table.game.bought
    if not rank or part.life != "in" or hand.stage not in ("opener", "betting", "complete"):
        return False
    could = sum(1 for card in part.up if card == cards.UNKNOWN or card[0] == rank)
    bought_by_all = sum(other.bought for other in hand.parts)
    settled = part.bought + part.declined
    return settled < could and bought_by_all < len(cards.SUITS) and hand.ledger.stub > 0


def is_offered(table: Table, hand: Hand, part: Participant) -> bool:
    """Return whether a seat was just dealt an upcard that is known to buy another, and has not acted since (S-180)."""
    if not part.up or part.up[-1][0] != table.game.bought:
        return False
    return part.acted in ("", "brought_in") and may_buy(table, hand, part)


def correct_counts(draft: Draft, command: c.CorrectCounts, now: int) -> None:
    """Correct stub, burns and players; the last street is redealt if no one has acted on it."""
    hand = draft.hand
    if hand.stage not in ("opener", "betting", "complete", "draw"):
        raise Refusal("counts_late", "H-14", stage=hand.stage)
    if not 2 <= command.players <= len(hand.parts):
        raise Refusal("count_range", "S-081", count=command.players, dealt=len(hand.parts))
    _check_deck(draft.table, hand, command)
    again = hand.last_card is not None
    if again and not may_correct(hand):
        raise Refusal("counts_late", "H-14", stage=hand.stage)
    draft.record(e.CountsCorrected(command.stub, command.burns, again))
    if command.players != draft.hand.still_in():
        say_count(draft, command.players)
    if again:
        deal_last(draft, draft.table.game.streets[-1])
        await_opener(draft)
        return
    if draft.hand.stage == "draw" and draft.table.rules.draw_order == "in_turn":
        serve(draft)  # owed cards can be dealt now
    settle(draft)


def _check_deck(table: Table, hand: Hand, command: c.CorrectCounts) -> None:
    """Raise `Refusal` for a count of more cards than the deck has outside the hands.

    The muck is not included: if a street was tapped for too many players, the real stub has more cards than the
    ledger.
    """
    last = hand.last_card
    pile = last.before if last else hand.ledger
    each = dealt_each(table) - (last is not None and last.plan.kind != "common")
    moved = (command.players - hand.still_in()) * each
    if command.stub + command.burns + pile.hands + moved + pile.board > table.game.deck:
        raise Refusal(
            "deck_count", "H-14", stub=command.stub, burns=command.burns, players=command.players
        )
