"""Pages of the reports without a range, shown as tabs next to the reports."""

from dataclasses import dataclass

from staff.permissions import Permission


@dataclass(frozen=True, slots=True)
class NavTab:
    """One page."""

    url: str  # URL name
    key: str  # the template's name for it, which marks the current tab
    name: str
    permission: Permission


TABS = (
    NavTab("reports:stored", "stored", "Stored", "reports.read_shift"),
    NavTab("reports:consistency", "consistency", "Ruled differently", "reports.read_reports"),
    NavTab("reports:discipline", "discipline", "Discipline", "reports.read_shift"),
)
