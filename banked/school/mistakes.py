"""The kinds of mistakes at a house-banked table, and the text of a tap."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from banked.rules.cards import FACE
from banked.rules.irregularities import catalogue
from poker.formatting import money, smart_quotes
from school.tablet import mistakes
from school.tablet.model import MistakeKind, Move

DECISIONS = ("card", "stand", "double", "split", "surrender", "rescue")
REASONS: Mapping[MistakeKind, str] = {
    **mistakes.REASONS,
    "wrong_amount": "Log the whole wager that lies in the box.",
    "wrong_card": "Look at the cards again.",
    "needless_floor": "Nothing is wrong here: the next tap is yours.",
    "out_of_order": "Log what happens in its order.",
}


def kind_of(tapped: Move, wanted: Sequence[Move], *, is_refused: bool) -> MistakeKind:
    """Return the kind of a wrong tap. wanted: the due taps in order, at least one."""
    right = wanted[0]
    if tapped in wanted[1:]:
        return "out_of_order"
    if right.name == "call_floor":
        return "missed_floor"
    if tapped.name == "call_floor":
        return "needless_floor"
    is_decision = tapped.name in DECISIONS and right.name in DECISIONS
    if tapped.name == right.name or is_decision:
        return _kind_by_arguments(tapped, right)
    return "not_possible" if is_refused else "other"


def _kind_by_arguments(tapped: Move, right: Move) -> MistakeKind:
    if any(tapped.args.get(name) != right.args.get(name) for name in ("box", "hand")):
        return "wrong_box"
    if tapped.name != right.name:
        return "wrong_decision"
    return _KINDS.get(tapped.name, "other")


_KINDS: Mapping[str, MistakeKind] = {
    "card": "wrong_rank",
    "correct_card": "wrong_rank",
    "set_bet": "wrong_amount",
    "insure": "wrong_amount",
    "name_match": "wrong_card",
    "name_suits": "wrong_card",
    "peek": "wrong_card",
    "report": "wrong_irregularity",
}


def tap_text(move: Move) -> str:
    """Return the text of a tap: "7 to box 3", "STAND, box 3 hand 2", "NO MORE BETS"."""
    text = _TEXTS.get(move.name)
    words = text(move.args) if text else move.name.replace("_", " ").upper()
    return smart_quotes(words)


def _where(args: Mapping[str, Any]) -> str:
    """Return "box 3", "box 3 hand 2" or "the dealer"."""
    box = args.get("box")
    if not box:
        return "the dealer"
    hand = args.get("hand")
    return f"box {box} hand {hand}" if hand else f"box {box}"


def _card(args: Mapping[str, Any]) -> str:
    card = str(args.get("card", ""))
    return f"{'J Q K' if card == FACE else card} to {_where(args)}"


def _wager(args: Mapping[str, Any]) -> str:
    amount = args.get("amount")
    words = {"match": "MATCH", "second": "2ND MATCH"}.get(str(args.get("what")), "BET")
    total = money(amount) if isinstance(amount, int) else ""
    return f"{words} of box {args.get('box')}: {total}"


def _insurance(args: Mapping[str, Any]) -> str:
    amount = args.get("amount")
    total = money(amount) if isinstance(amount, int) and amount else "none"
    return f"INSURE, box {args.get('box')}: {total}"


def _match(args: Mapping[str, Any]) -> str:
    how = {"none": "NO MATCH", "other": "OTHER SUIT", "same": "SAME SUIT"}
    return f"{how.get(str(args.get('how')), 'MATCH')}, {_where(args)} card {args.get('card')}"


def _suits(args: Mapping[str, Any]) -> str:
    suits = {"mixed": "MIXED", "suited": "ONE SUIT", "spades": "SPADES"}
    return f"{suits.get(str(args.get('suits')), 'SUITS')}, {_where(args)}"


def _peek(args: Mapping[str, Any]) -> str:
    return "BLACKJACK" if args.get("is_blackjack") else "NO BLACKJACK"


def _correction(args: Mapping[str, Any]) -> str:
    return f"CARD ERROR, {_where(args)} card {args.get('place')} is {args.get('card')}"


def _report(args: Mapping[str, Any]) -> str:
    row = catalogue().get(str(args.get("key", "")))
    return row.title if row else "Report"


def _at(word: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda args: f"{word}, {_where(args)}"


_TEXTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "card": _card,
    "set_bet": _wager,
    "insure": _insurance,
    "name_match": _match,
    "name_suits": _suits,
    "peek": _peek,
    "correct_card": _correction,
    "report": _report,
    "stand": _at("STAND"),
    "double": _at("DOUBLE"),
    "split": _at("SPLIT"),
    "rescue": _at("RESCUE"),
    "surrender": _at("SURRENDER"),
    "repeat_bets": lambda args: "AS LAST ROUND",
    "close_insurance": lambda args: "PEEK",
    "call_floor": lambda args: "FLOOR",
    "open_shoe": lambda args: "NEW SHOE",
    "cover_card": lambda args: "Cover card is out",
    "discard_card": lambda args: "A card to the rack",
    "open_table": lambda args: "OPEN TABLE",
}
