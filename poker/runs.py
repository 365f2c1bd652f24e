"""Running it twice or three times: all who are left are all-in and agree, and the rest is dealt again (H-73).

No guide covers it. The runs share the cards that are out; every pot is split by run as it is by board.
"""

from poker.burns import burns_before, house_burns
from poker.refusal import Refusal
from poker.state import Hand, Table
from poker.turn import can_bet

MOST = {"once": 1, "twice": 2, "three": 3}  # runs by the house's choice


def most_runs(table: Table) -> int:
    """Return how many runs the players may agree on now, 1 if only one."""
    try:
        check_runs(table)
    except Refusal:
        return 1
    return min(MOST[table.rules.runs], deck_allows(table))


def deck_allows(table: Table) -> int:
    """Return how many runs of the rest of the board the stub has cards for."""
    hand = table.hand
    assert hand is not None
    coming = table.game.streets[hand.street + 1 :]
    cards = sum(street.board + house_burns(street, table.rules) for street in coming)
    first = sum(street.board + burns_before(table, street, _run(hand)) for street in coming)
    if not cards or hand.ledger.stub < first:
        return 1
    return 1 + (hand.ledger.stub - first) // cards


def _run(hand: Hand) -> int:
    """Return the run that is dealt now, 0 before runs are agreed on."""
    return hand.runs.current if hand.runs else 0


def check_runs(table: Table) -> None:
    """Raise `Refusal` unless the players left may agree on the number of runs.

    `runs_off`, `runs_no_board`, `runs_boards` on two boards, `runs_not_all_in`, `runs_draw` while players still draw,
    `runs_count` until a count of players is settled, `runs_no_cards` after the last card, `runs_seen` once a card of
    the first run is out, `runs_deck` if the stub has too few cards for a second run.
    """
    hand = table.hand
    if table.rules.runs == "once":
        raise Refusal("runs_off", "H-73", table=table.name)
    if table.game.family != "flop":
        raise Refusal("runs_no_board", "H-73", game=table.game.key)
    if hand is None or hand.stage not in ("complete", "showdown") or can_bet(hand.parts) > 1:
        raise Refusal("runs_not_all_in", "H-73", table=table.name)
    if hand.runs is None and len(hand.boards) > 1:
        raise Refusal("runs_boards", "H-73", boards=len(hand.boards))
    if hand.unnamed:
        raise Refusal("runs_count", "H-73", count=hand.still_in())
    _check_cards(table, hand)


def _check_cards(table: Table, hand: Hand) -> None:
    """Raise `Refusal` unless only the board is to come, and none of it was seen since the last bet."""
    coming = table.game.streets[hand.street + 1 :]
    if any(street.draw or street.discard for street in coming):
        raise Refusal("runs_draw", "H-73", game=table.game.key)
    if _is_seen(hand):
        raise Refusal("runs_seen", "H-73", hand=hand.number)
    if hand.stage == "showdown" or not coming:
        raise Refusal("runs_no_cards", "H-73", hand=hand.number)
    if deck_allows(table) < 2:
        raise Refusal("runs_deck", "H-73", most=1, players=len(hand.parts))


def _is_seen(hand: Hand) -> bool:
    """Return whether a street was dealt since the last bet was possible."""
    if hand.runs is not None:
        return hand.runs.current > 0 or hand.street > hand.runs.street
    return hand.street > 0 and hand.round.began < 2


def agreed_runs(hand: Hand) -> int:
    """Return the number of runs that everyone left has agreed to; 1 unless all agreed to the same number."""
    numbers = {dict(hand.agreed).get(part.seat, 1) for part in hand.live()}
    return numbers.pop() if len(numbers) == 1 else 1
