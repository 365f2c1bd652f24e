"""Whom the house keeps from sharing a game: refused at desk and floor, warned of at the tablet (S-016, S-017)."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from players.models import Apart, Player
from players.separation import SeparationIndex, separation_decide, separations_add, separations_of
from poker.refusal import Refusal
from tests.dealer_ui.edges.tablet import dealt
from tests.rulings.incidents.test_pages import at, signed_in, text
from tests.tables.room import NOW, PIN, Small, staff

pytestmark = pytest.mark.django_db(transaction=True)


def decide(player: Player, other: Player, apart: bool = True, reason: str = "Brothers.") -> Apart:
    return separation_decide(
        one=player, other=other, apart=apart, reason=reason, by="staff.2", now=NOW
    )


@pytest.fixture
def pair(game: Small) -> tuple[Player, Player]:
    """One who sits in seat 3, one who does not sit."""
    return Player.objects.get(alias="Pebble 3"), Player.objects.create(alias="Bobbin")


def test_the_last_word_counts_for_both(pair: tuple[Player, Player]) -> None:
    player, other = pair
    decide(other, player)
    assert set(separations_of(player)) == {other.pk}
    assert set(separations_of(other)) == {player.pk}
    with pytest.raises(Refusal, match="apart_already"):
        decide(player, other)
    decide(player, other, apart=False)
    assert separations_of(player) == separations_of(other) == {}
    with pytest.raises(Refusal, match="apart_already"):
        decide(player, other, apart=False)
    with pytest.raises(Refusal, match="apart_alone"):
        decide(player, player)
    with pytest.raises(Refusal, match="sanction_reason"):
        decide(player, other, reason=" ")
    assert Apart.objects.count() == 2


def test_a_set_is_kept_as_its_pairs(pair: tuple[Player, Player]) -> None:
    player, other = pair
    third = Player.objects.create(alias="Thimble")
    decide(player, other)
    rows = separations_add(players=[player, other, third], reason="A ring.", by="staff.2", now=NOW)
    assert {(row.one, row.other, row.reason, row.by, row.at) for row in rows} == {
        (player, third, "A ring.", "staff.2", NOW),
        (other, third, "A ring.", "staff.2", NOW),
    }
    assert set(separations_of(third)) == {player.pk, other.pk}
    parted = SeparationIndex()
    assert parted.clash(third.key, ["", "seat 1", third.key, other.key]) == other.key
    decide(third, other, apart=False)
    assert SeparationIndex().clash(third.key, [other.key]) == ""
    assert SeparationIndex().clash(third.key, [other.key, player.key]) == player.key
    for players, code in (
        ([player, third], "apart_already"),
        ([player, third, player], "apart_alone"),
    ):
        with pytest.raises(Refusal, match=code), transaction.atomic():
            separations_add(players=players, reason="x", by="staff.2", now=NOW)


def test_who_was_merged_is_kept_apart_as_one(pair: tuple[Player, Player]) -> None:
    player, other = pair
    decide(player, other)
    assert not SeparationIndex().clash(player.key, [player.key])
    found = Player.objects.create(alias="Bodkin")
    Player.objects.filter(pk=other.pk).update(merged_into=found)
    assert SeparationIndex().clash(player.key, [found.key]) == found.key
    assert SeparationIndex().clash(other.key, [player.key]) == player.key
    decide(player, found, apart=False)
    assert not SeparationIndex()


def test_the_database_keeps_it(pair: tuple[Player, Player]) -> None:
    decide(*pair)
    for act in (
        lambda: Apart.objects.update(apart=False),
        lambda: Apart.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            act()


def test_whoever_seats_the_second_is_warned(game: Small, pair: tuple[Player, Player]) -> None:
    player, other = pair
    decide(player, other)
    tablet = dealt(game)
    answer: Any = tablet.tap("seat_player", seat=5, player=other.key, name="Bobbin")
    assert answer.status_code == 200
    body = answer.json()["warning"]
    assert body.startswith(
        "Bobbin can\u2019t play in the same game as Pebble 3, seat 3. Call a supervisor."
    )
    decide(player, other, apart=False)
    tablet.tap("leave_seat", seat=5)
    answer = tablet.tap("seat_player", seat=5, player=other.key, name="Bobbin")
    assert "warning" not in answer.json()


def test_a_supervisor_parts_them_and_a_manager_lets_them(pair: tuple[Player, Player]) -> None:
    player, other = pair
    for role, alias, badge in (
        ("supervisor", "Rowan", "201"), ("manager", "Hornbeam", "301"), ("dealer", "Heron", "105"),
    ):  # fmt: skip
        staff(role, alias=alias, badge=badge)
    client, page = signed_in("201"), at("apart", player.pk)
    data = {"badge": "201", "pin": PIN, "apart": "yes", "other": " boBBin ", "apart_reason": "Kin."}
    for wrong, status, message in (
        ({"badge": "105"}, 403, "Heron can&#x27;t do that. It&#x27;s for supervisors."),
        ({"other": "Nobody"}, 422, "No player named Nobody."),
        ({"other": "pebble 3"}, 422, "Pebble 3 can&#x27;t be kept apart from Pebble 3."),
        ({"apart_reason": ""}, 422, "Give a short reason"),
    ):
        answer = client.post(page, data | wrong)
        assert answer.status_code == status
        assert message in text(answer)
    assert not Apart.objects.exists()
    client.post(page, data)
    assert "Bobbin" in text(client.get(at("player", player.pk)))
    assert "Pebble 3" in text(client.get(at("player", other.pk)))
    Player.objects.create(alias="Thimble")
    client.post(page, data | {"other": "Bobbin, thimble", "apart_reason": "A ring."})
    assert {row.reason for row in separations_of(player).values()} == {"Kin.", "A ring."}
    assert "Thimble" in text(client.get(at("player", other.pk)))
    client.post(page, data | {"other": "Thimble", "apart": "no", "badge": "301"})
    back = data | {"apart": "no"}
    assert client.post(page, back).status_code == 403
    assert client.post(page, back | {"badge": "301"}).status_code == 302
    assert separations_of(player) == {}
