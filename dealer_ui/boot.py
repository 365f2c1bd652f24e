"""What the page knows when it opens: its state, its sentences, its addresses."""

from typing import Any, Literal

from dealer_ui.words import PAGE
from rulings.incidents.categories import Category, likely, others
from rulings.wording.sayings import typeset

State = Literal["pair", "sign-in", "table"]


def boot(*, state: State, csrf: str, table: str = "", note: str = "") -> dict[str, Any]:
    """Context of `dealer_ui/tablet.html` under the name "boot"; read by `text.js`."""
    return {
        "state": state,
        "table": table,
        "note": note,
        "csrf": csrf,
        "base": "/tablet/",
        "socket": "/ws/tablet/",
        "texts": PAGE,
        "conduct": [_category(one) for one in (*likely(), *others())],
    }


def _category(one: Category) -> dict[str, Any]:
    """What a report may be of: `first` of them stand on the first page, `family` is where alone it applies."""
    return {
        "key": one.key,
        "title": typeset(one.title),
        "first": bool(one.likely),
        "family": one.family or "",
    }
