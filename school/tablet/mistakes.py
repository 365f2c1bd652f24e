"""The kinds of mistakes, and the text of a tap."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from dealer_ui.screen.model import Key, Screen
from poker.formatting import money
from school.tablet.model import MistakeKind, Move
from school.tablet.table import title_of

TITLES: dict[MistakeKind, str] = {
    "wrong_seat": "Wrong seat",
    "wrong_act": "Wrong act",
    "wrong_amount": "Wrong amount",
    "missed_all_in": "All-in not logged",
    "street_early": "Street opened too early",
    "street_late": "Street not opened",
    "wrong_count": "Wrong count of players",
    "wrong_pot": "Pot to the wrong seat",
    "wrong_draw": "Wrong number of cards drawn",
    "wrong_card": "Wrong card or seat shown",
    "missed_floor": "Floor not called",
    "needless_floor": "Floor called unnecessarily",
    "wrong_irregularity": "Wrong report to the floor",
    "wrong_fact": "Wrong fact in a report",
    "wrong_box": "Wrong box",
    "wrong_rank": "Wrong rank",
    "wrong_decision": "Wrong decision of a player",
    "out_of_order": "Right tap, out of order",
    "not_possible": "Not possible at this point",
    "other": "Another tap was due",
}
RUNS: dict[object, str] = {1: "ONCE", 2: "TWICE", 3: "3 TIMES"}
# The explanation of a mistake if the lesson has none.
REASONS: dict[MistakeKind, str] = {
    "wrong_seat": "Log the act at the seat that acted. The seats before it are counted as a check or a call.",
    "wrong_act": "Log what the player did.",
    "wrong_amount": "Log the total in front of the seat.",
    "missed_all_in": "A player without chips left is all-in: log it, so that the side pots are right.",
    "street_early": "A player still has to act, or an act is not logged yet.",
    "street_late": "The round is over. Tap the number of players still in, and deal the next street.",
    "wrong_count": "Count the hands that are still live.",
    "wrong_pot": "Push each pot to the best hand that is in it, the last side pot first.",
    "wrong_draw": "Log the number of cards that the player drew.",
    "wrong_card": "Read the upcards again.",
    "missed_floor": "Stop the action and call the floor before anything else is dealt.",
    "needless_floor": "Nothing is wrong here: the next tap is the dealer's.",
    "wrong_irregularity": "Report what happened: the rule that is proposed depends on it.",
    "wrong_fact": "Report what happened: the fact decides the ruling.",
    "wrong_box": "Log it at the box where it happened.",
    "wrong_rank": "Log the rank that is on the card.",
    "wrong_decision": "Log what the player decided.",
    "out_of_order": "Log the acts in their order.",
    "not_possible": "",
    "other": "",
}
PLAIN = {
    "deal": "DEAL",
    "call_floor": "FLOOR",
    "step_done": "DONE",
    "carry_out": "the remedy",
    "undo": "UNDO",
    "next_hand": "NEXT HAND",
    "open_table": "OPEN",
    "opener": "First to act",
    "bomb_pot": "BOMB POT",
    "splash_pot": "SPLASH POT",
    "start_bounty": "BOUNTY GAME",
    "end_bounty": "the end of the bounty game",
    "pay_bounty": "PAID",
    "run_out": "RUN IT OUT",
    "rebuild_deck": "DECK REBUILT",
    "misdeal": "MISDEAL",
    "draw_button": "the button draw",
    "collect_time": "TIME",
}


def key_text(screen: Screen, move: Move) -> str:
    """Return the text on the key that sends a tap, with its seat: "LOW 5"; "" if no key on the screen sends it."""
    for key in keys_of(screen):
        action = key.do
        if action is None or action.send != move.name or action.args != move.args:
            continue
        words = " ".join(key.text.split())
        seat = move.args.get("seat")
        if not words or words == str(seat):
            return ""  # a number alone does not name a key
        return f"{words} {seat}" if seat else words
    return ""


def keys_of(part: object) -> Iterator[Key]:
    """Yield the keys of a part of the screen, in field order."""
    if isinstance(part, Key):
        yield part
    elif isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from keys_of(getattr(part, name))
    elif isinstance(part, list):
        for element in part:
            yield from keys_of(element)
    elif isinstance(part, dict):
        yield from keys_of(list(part.values()))


def tap_text(move: Move) -> str:
    """Return the text of a tap in a result: "FOLD 4", "3 still in", "Pot to seat 2"."""
    args = move.args
    name = move.name
    seat = args.get("seat")
    match name:
        case "act" | "first_in":
            what = str(args.get("what", "")).replace("_", "-").upper()
            to = args.get("to")
            return f"{what} {seat} to {money(to)}" if isinstance(to, int) else f"{what} {seat}"
        case "close_street":
            return f"{args.get('count')} still in"
        case "award":
            return _award(args.get("seats"), args.get("low"))
        case "draw":
            count = args.get("count")
            return f"Seat {seat} draws {count}" if count else f"Seat {seat} pat"
        case "report":
            return _report(move)
        case "agree_runs":
            return f"{RUNS.get(args.get('runs'), 'RUNS')} {seat}"
    text = PLAIN.get(name, name.replace("_", " ").capitalize())
    return f"{text}, seat {seat}" if seat else text


def _award(seats: object, low: object) -> str:
    high = _seats(seats)
    if not high:
        return "AWARD"
    return f"Pot to {high}" if low is None else f"High to {high}, low to {_seats(low) or high}"


def _seats(seats: object) -> str:
    if not isinstance(seats, (list, tuple)) or not seats:
        return ""
    numbers = [str(seat) for seat in seats]
    return f"seat {numbers[0]}" if len(numbers) == 1 else f"seats {', '.join(numbers)}"


def _report(move: Move) -> str:
    key = str(move.args.get("key", ""))
    if key:
        return title_of(key)
    facts = move.args.get("facts")
    if not isinstance(facts, dict):
        return "Report"
    return ", ".join(f"{str(name).replace('_', ' ')}: {value}" for name, value in facts.items())


def cited(rules: Iterable[str], sources: Mapping[str, str]) -> str:
    """Return the rules of a mistake with their sources: "I-047 (003, HRH 15-B), S-080 (003)"."""
    return ", ".join(f"{rule} ({sources[rule]})" if rule in sources else rule for rule in rules)


def kind_of(tapped: Move, wanted: Sequence[Move], *, refused: bool) -> MistakeKind:
    """Return the kind of a wrong tap. wanted: the due taps in order, at least one."""
    right = wanted[0]
    if any(move == tapped for move in wanted[1:]):
        return "out_of_order"
    if right.name == "call_floor":
        return "missed_floor"
    if tapped.name == "call_floor":
        return "needless_floor"
    if right.name == "report" and tapped.name == "report":
        return "wrong_irregularity" if right.args.get("key") else "wrong_fact"
    if _is_act(right) and _is_act(tapped):
        return _kind_of_act(tapped, right)
    if refused:
        return "not_possible"
    return _kind_by_name(tapped.name, right.name)


def _is_act(move: Move) -> bool:
    return move.name in ("act", "first_in")


def _kind_of_act(tapped: Move, right: Move) -> MistakeKind:
    if tapped.args.get("seat") != right.args.get("seat"):
        return "wrong_seat"
    if right.args.get("what") == "all_in" and tapped.args.get("what") != "all_in":
        return "missed_all_in"
    return "wrong_amount" if _is_bet(tapped) and _is_bet(right) else "wrong_act"


def _is_bet(move: Move) -> bool:
    return move.args.get("what") in ("bet", "raise", "complete", "all_in")


def _kind_by_name(tapped: str, right: str) -> MistakeKind:
    match (tapped, right):
        case ("close_street", "close_street"):
            return "wrong_count"
        case ("award", "award"):
            return "wrong_pot"
        case ("draw", "draw"):
            return "wrong_draw"
        case ("close_street" | "skip_to", _):
            return "street_early"
        case (_, "close_street"):
            return "street_late"
        case (
            _,
            "opener" | "tie" | "suit" | "show_up" | "show_street" | "show_hand" | "show_board",
        ):
            return "wrong_card"
    return "other"
