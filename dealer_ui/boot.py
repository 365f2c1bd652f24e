"""What the page knows when it opens: its state, its sentences, its addresses."""

from typing import Any, Literal

from dealer_ui.words import PAGE

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
    }
