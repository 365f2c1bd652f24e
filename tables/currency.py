"""The change of the house's currency, before the first hand."""

from datetime import datetime

from django.db import transaction

from poker.currency import set_currency
from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from staff.currencies import CURRENCIES, currency_of
from staff.installation import lock_installation
from tables import table_screens
from tables.actions import TABLE
from tables.models import HandStart, Table


def is_currency_final() -> bool:
    """Return whether a hand was ever dealt at any table. Stored amounts have no currency, so it cannot change then."""
    return HandStart.objects.exists()


def currency_change(*, code: str, by: Actor, now: datetime) -> None:
    """Change the currency of the installation. Stored amounts keep their numbers.

    Raises `Refusal`: `currency_final` once a hand was dealt at any table, `unknown_currency`.
    """
    if code not in CURRENCIES:
        raise Refusal("unknown_currency", "", value=code[:10])
    with transaction.atomic():
        row = lock_installation()
        if row.currency == code:
            return
        # By primary key, as everywhere. No first hand can begin in between.
        tables = list(Table.objects.order_by("pk").values_list("pk", flat=True))
        for table_id in tables:
            TABLE.lock(table_id)
        if is_currency_final():
            raise Refusal("currency_final", "", currency=row.currency)
        before = row.currency
        row.currency = code
        row.save(update_fields=["currency"])
        values = ({"currency": before}, {"currency": code})
        record(by, "setting_changed", now=now, about=row, before=values[0], after=values[1])
        set_currency(currency_of(code))  # for the rest of this transaction
        transaction.on_commit(lambda: _tell(tables))


def _tell(tables: list[int]) -> None:
    """Notify the tablets, which read their tables' context again with the currency."""
    for table_id in tables:
        table_screens.send_refresh(table_id=table_id)
