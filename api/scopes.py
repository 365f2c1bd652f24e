"""What a program may be let in for, and what its role needs for it."""

from typing import Literal

Scope = Literal[
    "tables:read",
    "tables:command",
    "lists:read",
    "lists:write",
    "hands:read",
    "rulings:read",
    "incidents:read",
    "reports:read",
    "players:read",
    "players:legal_names",
    "players:check_in",
    "webhooks:manage",
]
# Each scope: what it is for, and permissions of which the role has at least one. A scope alone opens nothing.
SCOPES: dict[Scope, tuple[str, tuple[str, ...]]] = {
    "tables:read": ("tables, their pictures, plaques", ("tables.view_table", "tables.deal")),
    "tables:command": (
        "taps of a tablet, chairs that are locked up",
        ("tables.deal", "tables.keep_lists"),
    ),
    "lists:read": ("waiting lists", ("tables.keep_lists", "tables.view_table")),
    "lists:write": ("put down, call, seat, pass, take off", ("tables.keep_lists",)),
    "hands:read": ("hands step by step, and as PHH", ("journal.view_entry",)),
    "rulings:read": ("floor calls and rulings", ("rulings.view_ruling",)),
    "incidents:read": ("incidents of conduct", ("rulings.view_incident",)),
    "reports:read": ("reports of shifts, days and ranges", ("reports.read_shift",)),
    "players:read": ("players by alias", ("players.view_player",)),
    "players:legal_names": (
        "legal names and dates of birth beside the alias",
        ("players.view_legal_name",),
    ),
    "players:check_in": ("check players in and out", ("players.change_player",)),
    "webhooks:manage": ("addresses that are told what happens", ()),
}
