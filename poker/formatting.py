"""Formatting of money, seats, numbers and streets."""

import re
from collections.abc import Sequence

from poker.currency import currency

APOSTROPHE = chr(0x2019)
MARKED = re.compile(r"¤(\d+)")  # an amount in a stored text, in the smallest unit
LEFT = "first left of the button"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
STREETS = {
    "preflop": "before the flop",
    "flop": "flop",
    "turn": "turn",
    "river": "river",
    "showdown": "showdown",
    "predraw": "before the draw",
    "first_draw": "first draw",
    "second_draw": "second draw",
    "third_draw": "third draw",
}


SUITS = {"c": chr(0x2663), "d": chr(0x2666), "h": chr(0x2665), "s": chr(0x2660)}


def card(code: str) -> str:
    """Return a card's face: "Ad" is A and a diamond, "Th" 10 and a heart; other text is unchanged."""
    if len(code) != 2 or code[0] not in "23456789TJQKA" or code[1] not in SUITS:
        return code
    return f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}"


NUMBERED = {"second": "2ND", "third": "3RD"} | {
    name: f"{number}TH"
    for number, name in enumerate(("fourth", "fifth", "sixth", "seventh", "eighth"), 4)
}
DRAWS = {"first_draw": "DRAW 1", "second_draw": "DRAW 2", "third_draw": "DRAW 3"}
SHORT = {"showdown": "SHOW"} | NUMBERED | DRAWS


def smart_quotes(text: str) -> str:
    """Replace straight apostrophes with typographic ones."""
    return text.replace("'", APOSTROPHE)


def money(amount: int) -> str:
    """Return an amount such as $54, $1,250 or 54 €, with decimals only if there are any: $0.50."""
    return currency().money(amount)


def with_amounts(text: str) -> str:
    """Return a text with its marked amounts as money: "Default: ¤2500." becomes "Default: $25."."""
    return MARKED.sub(lambda match: money(int(match[1])), text)


def money_or_blank(amount: int | None) -> str:
    """Return an amount, "" if it is unknown."""
    return "" if amount is None else money(amount)


def plain(amount: int) -> str:
    """Return an amount as on a plaque, without the symbol: 4, 0.50."""
    return currency().plain(amount)


def number_word(count: int) -> str:
    """Return a number up to ten as a word (two rounds, five players), larger ones as digits."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def ordinal_word(place: int) -> str:
    """Return a place up to ninth as a word (third, fourth), later ones as digits."""
    return ORDINALS[place - 1] if 1 <= place <= len(ORDINALS) else f"{place}th"


def listed(items: Sequence[str], last: str) -> str:
    """Return a list as text: a, b and c. `last`: the word before the last item."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def seats_said(seats: Sequence[int], last: str = "and") -> str:
    """Return seats as text: seat 7; seats 5 and 7; seats 2, 5 and 9."""
    word = "seat" if len(seats) == 1 else "seats"
    return f"{word} {listed([str(seat) for seat in seats], last)}"


def street_word(street: str | None) -> str:
    """Return the dealers' name for a street."""
    return STREETS.get(street or "", street or "")


def the_street(street: str) -> str:
    """Return a street with its article: "the turn", "the showdown"; stud streets by number: "fourth"."""
    return street if street in NUMBERED else f"the {street_word(street)}"


def short_street(street: str) -> str:
    """Return a street's short form for a key: TURN, SHOW, 4TH."""
    return SHORT.get(street) or street_word(street).upper()


def act_text(what: str, to: int) -> str:
    """Return an act with the chips then in front: "raise to $60", "call $15", "all-in $60", "fold"."""
    if what == "all_in":
        return f"all-in {money(to)}" if to else "all-in"
    if what in ("raise", "complete"):
        return f"{what} to {money(to)}" if to else what
    if what in ("bet", "call"):
        return f"{what} {money(to)}" if to else what
    return what


def pots_played(last: int, sides: int) -> str:
    """Return the pots a seat plays for, up to side pot `last` of `sides`: "main + side 1"."""
    if not last:
        return "main pot only"
    if sides == 1:
        return "main + side pot"
    return "main + side 1" if last == 1 else f"main + sides 1 to {last}"


def pot_name(index: int, sides: int) -> str:
    """Return the pot's name on the felt. `sides`: the number of side pots."""
    if not sides:
        return "Pot"
    if index == 0:
        return "Main pot"
    return f"Side pot {index}" if sides > 1 else "Side pot"


def odd_chips(odd: Sequence[Sequence[int]], rule: str = LEFT) -> str:
    """Return the odd chips as text: odd $5 to seat 3; odd $5 each to seats 3 and 4.

    `odd`: pairs of seat and chips; `rule`: the reason (H-10).
    """
    if not odd:
        return ""
    seats = [seat for seat, _ in odd]
    sums = {chips for _, chips in odd}
    if len(odd) == 1:
        return f"odd {money(odd[0][1])} to seat {seats[0]}, {rule}"
    if len(sums) == 1:
        return f"odd {money(odd[0][1])} each to {seats_said(seats)}, {rule}"
    each = listed([f"{money(chips)} to seat {seat}" for seat, chips in odd], "and")
    return f"odd {each}, {rule}"


def as_sentence(text: str) -> str:
    """Capitalize the first letter, so that "seat 4 …" can start a sentence."""
    return text[:1].upper() + text[1:]
