"""What programs can be told of, and the scope that each needs."""

from api.scopes import Scope

KINDS: dict[str, tuple[Scope, str]] = {
    "hand.finished": ("tables:read", "a hand is over"),
    "hand.reopened": (
        "tables:read",
        "its award or its end was taken back: the hand is on again, if it was over",
    ),
    "table.opened": ("tables:read", "a table was opened"),
    "table.closed": ("tables:read", "a table was closed"),
    "seat.open": (
        "tables:read",
        "a chair of an open table became empty; a list may keep it for a name",
    ),
    "ruling.final": ("rulings:read", "a ruling is final"),
    "list.changed": ("lists:read", "something happened on a room's waiting lists"),
}
