"""The kinds of reports, their blocks, and who may read them."""

from dataclasses import dataclass

from staff.permissions import Permission


@dataclass(frozen=True, slots=True)
class ReportType:
    """One kind of report."""

    key: str
    name: str
    title: str
    fields: tuple[str, ...]  # the fields that select its range
    blocks: tuple[str, ...]  # names in `reports.pages.blocks`, in order
    permission: Permission = "reports.read_reports"


FIRST = ("pace", "drop", "waits", "calls", "here")
LAST = ("reasons", "hands", "kinds", "incidents", "silences")
NIGHT = (*FIRST, "seats", "lost_causes", *LAST, "each_call")
WHOLE = (*FIRST, "series", "take", "seats", "shifts", *LAST, "each_call")
WEEK = (*FIRST, "series", "take", "seats", "lost_causes", "shifts", *LAST, "each_call")
CALLS = ("every_call", "here", "reasons", "each_call")
SPAN = ("first", "last", "shift")
KINDS = {
    kind.key: kind
    for kind in (
        ReportType("shift", "Shift", "Shift report", ("day", "shift"), NIGHT, "reports.read_shift"),
        ReportType("day", "Day", "Day report", ("day",), WEEK),
        ReportType("week", "Week", "Week report", ("day",), WEEK),
        ReportType("range", "Date range", "Report", (*SPAN, "table", "game", "dealer"), WHOLE),
        ReportType("tables", "Tables", "Tables", (*SPAN, "game"), ("tables", "silences")),
        ReportType(
            "games",
            "Games",
            "Games",
            (*SPAN, "table"),
            ("pace_led", "drop_led", "kinds", "waits"),
        ),
        ReportType("dealers", "Dealers", "Dealers", (*SPAN, "game"), ("dealers",)),
        ReportType(
            "lost", "Lost seats", "Lost seats", (*SPAN, "game"), ("lost_seats", "lost_causes")
        ),
        ReportType("fill", "Table fill", "Table fill", (*SPAN, "game"), ("fill", "fill_games")),
        ReportType("calls", "Floor calls", "Floor calls", (*SPAN, "table", "game"), CALLS),
    )
}
