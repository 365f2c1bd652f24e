"""List what a room owes players from funds, drawings and hours, before it closes permanently."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from promotions.room_debts import room_debts
from staff.models import Room


class Command(BaseCommand):
    help = "List what a room owes players from funds, drawings and hours. Exits 1 while it owes anything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("room", type=int, help="Number of the room, as in its addresses.")

    def handle(self, *args: object, room: int, **options: object) -> None:
        row = Room.objects.filter(pk=room).first()
        if row is None:
            raise CommandError(f"There is no room {room}.")
        debts = list(room_debts(row))
        for debt in debts:
            self.stdout.write(f"{row.name}: {debt}")
        if debts:
            raise CommandError(f"{row.name} can't close yet.")
        self.stdout.write(f"{row.name} owes nothing to players.")
