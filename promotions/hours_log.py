"""The log of a room's hours. `journal.log` executes its commands; the room adds what only it knows."""

from datetime import date, datetime
from typing import TypeAlias

from msgspec.structs import replace

from journal.effects import StoredCommand
from journal.log import Attempt, Result
from players.identity import keys_of, number_of
from players.models import Player
from poker.refusal import Refusal
from promotions.funds import reason_not_to_collect
from promotions.gaming_days import gaming_day
from promotions.hours_earned import entries_of, minutes_of
from promotions.models import RoomHoursLog
from promotions.rules import hours_codec
from promotions.rules import hours_commands as c
from promotions.rules.hours_decide import run
from promotions.rules.hours_events import HoursEvent
from promotions.rules.hours_evolve import evolve
from promotions.rules.hours_state import Hours
from promotions.seeds import kept_seed, new_seed
from staff.models import Room
from tables.room_logs import RoomLog

StoredInHours: TypeAlias = StoredCommand[Hours, c.HoursCommand, HoursEvent]
HoursResult: TypeAlias = Result[Hours, HoursEvent, Hours]


class HoursLog(RoomLog[Hours, c.HoursCommand, HoursEvent, Hours]):
    model = RoomHoursLog

    def resolve(self, attempt: Attempt[c.HoursCommand], state: Hours) -> c.HoursCommand:
        """Return the command with balance and standing, manager, list or seed.

        Raises `Refusal`: `unknown_player`, `no_drawing`, `drawing_days`.
        """
        command = attempt.command
        room_id = self.room_id_of(attempt.stream)
        match command:
            case c.ProposeCard() | c.ConfirmCard() | c.SetReward():
                return replace(command, by=attempt.actor)
            case c.Redeem():
                player = _player(command.player)
                keys = tuple(keys_of(player))
                earned = minutes_of(room_id, player)
                is_barred = bool(reason_not_to_collect(keys[0], room_id, attempt.now))
                return replace(
                    command, player=keys[0], keys=keys, earned=earned, may_collect=not is_barred
                )
            case c.AnnounceDrawing():
                _check_days(command.first_day, command.last_day)
                return replace(command, by=attempt.actor, seed_hash=new_seed(attempt.now))
            case c.CloseList():
                drawing = state.drawing(command.number)
                entries = entries_of(room_id, drawing, attempt.now) if drawing else ()
                today = gaming_day(Room.objects.get(pk=room_id), attempt.now)
                return replace(command, entries=entries, today=today)
            case c.Draw():
                drawing = state.drawing(command.number)
                return replace(command, seed=kept_seed(drawing.seed_hash) if drawing else "")
        return command


def _player(key: str) -> Player:
    """Return the surviving player of a key. Raises `Refusal`: `unknown_player`."""
    player = Player.objects.select_related("merged_into").filter(pk=number_of(key)).first()
    if player is None:
        raise Refusal("unknown_player", "S-013", player=key)
    return player.merged_into or player


def _check_days(*days: str) -> None:
    """Raises `Refusal`: `drawing_days` for a day that isn't in the calendar."""
    for day in days:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise Refusal("drawing_days") from None


HOURS = HoursLog(
    name="hours",
    prefix="hours.",
    codec=hours_codec.HOURS,
    run=run,
    evolve=evolve,
    view=lambda hours: hours,
)


def load_hours(room_id: int) -> Hours:
    """Return the hours of a room: rate card, rewards, drawings."""
    return HOURS.load(room_id)[1]


def hours_execute(
    *, room_id: int, command_id: str, command: c.HoursCommand, actor: str, now: datetime
) -> HoursResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    log_id = HOURS.id_of_room(room_id)
    return HOURS.execute(log_id, command, command_id=command_id, actor=actor, now=now)
