"""The definitions page: the meaning of the figures, and of terms that are not figures."""

from collections.abc import Iterable, Iterator
from typing import Any

from reports.figures.call_figures import (
    CALL_FIGURES,
    OVERRIDE_FIGURES,
    OVERRIDES_BY_REASON,
    WITHIN_A_MINUTE,
)
from reports.figures.figure import Definition, Figure
from reports.figures.hand_figures import DEALERS, DROP_BY_GAME, PACE_BY_GAME, SEATS_BY_GAME
from reports.figures.kind_figures import HANDS_BY_KIND
from reports.figures.seat_figures import FILL_BY_HOUR, LOST_SEATS
from reports.figures.wait_figures import INCIDENTS, OUTAGES, WAITS

GAMING_DAY = Definition(
    name="Gaming day and shift",
    meaning=(
        "Everything belongs to the day its shift started, in the house's time zone, by"
        " the room's shifts. Weeks start on Monday."
    ),
    source="the room's settings",
    interval="none",
)
WEEKS_BEFORE = Definition(
    name="The weeks before",
    meaning="The same weekdays in the four weeks before, where anything was dealt.",
    source="the tables' logs",
    interval="as above",
    n="hands",
)
LOG_VERIFIED = Definition(
    name="Log verified",
    meaning=(
        "How far the room's logs have been checked, entry by entry, against the hash"
        " chain. New entries are checked within a minute or two, older ones in rotation;"
        " the time shown is the oldest check. It doesn't cover what isn't in a log, such"
        " as sanctions, settings and access."
    ),
    source="the hash chain of the logs",
    interval="none",
)


def definitions() -> tuple[Definition, ...]:
    """Return the definitions in the order of the page, each once."""
    entries = (
        *_of(PACE_BY_GAME.figures),
        *_of(DROP_BY_GAME.figures),
        *_of(HANDS_BY_KIND.figures),
        *_of(SEATS_BY_GAME.figures),
        *_of(LOST_SEATS.figures),
        *_of(FILL_BY_HOUR.figures),
        *_of(CALL_FIGURES),
        WITHIN_A_MINUTE,
        *_of(OVERRIDE_FIGURES),
        *_of(OVERRIDES_BY_REASON.figures),
        *_of(WAITS.figures),
        *_of(INCIDENTS.figures),
        *_of(OUTAGES.figures),
        *_of(DEALERS.figures),
        GAMING_DAY,
        WEEKS_BEFORE,
        LOG_VERIFIED,
    )
    return tuple(dict.fromkeys(entries))


def _of(figures: Iterable[Figure[Any]]) -> Iterator[Definition]:
    for figure in figures:
        if figure.definition is not None:
            yield figure.definition
