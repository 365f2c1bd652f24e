"""The house-banked table of the demo room: Spanish 21 in six boxes, with players in five of them."""

from datetime import datetime

from banked.actions import banked_create, banked_execute, opening_command
from banked.models import HousePlaque
from banked.plaques import plaque_publish
from banked.rules.commands import Burn, BuyIn, Command, OpenShoe, TakeBox
from banked.rules.plaque import BankedPlaque
from players.models import Player
from staff.models import Room
from tables.models import Table

NAME = "S1"
PLAQUE = "Spanish 21, $15 to $500"
PLAYERS = ((1, "Kettle"), (2, "Lantern"), (3, "Pebble"), (4, "Thimble"), (6, "Bobbin"))
CASH = 20_000  # each player's buy-in in cents


def demo_tables(*, room: Room, actor: str, now: datetime) -> None:
    """Create the demo's table, open it, and load its shoe; a second run changes nothing."""
    if Table.every.filter(room=room, name=NAME).exists():
        return
    plaque = HousePlaque.objects.filter(name=PLAQUE).first() or plaque_publish(
        name=PLAQUE, body=BankedPlaque(), by=None, now=now
    )
    table = banked_create(room=room, name=NAME, plaque=plaque, actor=actor, now=now)
    commands: list[Command] = [opening_command(table), OpenShoe(), Burn()]
    for box, alias in PLAYERS:
        player = Player.objects.filter(alias=alias).first()
        key = player.key if player else f"demo.{alias}"
        commands += [TakeBox(box, key, alias), BuyIn(box, CASH)]
    for number, command in enumerate(commands):
        banked_execute(
            table_id=table.pk,
            command_id=f"demo-{NAME}-{number}",
            command=command,
            actor=actor,
            now=now,
        )
