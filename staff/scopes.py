"""The scopes of API clients, and the permissions each one needs."""

from typing import Literal

Scope = Literal[
    "tables:read",
    "tables:command",
    "lists:read",
    "lists:write",
    "tournaments:read",
    "funds:read",
    "roster:read",
    "hands:read",
    "rulings:read",
    "incidents:read",
    "reports:read",
    "players:read",
    "players:legal_names",
    "players:check_in",
    "webhooks:manage",
]
# Each scope: its purpose, and permissions, at least one of which the role needs. A scope alone grants
# nothing.
SCOPES: dict[Scope, tuple[str, tuple[str, ...]]] = {
    "tables:read": ("tables, table views, plaques", ("tables.view_table", "tables.deal")),
    "tables:command": (
        "tablet taps and seat lock-ups",
        ("tables.deal", "tables.keep_lists"),
    ),
    "lists:read": ("waitlists", ("tables.keep_lists", "tables.view_table")),
    "lists:write": ("add, call, seat, pass, remove", ("tables.keep_lists",)),
    "tournaments:read": (
        "tournaments: clock, entries, seats, results",
        ("tournaments.view_event",),
    ),
    "funds:read": (
        "funds of players' money: amounts, days, claims",
        ("promotions.view_fund",),
    ),
    "roster:read": ("dealers' weeks and published shifts", ("roster.run_day",)),
    "hands:read": ("hands step by step, and as PHH", ("journal.view_entry",)),
    "rulings:read": ("floor calls and rulings", ("rulings.view_ruling",)),
    "incidents:read": ("incidents of conduct", ("rulings.view_incident",)),
    "reports:read": ("shift, day and range reports", ("reports.read_shift",)),
    "players:read": ("players by alias", ("players.view_player",)),
    "players:legal_names": (
        "legal names and dates of birth with the alias",
        ("players.view_legal_name",),
    ),
    "players:check_in": ("check players in and out", ("players.change_player",)),
    "webhooks:manage": ("webhooks", ()),
}
