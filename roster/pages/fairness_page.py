"""Fairness as rows of a table: each dealer's share of what no one likes, with its interval, by name."""

from collections.abc import Mapping
from dataclasses import dataclass

from roster.fairness import RoomFairness
from roster.rules.fairness import KINDS, DealerShares, Share

TITLES = {
    "nights": "Nights",
    "weekends": "Weekends",
    "early_outs": "Early outs",
    "other_games": "Stud and draw, of downs",
}


@dataclass(frozen=True, slots=True)
class ShareCell:
    """A share in percent with its interval; "" without cases. is_different: from the whole house."""

    percent: str
    interval: str
    is_different: bool = False


@dataclass(frozen=True, slots=True)
class FairnessRow:
    name: str
    shifts: int
    shares: tuple[ShareCell, ...]


def titles() -> list[str]:
    return [TITLES[kind] for kind in KINDS]


def fairness_rows(fairness: RoomFairness) -> list[FairnessRow]:
    """Return the dealers who worked, by name."""
    return [_row(dealer, fairness.names) for dealer in fairness.dealers if dealer.shifts]


def house_row(fairness: RoomFairness) -> FairnessRow:
    """Return the shares of the whole house."""
    shifts = sum(dealer.shifts for dealer in fairness.dealers)
    return FairnessRow("Whole house", shifts, tuple(_cell(fairness.house[kind]) for kind in KINDS))


def _row(dealer: DealerShares, names: Mapping[str, str]) -> FairnessRow:
    cells = [_cell(getattr(dealer, kind), is_different=kind in dealer.different) for kind in KINDS]
    return FairnessRow(names.get(dealer.dealer, dealer.dealer), dealer.shifts, tuple(cells))


def _cell(share: Share, *, is_different: bool = False) -> ShareCell:
    if share.value is None or share.low is None or share.high is None:
        return ShareCell("", "")
    interval = f"{share.low * 100:.0f}\u2013{share.high * 100:.0f}"
    return ShareCell(f"{share.value * 100:.0f}%", interval, is_different)
