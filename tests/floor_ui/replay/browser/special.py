"""A bomb pot, a straddled hand and a bomb pot in progress at T1, dealt in the demo room by `manage.py shell`."""

from datetime import timedelta

from django.utils import timezone

from poker import commands as c
from tables.models import Table
from tests.support.room import TableDriver
from tests.support.special_hands import STAKES, deal_bomb_pot, deal_straddled


def create_special_hands() -> None:
    """Deal the hands within the last minutes, so that the map shows the last one."""
    table = Table.objects.select_related("stream").get(name="T1")
    game = TableDriver(table, timezone.now() - timedelta(minutes=2))
    game.execute(c.SetButton(seat=1))
    game.execute(c.ChangePlaque(STAKES))
    deal_bomb_pot(game)
    deal_straddled(game)
    game.execute(c.CallBombPot(amount=2500))
    game.execute(c.Deal())
