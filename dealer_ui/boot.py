"""Data for the tablet's page when it opens: its state, texts and URLs."""

from typing import Literal

import msgspec

from dealer_ui.engine_files import engine_manifest
from dealer_ui.messages import PAGE
from poker.currency import currency
from poker.formatting import smart_quotes
from rulings.incidents.categories import Category, likely, others

State = Literal["pair", "sign-in", "table", "school"]


def boot(
    *, state: State, csrf: str, table: str = "", note: str = "", is_idle: bool = False
) -> dict[str, object]:
    """Return the template context named "boot", read by `text.js`. is_idle: no game is open, so the school is
    available.
    """
    return {
        "state": state,
        "table": table,
        "note": note,
        "is_idle": is_idle,
        "csrf": csrf,
        "base": "/tablet/",
        "socket": "/ws/tablet/",
        "currency": msgspec.to_builtins(currency()),
        "texts": PAGE,
        "engine": engine_manifest() if state in ("table", "school") else None,
        "conduct": [_category(category) for category in (*likely(), *others())],
    }


def _category(category: Category) -> dict[str, object]:
    """Return a category for the report.

    `first` puts it on the first page, which also has the category for everything else; `family` restricts it to a game
    family.
    """
    return {
        "key": category.key,
        "title": smart_quotes(category.title),
        "first": bool(category.likely) or category.needs_note,
        "family": category.family or "",
    }
