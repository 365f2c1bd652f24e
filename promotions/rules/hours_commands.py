"""Commands to the log of players' hours. Their tags are the wire names."""

from typing import Annotated

import msgspec

from promotions.rules.drawings import ListedEntry
from promotions.rules.earned import RateCard

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=10**6)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Number = Annotated[int, msgspec.Meta(ge=1)]
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class HoursCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to a room's hours."""


class ProposeCard(HoursCommand, frozen=True, tag="propose_card"):
    """Propose a rate card. by: filled in by the room; a second manager confirms."""

    card: RateCard
    by: str = ""


class ConfirmCard(HoursCommand, frozen=True, tag="confirm_card"):
    """Confirm the proposed card as another manager; sessions that close from then on earn by it."""

    version: int
    by: str = ""


class DropCard(HoursCommand, frozen=True, tag="drop_card"):
    """Take the proposed card back."""


class SetReward(HoursCommand, frozen=True, tag="set_reward"):
    """Add or change a reward, with a second manager; 0 minutes removes it. approved, by: filled in by the room."""

    key: Key
    title: Title
    minutes: Annotated[int, msgspec.Meta(ge=0, le=10**6)]
    value: Amount = 0
    approved: str = ""
    by: str = ""


class Redeem(HoursCommand, frozen=True, tag="redeem"):
    """Redeem a reward for a player.

    Filled in by the room: earned, all minutes of the person; keys, all keys that the person has had; may_collect, by
    the registry.
    """

    player: Key
    reward: Key
    earned: int = 0
    keys: tuple[str, ...] = ()
    may_collect: bool = True


class UndoRedemption(HoursCommand, frozen=True, tag="undo_redemption"):
    """Take a redemption back; the hours return to the player."""

    number: Number


class AnnounceDrawing(HoursCommand, frozen=True, tag="announce_drawing"):
    """Announce a drawing, with a second manager. The room fills in approved, by and seed_hash, and keeps the seed."""

    title: Title
    first_day: Day
    last_day: Day
    minutes: Minutes
    winners: Annotated[int, msgspec.Meta(ge=1, le=100)]
    prize: Amount
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    seed_hash: str = ""
    approved: str = ""
    by: str = ""


class CloseList(HoursCommand, frozen=True, tag="close_list"):
    """Close the list of entries. Filled in by the room: entries, from the hours played; today, its gaming day."""

    number: Number
    entries: tuple[ListedEntry, ...] = ()
    today: str = ""


class Draw(HoursCommand, frozen=True, tag="draw"):
    """Draw the winners. seed: filled in by the room; published: the public number."""

    number: Number
    published: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    seed: str = ""


class Redraw(HoursCommand, frozen=True, tag="redraw"):
    """Draw another winner in the place of one who is not present."""

    number: Number
    absent: Key


class CancelDrawing(HoursCommand, frozen=True, tag="cancel_drawing"):
    """Cancel a drawing before it is drawn."""

    number: Number
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


COMMANDS = (
    ProposeCard,
    ConfirmCard,
    DropCard,
    SetReward,
    Redeem,
    UndoRedemption,
    AnnounceDrawing,
    CloseList,
    Draw,
    Redraw,
    CancelDrawing,
)
