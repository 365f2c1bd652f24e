"""What the last hand paid, seat by seat and in chips: a dealer pushes once to each seat, not once for each pot."""

from dealer_ui import messages
from dealer_ui.screen.model import ChipCount, PushRow, TotalsStage
from poker.view.model import PushedView, ResultView, TableView

# The usual colors of a cash game's chips, by their value in cents; a room's own colors are not known yet.
COLORS = {
    100: "white",
    500: "red",
    2_500: "green",
    10_000: "black",
    50_000: "purple",
    100_000: "yellow",
    500_000: "orange",
}
TEN = 10  # seats that leave the felt narrow
MOST_CHIPS = {False: 5, True: 4}  # kinds of chips that fit in a row, with ten seats fewer
ROWS_WITH_CHIPS = 4  # more rows have the sums only, in two columns


def totals(view: TableView) -> TotalsStage | None:
    """Return the sums of the last hand while the next one is to be dealt; None without a finished hand."""
    result = view.result
    if result is None or view.step.kind != "deal" or view.hand.started:
        return None
    drops = _drops(result)
    count = len(result.seats) + bool(drops)
    kinds = MOST_CHIPS[view.table.seats == TEN] if count <= ROWS_WITH_CHIPS else 0
    rows = [_seat_row(pushed, kinds) for pushed in result.seats]
    if drops:
        rows.append(_drop_row(drops, kinds))
    shows_sum = not view.impounded  # a held pot has that line
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


def _seat_row(pushed: PushedView, kinds: int) -> PushRow:
    return PushRow(
        seat=pushed.seat,
        label="",
        amount=messages.money(pushed.amount),
        note=messages.pots_won(pushed.pots),
        name=messages.pushed_name(pushed.seat, pushed.amount, pushed.pots),
        chips=_chips(pushed, kinds),
    )


def _drop_row(drops: list[tuple[str, PushedView]], kinds: int) -> PushRow:
    """Return the row of what the house takes; rake and jackpot go into different slots."""
    amounts = [messages.money(pushed.amount) for _, pushed in drops]
    named = zip([name for name, _ in drops], amounts, strict=True)
    is_one = len(drops) == 1
    return PushRow(
        seat=None,
        label=drops[0][0] if is_one else "Drop",
        amount=" + ".join(amounts),
        note="",
        name=", ".join(f"{name}: {amount}" for name, amount in named),
        chips=_chips(drops[0][1], kinds) if is_one else [],
    )


def _chips(pushed: PushedView, kinds: int) -> list[ChipCount]:
    """Return the stacks of a row, or none if there are more kinds than fit."""
    if len(pushed.chips) > kinds:
        return []
    return [_stack(chip, count) for chip, count in pushed.chips]


def _stack(chip: int, count: int) -> ChipCount:
    color = COLORS.get(chip, "")
    return ChipCount(
        count=str(count),
        value=f"\u00d7{messages.plain(chip)}",
        color=color or "other",
        name=messages.chip_count_name(count, chip, color),
    )
