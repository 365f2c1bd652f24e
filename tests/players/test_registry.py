"""The registry: aliases, fields, recorded changes, merged players, and append-only records."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from players.models import Player, PlayerChange, PlayerMerge, SelfExclusion
from players.registry import PERSONAL, PlayerInput, age, player_change, player_new
from players.roster import player_known, player_named
from players.sanctions import sanction_give
from players.self_exclusion import self_exclude
from players.separation import separation_decide, separations_of
from players.standing import standing, standing_rows, warning_flags
from poker.commands import SeatPlayer
from poker.refusal import Refusal
from staff.aliases import alias_checked, canonical_alias
from tables.lifecycle import table_create
from tests.support.room import NOW, TableDriver
from waitlist.visits import alias_free, check_in, players_merge

pytestmark = pytest.mark.django_db
BY = "staff.7"


def create_player(alias: str, **fields: Any) -> Player:
    return player_new(player_input=PlayerInput(alias=alias, **fields), by=BY, now=NOW)


@pytest.mark.parametrize(
    ("alias", "stored_alias"),
    [
        ("  Tin   Kettle ", "Tin Kettle"),
        ("\N{FIRE}\N{FIRE}", "\N{FIRE}\N{FIRE}"),
        ("\N{MAN}\N{ZERO WIDTH JOINER}\N{COOKING}", "\N{MAN}\N{ZERO WIDTH JOINER}\N{COOKING}"),
        ("\N{BLACK HEART SUIT}\N{VARIATION SELECTOR-16} Ace", None),
        ("E\N{COMBINING ACUTE ACCENT}tain", "\N{LATIN CAPITAL LETTER E WITH ACUTE}tain"),
        ("x" * 40, "x" * 40),
    ],
)
def test_valid_alias_is_normalized(alias: str, stored_alias: str | None) -> None:
    assert alias_checked(alias) == (stored_alias or alias)


@pytest.mark.parametrize(
    ("alias", "code"),
    [
        ("", "alias_missing"),
        ("  \N{NO-BREAK SPACE}", "alias_missing"),
        ("\N{ZERO WIDTH JOINER}", "alias_missing"),
        ("x" * 41, "alias_long"),
        ("x" * 300, "alias_long"),
        ("Ket\ntle", "alias_signs"),
        ("Ket\0tle", "alias_signs"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}elttek", "alias_signs"),
        ("Ket\N{ZERO WIDTH SPACE}tle", "alias_signs"),
        ("e" + "\N{COMBINING ACUTE ACCENT}" * 9, "alias_signs"),
        ("\ue000", "alias_signs"),
    ],
)
def test_invalid_alias_is_refused(alias: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        alias_checked(alias)
    with pytest.raises(Refusal, match=code):
        create_player(alias)
    assert not Player.objects.exists()


@pytest.mark.parametrize("alias", ["KETTLE", "\uff2bettle", "kettle ", "Kettle"])
def test_alias_is_unique_across_letter_forms(alias: str) -> None:
    first = create_player("Kettle")
    assert canonical_alias(alias.strip()) == first.alias_key
    with pytest.raises(Refusal, match="alias_taken"):
        create_player(alias)
    assert player_named(key="", alias=alias) == first


def test_fields_are_validated_and_normalized() -> None:
    player = create_player(
        "Kettle", phone="(202) 555-0123", born="1990-12-31", card_number=" A  7 ", notes="x"
    )
    player.refresh_from_db()
    assert (player.phone, player.born, player.card_number) == (
        "+12025550123",
        date(1990, 12, 31),
        "A 7",
    )
    assert age(date(2005, 11, 22), date(2026, 11, 21)) == 20
    assert age(date(2005, 11, 21), date(2026, 11, 21)) == 21


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"phone": "12"}, "phone_bad"),
        ({"phone": "call me"}, "phone_bad"),
        ({"email": "hat at example.org"}, "email_bad"),
        ({"email": "hat@"}, "email_bad"),
        ({"email": "x" * 121}, "field_long"),
        ({"phone": "+1 000 000 0000"}, "phone_bad"),
        ({"phone": "1" * 50}, "field_long"),
        ({"born": "31.12.1990"}, "born_bad"),
        ({"born": "1990-02-30"}, "born_bad"),
        ({"born": "1790-02-20"}, "born_bad"),
        ({"born": "2090-02-20"}, "born_bad"),
        ({"legal_name": "x" * 121}, "field_long"),
        ({"card_number": "x" * 41}, "field_long"),
        ({"notes": "x" * 501}, "field_long"),
    ],
)
def test_invalid_phone_and_date_are_refused(fields: dict[str, str], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        create_player("Kettle", **fields)
    assert not Player.objects.exists()


def test_changes_are_recorded_with_their_author() -> None:
    player = create_player("Kettle", legal_name="Somebody Invented")
    changes = player_change(
        player=player,
        player_input=PlayerInput(alias="Kettle", legal_name="Other", notes=""),
        by="staff.9",
        now=NOW,
    )
    assert [(change.field, change.before, change.after, change.by) for change in changes] == [
        ("legal_name", "Somebody Invented", "Other", "staff.9")
    ]
    assert {"legal_name", "born"} == PERSONAL
    player_change(player=player, player_input=PlayerInput(alias="KETTLE"), by=BY, now=NOW)
    create_player("Lantern", card_number="7")
    for player_input, code in (
        (PlayerInput(alias="lantern"), "alias_taken"),
        (PlayerInput(card_number="7"), "card_taken"),
    ):
        with pytest.raises(Refusal, match=code):
            player_change(player=player, player_input=player_input, by=BY, now=NOW)
    player.refresh_from_db()
    assert player.alias == "KETTLE"
    create_player("Without a card", card_number="")
    create_player("Without a card either", card_number="")


def test_alias_of_an_absent_player_can_be_taken_over(room: TableDriver) -> None:
    old = create_player("Kettle")
    visit = check_in(player=old, room=room.table.room, by=BY, now=NOW)
    with pytest.raises(Refusal, match="alias_in_use"):
        alias_free(player=old, by=BY, now=NOW)
    visit.out_at = NOW
    visit.save()
    alias_free(player=old, by=BY, now=NOW)
    second_player = create_player("kettle")
    assert player_named(key="", alias="Kettle") == second_player
    assert player_known(old.key) == old
    old.refresh_from_db()
    assert old.alias == "Kettle", "as the logs have it"
    with pytest.raises(Refusal, match="alias_needed"):
        check_in(player=old, room=room.table.room, by=BY, now=NOW)
    player_change(player=old, player_input=PlayerInput(alias="Kettle the first"), by=BY, now=NOW)
    old.refresh_from_db()
    check_in(player=old, room=room.table.room, by=BY, now=NOW)


def test_two_players_are_merged(game: TableDriver) -> None:
    seated_player = Player.objects.get(alias="Pebble 3")
    player = create_player("Kettle", phone="")
    third = create_player("Third")
    Player.objects.filter(pk=seated_player.pk).update(phone="+12025550123")
    sanction_give(player=seated_player, kind="warning", until=None, reason="Slow.", by=BY, now=NOW)
    separation_decide(one=seated_player, other=third, apart=True, reason="Kin.", by=BY, now=NOW)
    players_merge(surviving=player, merged=seated_player, reason="Same document.", by=BY, now=NOW)
    player.refresh_from_db()
    assert player.phone == "+12025550123"
    assert player_known(seated_player.key) == player
    assert standing(player, NOW).warnings == 1
    assert set(warning_flags(standing_rows(NOW), [seated_player.key, player.key], NOW)) == {
        seated_player.key,
        player.key,
    }
    assert set(separations_of(player)) == {third.pk}
    assert set(separations_of(third)) == {player.pk}
    with pytest.raises(Refusal, match="apart_already"):
        separation_decide(one=third, other=player, apart=True, reason="Kin.", by=BY, now=NOW)
    assert [visit.player for visit in player.visits.all()] == [player]
    with pytest.raises(Refusal, match="player_seated"):
        game.execute(SeatPlayer(seat=5, player=player.key, name=player.alias))
    for first_player, merged_player, code in (
        (player, player, "merge_same"),
        (third, seated_player, "merged"),
        (seated_player, third, "merged"),
    ):
        with pytest.raises(Refusal, match=code):
            players_merge(
                surviving=first_player, merged=merged_player, reason="Again.", by=BY, now=NOW
            )
    with pytest.raises(Refusal, match="sanction_reason"):
        players_merge(surviving=player, merged=third, reason=" ", by=BY, now=NOW)
    create_player("Pebble 3")  # the name is free again
    players_merge(surviving=third, merged=player, reason="All one.", by=BY, now=NOW)
    assert player_known(seated_player.key) == third
    assert standing(third, NOW).warnings == 1
    with pytest.raises(Refusal, match="merged"):
        player_change(player=player, player_input=PlayerInput(notes="x"), by=BY, now=NOW)


def test_player_seated_at_two_tables_is_not_merged(game: TableDriver) -> None:
    room = game.table.room
    second_table = TableDriver(
        table_create(
            room=room, name="T2", seats=9, plaque=game.table.plaque, actor=BY, now=game.now
        )
    )
    player = create_player("Kettle")
    second_table.execute(SeatPlayer(seat=1, player=player.key, name=player.alias))
    seated_player = Player.objects.get(alias="Pebble 3")
    with pytest.raises(Refusal, match="merge_seated"):
        players_merge(surviving=player, merged=seated_player, reason="Same.", by=BY, now=NOW)
    assert not PlayerMerge.objects.exists()
    seated_player.refresh_from_db()
    assert seated_player.merged_into is None


def test_registry_records_are_append_only() -> None:
    player = create_player("Kettle")
    other_player = create_player("Lantern")
    players_merge(surviving=player, merged=other_player, reason="Same.", by=BY, now=NOW)
    self_exclude(player=player, since=NOW, until=NOW + timedelta(days=9), by=BY, now=NOW)
    models: tuple[Any, ...] = (PlayerChange, PlayerMerge, SelfExclusion)
    for model in models:
        assert model.objects.exists()
        for act in (
            lambda model=model: model.objects.update(by="staff.1"),
            lambda model=model: model.objects.all()._raw_delete("default"),
        ):
            with pytest.raises(DatabaseError, match="never"), transaction.atomic():
                act()
