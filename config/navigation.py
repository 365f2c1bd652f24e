"""The items of the bar on top, in order; the sign-out page of each area; and counts of what waits in other rooms."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from rulings.calls.models import Call
from tables.models import Table
from web.navigation import AUDIT_PERMISSION, NavItem

NAV_ITEMS = (
    NavItem("queue", "Calls", "floor:index", ("rulings.view_ruling",), "query"),
    NavItem("map", "Map", "floor:map", ("rulings.view_ruling",), "query"),
    NavItem(
        "tables", "Tables", "floor:tables", ("rulings.view_ruling", "tables.keep_lists"), "query"
    ),
    NavItem("dealers", "Dealers", "lineup:dealers", ("rulings.view_ruling",), "query"),
    NavItem(
        "roster",
        "Roster",
        "roster:week",
        ("roster.plan_week", "roster.run_day", "roster.own_week", "roster.count_tokes"),
        "query",
    ),
    NavItem("school", "School", "training:index", ("school.train",), "query"),
    NavItem("forecast", "Forecast", "floor:forecast", ("rulings.view_ruling",), "query"),
    NavItem("waitlist", "Waitlist", "desk:index", ("tables.keep_lists",), "path", "desk:room"),
    NavItem(
        "tournaments", "Tournaments", "tournaments:events", ("tournaments.view_event",), "query"
    ),
    NavItem("promotions", "Promotions", "funds:index", ("promotions.view_fund",), "query"),
    NavItem("hours", "Hours", "hours:desk", ("promotions.view_hours",), "query"),
    NavItem("incidents", "Incidents", "incidents:index", ("rulings.view_incident",), "query"),
    NavItem("drop", "Drop", "drop:index", ("tables.view_dropbox",), "query"),
    NavItem("players", "Players", "players:index", ("players.view_player",), "query"),
    NavItem("replay", "Replay", "replay:index", ("rulings.view_ruling",), "query"),
    NavItem("reports", "Reports", "reports:index", ("reports.read_shift",), "query"),
    NavItem("audit", "Audit", "audit:search", (AUDIT_PERMISSION,), "query", house=True),
    NavItem(
        "operations",
        "Health",
        "operations:index",
        ("staff.keep_access",),
        "query",
        badge=False,
        house=True,
    ),
    NavItem("rulebook", "Rulebook", "rulings:index", ("rulings.view_book",), "query", badge=False),
    NavItem(
        "settings",
        "Settings",
        "manage:index",
        ("tables.change_room", AUDIT_PERMISSION),
        "query",
        badge=False,
    ),
)


# The URL name of the sign-out of each item's area; all others sign out at the floor.
SIGN_OUTS = {
    "waitlist": "desk:sign-out",
    "players": "players:sign-out",
    "incidents": "incidents:sign-out",
    "replay": "replay:sign-out",
    "reports": "reports:sign-out",
    "audit": "audit:sign-out",
    "operations": "manage:sign-out",
    "rulebook": "rulings:sign-out",
    "settings": "manage:sign-out",
}
SIGN_OUT = "floor:sign-out"
FLOOR_AREA = "floor_ui/area.html"  # the template that pages of the floor extend


def _count_in_room(rows: "QuerySet[Table] | QuerySet[Call]") -> Coalesce:
    """Return the number of these rows of the room in the outer query."""
    in_room = rows.filter(room=OuterRef("pk")).order_by().values("room")
    counts = in_room.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counts), 0)


TABLE_COUNT = _count_in_room(Table.objects.all())
CALL_COUNT = _count_in_room(Call.objects.filter(status=Call.Status.OPEN))
