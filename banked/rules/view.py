"""What lists, the map and reports may show of a house-banked table.

The parts that every table has are named and shaped as in `poker.view.model.TableView`, so that one reader shows both.
"""

import msgspec

from banked.rules.state import BankedTable, Box
from poker.calls import FloorCall
from poker.view.model import DealerView, HandView, HeadView


class BoxView(msgspec.Struct, frozen=True):
    """A box as an occupant of the table: `seat` is its number, `state` whether it is played."""

    seat: int
    player: str = ""
    name: str = ""
    state: str = "empty"


class BankedView(msgspec.Struct, frozen=True):
    """The table between and during rounds. title: game and limits; drop: cash of all buy-ins, smallest unit."""

    table: HeadView
    title: str
    hand: HandView
    occupants: list[BoxView]
    dealer: DealerView | None = None
    floor: FloorCall | None = None
    level: str = "cards"
    drop: int = 0


def view(table: BankedTable) -> BankedView:
    """Return the public view of a table."""
    dealer = table.dealer
    return BankedView(
        table=HeadView(table.name, len(table.boxes), table.is_open, table.since, table.why),
        title=title(table),
        hand=HandView(number=table.rounds, started=table.round is not None),
        occupants=[_box(box) for box in table.boxes],
        dealer=DealerView(dealer.name, dealer.since) if dealer else None,
        floor=table.floor,
        level=table.plaque.tracking,
        drop=table.drop,
    )


def title(table: BankedTable) -> str:
    """Return the game and its limits with marked amounts, such as "Spanish 21, ¤1500 to ¤50000".

    It is stored with the log; pages show the amounts in the currency (`poker.formatting.with_amounts`).
    """
    plaque = table.plaque
    return f"{plaque.title}, ¤{plaque.least} to ¤{plaque.most}"


def _box(box: Box) -> BoxView:
    is_played = bool(box.player or box.wager.bet)
    name = box.name or (f"Box {box.number}" if is_played else "")
    player = box.player or (f"box.{box.number}" if is_played else "")
    return BoxView(box.number, player, name, "sitting" if is_played else "empty")
