"""Anonymization replaces a player by a number everywhere, permanently; every chain and snapshot agrees."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from journal.models import Entry, PersonalText, Stream
from ops.anonymize import anonymize
from ops.models import Anonymization
from players.models import Player, PlayerChange, PlayerMerge, Separation
from players.registry import PlayerInput, player_change, player_new
from players.sanctions import sanction_give, sanction_lift
from players.self_exclusion import self_exclude
from players.separation import separation_decide
from poker import commands as p
from poker.refusal import Refusal
from staff.models import AuditEvent, Room
from tables.models import Table
from tests.support.desk import KEY, Desk, create_desk
from tests.support.room import NOW
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c
from waitlist.visits import check_in, check_out, players_merge

pytestmark = pytest.mark.django_db
BY = "staff.7"
SECRET = ("Kettle", "Old Kettle", "Ermintrude", "+12025550188", "ermintrude@example.org", "M17")
WORDS = ("knows where Kettle lives", "moved for Kettle")


def known_player() -> Player:
    """Return a player with every personal field."""
    player_input = PlayerInput(
        alias="Old Kettle",
        legal_name="Ermintrude Inventedname",
        born="1971-03-02",
        phone="+12025550188",
        email="ermintrude@example.org",
        card_number="M17",
        notes=WORDS[0],
    )
    player = player_new(player_input=player_input, by=BY, now=NOW)
    player_change(player=player, player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW)
    return Player.objects.get(pk=player.pk)


def play_visit(desk: Desk, player: Player) -> None:
    """List the player, seat them with a comment, play a hand, and leave."""
    check_in(player=player, room=Room.objects.get(), by=BY, now=desk.now)
    desk.add("Kettle", "Hat")
    desk.execute(c.RemovePlayer(desk.entry_number("Kettle"), "asked to"))
    desk.room.execute(
        p.SeatPlayer(6, player.key, "Kettle", stack=20_000, buy_in=20_000, said=WORDS[1])
    )
    desk.room.execute(p.Deal())
    desk.room.execute(p.Undo())
    desk.room.execute(p.LeaveSeat(6))
    check_out(player=player, by=BY, now=desk.now + timedelta(hours=1))


def all_stored_text() -> str:
    """Return everything in the database as text."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = cursor.fetchall()
            texts += [
                bytes(v).decode(errors="replace") if isinstance(v, bytes | memoryview) else str(v)
                for row in rows
                for v in row
            ]
    return "\n".join(texts)


def assert_journal_verified() -> None:
    call_command("verify_journal")


def test_anonymizing_erases_all_personal_data_and_every_chain_verifies() -> None:
    desk = create_desk()
    player = known_player()
    other_player = player_new(player_input=PlayerInput(alias="Pan"), by=BY, now=NOW)
    play_visit(desk, player)
    warned = sanction_give(
        player=player, kind="warning", until=None, reason="Kettle shouted", by=BY, now=NOW
    )
    sanction_lift(sanction=warned, reason="Kettle did not", by=BY, now=NOW)
    separation_decide(
        one=player, other=other_player, apart=True, reason="Kettle and Pan", by=BY, now=NOW
    )
    before = all_stored_text()
    assert all(text in before for text in (*SECRET, *WORDS))
    hashes = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    anonymised = anonymize(
        player=player, by=BY, second="staff.8", reason="asked for it", now=desk.now
    )
    after = all_stored_text()
    assert [text for text in (*SECRET, *WORDS, "Kettle") if text in after] == []
    assert f"Player {player.key}" in after
    assert list(Entry.objects.order_by("pk").values_list("hash", flat=True)) == hashes
    assert_journal_verified()
    assert (anonymised.by, anonymised.second, anonymised.reason) == (BY, "staff.8", "asked for it")
    assert anonymised.names == PersonalText.objects.filter(player=player.key, text="").count() > 0
    assert WaitlistChange.objects.filter(name=f"Player {player.key}").exists()
    assert "Hat" in after
    act = AuditEvent.objects.get(verb="player_forgotten")
    assert (act.about_key, act.about_name, act.reason) == (player.key, "", "asked for it")
    # What happened is there: who gave it, when, of what kind.
    assert PlayerChange.objects.filter(player=player, field="phone", by=BY).exists()
    with pytest.raises(DatabaseError), transaction.atomic():
        Anonymization.objects.update(reason="")


def test_merged_players_are_anonymized_too() -> None:
    desk = create_desk()
    player = known_player()
    twin = player_new(player_input=PlayerInput(alias="Cosy", phone="+12025550177"), by=BY, now=NOW)
    players_merge(surviving=player, merged=twin, reason="Cosy is Kettle", by=BY, now=NOW)
    anonymize(player=twin, by=BY, reason="asked for it", now=desk.now)
    assert "Cosy" not in all_stored_text()
    assert PlayerMerge.objects.get().reason == ""
    assert {
        player_row.alias for player_row in Player.objects.filter(pk__in=(player.pk, twin.pk))
    } == {
        f"Player {player.key}",
        f"Player {twin.key}",
    }
    assert_journal_verified()


def assert_refused(player: Player, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    assert refusal.value.code == code
    assert Player.objects.get(pk=player.pk).alias == "Kettle"
    assert not Anonymization.objects.exists()


def test_present_waiting_or_seated_player_is_refused() -> None:
    desk = create_desk()
    player = known_player()
    check_in(player=player, room=Room.objects.get(), by=BY, now=NOW)
    assert_refused(player, "anonymise_here")
    check_out(player=player, by=BY, now=NOW)
    desk.add("Kettle")
    assert_refused(player, "anonymise_waiting")
    desk.execute(c.RemovePlayer(desk.entry_number("Kettle"), "asked to"))
    until = int((desk.now + timedelta(minutes=30)).timestamp() * 1000)
    desk.room.execute(p.LockSeat(7, until=until, player=player.key, name="Kettle"))
    assert_refused(player, "anonymise_kept")
    desk.room.execute(p.UnlockSeat(7))
    anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    assert_journal_verified()


@pytest.mark.parametrize("way_of_exclusion", ["bar", "suspension", "exclusion", "later"])
def test_excluded_player_is_refused(way_of_exclusion: str) -> None:
    player = known_player()
    week = NOW + timedelta(days=7)
    if way_of_exclusion in ("bar", "suspension"):
        until = week if way_of_exclusion == "suspension" else None
        sanction_give(player=player, kind=way_of_exclusion, until=until, reason="x", by=BY, now=NOW)
    else:
        since = week if way_of_exclusion == "later" else NOW
        self_exclude(player=player, since=since, until=None, by=BY, now=NOW)
    assert_refused(player, "anonymise_standing")


def test_anonymized_player_cannot_return_under_the_old_record() -> None:
    desk = create_desk()
    player = known_player()
    anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    stored_player = Player.objects.get(pk=player.pk)
    for act in (
        lambda: anonymize(player=stored_player, by=BY, reason="again", now=NOW),
        lambda: check_in(player=stored_player, room=Room.objects.get(), by=BY, now=NOW),
        lambda: player_change(
            player=stored_player, player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW
        ),
        lambda: desk.execute(c.AddPlayer(KEY, stored_player.key, stored_player.alias)),
        lambda: desk.room.execute(p.SeatPlayer(6, stored_player.key, stored_player.alias)),
    ):
        with pytest.raises(Refusal) as refusal:
            act()
        assert refusal.value.code == "anonymised"
    # The alias is free; its new owner is another player.
    assert player_new(player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW).pk != player.pk


def test_undo_does_not_restore_an_anonymized_player() -> None:
    desk = create_desk()
    player = known_player()
    desk.room.execute(p.SeatPlayer(6, player.key, "Kettle", stack=20_000))
    desk.room.execute(p.LeaveSeat(6))
    check_out(player=player, by=BY, now=desk.room.now)
    anonymize(player=player, by=BY, reason="asked for it", now=desk.room.now)
    with pytest.raises(Refusal, match="anonymised"):
        desk.room.execute(p.Undo())
    assert_journal_verified()


def test_command_anonymizes_or_reports_the_problem(capsys: pytest.CaptureFixture[str]) -> None:
    player = known_player()
    with pytest.raises(CommandError, match="has no player"):
        call_command("anonymise", "p999999", "--reason", "x")
    check_in(player=player, room=Room.objects.create(name="R"), by=BY, now=NOW)
    with pytest.raises(CommandError, match="is checked in"):
        call_command("anonymise", player.key, "--reason", "asked for it")
    check_out(player=player, by=BY, now=NOW)
    call_command("anonymise", player.key, "--reason", "asked for it")
    assert "is anonymized" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change", [{"after": "x"}, {"by": ""}, {"field": ""}, {"before": "", "after": "x"}]
)
def test_stored_change_can_only_be_erased(change: dict[str, str]) -> None:
    known_player()
    with pytest.raises(DatabaseError), transaction.atomic():
        PlayerChange.objects.update(**change)
    Separation.objects.all()
    assert Stream.objects.count() == Table.objects.count() == 0
