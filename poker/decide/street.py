"""Closing a round and dealing the next street, one tap: the number still in (S-081 to S-089, S-185)."""

from msgspec.structs import replace

from poker import betting, cards, pots
from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.draft import Draft
from poker.refusal import Refusal
from poker.turn import can_bet, next_due, pending


def close_street(draft: Draft, command: c.CloseStreet, now: int) -> None:
    """The count closes the round and opens the next street, or the showdown after the last."""
    ensure_dealt(draft)
    check_count(draft, command.count)
    faces = cards.known_or_unseen(command.cards)
    cards.known_or_unseen(draft.hand.board + faces)
    close(draft, command.count, faces)


def skip_to(draft: Draft, command: c.SkipTo, now: int) -> None:
    """Catch up in one tap; rounds in between were not followed and the hand is partial."""
    ensure_dealt(draft)
    hand, game = draft.hand, draft.table.game
    check_count(draft, command.count)
    target = len(game.streets) if command.street == "showdown" else game.index(command.street)
    if target <= hand.street:
        raise Refusal("street_behind", "S-085", street=command.street)
    skip(draft, target, command.count)


def skip(draft: Draft, target: int, count: int) -> None:
    """Deal on to a street (the number of streets means the showdown), leaving rounds unfollowed."""
    say_count(draft, count)
    while draft.hand.street < target and draft.hand.stage != "showdown":
        missed = draft.hand.stage == "betting"
        if missed:
            draft.record(e.StreetSkipped(draft.table.game.streets[draft.hand.street].name))
        advance(draft, followed=not missed)


def check_count(draft: Draft, count: int) -> None:
    """A count lies between two and the players dealt in; the last one alone is an award."""
    hand = draft.hand
    if hand.stage not in ("betting", "complete"):
        raise Refusal("betting_over", "S-081", stage=hand.stage)
    if count == 1:
        raise Refusal("count_one", "S-096", count=count)
    if not 2 <= count <= len(hand.parts):
        raise Refusal("count_range", "S-081", count=count, dealt=len(hand.parts))


def close(draft: Draft, count: int, faces: tuple[str, ...] = ()) -> None:
    """Infer what is open, say the count, gather the bets, burn and deal."""
    if draft.table.tracking == "actions":
        infer_rest(draft)
    say_count(draft, count)
    advance(draft, faces)


def infer_rest(draft: Draft) -> None:
    """Everybody who still owed an answer checked or called."""
    for i in list(pending(draft.hand)):
        if draft.hand.stage != "betting":
            return
        infer_answer(draft, draft.hand.parts[i].seat, closing=True)


def infer_answer(draft: Draft, seat: int, *, closing: bool = False) -> None:
    """A check where nothing is owed, a call otherwise."""
    hand = draft.hand
    part = hand.parts[hand.index(seat)]
    due = betting.to_call(hand, part)
    if due == 0:
        draft.record(e.Checked(seat, inferred=True))
        return
    all_in = due == part.stack
    draft.record(e.Called(seat, due, all_in=all_in, inferred=True, closing=closing))


def say_count(draft: Draft, count: int) -> None:
    """The dealer's count is the truth; whoever it takes out without a name is named later or never."""
    hand = draft.hand
    unnamed = len(hand.live()) - count
    each = max(part.cards for part in hand.parts)  # who left before a redeal has none
    draft.record(e.CountSaid(count, unnamed, moved=(unnamed - hand.unnamed) * each))


def advance(draft: Draft, faces: tuple[str, ...] = (), *, followed: bool = True) -> None:
    """Gather the bets, then burn, deal and open the next round; after the last round, the showdown."""
    hand, table = draft.hand, draft.table
    known = hand.known and table.tracking == "actions"
    if followed:
        return_uncalled(draft)
    draft.record(e.PotCollected(draft.hand.chips(), known=known))
    streets = table.game.streets
    if hand.street + 1 >= len(streets):
        draft.record(e.ShowdownReached())
        return
    street = streets[hand.street + 1]
    for _ in range(street.burn):
        draft.record(e.CardBurned(street.name))
    draft.record(e.BoardDealt(street.name, _faces(street.board, faces)))
    _open_round(draft)


def _faces(count: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    if not faces:
        return (cards.UNKNOWN,) * count
    if len(faces) != count:
        raise Refusal("board_count", "S-083", cards=len(faces), wanted=count)
    return faces


def return_uncalled(draft: Draft) -> None:
    """What nobody called goes back before the bets are gathered (S-115).

    Where earlier rounds were not followed only this round's bets are compared.
    """
    hand = draft.hand
    if draft.table.tracking == "streets":
        return
    parts = hand.parts
    if not hand.known:
        parts = tuple(replace(part, total=part.committed) for part in parts)
    i, over = pots.uncalled(parts)
    if over:
        draft.record(e.UncalledReturned(parts[i].seat, over))


def _open_round(draft: Draft) -> None:
    hand = draft.hand
    due = next_due(hand.parts, 0, len(hand.parts) - 1) if can_bet(hand.parts) > 1 else -1
    draft.record(
        e.BettingOpened(due=hand.parts[due].seat if due >= 0 else 0, increment=draft.bet_unit)
    )
