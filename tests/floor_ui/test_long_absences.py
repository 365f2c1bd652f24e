"""A long absence is a notice on the floor's page and no call (S-037)."""

from unittest.mock import patch

import pytest
from django.urls import reverse

from poker import commands as c
from tests.support.call_fixtures import Floor
from tests.support.floor_fixtures import floor, game, room, sign_in_client
from tests.support.page_roles import PageContent
from web import broadcast

__all__ = ["floor", "game", "room"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_long_absence_is_shown_until_the_player_returns(floor: Floor) -> None:
    client = sign_in_client("201")
    floor_url = reverse("floor:index")
    assert "No long absences" in PageContent(client.get(floor_url)).names("heading")
    with patch.object(broadcast, "send") as send:
        floor.game.execute(c.SitOut(seat=3))
        floor.game.execute(c.SitOut(seat=3, long=True))
    message = [call.args for call in send.call_args_list if call.args[1]["type"] == "floor.changed"]
    assert len(message) == 2  # the page of absent players has the short one, too
    page = PageContent(client.get(floor_url))
    page.item("seat 3: Pebble 3")
    page.item("No calls")
    choices = floor.game.table.view.seats[2].choices
    floor.game.execute(c.SitIn(seat=3, choice="post" if "post" in choices else ""))
    assert "No long absences" in PageContent(client.get(floor_url)).names("heading")
