"""The desk's page of hours: a player's statement, rewards and the last redemptions."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.core.signing import BadSignature, Signer

from players.models import Player
from players.roster import player_known
from promotions.hours_log import load_hours
from promotions.hours_statement import Statement, entries_in, statement
from promotions.rules.hours_state import Drawing, Redemption, Reward
from staff.models import Room, Staff
from staff.permissions import may

SHOWN_LINES = 12
SIGNER = Signer(salt="promotions.hours")


@dataclass(frozen=True, slots=True)
class RewardKey:
    """A reward as a key, with the minutes that are missing."""

    reward: Reward
    missing: int


class HoursPage:
    """A player's hours in a room; without a player the page only finds one."""

    def __init__(
        self, room: Room, staff: Staff | None, player: Player | None, *, shows_all: bool = False
    ) -> None:
        self.room = room
        self.player = player
        self.shows_all = shows_all
        self.may_redeem = staff is not None and may(staff, "promotions.redeem_hours")
        self.hours = load_hours(room.pk)

    @cached_property
    def statement(self) -> Statement:
        return statement(self.room.pk, self.player) if self.player else Statement(())

    @property
    def lines(self) -> tuple[object, ...]:
        lines = self.statement.lines
        return lines if self.shows_all else lines[:SHOWN_LINES]

    @property
    def rewards(self) -> list[RewardKey]:
        """Return the rewards, the cheapest first."""
        balance = self.statement.balance
        rewards = sorted(self.hours.rewards, key=lambda reward: (reward.minutes, reward.title))
        return [RewardKey(reward, max(0, reward.minutes - balance)) for reward in rewards]

    @property
    def last(self) -> Redemption | None:
        """Return the last redemption of the room, which the desk may undo."""
        return next((item for item in self.hours.recent[::-1] if not item.undone), None)

    @property
    def last_name(self) -> str:
        player = player_known(self.last.player) if self.last else None
        return player.alias if player else ""

    @property
    def drawings(self) -> list[tuple[Drawing, int]]:
        """Return the drawings whose list is open, with the player's entries."""
        if self.player is None:
            return []
        return [
            (drawing, entries_in(drawing, self.room.pk, self.player))
            for drawing in self.hours.drawings
            if drawing.stage == "announced"
        ]

    @property
    def token(self) -> str:
        """Return the token of the player's own page."""
        return own_token(self.room, self.player) if self.player else ""


def own_token(room: Room, player: Player) -> str:
    """Return the token of a player's own page of hours in a room."""
    return SIGNER.sign(f"{room.pk}.{player.key}").replace(":", "~")


def read_token(token: str) -> tuple[int, str] | None:
    """Return room and player's key of a token, None for a forged one."""
    try:
        room, _, key = SIGNER.unsign(token.replace("~", ":")).partition(".")
    except BadSignature:
        return None
    return int(room), key


def find_player(text: str) -> Player | None:
    """Return the player with this key, card or alias; None without one. No player is created."""
    value = " ".join(text.split())
    if not value:
        return None
    rows = Player.objects.select_related("merged_into")
    player = (
        player_known(value)
        or rows.filter(card_number=value).first()
        or rows.filter(alias__iexact=value).first()
    )
    return (player.merged_into or player) if player else None


def slip_time(moment: datetime) -> str:
    """Return the time of a slip."""
    return f"{moment:%b} {moment.day}, {moment:%Y, %H:%M}"
