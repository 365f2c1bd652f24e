"""A split pot: HIGH and LOW, or the names of the game's halves, on every seat that can still win it (S-164, S-180).

The tablet stores the selection. Every amount that it may need is sent from here, including odd chips (H-10).
"""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.screen.keys import key, opens
from dealer_ui.screen.model import Halves, Key, PotHalf, SplitWay
from dealer_ui.screen.pot_units import unit_of
from poker.games import GAMES
from poker.reading import always_splits
from poker.view.model import HalfView, SeatView, SplitView, TableView, present


def halves(view: TableView) -> Halves | None:
    """Return the amounts of the current pot by half and by the seats that share it, in cents; None if it is not split.

    whole: the amounts if no seat takes the second half; must: whether a seat always takes it.
    """
    award = view.award
    if not award or award.turn is None or not award.halves:
        return None
    halves_view = award.halves
    pot = award.pots[award.turn]
    parts = [_part(view, part) for part in halves_view.parts]
    alone = {
        str(seat): SplitWay(shares={str(seat): pot.amount}, odd="")
        for unit in award.units
        for seat in unit
        if len(unit) == 1
    }
    return Halves(
        pot=pot.pot,
        words=halves_view.names,
        parts=parts,
        whole=alone | {seats: _way(view, way) for seats, way in award.splits.items()},
        must=halves_view.both or always_splits(GAMES[present(view.game).key].ranking),
    )


def _part(view: TableView, part: HalfView) -> PotHalf:
    splits = {seats: _way(view, way) for seats, way in part.splits.items()}
    return PotHalf(amount=part.amount, best=part.best, splits=splits, units=part.units)


def _way(view: TableView, way: SplitView) -> SplitWay:
    seats = [int(seat) for seat in way.shares]
    odd = messages.odd_chips(way.odd, messages.odd_rule(view, seats))
    return SplitWay(shares=way.shares, odd=messages.as_sentence(odd))


def keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return the keys of both halves with the amount of each alone. The page handles the selection."""
    data = halves(view)
    assert data is not None
    return [_key(view, seat, data, half) for half in (0, 1)]


def _key(view: TableView, seat: SeatView, data: Halves, half: int) -> Key:
    number = seat.seat
    word = data.words[half]
    part = data.parts[half]
    unit = unit_of(part.units, number)
    if not unit:
        name = messages.action_name(f"{word.capitalize()} can't go to", seat)
        return key(word.upper(), name, why=reasons.lost_half_reason(number, word), half=half)
    amount = messages.money_or_blank(part.splits[_together(unit)].shares[str(number)])
    name = messages.action_name(f"{word.capitalize()} to", seat, amount)
    return key(
        word.upper(),
        name,
        sub=amount,
        look="due" if number in part.best else "live",
        do=opens("half", pot=data.pot, half=half, seat=number, unit=unit),
        half=half,
    )


def _together(seats: list[int]) -> str:
    return "+".join(str(seat) for seat in sorted(seats))


def note(view: TableView) -> str:
    """Return both halves of the current pot, and the seat that gets its odd chip (H-10)."""
    halves_view = present(present(view.award).halves)
    sums = [part.amount for part in halves_view.parts if part.amount is not None]
    if len(sums) < len(halves_view.parts):
        return ""
    halves_text = " · ".join(
        f"{name} {messages.money(sum_)}" for name, sum_ in zip(halves_view.names, sums, strict=True)
    )
    odd = (
        f": odd {messages.money(sums[0] - sums[1])} to the {halves_view.names[0]}"
        if sums[0] != sums[1]
        else ""
    )
    return messages.as_sentence(f"{halves_text}{odd}")
