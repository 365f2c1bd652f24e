"""The payouts of the last hand by seat and in chips: a dealer pushes once to each seat, not once for each pot."""

from collections.abc import Mapping

from dealer_ui import messages
from dealer_ui.screen.model import ChipCount, PushRow, TotalsStage
from poker.chip_colors import ChipColors
from poker.view.model import PushedView, ResultView, TableView

TEN = 10  # with this many seats the felt is narrow
MOST_CHIPS = {False: 5, True: 4}  # kinds of chips that fit in a row, fewer with ten seats
ROWS_WITH_CHIPS = 4  # more rows have only the sums, in two columns


def totals(view: TableView, chip_colors: ChipColors) -> TotalsStage | None:
    """Return the sums of the last hand until the next one is dealt; None before the first hand ends.

    chip_colors: the room's; if empty, the rows have amounts only.
    """
    result = view.result
    if result is None or view.step.kind != "deal" or view.hand.started:
        return None
    drops = _drops(result)
    count = len(result.seats) + bool(drops)
    has_room = count <= ROWS_WITH_CHIPS and bool(chip_colors)
    kinds = MOST_CHIPS[view.table.seats == TEN] if has_room else 0
    colors = dict(chip_colors)
    rows = [_seat_row(pushed, _chips(pushed, kinds, colors)) for pushed in result.seats]
    if drops:
        chips = _chips(drops[0][1], kinds, colors) if len(drops) == 1 else []
        rows.append(_drop_row(drops, chips))
    shows_sum = not view.impounded  # a held pot takes that line
    named = [(name.lower(), pushed.amount) for name, pushed in drops]
    text = messages.sum_of_pots(result.pots, named, narrow=view.table.seats == TEN)
    return TotalsStage(
        rows=rows,
        size=_size(count),
        sum=text if shows_sum else "",
        total=messages.money(result.total) if text and shows_sum else "",
    )


def _drops(result: ResultView) -> list[tuple[str, PushedView]]:
    drops = (("Rake", result.rake), ("Jackpot", result.jackpot))
    return [(name, pushed) for name, pushed in drops if pushed is not None]


def _size(count: int) -> str:
    if count > ROWS_WITH_CHIPS:
        return "many"
    return "" if count == ROWS_WITH_CHIPS else "few"


def _seat_row(pushed: PushedView, chips: list[ChipCount]) -> PushRow:
    return PushRow(
        seat=pushed.seat,
        label="",
        amount=messages.money(pushed.amount),
        note=messages.pots_won(pushed.pots),
        name=messages.pushed_name(pushed.seat, pushed.amount, pushed.pots),
        chips=chips,
    )


def _drop_row(drops: list[tuple[str, PushedView]], chips: list[ChipCount]) -> PushRow:
    """Return the row of the house's share. Rake and jackpot go into different slots."""
    amounts = [messages.money(pushed.amount) for _, pushed in drops]
    named = zip([name for name, _ in drops], amounts, strict=True)
    return PushRow(
        seat=None,
        label=drops[0][0] if len(drops) == 1 else "Drop",
        amount=" + ".join(amounts),
        note="",
        name=", ".join(f"{name}: {amount}" for name, amount in named),
        chips=chips,
    )


def _chips(pushed: PushedView, kinds: int, colors: Mapping[int, str]) -> list[ChipCount]:
    """Return the stacks of a row; empty if there are more kinds than fit."""
    if len(pushed.chips) > kinds:
        return []
    return [_stack(chip, count, colors.get(chip, "")) for chip, count in pushed.chips]


def _stack(chip: int, count: int, color: str) -> ChipCount:
    return ChipCount(
        count=str(count),
        value=f"\u00d7{messages.plain(chip)}",
        color=color or "other",
        name=messages.chip_count_name(count, chip, color),
    )
