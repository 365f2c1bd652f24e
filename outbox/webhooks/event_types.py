"""The event types of webhooks and the scope that each type needs."""

from staff.scopes import Scope

KINDS: dict[str, tuple[Scope, str]] = {
    "hand.finished": ("tables:read", "a hand is over"),
    "hand.reopened": (
        "tables:read",
        "its award or end was undone; the hand is live again",
    ),
    "table.opened": ("tables:read", "a table was opened"),
    "table.closed": ("tables:read", "a table was closed"),
    "table.changed": ("tables:read", "a table got another name or number of seats"),
    "seat.open": (
        "tables:read",
        "a seat at an open table opened; a list may hold it for a name",
    ),
    "ruling.final": ("rulings:read", "a ruling is final"),
    "tournament.level": ("tournaments:read", "a level or a break of a tournament began"),
    "tournament.busted": ("tournaments:read", "players of a tournament went out, or came back"),
    "tournament.closed": ("tournaments:read", "the result of a tournament is closed"),
    "fund.posted": ("funds:read", "the amounts of a fund were posted"),
    "fund.hit": ("funds:read", "a claim on a fund was verified; its shares are fixed"),
    "fund.paid": ("funds:read", "a share of a hit was paid"),
    "list.changed": ("lists:read", "something changed on a room's waitlists"),
}
