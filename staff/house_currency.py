"""The currency of the house, in which this process writes amounts."""

from collections.abc import Callable
from typing import TypeVar

from django.db import connection
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from poker.currency import USD, set_currency
from staff.currencies import currency_of
from staff.installation import ROW, installation

# One statement, which also works without a row of the installation, as in the demo.
_READ = """
SELECT (SELECT currency FROM tables_installation WHERE id = %s), EXISTS (SELECT 1 FROM tables_handstart)"""
View = TypeVar("View", bound=Callable[..., object])
_is_final = [False]  # a hand was dealt, so that this process need not read the currency again


def load_currency() -> None:
    """Set the installation's currency for this process. Called for each request, socket message and task.

    Until the first hand another process may change the currency, so each call reads it: one row by its key. A process
    that runs one command calls it once.
    """
    if _is_final[0]:
        return
    with connection.cursor() as cursor:
        cursor.execute(_READ, [ROW])
        code, is_final = cursor.fetchone()
    set_currency(currency_of(code or USD.code))
    _is_final[0] = bool(is_final)


def forget_currency() -> None:
    """Reset to dollars until the next load, for tests, because each test has its own database."""
    set_currency(USD)
    _is_final[0] = False


def stored_code() -> str:
    """Return the code of the installation's currency."""
    return installation().currency


def without_amounts(view: View) -> View:
    """Mark a view that writes no amounts: it needs no currency, so it works without the database."""
    view.without_amounts = True  # type: ignore[attr-defined]
    return view


class CurrencyMiddleware(MiddlewareMixin):
    """Reads the currency before a view runs, except for files, probes, missing pages and `without_amounts`."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, keywords: object
    ) -> None:
        if not getattr(view, "without_amounts", False):
            load_currency()
