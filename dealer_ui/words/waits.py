"""What the band says while the pad of a seat is open or a key waits for its seat."""

from collections.abc import Sequence

from dealer_ui.words.lines import View, first_that_fits
from rulings.wording.sayings import money, number_word, the_street, typeset


def pad_sentence(seat: int, verb: str, answering: Sequence[int]) -> dict[str, str]:
    """While the raise pad of a seat is open."""
    now = f"Seat {seat} {verb}. Say the total aloud."
    then = f"Then {_seats(answering)}." if answering else ""
    now, then = first_that_fits(iter([(now, then), (now, "")]))
    return {"now": now, "then": then}


def pot_told(pot: int, calls: int) -> str:
    """The pot on the raise pad, as the presets count it: with the calls of the seats before the one that raises."""
    return f"pot {money(pot + calls)} with calls" if calls else f"pot now {money(pot)}"


def _seats(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} answers"
    return f"seats {', '.join(map(str, seats))} answer"


ARMS = {
    "all_in": ("All-in: tap the seat.", "Then count the total."),
    "kill": ("Kill a hand: tap the seat.", "Its chips stay in the pot."),
    "award": ("Award now: tap the winner.", "The others are out."),
    "call": ("Check or call: tap the seat.", ""),
    "first_call": ("First in with a call: tap the seat.", "Seats before it are out."),
    "first_raise": ("First in with a raise: tap the seat.", "Seats before it are out."),
    "seat": ("Tap the seat to change.", ""),
    "post": ("Short post: tap the seat.", "Then the amount."),
    "said": ("Words before chips: tap the seat.", "Then what was said."),
    "muck": ("Hand given up unseen: tap the seat.", "It goes to the muck."),
    "first": ("Who acts first: tap the seat.", "Or log its bet."),
    "up": ("Upcards: tap the seat.", "Then its cards, in the order dealt."),
    "buy": ("A card is bought: tap the seat.", "Deal it one card down."),
    "conduct": ("Conduct: tap the seat.", "Then what happened."),
    "show": ("Cards shown: tap the seat.", "Then its cards."),
}


def arm_sentence(arm: str) -> dict[str, str]:
    """While a key waits for its seat."""
    now, then = ARMS[arm]
    return {"now": typeset(now), "then": typeset(then)}


SUBSTANTIAL = {
    "guides": "three, or two with chips",
    "two_acted": "two players",
    "tda": "three, or two and chips",
}


def misdeal_asked(acted: View) -> str:
    """Why a misdeal is asked for again: who acted, beside what this house calls substantial action (H-01)."""
    law = f"H-01: {SUBSTANTIAL[acted['by']]}"
    if acted["players"] is None:
        who = "A round was closed"
    elif acted["by"] == "tda":
        who = f"{_count(acted['acts'], 'act')}, {number_word(acted['with_chips'])} with chips"
    else:
        who = f"{number_word(acted['players']).capitalize()} acted, {number_word(acted['with_chips'])} with chips"
    back = "Bets after the deal go back. Blinds and antes stay, the same hand is dealt again."
    return typeset(f"{who} ({law}). {back}")


def _count(number: int, what: str) -> str:
    return f"{number_word(number).capitalize()} {what}{'' if number == 1 else 's'}"


def unfold_sentence(seat: int, owes: int) -> dict[str, str]:
    """What a second tap on a folded seat would do: chips that it owes, or a hand back in the showdown (S-142)."""
    owed = money(owes) if owes else ""
    what = f"it owes {owed}" if owes else "into the showdown"
    now = typeset(f"Tap again: seat {seat}'s hand back, {what} (S-142).")
    return {"now": now, "then": "", "owes": owed}


def skip_sentence(street: str) -> dict[str, str]:
    """While a chosen street waits for the number that is still in there."""
    now = f"Skip to {the_street(street)}: tap the number still in."
    return {"now": now, "then": "The hand is marked partial."}
