"""Every irregularity that a game allows has a page: a proposal, a question, or no matching rule."""

import re

import pytest
from django.urls import reverse

from poker import codec
from poker import commands as c
from poker.irregularities.propose import possible_irregularities
from rulings.calls.models import Call
from tables.models import Table
from tests.support.floor_fixtures import sign_in_client
from tests.support.game_tables import GAMES, create_game_table
from tests.support.law_examples import sampled
from tests.support.room import create_staff

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# The other combinations run before a release.
OF_EVERY_RUN = {("stud", True)}
COMBINATIONS = [
    pytest.param(
        game,
        has_cards,
        id=f"{game}-{'a street dealt' if has_cards else 'between hands'}",
        marks=[] if (game, has_cards) in OF_EVERY_RUN else pytest.mark.release,
    )
    for game in GAMES
    for has_cards in (False, True)
]


@pytest.mark.parametrize(("game", "has_cards"), COMBINATIONS)
def test_every_row_has_a_page(game: str, has_cards: bool) -> None:
    small = create_game_table(game)
    if has_cards:
        small.execute(c.CloseStreet(4))
    small.execute(c.CallFloor())
    create_staff("supervisor", alias="Oak", badge="201")
    client = sign_in_client("201")
    call = Call.objects.get()
    state = codec.decode_state(bytes(Table.objects.get(pk=call.table_id).stream.state))
    rows = possible_irregularities(state)
    assert rows
    for row in sampled(rows, 2):
        small.execute(c.Report(row.key, {}))
        response = client.get(reverse("floor:call", args=[call.pk]))
        assert response.status_code == 200, row.key
        page = response.content.decode()
        title = re.search(r'id="proposal-title">(.*?)</h2>', page)
        assert title, row.key
        assert title[1].strip(), row.key
        assert "¤" not in page, row.key
