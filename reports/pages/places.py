"""Pages of the reports that are none of a range: what stands beside the reports in the bar."""

from dataclasses import dataclass

from reports.pages.roles import Action


@dataclass(frozen=True, slots=True)
class Place:
    """One page. url: its name; at: the template's, by which the bar knows where it is."""

    url: str
    at: str
    name: str
    who: Action


PLACES = (
    Place("reports:stored", "stored", "Stored", "shift"),
    Place("reports:consistency", "consistency", "Ruled differently", "all"),
    Place("reports:discipline", "discipline", "Discipline", "shift"),
)
