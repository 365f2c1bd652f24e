"""What each chair shows: who sits there, what lies in front of them, and what they may do with which numbers."""

from poker import betting, button, chips, reading
from poker.decide.street import advance
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Part, Seat, Table
from poker.turn import can_bet, pending


def seats(table: Table, shown: Table) -> list[dict[str, object]]:
    """One entry a chair. `shown` is the table with the next hand begun when none is in progress."""
    hand = shown.hand
    options = _options(shown, hand) if hand else {}
    return [_seat(table, shown, seat, options) for seat in table.seats]


def _seat(
    table: Table, shown: Table, seat: Seat, options: dict[int, dict[str, object]]
) -> dict[str, object]:
    hand = shown.hand
    i = hand.index(seat.number) if hand else -1
    part = hand.parts[i] if hand and i >= 0 else None
    entry: dict[str, object] = {
        "seat": seat.number,
        "name": seat.name,
        "player": seat.player,
        "state": _state(table, seat, part),
        "button": bool(hand and hand.button == seat.number)
        or (not hand and table.button == seat.number),
        "blind": _blind(hand, seat.number),
        "missed": seat.missed,
        "new": seat.new,
        "entry": seat.entry,
        "away": seat.away,
        "stack": part.stack if part else seat.stack,
    }
    entry["choices"] = _choices(table, seat)
    entry.update(_in_hand(table, hand, part, options))
    return entry


def _in_hand(
    table: Table, hand: Hand | None, part: Part | None, options: dict[int, dict[str, object]]
) -> dict[str, object]:
    nothing: dict[str, object] = {
        "due": False,
        "can_fold": False,
        "can_unfold": False,
        "can_check": False,
        "can_call": False,
        "to_call": 0,
        "call_pot": 0,
        "raise": None,
    }
    if part is None or hand is None:
        return {
            "front": 0,
            "dead": 0,
            "all_in": False,
            "acted": None,
            "shown": [],
            "reading": None,
            **nothing,
        }
    return {
        "front": part.committed,
        "dead": part.dead,
        "all_in": part.all_in,
        "acted": part.acted or None,
        "shown": list(part.shown),
        "reading": _reading(table, hand, part),
        **nothing,
        "can_unfold": part.life == "folded" and not part.gone and not hand.pots,
        **options.get(part.seat, {}),
    }


def _state(table: Table, seat: Seat, part: Part | None) -> str:
    if part is not None:
        return part.life
    if not seat.taken:
        return "empty"
    if seat.away:
        return "away"
    return "waiting" if table.is_open and table.button else "sitting"


def _choices(table: Table, seat: Seat) -> list[str]:
    """What `sit_in` takes for this seat now; for who has cards only that it does not sit out after all."""
    i = table.hand.index(seat.number) if table.hand else -1
    if not seat.taken:
        return []
    if table.hand and i >= 0 and table.hand.parts[i].life == "in" and not seat.away:
        return []
    return list(button.entry_choices(table, seat))


def _blind(hand: Hand | None, number: int) -> str | None:
    if hand is None:
        return None
    if hand.big == number:
        return "BB"
    return "SB" if hand.small == number else None


def _options(shown: Table, hand: Hand) -> dict[int, dict[str, object]]:
    """By seat: what it may do when it comes to act, the ones before it checking or calling."""
    if hand.stage == "complete":
        return _next_round(shown, hand)
    if hand.stage != "betting":
        return {}
    if shown.tracking == "streets":
        return {part.seat: {"can_fold": True} for part in hand.live()}
    options: dict[int, dict[str, object]] = {}
    called = 0
    first = True
    for i in pending(hand):
        part = hand.parts[i]
        owed = betting.to_call(hand, part)
        options[part.seat] = {
            "due": True,
            "first": first,
            "can_fold": True,
            "can_check": owed == 0,
            "can_call": owed > 0,
            "to_call": owed,
            "call_pot": betting.call_pot(hand, part),
            "raise": _raise(shown, part, called),
        }
        called += owed
        first = False
    if hand.unnamed > 0:
        for part in hand.live():
            options.setdefault(part.seat, {})["can_fold"] = True
    return options


def _raise(shown: Table, part: Part, called: int) -> dict[str, object] | None:
    try:
        bounds = betting.bounds(shown, part, called=called)
    except Refusal:
        return None
    pot = betting.pot_sized(shown, part, called=called)
    half = betting.pot_sized(shown, part, called=called, share=2)
    return {
        "kind": bounds.kind,
        "min": bounds.least,
        "max": bounds.most,
        "pot": _fit(pot, bounds, shown.plaque.chips),
        "all_in": _all_in(part, bounds),
        "half_pot": _fit(half, bounds, shown.plaque.chips),
    }


def _all_in(part: Part, bounds: betting.Bounds) -> int | None:
    if part.stack is None:
        return None
    whole = part.committed + part.stack
    return whole if bounds.most is None or whole <= bounds.most else None


def _fit(amount: int, bounds: betting.Bounds, denominations: tuple[int, ...]) -> int:
    """What the chips can make of an amount, within the bounds (S-118)."""
    amount = max(chips.down(amount, denominations), bounds.least)
    return amount if bounds.most is None else min(amount, bounds.most)


def _next_round(shown: Table, hand: Hand) -> dict[int, dict[str, object]]:
    """A bet while the round is complete says that the next street was dealt already."""
    last = hand.street + 1 >= len(shown.game.streets)
    if last or can_bet(hand.parts) < 2 or shown.tracking == "streets":
        return {}
    draft = Draft(shown)
    advance(draft)
    ahead = draft.hand
    return {
        part.seat: {"raise": _raise(draft.table, part, 0)} for part in ahead.live() if part.can_act
    }


def _reading(table: Table, hand: Hand, part: Part) -> str | None:
    if not part.shown:
        return None
    try:
        return reading.label(table.game.ranking, part.shown, hand.board)
    except Refusal:
        return None
