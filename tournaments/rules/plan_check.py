"""Checks a plan before it is scheduled: each refusal names the field and what fits."""

from poker.games import GAMES
from poker.refusal import Refusal
from tournaments.rules.plan import WHOLE, Level, Plan, Price, chips_in_play

MOST_LEVELS = 60
MOST_MINUTES = 240
MOST_PLACES = 500


def check_plan(plan: Plan) -> None:
    """Raise `Refusal` (`plan_…`) for a plan that no room can run."""
    if not plan.name.strip():
        raise Refusal("plan_name")
    if plan.game not in GAMES:
        raise Refusal("plan_game", "", game=plan.game)
    _check_price(plan.entry, "entry")
    if not plan.entry.chips >= 1:
        raise Refusal("plan_stack")
    _check_levels(plan)
    _check_breaks(plan)
    _check_chips(plan)
    _check_purchases(plan)
    _check_seats(plan)
    _check_payouts(plan)


def check_later_levels(before: Plan, after: Plan, level: int) -> None:
    """Raise `Refusal` unless only levels and breaks after `level` differ; it is 0 before the start."""
    _check_levels(after)
    _check_breaks(after)
    _check_chips(after)
    same_levels = before.levels[:level] == after.levels[:level]
    begun = [pause for pause in before.breaks if pause.after < level]
    same_breaks = [pause for pause in after.breaks if pause.after < level] == begun
    if not (same_levels and same_breaks):
        raise Refusal("plan_level_begun", "", level=level)


def _check_price(price: Price, what: str) -> None:
    if min(price.pool, price.house, price.staff, price.chips) < 0:
        raise Refusal("plan_price", "", what=what)


def _check_levels(plan: Plan) -> None:
    if not 1 <= len(plan.levels) <= MOST_LEVELS:
        raise Refusal("plan_levels", "", levels=len(plan.levels), most=MOST_LEVELS)
    for number, level in enumerate(plan.levels, start=1):
        _check_level(level, number)


def _check_level(level: Level, number: int) -> None:
    if not 0 < level.small <= level.big or level.ante < 0 or level.bring_in < 0:
        raise Refusal("plan_level", "", level=number)
    if not 1 <= level.minutes <= MOST_MINUTES:
        raise Refusal("plan_minutes", "", level=number, most=MOST_MINUTES)
    if level.game and level.game not in GAMES:
        raise Refusal("plan_game", "", game=level.game)


def _check_breaks(plan: Plan) -> None:
    after = [pause.after for pause in plan.breaks]
    if len(set(after)) < len(after) or any(not 1 <= level < len(plan.levels) for level in after):
        raise Refusal("plan_breaks", "", levels=len(plan.levels))
    if any(not 1 <= pause.minutes <= MOST_MINUTES for pause in plan.breaks):
        raise Refusal("plan_break_minutes", "", most=MOST_MINUTES)
    if not 0 <= plan.late_level <= len(plan.levels):
        raise Refusal("plan_late", "", levels=len(plan.levels))


def _check_chips(plan: Plan) -> None:
    """Refuse chips in which a stack or a level cannot be paid, such as a level of 50 after the 25s were raced off."""
    chips = plan.chips
    if not chips or list(chips) != sorted(set(chips)) or chips[0] < 1:
        raise Refusal("plan_chips")
    prices = [plan.entry, *([plan.rebuys.price] if plan.rebuys else [])]
    prices += [plan.add_on.price] if plan.add_on else []
    for price in prices:
        if price.chips % chips[0]:
            raise Refusal("plan_stack_chips", "", stack=price.chips, chip=chips[0])
    for number, level in enumerate(plan.levels, start=1):
        least = (chips_in_play(plan, number) or (0,))[0]
        amounts = (level.small, level.big, level.ante, level.bring_in)
        if not least or any(amount % least for amount in amounts):
            raise Refusal("plan_level_chips", "", level=number, chip=least)


def _check_purchases(plan: Plan) -> None:
    if plan.rebuys is not None:
        _check_price(plan.rebuys.price, "rebuy")
        if not 1 <= plan.rebuys.last_level <= len(plan.levels):
            raise Refusal("plan_rebuys", "", levels=len(plan.levels))
    if plan.add_on is not None:
        _check_price(plan.add_on.price, "add-on")
        if not 1 <= plan.add_on.level <= len(plan.levels):
            raise Refusal("plan_add_on", "", levels=len(plan.levels))
    if plan.reentries < -1:
        raise Refusal("plan_reentries")


def _check_seats(plan: Plan) -> None:
    most = min(GAMES[level.game or plan.game].seats for level in plan.levels)
    for seats in (plan.seats, plan.last_seats or plan.seats):
        if not 2 <= seats <= most:
            raise Refusal("plan_seats", "", seats=seats, most=most)
    if plan.balance_at < 2 or plan.stop_at < plan.balance_at:
        raise Refusal("plan_balance")
    if plan.starts_when_full and not plan.most_entries:
        raise Refusal("plan_sit_and_go")


def _check_payouts(plan: Plan) -> None:
    least = 0
    for column in plan.payouts.columns:
        if column.most <= least:
            raise Refusal("plan_columns", "", entries=column.most)
        least = column.most
        if not 1 <= len(column.shares) <= MOST_PLACES or min(column.shares) < 0:
            raise Refusal("plan_column_places", "", entries=column.most, most=MOST_PLACES)
        if list(column.shares) != sorted(column.shares, reverse=True):
            raise Refusal("plan_column_order", "", entries=column.most)
        if sum(column.shares) != WHOLE:
            over = sum(column.shares) - WHOLE
            raise Refusal("plan_column_sum", "", entries=column.most, over=over)
    if min(plan.guarantee, plan.payouts.minimum, plan.seat_value, plan.deal_minimum) < 0:
        raise Refusal("plan_price", "", what="guarantee")
    if plan.payouts.unit < 1:
        raise Refusal("plan_unit")
