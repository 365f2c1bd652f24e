"""Whom the house keeps from sharing a game: refused at desk and floor, warned of at the tablet (S-016, S-017)."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from players.apart import Parted, apart_decide, apart_set, kept_from
from players.models import Apart, Player
from poker.refusal import Refusal
from tests.dealer_ui.edges.tablet import dealt
from tests.rulings.incidents.test_pages import at, signed_in, text
from tests.tables.room import NOW, PIN, Small, staff

pytestmark = pytest.mark.django_db(transaction=True)


def decide(one: Player, other: Player, apart: bool = True, reason: str = "Brothers.") -> Apart:
    return apart_decide(one=one, other=other, apart=apart, reason=reason, by="staff.2", now=NOW)


@pytest.fixture
def pair(game: Small) -> tuple[Player, Player]:
    """One who sits in seat 3, one who does not sit."""
    return Player.objects.get(alias="Pebble 3"), Player.objects.create(alias="Bobbin")


def test_the_last_word_counts_for_both(pair: tuple[Player, Player]) -> None:
    one, other = pair
    decide(other, one)
    assert set(kept_from(one)) == {other.pk}
    assert set(kept_from(other)) == {one.pk}
    with pytest.raises(Refusal, match="apart_already"):
        decide(one, other)
    decide(one, other, apart=False)
    assert kept_from(one) == kept_from(other) == {}
    with pytest.raises(Refusal, match="apart_already"):
        decide(one, other, apart=False)
    with pytest.raises(Refusal, match="apart_alone"):
        decide(one, one)
    with pytest.raises(Refusal, match="sanction_reason"):
        decide(one, other, reason=" ")
    assert Apart.objects.count() == 2


def test_a_set_is_kept_as_its_pairs(pair: tuple[Player, Player]) -> None:
    one, other = pair
    third = Player.objects.create(alias="Thimble")
    decide(one, other)
    rows = apart_set(players=[one, other, third], reason="A ring.", by="staff.2", now=NOW)
    assert {(row.one, row.other, row.reason, row.by, row.at) for row in rows} == {
        (one, third, "A ring.", "staff.2", NOW),
        (other, third, "A ring.", "staff.2", NOW),
    }
    assert set(kept_from(third)) == {one.pk, other.pk}
    parted = Parted()
    assert parted.clash(third.key, ["", "seat 1", third.key, other.key]) == other.key
    decide(third, other, apart=False)
    assert Parted().clash(third.key, [other.key]) == ""
    assert Parted().clash(third.key, [other.key, one.key]) == one.key
    for players, code in (([one, third], "apart_already"), ([one, third, one], "apart_alone")):
        with pytest.raises(Refusal, match=code), transaction.atomic():
            apart_set(players=players, reason="x", by="staff.2", now=NOW)


def test_who_was_merged_is_kept_apart_as_one(pair: tuple[Player, Player]) -> None:
    one, other = pair
    decide(one, other)
    assert not Parted().clash(one.key, [one.key])
    found = Player.objects.create(alias="Bodkin")
    Player.objects.filter(pk=other.pk).update(merged_into=found)
    assert Parted().clash(one.key, [found.key]) == found.key
    assert Parted().clash(other.key, [one.key]) == one.key
    decide(one, found, apart=False)
    assert not Parted()


def test_the_database_keeps_it(pair: tuple[Player, Player]) -> None:
    decide(*pair)
    for act in (
        lambda: Apart.objects.update(apart=False),
        lambda: Apart.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            act()


def test_whoever_seats_the_second_is_warned(game: Small, pair: tuple[Player, Player]) -> None:
    one, other = pair
    decide(one, other)
    tablet = dealt(game)
    answer: Any = tablet.tap("seat_player", seat=5, player=other.key, name="Bobbin")
    assert answer.status_code == 200
    said = answer.json()["warning"]
    assert said.startswith("Bobbin may not share a game with Pebble 3, seat 3. Call a supervisor.")
    decide(one, other, apart=False)
    tablet.tap("leave_seat", seat=5)
    answer = tablet.tap("seat_player", seat=5, player=other.key, name="Bobbin")
    assert "warning" not in answer.json()


def test_a_supervisor_parts_them_and_a_manager_lets_them(pair: tuple[Player, Player]) -> None:
    one, other = pair
    for role, alias, badge in (
        ("supervisor", "Rowan", "201"), ("manager", "Hornbeam", "301"), ("dealer", "Heron", "105"),
    ):  # fmt: skip
        staff(role, alias=alias, badge=badge)
    client, page = signed_in("201"), at("apart", one.pk)
    said = {"badge": "201", "pin": PIN, "apart": "yes", "other": " boBBin ", "apart_reason": "Kin."}
    for wrong, status, told in (
        ({"badge": "105"}, 403, "Heron may not do that: it is for supervisors."),
        ({"other": "Nobody"}, 422, "Nobody here is called Nobody."),
        ({"other": "pebble 3"}, 422, "Pebble 3 cannot be kept from Pebble 3."),
        ({"apart_reason": ""}, 422, "Say why"),
    ):
        answer = client.post(page, said | wrong)
        assert answer.status_code == status
        assert told in text(answer)
    assert not Apart.objects.exists()
    client.post(page, said)
    assert "Bobbin" in text(client.get(at("player", one.pk)))
    assert "Pebble 3" in text(client.get(at("player", other.pk)))
    Player.objects.create(alias="Thimble")
    client.post(page, said | {"other": "Bobbin, thimble", "apart_reason": "A ring."})
    assert {row.reason for row in kept_from(one).values()} == {"Kin.", "A ring."}
    assert "Thimble" in text(client.get(at("player", other.pk)))
    client.post(page, said | {"other": "Thimble", "apart": "no", "badge": "301"})
    back = said | {"apart": "no"}
    assert client.post(page, back).status_code == 403
    assert client.post(page, back | {"badge": "301"}).status_code == 302
    assert kept_from(one) == {}
