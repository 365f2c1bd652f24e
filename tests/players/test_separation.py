"""Separated players: refused at desk and floor, warned about at the tablet (S-016, S-017)."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from players.models import Player, Separation
from players.separation import SeparationIndex, separation_decide, separations_add, separations_of
from poker.refusal import Refusal
from tests.support.incident_pages import page_url, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import NOW, PIN, TableDriver, create_staff
from tests.support.tablet import sign_in_tablet

pytestmark = pytest.mark.django_db(transaction=True)


def decide_separation(
    player: Player, other_player: Player, keep_apart: bool = True, reason: str = "Brothers."
) -> Separation:
    return separation_decide(
        one=player, other=other_player, apart=keep_apart, reason=reason, by="staff.2", now=NOW
    )


@pytest.fixture
def pair(game: TableDriver) -> tuple[Player, Player]:
    """One player in seat 3 and one who is not seated."""
    return Player.objects.get(alias="Pebble 3"), Player.objects.create(alias="Bobbin")


def test_last_separation_decision_applies_to_both_players(pair: tuple[Player, Player]) -> None:
    player, other_player = pair
    decide_separation(other_player, player)
    assert set(separations_of(player)) == {other_player.pk}
    assert set(separations_of(other_player)) == {player.pk}
    with pytest.raises(Refusal, match="apart_already"):
        decide_separation(player, other_player)
    decide_separation(player, other_player, keep_apart=False)
    assert separations_of(player) == separations_of(other_player) == {}
    with pytest.raises(Refusal, match="apart_already"):
        decide_separation(player, other_player, keep_apart=False)
    with pytest.raises(Refusal, match="apart_alone"):
        decide_separation(player, player)
    with pytest.raises(Refusal, match="sanction_reason"):
        decide_separation(player, other_player, reason=" ")
    assert Separation.objects.count() == 2


def test_group_separation_is_stored_as_pairs(pair: tuple[Player, Player]) -> None:
    player, other_player = pair
    third = Player.objects.create(alias="Thimble")
    decide_separation(player, other_player)
    rows = separations_add(
        players=[player, other_player, third], reason="A ring.", by="staff.2", now=NOW
    )
    assert {(row.one, row.other, row.reason, row.by, row.at) for row in rows} == {
        (player, third, "A ring.", "staff.2", NOW),
        (other_player, third, "A ring.", "staff.2", NOW),
    }
    assert set(separations_of(third)) == {player.pk, other_player.pk}
    parted = SeparationIndex()
    assert parted.clash(third.key, ["", "seat 1", third.key, other_player.key]) == other_player.key
    decide_separation(third, other_player, keep_apart=False)
    assert SeparationIndex().clash(third.key, [other_player.key]) == ""
    assert SeparationIndex().clash(third.key, [other_player.key, player.key]) == player.key
    for players, code in (
        ([player, third], "apart_already"),
        ([player, third, player], "apart_alone"),
    ):
        with pytest.raises(Refusal, match=code), transaction.atomic():
            separations_add(players=players, reason="x", by="staff.2", now=NOW)


def test_merged_players_are_separated_as_one(pair: tuple[Player, Player]) -> None:
    player, other_player = pair
    decide_separation(player, other_player)
    assert not SeparationIndex().clash(player.key, [player.key])
    merged_player = Player.objects.create(alias="Bodkin")
    Player.objects.filter(pk=other_player.pk).update(merged_into=merged_player)
    assert SeparationIndex().clash(player.key, [merged_player.key]) == merged_player.key
    assert SeparationIndex().clash(other_player.key, [player.key]) == player.key
    decide_separation(player, merged_player, keep_apart=False)
    assert not SeparationIndex()


def test_separations_are_append_only(pair: tuple[Player, Player]) -> None:
    decide_separation(*pair)
    for act in (
        lambda: Separation.objects.update(apart=False),
        lambda: Separation.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            act()


def test_seating_the_second_player_gives_a_warning(
    game: TableDriver, pair: tuple[Player, Player]
) -> None:
    player, other_player = pair
    decide_separation(player, other_player)
    tablet = sign_in_tablet(game)
    response: Any = tablet.tap("seat_player", seat=5, player=other_player.key, name="Bobbin")
    assert response.status_code == 200
    body = response.json()["warning"]
    assert body.startswith(
        "Bobbin can\u2019t play in the same game as Pebble 3, seat 3. Call a supervisor."
    )
    decide_separation(player, other_player, keep_apart=False)
    tablet.tap("leave_seat", seat=5)
    response = tablet.tap("seat_player", seat=5, player=other_player.key, name="Bobbin")
    assert "warning" not in response.json()


def test_supervisor_separates_players_and_manager_ends_the_separation(
    pair: tuple[Player, Player],
) -> None:
    player, other_player = pair
    for role, alias, badge in (
        ("supervisor", "Rowan", "201"),
        ("manager", "Hornbeam", "301"),
        ("dealer", "Heron", "105"),
    ):
        create_staff(role, alias=alias, badge=badge)
    client = sign_in_client("201")
    page = page_url("apart", player.pk)
    data = {"badge": "201", "pin": PIN, "apart": "yes", "other": " boBBin ", "apart_reason": "Kin."}
    for invalid_fields, status, message in (
        (
            {"badge": "105"},
            403,
            "Heron can\u2019t do that here. It\u2019s for supervisors and managers.",
        ),
        ({"other": "Nobody"}, 422, "No player named Nobody."),
        ({"other": "pebble 3"}, 422, "Pebble 3 can\u2019t be kept apart from Pebble 3."),
        ({"apart_reason": ""}, 422, "Give a short reason"),
    ):
        response = client.post(page, data | invalid_fields)
        assert response.status_code == status
        assert message in PageContent(response).alert()
    assert not Separation.objects.exists()
    client.post(page, data)
    assert "Bobbin" in PageContent(client.get(page_url("player", player.pk))).names("link")
    assert "Pebble 3" in PageContent(client.get(page_url("player", other_player.pk))).names("link")
    Player.objects.create(alias="Thimble")
    client.post(page, data | {"other": "Bobbin, thimble", "apart_reason": "A ring."})
    assert {row.reason for row in separations_of(player).values()} == {"Kin.", "A ring."}
    assert "Thimble" in PageContent(client.get(page_url("player", other_player.pk))).names("link")
    client.post(page, data | {"other": "Thimble", "apart": "no", "badge": "301"})
    reunite = data | {"apart": "no"}
    assert client.post(page, reunite).status_code == 403
    assert client.post(page, reunite | {"badge": "301"}).status_code == 302
    assert separations_of(player) == {}
