"""Close a round and deal the next street in one tap: the number of players still in (S-081 to S-089, S-185)."""

from msgspec.structs import replace

from poker import betting, cards, pots
from poker import commands as c
from poker import events as e
from poker.decide.boards import burn, deal_boards
from poker.decide.deal import ensure_dealt
from poker.decide.draw_round import close_draw, open_draw, owed, serve
from poker.decide.draw_round import due as due_to_draw
from poker.decide.last_card import deal_last, is_last
from poker.decide.opener import await_opener, brings_in, derive
from poker.draft import Draft
from poker.games import Street
from poker.refusal import Refusal
from poker.remedies import carry_out_before
from poker.runs import most_runs
from poker.state import Hand, Participant, Table
from poker.turn import can_bet, next_due, pending

ROUND = ("draw", "opener", "betting", "complete")  # stages in which a count closes the street


def close_street(draft: Draft, command: c.CloseStreet, now: int) -> None:
    """Close the round by the count and open the next street, or the showdown after the last street."""
    ensure_dealt(draft)
    check_count(draft, command.count)
    hand = draft.hand
    still_in = hand.still_in()
    if command.lit == command.count != still_in:
        # A fold was on its way: the key showed the old number.
        raise Refusal("count_changed", "S-081", count=command.count, still_in=still_in)
    faces = cards.known_or_unseen(command.cards)
    if faces:
        cards.known_or_unseen((*hand.center(), *faces))
    asks_for_runs = hand.stage == "betting" and not faces
    close(draft, command.count, faces, asks_for_runs=asks_for_runs)


def run_out(draft: Draft, command: c.RunOut, now: int) -> None:
    """Deal all remaining streets, up to the showdown, once no one can bet."""
    ensure_dealt(draft)
    check_count(draft, command.count)
    hand = draft.hand
    streets = draft.table.game.streets
    if hand.stage != "complete" or can_bet(hand.parts) > 1:
        raise Refusal("run_out_early", "S-115", stage=hand.stage)
    if command.count != hand.still_in():
        raise Refusal("count_changed", "S-081", count=command.count, still_in=hand.still_in())
    if any(street.draw for street in streets[hand.street + 1 :]):
        raise Refusal("run_out_draws", "S-176", game=draft.table.game.key)
    if any(street.by_seat for street in streets[hand.street + 1 :]):
        raise Refusal("run_out_discards", "S-180", game=draft.table.game.key)
    say_count(draft, command.count, runs_out=True)
    run = _run(draft.hand)
    while draft.hand.stage == "complete" and _run(draft.hand) == run:
        advance(draft)


def _run(hand: Hand) -> int:
    return hand.runs.current if hand.runs else 0


def skip_to(draft: Draft, command: c.SkipTo, now: int) -> None:
    """Catch up in one tap; rounds in between are not tracked and the hand is partial."""
    ensure_dealt(draft)
    hand = draft.hand
    game = draft.table.game
    check_count(draft, command.count)
    target = len(game.streets) if command.street == "showdown" else game.index(command.street)
    if target <= hand.street:
        raise Refusal("street_behind", "S-085", street=command.street)
    skip(draft, target, command.count)


def skip(draft: Draft, target: int, count: int) -> None:
    """Deal up to a street (the number of streets for the showdown) without tracking the rounds."""
    say_count(draft, count)
    while draft.hand.street < target and draft.hand.stage != "showdown":
        end_draw(draft)
        missed = draft.hand.stage in ("betting", "opener")
        if missed:
            draft.record(e.StreetSkipped(draft.table.game.streets[draft.hand.street].name))
        advance(draft, followed=not missed)


def check_count(draft: Draft, count: int) -> None:
    """Raise `Refusal` unless the count is between two and the players dealt in; a single player is awarded the pot."""
    hand = draft.hand
    if hand.stage not in ROUND:
        raise Refusal("betting_over", "S-081", stage=hand.stage)
    if count == 1:
        raise Refusal("count_one", "S-096", count=count)
    if not 2 <= count <= len(hand.parts):
        raise Refusal("count_range", "S-081", count=count, dealt=len(hand.parts))
    threw = sum(1 for part in hand.parts if part.threw and part.life == "in")
    if count < threw:
        raise Refusal("count_discarded", "S-180", count=count, discarded=threw)


def close(
    draft: Draft, count: int, faces: tuple[str, ...] = (), *, asks_for_runs: bool = False
) -> None:
    """Infer open acts, record the count, collect the bets, burn and deal.

    asks_for_runs: whether the deal waits if everyone is now all-in and may agree to run it twice (H-73); the next count
    deals.
    """
    end_draw(draft)
    unsaid = draft.hand.stage == "opener" and brings_in(draft.table)
    if unsaid:  # the bring-in was not named: the round was not tracked
        draft.record(e.StreetSkipped(draft.table.game.streets[draft.hand.street].name))
    if draft.table.tracking == "actions":
        infer_rest(draft)
    say_count(draft, count)
    if asks_for_runs and most_runs(draft.table) > 1:
        return
    advance(draft, faces, followed=not unsaid)


def infer_rest(draft: Draft) -> None:
    """Infer a check or call for everyone who still owed action."""
    for i in list(pending(draft.hand)):
        if draft.hand.stage != "betting":
            return
        infer_answer(draft, draft.hand.parts[i].seat, closing=True)


def infer_answer(draft: Draft, seat: int, *, closing: bool = False) -> None:
    """Infer a check if nothing is owed, a call otherwise."""
    hand = draft.hand
    part = hand.parts[hand.index(seat)]
    due = betting.to_call(hand, part)
    if due == 0:
        draft.record(e.Checked(seat, inferred=True))
        return
    all_in = due == part.stack
    draft.record(e.Called(seat, due, all_in=all_in, inferred=True, closing=closing))


def say_count(draft: Draft, count: int, *, runs_out: bool = False) -> None:
    """Record the dealer's count, which takes precedence; players it takes out may be named later."""
    hand = draft.hand
    unnamed = len(hand.live()) - count
    each = dealt_each(draft.table)
    moved = (unnamed - hand.unnamed) * each
    draft.record(e.CountAnnounced(count, unnamed, moved=moved, run_out=runs_out))


def dealt_each(table: Table) -> int:
    """Return the cards dealt so far to a player still in, not counting bought cards."""
    return sum(street.each - street.discard for street in _dealt(table))


def dealt_since(table: Table, part: Participant) -> tuple[int, int]:
    """Return how many cards the others were dealt since this hand was folded, and how many of those face up."""
    if table.game.has_draw:
        return 0, 0
    up = sum(street.up for street in _dealt(table))
    return dealt_each(table) + part.bought - part.threw - part.cards, up - len(part.up)


def _dealt(table: Table) -> tuple[Street, ...]:
    """Return the streets with cards for each seat; a common card belongs to no seat."""
    hand = table.hand
    assert hand is not None
    common = hand.last_card is not None and hand.last_card.plan.kind == "common"
    return table.game.streets[: hand.street + (not common)]


def advance(draft: Draft, faces: tuple[str, ...] = (), *, followed: bool = True) -> None:
    """Collect the bets, then burn, deal and open the next round; after the last round, the showdown."""
    table = draft.table
    streets = table.game.streets
    hand = draft.hand
    if hand.stage == "draw" and streets[hand.street].board:
        end_draw(draft)
        hand = draft.hand
    known = hand.known and table.tracking == "actions"
    if followed:
        return_uncalled(draft)
    draft.record(e.PotCollected(draft.hand.chips(), known=known))
    if hand.street + 1 >= len(streets):
        draft.record(e.ShowdownReached())
        return
    _deal_street(draft, streets[hand.street + 1], faces)


def return_uncalled(draft: Draft) -> None:
    """Return the uncalled part of a bet before collecting the bets (S-115).

    If earlier rounds were not tracked, only this round's bets are compared.
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


def _deal_street(draft: Draft, street: Street, faces: tuple[str, ...]) -> None:
    """Deal one street as its game defines it: discards, a draw, cards to the players, or the board."""
    if not (street.draw and street.board):
        carry_out_before(draft, street.name)
    if street.discard:
        threw = sum(part.threw for part in draft.hand.live())
        cards_out = street.discard * draft.hand.still_in() - threw
        draft.record(e.Discarded(street.discard, cards_out))
    if street.draw:
        open_draw(draft, street)
        return
    if is_last(draft.table, draft.hand.street + 1):
        deal_last(draft, street)
        await_opener(draft)
        return
    if street.board:
        deal_boards(draft, street, faces)
    else:
        burn(draft, street)
        cards_out = street.each * draft.hand.still_in()
        draft.record(e.StreetDealt(street.name, cards_out, street.hole, street.up))
    if draft.table.game.family == "stud":
        await_opener(draft)
    else:
        open_round(draft)
        _begin_next_run(draft)


def _begin_next_run(draft: Draft) -> None:
    """Go back to the street that the runs share, once a run is dealt and the house reads all runs together (H-74)."""
    hand = draft.hand
    runs = hand.runs
    if runs is None or draft.table.rules.runs_read == "each":
        return
    if hand.street + 1 == len(draft.table.game.streets) and runs.current + 1 < runs.count:
        draft.record(e.RunBegun(runs.current + 1))


def open_round(draft: Draft) -> None:
    """Open a round in a game with a button: from its left; after a draw with antes, from the opener (S-174,
    S-175).
    """
    hand = draft.hand
    due = next_due(hand.parts, 0, _before_first(draft)) if can_bet(hand.parts) > 1 else -1
    draft.record(
        e.BettingOpened(due=hand.parts[due].seat if due >= 0 else 0, increment=draft.bet_unit)
    )


def _before_first(draft: Draft) -> int:
    """Return the index before the seat that opens: the button, or the index before the first round's opener (H-44)."""
    hand = draft.hand
    table = draft.table
    by_opener = table.game.family == "draw" and not table.plaque.blinds
    if by_opener and table.rules.after_draw == "by_forced_bet":
        i = hand.index(hand.opened)
        if i >= 0:
            return i - 1
    return len(hand.parts) - 1


def reach_draw(draft: Draft) -> None:
    """Start the draw if one is announced while the round before it is complete.

    Raises `Refusal`: `no_draw` otherwise.
    """
    ensure_dealt(draft)
    hand = draft.hand
    streets = draft.table.game.streets
    coming = hand.stage == "complete" and hand.street + 1 < len(streets)
    if coming and streets[hand.street + 1].draw:
        close(draft, hand.still_in())
    if draft.hand.stage != "draw":
        raise Refusal("no_draw", "S-176", stage=draft.hand.stage)


def settle(draft: Draft) -> None:
    """Open the round once the last draw is dealt or a fold decides who opens; end a round in which no one can bet."""
    if draft.hand.stage == "draw" and due_to_draw(draft.hand) == 0:
        serve(draft)  # a seat that had not announced may have folded
        if not owed(draft.hand):
            _open_after_draw(draft)
    elif draft.hand.stage == "opener" and can_bet(draft.hand.parts) < 2:
        draft.record(e.BettingOpened(due=0, increment=draft.bet_unit))
    elif draft.hand.stage == "opener":
        derive(draft)


def end_draw(draft: Draft) -> None:
    """End a draw once an act or a count shows that it is over; dealing never waits for the tablet."""
    if draft.hand.stage == "draw":
        close_draw(draft)
        _open_after_draw(draft)


def _open_after_draw(draft: Draft) -> None:
    """Deal the board card of a street that draws first, and open the round."""
    street = draft.table.game.streets[draft.hand.street]
    if street.board:
        carry_out_before(draft, street.name)
        deal_boards(draft, street, within=True)
    open_round(draft)
