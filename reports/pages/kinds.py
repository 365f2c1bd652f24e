"""Which reports there are, what each has of a range, and who may read it."""

from dataclasses import dataclass

from reports.pages.roles import Action


@dataclass(frozen=True, slots=True)
class Kind:
    """One report. asks: the fields that choose its range; blocks: of `reports.pages.blocks`, in order."""

    key: str
    name: str
    title: str
    asks: tuple[str, ...]
    blocks: tuple[str, ...]
    who: Action = "all"


FIRST = ("pace", "drop", "waits", "calls", "here")
LAST = ("reasons", "hands", "incidents", "silences")
NIGHT = (*FIRST, "seats", *LAST, "each_call")
WHOLE = (*FIRST, "series", "take", "seats", "shifts", *LAST, "each_call")
CALLS = ("every_call", "here", "reasons", "each_call")
SPAN = ("first", "last", "shift")
KINDS = {
    kind.key: kind
    for kind in (
        Kind("shift", "Shift", "Shift report", ("day", "shift"), NIGHT, "shift"),
        Kind("day", "Day", "Day report", ("day",), WHOLE),
        Kind("week", "Week", "Week report", ("day",), WHOLE),
        Kind("range", "Any days", "Report", (*SPAN, "table", "game", "dealer"), WHOLE),
        Kind("tables", "Tables", "Tables", (*SPAN, "game"), ("tables", "silences")),
        Kind("games", "Games", "Games", (*SPAN, "table"), ("pace_led", "drop_led", "waits")),
        Kind("dealers", "Dealers", "Dealers", (*SPAN, "game"), ("dealers",)),
        Kind("calls", "Floor calls", "Floor calls", (*SPAN, "table", "game"), CALLS),
    )
}  # fmt: skip
