"""The hours of a room's players: rate card, rewards, redemptions and drawings."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from promotions.rules.drawings import ListedEntry
from promotions.rules.earned import RateCard


class Reward(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players redeem hours for. value: what it costs the house, in the smallest unit."""

    key: str
    title: str
    minutes: int
    value: int = 0


class Redemption(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hours that a player redeemed at the desk. number: of the slip, counted from 1 in the room."""

    number: int
    player: str
    reward: str
    title: str
    minutes: int
    value: int
    at: int
    undone: bool = False


DrawingStage = Literal["announced", "closed", "drawn", "canceled"]


class Drawing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawing by hours of a range of gaming days, both included. minutes: for each entry.

    seed_hash: published at once; seed: revealed with the draw; published: the public number, named beforehand by
    `source`.
    """

    number: int
    title: str
    first_day: str
    last_day: str
    minutes: int
    winners: int
    prize: int
    source: str
    seed_hash: str
    stage: DrawingStage = "announced"
    entries: tuple[ListedEntry, ...] = ()
    list_hash: str = ""
    published: str = ""
    seed: str = ""
    drawn: tuple[str, ...] = ()  # keys of players in the order drawn
    absent: tuple[str, ...] = ()  # drawn, not present: others were drawn in their place


MOST_RECENT = 50  # redemptions that can be undone
MOST_DRAWINGS = 12  # finished drawings that the state keeps; the log and its rows have all


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a room's log of hours. pending: a rate card and who proposed it, until a second manager confirms."""

    card: RateCard = RateCard()
    pending: RateCard | None = None
    proposed_by: str = ""
    rewards: tuple[Reward, ...] = ()
    redeemed: dict[str, int] = {}  # minutes by key of the player
    count: int = 0  # redemptions so far
    recent: tuple[Redemption, ...] = ()
    announced: int = 0  # drawings so far
    drawings: tuple[Drawing, ...] = ()

    def redeemed_by(self, keys: Iterable[str]) -> int:
        """Return the minutes redeemed under these keys of one person, who may have been merged from several."""
        return sum(self.redeemed.get(key, 0) for key in keys)

    def reward(self, key: str) -> Reward | None:
        return next((reward for reward in self.rewards if reward.key == key), None)

    def redemption(self, number: int) -> Redemption | None:
        return next((item for item in self.recent if item.number == number), None)

    def drawing(self, number: int) -> Drawing | None:
        return next((drawing for drawing in self.drawings if drawing.number == number), None)
