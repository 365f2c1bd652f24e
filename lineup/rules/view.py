"""The public view of the lineup: who deals, who is available, and supervisors' sections.

It does not show why a dealer is away.
"""

from typing import Literal

import msgspec

from lineup.rules.state import Lineup, OnDutyDealer

DealerState = Literal["dealing", "free", "break", "aside"]


class OnDutyView(msgspec.Struct, frozen=True):
    """A dealer on duty with their state and its start in Unix milliseconds."""

    name: str
    state: DealerState
    at: int
    table: str


class BoxView(msgspec.Struct, frozen=True):
    """A table's box with its dealer and the dealer's start in Unix milliseconds."""

    table: str
    since: int
    dealer: str


class SectionView(msgspec.Struct, frozen=True):
    name: str
    tables: list[str]


class LineupView(msgspec.Struct, frozen=True):
    """The lineup. `duty` is in the order in which dealers clocked in."""

    duty: list[OnDutyView]
    boxes: list[BoxView]
    sections: list[SectionView]


def view(dealers: Lineup) -> LineupView:
    """Return the view of a lineup."""
    names = {dealer.key: dealer.name for dealer in dealers.duty}
    return LineupView(
        duty=[
            OnDutyView(dealer.name, state(dealer), dealer.at, dealer.table)
            for dealer in dealers.duty
        ],
        boxes=[BoxView(box.table, box.since, names.get(box.dealer, "")) for box in dealers.boxes],
        sections=[SectionView(section.name, list(section.tables)) for section in dealers.sections],
    )


def state(dealer: OnDutyDealer) -> DealerState:
    """Return "dealing", "break", "aside" or "free"."""
    if dealer.table:
        return "dealing"
    return "break" if dealer.until else "aside" if dealer.aside else "free"
