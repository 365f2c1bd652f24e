"""How the seats of a game were used, by half hour, and the suggestions that a supervisor has dismissed."""

from django.db import models

from staff.models import Room


class SeatUse(models.Model):
    """Seconds of tables, seats and players; a lost second has exactly one cause."""

    open_s = models.BigIntegerField(default=0)  # of open tables
    seat_s = models.BigIntegerField(default=0)  # seconds of taken seats at open tables
    chair_s = models.BigIntegerField(default=0)  # seconds of all seats at open tables
    wait_s = models.BigIntegerField(default=0)  # seconds of players waiting in the room
    # the causes, as in `reports.forecast.lost_seats.Cause`
    called_s = models.BigIntegerField(default=0)
    held_s = models.BigIntegerField(default=0)
    must_move_s = models.BigIntegerField(default=0, db_default=0)
    not_called_s = models.BigIntegerField(default=0)
    floor_call_s = models.BigIntegerField(default=0)
    no_dealer_s = models.BigIntegerField(default=0)
    locked_s = models.BigIntegerField(default=0)

    class Meta:
        abstract = True
        default_permissions = ()


class GameHalfHour(SeatUse):
    """One game of a room in one half hour: open tables, taken seats, waiting players, lost seats by cause.

    A rollup of the logs of tables and waitlists (`reports.rollups.seat_use`), in whole seconds. A lost second is one
    seat that was open for one second while a player waited for it; each has exactly one cause.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="half_hours")
    begins = models.DateTimeField()  # UTC
    day = models.DateField()  # the gaming day, on which its shift began
    shift = models.CharField(max_length=20)
    hour = models.PositiveSmallIntegerField()  # hour of the day on the clock of the house
    game = models.CharField(max_length=120)  # the plaque's name

    class Meta(SeatUse.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "begins", "day", "shift", "game"], name="game_half_hour_once"
            )
        ]
        indexes = [models.Index(fields=["room", "day"], name="half_hours_of_a_day")]

    def __str__(self) -> str:
        return f"{self.game}, {self.begins:%b %-d %H:%M}"


class DismissedSuggestion(models.Model):
    """A suggestion that a supervisor dismissed for a while. Its key identifies the proposal."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="dismissed_suggestions")
    key = models.CharField(max_length=200)
    until = models.DateTimeField()
    by = models.CharField(max_length=40, help_text="As the log names people.")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["room", "key"], name="suggestion_dismissed_once")
        ]

    def __str__(self) -> str:
        return f"{self.key}, until {self.until:%H:%M}"
