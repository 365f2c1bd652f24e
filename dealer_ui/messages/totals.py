"""Texts of the payouts of the last hand: "Seat 7: $371, 3 pots", "Side $198 + main $179 + rake $5"."""

from collections.abc import Sequence

from poker.formatting import money, plain, pot_name

SHORT_SUM = {
    False: 42,
    True: 24,
}  # characters of a sum that fits next to its total; fewer with ten seats


def pots_won(count: int) -> str:
    """Return how many pots a seat won; "" for one pot."""
    return f"{count} pots" if count > 1 else ""


def pushed_name(seat: int, amount: int, pots: int) -> str:
    """Return a row of the felt for a screen reader, such as "Seat 7: $371, 3 pots"."""
    count = pots_won(pots)
    return f"Seat {seat}: {money(amount)}" + (f", {count}" if count else "")


def chip_count_name(count: int, chip: int, color: str) -> str:
    """Return a stack of chips for a screen reader, such as "3 green chips of $25"."""
    kind = "chip" if count == 1 else "chips"
    return f"{count} {color} {kind} of {money(chip)}".replace("  ", " ")


def sum_of_pots(pots: Sequence[int], drops: Sequence[tuple[str, int]], *, narrow: bool) -> str:
    """Return the parts of the total, last side pot first; "" for a single pot without a drop."""
    sides = len(pots) - 1
    named = [(pot_name(index, sides), pots[index]) for index in reversed(range(len(pots)))]
    parts = [*named, *drops]
    if len(parts) == 1:
        return ""
    room = SHORT_SUM[narrow]
    words = " + ".join(f"{name.removesuffix(' pot')} {money(amount)}" for name, amount in parts)
    if len(words) <= room:
        return words[:1].upper() + words[1:]
    figures = " + ".join(plain(amount) for _, amount in parts)
    return figures if len(figures) <= room else ""
