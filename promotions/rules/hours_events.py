"""Events of players' hours, in the past tense. Their tags are the stored names and never change."""

import msgspec

from poker.logs.versions import Upcasters
from promotions.rules.drawings import ListedEntry
from promotions.rules.earned import RateCard
from promotions.rules.hours_state import Drawing, Redemption, Reward

UPCASTERS: Upcasters = {}


class HoursEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events of a room's hours."""


class CardProposed(HoursEvent, frozen=True, tag="rates.proposed"):
    card: RateCard
    by: str


class CardConfirmed(HoursEvent, frozen=True, tag="rates.confirmed"):
    version: int
    by: str


class CardDropped(HoursEvent, frozen=True, tag="rates.dropped"):
    version: int


class RewardSet(HoursEvent, frozen=True, tag="reward.set"):
    reward: Reward
    approved: str = ""  # the second manager


class RewardRemoved(HoursEvent, frozen=True, tag="reward.removed"):
    key: str
    approved: str = ""


class HoursRedeemed(HoursEvent, frozen=True, tag="hours.redeemed"):
    redemption: Redemption


class RedemptionUndone(HoursEvent, frozen=True, tag="redemption.undone"):
    number: int


class DrawingAnnounced(HoursEvent, frozen=True, tag="drawing.announced"):
    drawing: Drawing
    approved: str = ""


class ListClosed(HoursEvent, frozen=True, tag="drawing.list_closed"):
    number: int
    entries: tuple[ListedEntry, ...]
    list_hash: str


class WinnersDrawn(HoursEvent, frozen=True, tag="drawing.drawn"):
    """The winners, with the public number and the revealed seed."""

    number: int
    published: str
    seed: str
    drawn: tuple[str, ...]


class WinnerRedrawn(HoursEvent, frozen=True, tag="drawing.redrawn"):
    number: int
    absent: str
    drawn: str


class DrawingCanceled(HoursEvent, frozen=True, tag="drawing.canceled"):
    number: int
    reason: str


EVENTS = (
    CardProposed,
    CardConfirmed,
    CardDropped,
    RewardSet,
    RewardRemoved,
    HoursRedeemed,
    RedemptionUndone,
    DrawingAnnounced,
    ListClosed,
    WinnersDrawn,
    WinnerRedrawn,
    DrawingCanceled,
)
