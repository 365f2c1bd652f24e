"""The cash in the drop boxes of house-banked tables: buy-ins between two boxes (`staff.hooks`)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import Max, Q, Sum

from banked.models import BoxBuyIn
from poker.currency import currency

# Bills and coins in whole units of the currency. Cash, not chips, goes into the box.
BILLS = (500, 200, 100, 50, 20, 10, 5, 2, 1)


class BankedCash:
    """What `staff.hooks.CashBoxes` describes.

    A buy-in that is undone after its box was pulled is no longer in that box: a count that is already closed keeps its
    figures.
    """

    def dropped(
        self, *, since: Mapping[int, datetime | None], until: datetime
    ) -> Mapping[int, int]:
        totals = dict.fromkeys(since, 0)
        for table, start in since.items():
            rows = BoxBuyIn.objects.filter(table=table, at__lte=until)
            if start is not None:
                rows = rows.filter(at__gt=start)
            totals[table] = rows.aggregate(sum=Sum("amount"))["sum"] or 0
        return totals

    def last_drops(self, tables: Collection[int], *, until: datetime) -> Mapping[int, datetime]:
        rows = BoxBuyIn.objects.filter(Q(at__lte=until), table__in=list(tables)).order_by()
        newest = rows.values("table").annotate(last=Max("at"))
        return dict(newest.values_list("table", "last"))

    def denominations(self) -> Sequence[int]:
        unit = currency().read("1") or 100
        return [bill * unit for bill in BILLS]


BANKED_CASH = BankedCash()
