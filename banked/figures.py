"""Figures of a house-banked table as logged: rounds, hands, drop, wagers, chips paid and taken, win and hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum

from banked.models import BoxBuyIn, BoxRound, RoundStart
from staff.keys import actor_names
from tables.models import Table

LEAST_TIME = timedelta(minutes=10)  # below it, hands an hour would be a guess
MOST_ROUNDS = 20
HOUR = timedelta(hours=1)
SUMS = ("rounds", "hands", "wagered", "paid", "taken")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of a box, or of a table in total (box 0). Amounts are in the smallest unit.

    drop: cash of buy-ins; corrected: what the house paid more than logged, by corrections. Void rounds are in none of
    the other figures.
    """

    box: int = 0
    rounds: int = 0
    hands: int = 0
    drop: int = 0
    wagered: int = 0
    paid: int = 0
    taken: int = 0
    corrected: int = 0

    @property
    def win(self) -> int:
        """Return what the house won: taken, less paid and corrected."""
        return self.taken - self.paid - self.corrected

    @property
    def hold(self) -> float | None:
        """Return the share of the drop that the house won, in percent; None without a drop."""
        return 100 * self.win / self.drop if self.drop else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures:
    """The figures of a table in a period. hands_an_hour: None if too little was dealt."""

    since: datetime
    total: Figures
    boxes: tuple[Figures, ...]
    void_rounds: int
    void_wagered: int
    hands_an_hour: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A finished round."""

    number: int
    at: datetime
    dealer: str
    hands: int
    wagered: int
    paid: int
    taken: int
    corrected: int
    is_void: bool

    @property
    def win(self) -> int:
        return self.taken - self.paid - self.corrected


def table_figures(table: Table, *, since: datetime, until: datetime) -> TableFigures:
    """Return what a table logged after `since`, up to and including `until`, by box and in total."""
    period = Q(at__gt=since, at__lte=until)
    rows = BoxRound.objects.filter(period, table=table.pk).order_by()
    dealt = rows.filter(is_void=False)
    sums = dealt.values("box").annotate(
        rounds=Count("pk"),
        hands=Sum("hands"),
        wagered=Sum("wagered"),
        paid=Sum("paid"),
        taken=Sum("taken"),
    )
    by_box: dict[int, dict[str, int]] = {
        row["box"]: {name: row[name] for name in SUMS}  # type: ignore[literal-required]
        for row in sums
    }
    corrected = dict(rows.values("box").annotate(sum=Sum("corrected")).values_list("box", "sum"))
    buy_ins = BoxBuyIn.objects.filter(period, table=table.pk).order_by()
    drop = dict(buy_ins.values("box").annotate(sum=Sum("amount")).values_list("box", "sum"))
    boxes = tuple(
        Figures(
            box=box,
            drop=drop.get(box, 0),
            corrected=corrected.get(box, 0),
            **by_box.get(box, {}),
        )
        for box in sorted({*by_box, *corrected, *drop})
    )
    void = rows.filter(is_void=True)
    rounds = dealt.values("round").distinct().count()
    total = _total(boxes, rounds)
    return TableFigures(
        since=since,
        total=total,
        boxes=boxes,
        void_rounds=void.values("round").distinct().count(),
        void_wagered=void.aggregate(sum=Sum("wagered"))["sum"] or 0,
        hands_an_hour=_hands_an_hour(table, since, until, total.hands),
    )


def _total(boxes: Iterable[Figures], rounds: int) -> Figures:
    boxes = list(boxes)
    return Figures(
        rounds=rounds,
        hands=sum(box.hands for box in boxes),
        drop=sum(box.drop for box in boxes),
        wagered=sum(box.wagered for box in boxes),
        paid=sum(box.paid for box in boxes),
        taken=sum(box.taken for box in boxes),
        corrected=sum(box.corrected for box in boxes),
    )


def _hands_an_hour(table: Table, since: datetime, until: datetime, hands: int) -> float | None:
    """Return the hands an hour from the start of the first round to the end of the last one."""
    starts = RoundStart.objects.filter(table=table.pk, at__gt=since, at__lte=until)
    ends = BoxRound.objects.filter(table=table.pk, at__gt=since, at__lte=until)
    first = starts.order_by("at").values_list("at", flat=True).first()
    last = ends.order_by("-at").values_list("at", flat=True).first()
    if first is None or last is None or last - first < LEAST_TIME:
        return None
    return hands / ((last - first) / HOUR)


def last_rounds(table: Table, *, most: int = MOST_ROUNDS) -> list[RoundRow]:
    """Return the last finished rounds, the newest first."""
    rows = BoxRound.objects.filter(table=table.pk).order_by()
    sums = rows.values("round", "at", "dealer", "is_void").annotate(
        of_hands=Sum("hands"),
        of_wagers=Sum("wagered"),
        of_paid=Sum("paid"),
        of_taken=Sum("taken"),
        of_corrections=Sum("corrected"),
    )
    newest = list(sums.order_by("-round")[:most])
    names = actor_names(row["dealer"] for row in newest)
    return [
        RoundRow(
            number=row["round"],
            at=row["at"],
            dealer=names.get(row["dealer"], ""),
            hands=row["of_hands"],
            wagered=row["of_wagers"],
            paid=row["of_paid"],
            taken=row["of_taken"],
            corrected=row["of_corrections"],
            is_void=row["is_void"],
        )
        for row in newest
    ]
