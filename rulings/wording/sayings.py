"""The small change of every sentence: money, seats, numbers, streets."""

from collections.abc import Sequence

APOSTROPHE = chr(0x2019)
LEFT = "first left of the button"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
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
    """A card as its face has it: "Ad" is A and a diamond, "Th" 10 and a heart; anything else stays as it is."""
    if len(code) != 2 or code[0] not in "23456789TJQKA" or code[1] not in SUITS:
        return code
    return f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}"


NUMBERED = {"second": "2ND", "third": "3RD"} | {
    name: f"{number}TH"
    for number, name in enumerate(("fourth", "fifth", "sixth", "seventh", "eighth"), 4)
}
DRAWS = {"first_draw": "DRAW 1", "second_draw": "DRAW 2", "third_draw": "DRAW 3"}
SHORT = {"showdown": "SHOW"} | NUMBERED | DRAWS


def typeset(text: str) -> str:
    """Straight apostrophes become typographic ones, so that sources stay plain."""
    return text.replace("'", APOSTROPHE)


def money(cents: int) -> str:
    """$54 and $1,250; cents only when there are any: $0.50."""
    sign, units = ("-" if cents < 0 else ""), abs(cents)
    whole, rest = divmod(units, 100)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def counted(cents: int | None) -> str:
    """A sum that may be unknown: nothing is said of a pot that nobody counted."""
    return "" if cents is None else money(cents)


def plain(cents: int) -> str:
    """A stake as a plaque writes it, without the sign: 4, 0.50."""
    return money(cents).removeprefix("$")


def number_word(count: int) -> str:
    """Two rounds, five players; figures from eleven on."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def listed(items: Sequence[str], last: str) -> str:
    """a, b and c: `last` is the word before the end."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def seats_said(seats: Sequence[int], last: str = "and") -> str:
    """seat 7; seats 5 and 7; seats 2, 5 and 9."""
    word = "seat" if len(seats) == 1 else "seats"
    return f"{word} {listed([str(seat) for seat in seats], last)}"


def street_word(street: str | None) -> str:
    """The street as dealers name it."""
    return STREETS.get(street or "", street or "")


def the_street(street: str) -> str:
    """ "the turn", "the showdown"; streets of stud go by their number: "fourth"."""
    return street if street in NUMBERED else f"the {street_word(street)}"


def short_street(street: str) -> str:
    """The street as a count key has room for it: TURN, SHOW, 4TH."""
    return SHORT.get(street) or street_word(street).upper()


def pot_name(index: int, sides: int) -> str:
    """The pot as printed on the felt; `sides` is how many side pots there are."""
    if not sides:
        return "Pot"
    if index == 0:
        return "Main pot"
    return f"Side pot {index}" if sides > 1 else "Side pot"


def odd_chips(odd: Sequence[Sequence[int]], rule: str = LEFT) -> str:
    """odd $5 to seat 3; odd $5 each to seats 3 and 4; the pairs are (seat, chips), `rule` says why (H-10)."""
    if not odd:
        return ""
    seats, sums = [seat for seat, _ in odd], {chips for _, chips in odd}
    if len(odd) == 1:
        return f"odd {money(odd[0][1])} to seat {seats[0]}, {rule}"
    if len(sums) == 1:
        return f"odd {money(odd[0][1])} each to {seats_said(seats)}, {rule}"
    each = listed([f"{money(chips)} to seat {seat}" for seat, chips in odd], "and")
    return f"odd {each}, {rule}"


def sentence(text: str) -> str:
    """Capital first, so that "seat 4 …" can begin a sentence."""
    return text[:1].upper() + text[1:]
