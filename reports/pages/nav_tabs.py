"""Pages of the reports without a range, shown as tabs next to the reports."""

from dataclasses import dataclass

from reports.pages.permissions import Action


@dataclass(frozen=True, slots=True)
class NavTab:
    """One page."""

    url: str  # URL name
    key: str  # the template's name for it, which marks the current tab
    name: str
    permission: Action


TABS = (
    NavTab("reports:stored", "stored", "Stored", "shift"),
    NavTab("reports:consistency", "consistency", "Ruled differently", "all"),
    NavTab("reports:discipline", "discipline", "Discipline", "shift"),
)
