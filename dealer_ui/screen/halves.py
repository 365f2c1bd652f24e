"""A pot of two halves: HIGH and LOW, or the spade, on every seat that can still win it (S-164, S-180).

The tablet keeps who is chosen; every sum that it may have to show is told here, odd chips and all (H-10).
"""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import Key, View, key, opens

# Without a qualifier some hand is always the lowest (S-161).
ALWAYS_LOW = ("stud_hilo",)


def halves(view: View) -> dict[str, Any] | None:
    """Sums of the pot in turn by half and by who shares it, in cents; None for a pot of one.

    whole: the same where nobody takes the second half; must: whether somebody always does.
    """
    award = view["award"]
    told = award["halves"] if award else None
    if not told:
        return None
    pot = award["pots"][award["turn"]]
    parts = [_part(view, part) for part in told["parts"]]
    alone = {
        str(seat): {"shares": {str(seat): pot["amount"]}, "odd": ""}
        for seat in pot["seats"]
        if seat not in pot["out"]
    }
    return {
        "pot": pot["pot"],
        "words": told["names"],
        "parts": parts,
        "whole": alone | {seats: _way(view, way) for seats, way in award["splits"].items()},
        "must": view["game"]["key"] in ALWAYS_LOW,
    }


def _part(view: View, part: View) -> dict[str, Any]:
    splits = {seats: _way(view, way) for seats, way in part["splits"].items()}
    return {"amount": part["amount"], "best": part["best"], "splits": splits}


def _way(view: View, way: View) -> dict[str, Any]:
    seats = [int(seat) for seat in way["shares"]]
    odd = words.odd_chips(way["odd"], words.odd_rule(view, seats))
    return {"shares": way["shares"], "odd": words.sentence(odd)}


def keys(view: View, seat: View) -> list[Key]:
    """HIGH and LOW with what each is worth alone; the page takes over from there."""
    told = halves(view)
    assert told is not None
    return [_key(view, seat, told, half) for half in (0, 1)]


def _key(view: View, seat: View, told: dict[str, Any], half: int) -> Key:
    number, word = seat["seat"], told["words"][half]
    part = told["parts"][half]
    amount = words.counted(part["amount"])
    name = words.action_name(f"{word.capitalize()} to", seat, amount)
    return key(
        word.upper(),
        name,
        sub=amount,
        look="due" if number in part["best"] else "live",
        do=opens("half", pot=told["pot"], half=half, seat=number),
        half=half,
    )


def note(view: View) -> str:
    """Both halves of the pot in turn, and where its own odd chip goes (H-10)."""
    told = view["award"]["halves"]
    sums = [part["amount"] for part in told["parts"]]
    if None in sums:
        return ""
    both = " · ".join(
        f"{name} {words.money(sum_)}" for name, sum_ in zip(told["names"], sums, strict=True)
    )
    odd = f": odd {words.money(sums[0] - sums[1])} to the high" if sums[0] != sums[1] else ""
    return words.sentence(f"{both}{odd}")
