"""`manage.py forecast`: the next two hours of a room, or the error of its forecasts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max, Min
from django.utils import timezone

from lineup.actions import load_lineup
from reports.forecast.demand import MIN_WEEKS, tables_needed
from reports.forecast.forecast_error import ForecastError, LeadError, forecast_error
from reports.forecast.history import room_forecast
from staff.models import Room
from staff.time_zone import load_time_zone
from tables.models import GameHalfHour


class Command(BaseCommand):
    help = "Forecasts the next two hours of a room; --measure compares past forecasts with what happened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--room", required=True, help="the room by name")
        parser.add_argument("--measure", action="store_true", help="measure past forecasts")

    def handle(self, *_args: object, **options: Any) -> None:
        load_time_zone()
        room = Room.objects.filter(name=options["room"]).first()
        if room is None:
            raise CommandError(f"No room “{options['room']}”.")
        if options["measure"]:
            self._measure(room)
        else:
            self._forecast(room)

    def _forecast(self, room: Room) -> None:
        forecast = room_forecast(room.pk, timezone.now())
        if not forecast.is_known:
            raise CommandError(
                f"{room}: {forecast.weeks} of at least {MIN_WEEKS} weeks with figures; no forecast."
            )
        for game in forecast.games:
            cells = ", ".join(
                f"{timezone.localtime(begins):%H:%M} {tables_needed(player_s, game.seats)}"
                for begins, player_s in zip(forecast.begins, game.player_s, strict=True)
            )
            self.stdout.write(f"{game.game}: tables {cells}")

    def _measure(self, room: Room) -> None:
        span = GameHalfHour.objects.filter(room=room).aggregate(a=Min("begins"), b=Max("begins"))
        if span["a"] is None:
            raise CommandError(f"{room}: no figures yet.")
        since = span["a"].replace(minute=0)
        policy = load_lineup(room.pk).policy
        error = forecast_error(room.pk, since=since, until=span["b"], policy=policy)
        self.stdout.write(_summary(room, error))
        for number, lead in enumerate(error.leads, 1):
            self.stdout.write(f"  {30 * number} min ahead: {_line(lead)}")


def _summary(room: Room, error: ForecastError) -> str:
    return (
        f"{room}: {error.made:,} forecasts, one each half hour;"
        f" {error.skipped:,} more had fewer than {MIN_WEEKS} weeks. Mean absolute errors, and in"
        " brackets those of “as it is now”:"
    )


def _line(lead: LeadError) -> str:
    return ", ".join(
        f"{name} {_mean(own, cases)} ({_mean(naive, cases)})"
        for name, own, naive, cases in (
            ("tables of a game", lead.game_tables, lead.naive_game_tables, lead.games),
            ("tables of the room", lead.tables, lead.naive_tables, lead.rooms),
            ("dealers", lead.dealers, lead.naive_dealers, lead.rooms),
        )
    )


def _mean(total: int, cases: int) -> str:
    return f"{total / cases:.2f}" if cases else "-"
