"""The currency of the installation: what this process writes amounts in, and its change before the first hand."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import connection, transaction
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from poker.currency import USD, set_currency
from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from tables import broadcast
from tables.actions import TABLE
from tables.currencies import CURRENCIES, currency_of
from tables.installation import ROW, installation, lock_installation
from tables.models import HandStart, Table

# One statement, also without a row of the installation: the demo has none.
_READ = """
SELECT (SELECT currency FROM tables_installation WHERE id = %s), EXISTS (SELECT 1 FROM tables_handstart)"""
View = TypeVar("View", bound=Callable[..., object])
_is_final = [False]  # a hand was dealt, so that this process need not read the currency again


def load_currency() -> None:
    """Set the installation's currency for this process. Every request, message of a socket and task begins with it.

    Until the first hand another process may change it, so it is read each time: one row by its key. A process that
    runs one command calls it once.
    """
    if _is_final[0]:
        return
    with connection.cursor() as cursor:
        cursor.execute(_READ, [ROW])
        code, is_final = cursor.fetchone()
    set_currency(currency_of(code or USD.code))
    _is_final[0] = bool(is_final)


def forget_currency() -> None:
    """Write dollars again until the next load: for tests, which have a database each."""
    set_currency(USD)
    _is_final[0] = False


def is_currency_final() -> bool:
    """Return whether a hand was ever dealt at any table: stored amounts have no currency, so it stays."""
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
        before, row.currency = row.currency, code
        row.save(update_fields=["currency"])
        values = ({"currency": before}, {"currency": code})
        record(by, "setting_changed", now=now, about=row, before=values[0], after=values[1])
        set_currency(currency_of(code))  # for the rest of this transaction
        transaction.on_commit(lambda: _tell(tables))


def _tell(tables: list[int]) -> None:
    """Ask the tablets to read their tables' context again, which has the currency."""
    for table_id in tables:
        broadcast.send_refresh(table_id=table_id)


def stored_code() -> str:
    """Return the code of the installation's currency."""
    return installation().currency


def without_amounts(view: View) -> View:
    """Mark a view that writes no amount: it needs no currency, so it also answers without the database."""
    view.without_amounts = True  # type: ignore[attr-defined]
    return view


class CurrencyMiddleware(MiddlewareMixin):
    """Reads the currency before a view runs: not for files, probes, pages that are not found and `without_amounts`."""

    def process_view(self, request: HttpRequest, view: object, args: object, named: object) -> None:
        """Read the currency."""
        if not getattr(view, "without_amounts", False):
            load_currency()
