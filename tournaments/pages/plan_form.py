"""The plan editor: the fields and level rows of a plan as typed, and the plan that they make.

Nothing typed is lost: a refused form shows every value again, with the refusal at its field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as copy
from functools import cached_property
from typing import Any, cast

from django.http import QueryDict
from msgspec.structs import replace

from poker.formatting import money
from poker.games import GAMES
from poker.refusal import Refusal
from poker.stakes import Limit
from tournaments.pages.plan_fields import (
    ANTES,
    BREAK_ORDERS,
    GAME_CHOICES,
    LIMITS,
    REBUYS,
    REENTRIES,
    FieldType,
    PlanField,
    chip_list,
    shown,
    whole_number,
)
from tournaments.rules.plan import AddOn, Break, Level, Plan, Price, Rebuys
from tournaments.rules.plan_check import check_plan
from tournaments.rules.plan_times import with_more_levels
from web.messages.refusals import refusal_message

SUGGESTED = 10
MOST_ROWS = 130
USUAL_MINUTES = 30
USUAL_BREAK = 15

FIELDS: dict[str, FieldType] = {
    "name": FieldType("Name", "text"),
    "game": FieldType("Game", "choice", choices=GAME_CHOICES),
    "limit": FieldType("Limit", "choice", choices=LIMITS),
    "paid": FieldType("Player pays", "money"),
    "pool": FieldType("Prize pool", "money"),
    "house": FieldType("House", "money", is_optional=True),
    "staff": FieldType("Staff", "money", is_optional=True),
    "stack": FieldType("Starting stack", "number"),
    "guarantee": FieldType("Guarantee", "money", "Blank: none.", is_optional=True),
    "reentries": FieldType("Re-entries", "choice", "For each player.", choices=REENTRIES),
    "most_entries": FieldType("Maximum entries", "number", "Blank: no limit.", is_optional=True),
    "starts_when_full": FieldType("Sit-and-go: starts when full", "flag"),
    "seats": FieldType("Seats at a table", "number"),
    "last_seats": FieldType("At the last two", "number", "Blank: the same.", is_optional=True),
    "ante_by": FieldType("Ante paid by", "choice", choices=ANTES),
    "late_level": FieldType("Late entry to end of", "number", "Level; 0: the start."),
    "minutes": FieldType("Minutes a level", "number", "Changes every such level."),
    "chips": FieldType("Chips", "chips", "Lowest first, with spaces between."),
    "rebuys": FieldType("Rebuys", "choice", "For each entry.", choices=REBUYS),
    "rebuy_level": FieldType("Until the end of level", "number", is_optional=True),
    "rebuy_pool": FieldType("Prize pool", "money", is_optional=True),
    "rebuy_house": FieldType("House", "money", is_optional=True),
    "rebuy_staff": FieldType("Staff", "money", is_optional=True),
    "rebuy_chips": FieldType("Chips", "number", is_optional=True),
    "add_on_level": FieldType("Sold in level", "number", "Blank: no add-on.", is_optional=True),
    "add_on_pool": FieldType("Prize pool", "money", is_optional=True),
    "add_on_house": FieldType("House", "money", is_optional=True),
    "add_on_staff": FieldType("Staff", "money", is_optional=True),
    "add_on_chips": FieldType("Chips", "number", is_optional=True),
    "balance_at": FieldType("Balance at", "number", "Players apart (TRN-2)."),
    "stop_at": FieldType("Stop a table at", "number", "Players short (TRN-3)."),
    "break_order": FieldType("Break order", "choice", choices=BREAK_ORDERS),
    "deal_minimum": FieldType(
        "Leave in a deal", "money", "For first place. Blank: nothing.", is_optional=True
    ),
    "slip_from": FieldType(
        "Tax note from", "money", "House choice. Blank: none.", is_optional=True
    ),
    "seat_value": FieldType(
        "Satellite: seat value", "money", "Blank: no satellite.", is_optional=True
    ),
    "day_target": FieldType(
        "Flight of", "text", "Event where its stacks meet. Blank: none.", is_optional=True
    ),
}
GROUPS: dict[str, tuple[str, ...]] = {
    "event": ("name", "game", "limit"),
    "entry": ("paid", "pool", "house", "staff"),
    "entry_rules": ("stack", "guarantee", "reentries", "most_entries"),
    "seating": ("seats", "last_seats", "ante_by", "late_level", "minutes", "chips"),
    "rebuys": ("rebuys", "rebuy_level", "rebuy_pool", "rebuy_house", "rebuy_staff", "rebuy_chips"),
    "add_on": ("add_on_level", "add_on_pool", "add_on_house", "add_on_staff", "add_on_chips"),
    "rules": ("balance_at", "stop_at", "break_order", "deal_minimum", "slip_from"),
    "kind": ("seat_value", "day_target", "starts_when_full"),
}
# The columns of the rows: each is sent once for every row, in order.
ROW_PARTS = (
    "row",
    "small",
    "big",
    "ante",
    "bring_in",
    "row_minutes",
    "row_game",
    "row_limit",
    "after",
    "color_up",
)
# The field at which a refusal is shown, by its code.
PLACES = {
    "plan_name": "name",
    "plan_game": "game",
    "plan_stack": "stack",
    "plan_late": "late_level",
    "plan_chips": "chips",
    "plan_stack_chips": "stack",
    "plan_rebuys": "rebuy_level",
    "plan_add_on": "add_on_level",
    "plan_reentries": "reentries",
    "plan_seats": "seats",
    "plan_balance": "stop_at",
    "plan_sit_and_go": "most_entries",
    "plan_split": "paid",
    "template_name_taken": "name",
}
PRICE_PLACES = {"entry": "pool", "rebuy": "rebuy_pool", "add-on": "add_on_pool"}


@dataclass(slots=True)
class LevelRow:
    """A level or a break as typed; `number` counts levels from 1 and is 0 for a break."""

    row: str  # "level" or "break"
    small: str = ""
    big: str = ""
    ante: str = ""
    bring_in: str = ""
    row_minutes: str = ""
    row_game: str = ""
    row_limit: str = ""
    after: str = ""
    color_up: str = ""
    number: int = 0
    at: str = ""  # the time at which it begins
    errors: list[str] = field(default_factory=list)

    @property
    def is_break(self) -> bool:
        return self.row == "break"

    @property
    def after_level(self) -> int:
        """Return the level before a break; a malformed one is put last."""
        return int(self.after) if self.after.strip().isdecimal() and len(self.after) < 6 else 999


class PlanForm:
    """The editor of one plan. base: the plan that the page starts from, whose payouts are kept.

    posted: the sent form, or None. only_levels: the other fields stay as in `base`.
    """

    def __init__(
        self, base: Plan, posted: QueryDict | None = None, *, only_levels: bool = False
    ) -> None:
        self.base = base
        self.only_levels = only_levels
        self.errors: list[str] = []  # those without a field
        values = values_of(base)
        sent = None if only_levels else posted
        texts = values if sent is None else {name: sent.get(name, "")[:200] for name in FIELDS}
        self.fields = {name: PlanField(name, FIELDS[name], texts[name]) for name in FIELDS}
        self.rows = _rows_of(base) if posted is None else self._posted_rows(posted)
        self.shows_games = _shows_games(self.rows, base)
        if posted is not None:
            self._change_minutes(posted.get("minutes_before", ""))
        self._number_rows()

    def group(self, name: str) -> list[PlanField]:
        return [self.fields[key] for key in GROUPS[name]]

    @cached_property
    def groups(self) -> dict[str, list[PlanField]]:
        """Return the fields of each group, for the template."""
        return {name: self.group(name) for name in GROUPS}

    @property
    def has_errors(self) -> bool:
        in_rows = any(row.errors for row in self.rows)
        return bool(self.errors) or in_rows or any(row.error for row in self.fields.values())

    @property
    def has_purchases(self) -> bool:
        """Return whether the plan has rebuys or an add-on, or an error there."""
        groups = (*self.group("rebuys"), *self.group("add_on"))
        return any(row.value or row.error for row in groups)

    @property
    def level_count(self) -> int:
        return sum(not row.is_break for row in self.rows)

    @property
    def limits(self) -> Sequence[tuple[str, str]]:
        return LIMITS

    @property
    def games(self) -> Sequence[tuple[str, str]]:
        return GAME_CHOICES

    def plan(self) -> Plan | None:
        """Return the plan as typed, checked; None if it has an error, which is then at its field."""
        plan = self._read()
        if plan is None:
            return None
        try:
            check_plan(plan)
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        return plan

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal at the field, at the row, or above the form."""
        text = refusal_message(refusal)
        facts = refusal.facts
        name = PLACES.get(refusal.code, "")
        if refusal.code == "plan_price":
            name = PRICE_PLACES.get(str(facts.get("what")), "guarantee")
        if name:
            self.fields[name].error = text
            return
        levels = [row for row in self.rows if not row.is_break]
        level = facts.get("level")
        if isinstance(level, int) and 1 <= level <= len(levels):
            levels[level - 1].errors.append(text)
            return
        self.errors.append(text)

    def change_rows(self, what: str) -> None:
        """Add or remove a row: `level`, `break`, `suggest`, `games`, `insert-5` or `remove-5`, counted from 0."""
        kind, _, at = what.partition("-")
        index = int(at) if at.isascii() and at.isdecimal() and len(at) < 4 else -1
        if kind == "level":
            self._suggest(1)
        elif kind == "suggest":
            self._suggest(SUGGESTED)
        elif kind == "break":
            self._add_break()
        elif kind == "games":
            self.shows_games = True
        elif 0 <= index < len(self.rows):
            self._insert(index) if kind == "insert" else self._remove(index)
        self._number_rows()

    def _read(self) -> Plan | None:
        values: dict[str, Any] = {}
        for name, row in self.fields.items():
            if self.only_levels:
                continue
            try:
                values[name] = row.read()
            except Refusal:
                values[name] = None
        levels, breaks = self._levels(), self._breaks()
        if self.has_errors:
            return None
        if self.only_levels:
            return replace(self.base, levels=levels, breaks=breaks)
        entry = Price(values["pool"], values["house"], values["staff"], values["stack"])
        if entry.paid != values["paid"]:
            self.refuse(Refusal("plan_split", "", sum=entry.paid, paid=values["paid"]))
            return None
        return replace(
            self.base,
            **_same_named(values),
            entry=entry,
            reentries=int(values["reentries"]),
            rebuys=_rebuys(values),
            add_on=_add_on(values),
            levels=levels,
            breaks=breaks,
        )

    def _levels(self) -> tuple[Level, ...]:
        rows = [row for row in self.rows if not row.is_break]
        return tuple(level for level in map(_level, rows) if level is not None)

    def _breaks(self) -> tuple[Break, ...]:
        rows = [row for row in self.rows if row.is_break]
        return tuple(pause for pause in map(_break, rows) if pause is not None)

    def _posted_rows(self, posted: QueryDict) -> list[LevelRow]:
        columns = [posted.getlist(name)[:MOST_ROWS] for name in ROW_PARTS]
        if len({len(column) for column in columns}) > 1:
            self.errors.append(refusal_message(Refusal("plan_rows")))
            return _rows_of(self.base)
        rows = [LevelRow(*(text[:60] for text in texts)) for texts in zip(*columns, strict=True)]
        return [row for row in rows if row.row in ("level", "break")]

    def _change_minutes(self, before: str) -> None:
        """Give the minutes of the form to the levels that had the number it showed before."""
        now = self.fields["minutes"].value.strip()
        if not before.strip() or now == before.strip() or not now.isdecimal():
            return
        for row in self.rows:
            if not row.is_break and row.row_minutes.strip() == before.strip():
                row.row_minutes = now

    def _number_rows(self) -> None:
        """Put breaks after their levels, and number the levels."""
        levels = [row for row in self.rows if not row.is_break]
        breaks = sorted((row for row in self.rows if row.is_break), key=lambda row: row.after_level)
        ordered: list[LevelRow] = []
        for number, row in enumerate(levels, start=1):
            row.number = number
            ordered.append(row)
            ordered += [pause for pause in breaks if pause.after_level == number]
        known = {id(row) for row in ordered}
        ordered += [pause for pause in breaks if id(pause) not in known]
        self.rows = ordered

    def _suggest(self, count: int) -> None:
        """Add levels that follow from the last one, if what is typed so far can be read."""
        minutes = self.fields["minutes"].value.strip()
        plan = self._plan_so_far()
        longer = with_more_levels(
            plan, count, int(minutes) if minutes.isdecimal() and len(minutes) < 4 else USUAL_MINUTES
        )
        added = longer.levels[len(plan.levels) :]
        self.rows += [_level_row(level) for level in added]

    def _plan_so_far(self) -> Plan:
        """Return a plan with the levels that can be read, only to continue them."""
        rows = [row for row in self.rows if not row.is_break]
        levels = [_level(_copied(row)) for row in rows]
        readable = tuple(level for level in levels if level is not None and level.big > 0)
        breaks = [_break(_copied(row)) for row in self.rows if row.is_break]
        try:
            chips = tuple(chip for chip in chip_list(self.fields["chips"].value) if chip > 0)
        except Refusal:
            chips = self.base.chips
        kept = tuple(pause for pause in breaks if pause is not None)
        return replace(self.base, levels=readable, breaks=kept, chips=chips)

    def _add_break(self) -> None:
        """Add a break three levels after the last one, before the last level."""
        taken = [row.after_level for row in self.rows if row.is_break]
        last = max((level for level in taken if level < 999), default=0)
        after = max(1, min(last + 3, self.level_count - 1))
        while after in taken and after > 1:
            after -= 1
        self.rows.append(LevelRow("break", row_minutes=str(USUAL_BREAK), after=str(after)))

    def _insert(self, index: int) -> None:
        row = self.rows[index]
        if row.is_break:
            return
        for pause in self.rows:
            if pause.is_break and row.number < pause.after_level < 999:
                pause.after = str(pause.after_level + 1)
        self.rows.insert(index + 1, _copied(row))

    def _remove(self, index: int) -> None:
        row = self.rows.pop(index)
        if row.is_break:
            return
        for pause in self.rows:
            if pause.is_break and row.number <= pause.after_level < 999:
                pause.after = str(max(1, pause.after_level - 1))


def usual_minutes(plan: Plan) -> int:
    """Return the number of minutes that most levels have."""
    counts = [level.minutes for level in plan.levels]
    return max(set(counts), key=counts.count) if counts else USUAL_MINUTES


def values_of(plan: Plan) -> dict[str, str]:
    """Return the value of each field as the form shows it."""
    rebuys, add_on = plan.rebuys, plan.add_on
    values: dict[str, Any] = {
        name: getattr(plan, name, "") for name in FIELDS if hasattr(plan, name)
    }
    values |= {
        "paid": plan.entry.paid,
        "pool": plan.entry.pool,
        "house": plan.entry.house,
        "staff": plan.entry.staff,
        "stack": plan.entry.chips or "",
        "minutes": usual_minutes(plan),
        "rebuys": rebuys.most if rebuys else "",
        "rebuy_level": rebuys.last_level if rebuys else "",
        "add_on_level": add_on.level if add_on else "",
    }
    for prefix, price in (
        ("rebuy", rebuys.price if rebuys else None),
        ("add_on", add_on.price if add_on else None),
    ):
        for part in ("pool", "house", "staff", "chips"):
            values[f"{prefix}_{part}"] = getattr(price, part) if price else ""
    return {name: _shown_or_blank(FIELDS[name], values[name]) for name in FIELDS}


def _shown_or_blank(field_type: FieldType, value: object) -> str:
    """Return the text of a value; an optional number that is 0 is blank."""
    if field_type.is_optional and value == 0:
        return ""
    return shown(field_type.kind, value)


def _same_named(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields that the plan has under the same name."""
    own = {"reentries", "rebuys", "minutes"}
    return {
        name: value
        for name, value in values.items()
        if name in Plan.__struct_fields__ and name not in own
    }


def _price(values: Mapping[str, Any], prefix: str) -> Price:
    parts = ("pool", "house", "staff", "chips")
    return Price(*(values[f"{prefix}_{part}"] for part in parts))


def _rebuys(values: Mapping[str, Any]) -> Rebuys | None:
    if not values["rebuys"]:
        return None
    return Rebuys(_price(values, "rebuy"), int(values["rebuys"]), values["rebuy_level"])


def _add_on(values: Mapping[str, Any]) -> AddOn | None:
    if not values["add_on_level"]:
        return None
    return AddOn(_price(values, "add_on"), values["add_on_level"])


def _rows_of(plan: Plan) -> list[LevelRow]:
    levels = [_level_row(level) for level in plan.levels]
    breaks = [
        LevelRow(
            "break",
            row_minutes=str(pause.minutes),
            after=str(pause.after),
            color_up=" ".join(map(str, pause.color_up)),
        )
        for pause in plan.breaks
    ]
    return [*levels, *breaks]


def _level_row(level: Level) -> LevelRow:
    return LevelRow(
        "level",
        small=f"{level.small:,}",
        big=f"{level.big:,}",
        ante=f"{level.ante:,}" if level.ante else "",
        bring_in=f"{level.bring_in:,}" if level.bring_in else "",
        row_minutes=str(level.minutes),
        row_game=level.game,
        row_limit=level.limit or "",
    )


def _shows_games(rows: Sequence[LevelRow], plan: Plan) -> bool:
    has_own = any(row.row_game or row.bring_in or row.row_limit for row in rows)
    return has_own or GAMES[plan.game].family == "stud"


def _copied(row: LevelRow) -> LevelRow:
    return copy(row, errors=[])


def _level(row: LevelRow) -> Level | None:
    """Return the level of a row; None if a number is wrong, whose refusal the row then shows."""
    try:
        if row.row_game and row.row_game not in GAMES:
            raise Refusal("plan_game", "", game=row.row_game)
        return Level(
            small=whole_number(row.small),
            big=whole_number(row.big),
            ante=whole_number(row.ante or "0"),
            minutes=whole_number(row.row_minutes),
            bring_in=whole_number(row.bring_in or "0"),
            game=row.row_game,
            limit=cast("Limit | None", _limit(row.row_limit)),
        )
    except Refusal as refusal:
        row.errors.append(refusal_message(refusal))
        return None


def _limit(text: str) -> str | None:
    if text and text not in dict(LIMITS):
        raise Refusal("plan_choice")
    return text or None


def _break(row: LevelRow) -> Break | None:
    try:
        return Break(
            after=whole_number(row.after),
            minutes=whole_number(row.row_minutes),
            color_up=chip_list(row.color_up),
        )
    except Refusal as refusal:
        row.errors.append(refusal_message(refusal))
        return None


def split_text(price: Price) -> str:
    """Return the sum of a price's parts: $200 + $30 + $10 = $240."""
    parts = [part for part in (price.pool, price.house, price.staff) if part]
    return f"{' + '.join(map(money, parts or [0]))} = {money(price.paid)}"
