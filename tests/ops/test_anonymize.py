"""A player becomes a number: everywhere, for good, and every chain and picture agrees."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from audit.models import Act
from journal.models import Entry, Name, Stream
from ops.anonymize import anonymize
from ops.models import Anonymised
from players.models import Apart, Change, Merge, Player
from players.registry import PlayerInput, player_change, player_new
from players.sanctions import sanction_give, sanction_lift
from players.self_exclusion import self_exclude
from players.separation import separation_decide
from poker import commands as p
from poker.refusal import Refusal
from poker.waitlist import commands as c
from tables.models import ListChange, Room, Table
from tables.visits import check_in, check_out, players_merge
from tests.tables.lists.desk import KEY, Desk, desk_of
from tests.tables.room import NOW

pytestmark = pytest.mark.django_db
BY = "staff.7"
SECRET = ("Kettle", "Old Kettle", "Ermintrude", "+12025550188", "ermintrude@example.org", "M17")
WORDS = ("knows where Kettle lives", "moved for Kettle")


def known() -> Player:
    """Somebody of whom much is known."""
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


def played(desk: Desk, player: Player) -> None:
    """On the list, seated from it with words about him, a hand, and away again."""
    check_in(player=player, room=Room.objects.get(), by=BY, now=desk.now)
    desk.add("Kettle", "Hat")
    desk.ask(c.RemovePlayer(desk.number("Kettle"), "asked to"))
    desk.room.do(p.SeatPlayer(6, player.key, "Kettle", stack=20_000, buy_in=20_000, said=WORDS[1]))
    desk.room.do(p.Deal())
    desk.room.do(p.Undo())
    desk.room.do(p.LeaveSeat(6))
    check_out(player=player, by=BY, now=desk.now + timedelta(hours=1))


def everything() -> str:
    """All that the database holds, as text."""
    told = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = cursor.fetchall()
            told += [bytes(v).decode(errors="replace") if isinstance(v, bytes | memoryview)
                     else str(v) for row in rows for v in row]  # fmt: skip
    return "\n".join(told)


def agrees() -> None:
    call_command("verify_journal")


def test_nothing_of_a_person_is_left_and_every_chain_agrees() -> None:
    desk, player = desk_of(), known()
    other = player_new(player_input=PlayerInput(alias="Pan"), by=BY, now=NOW)
    played(desk, player)
    warned = sanction_give(
        player=player, kind="warning", until=None, reason="Kettle shouted", by=BY, now=NOW
    )
    sanction_lift(sanction=warned, reason="Kettle did not", by=BY, now=NOW)
    separation_decide(one=player, other=other, apart=True, reason="Kettle and Pan", by=BY, now=NOW)
    before = everything()
    assert all(text in before for text in (*SECRET, *WORDS))
    hashes = list(Entry.objects.order_by("pk").values_list("hash", flat=True))
    anonymised = anonymize(
        player=player, by=BY, second="staff.8", reason="asked for it", now=desk.now
    )
    after = everything()
    assert [text for text in (*SECRET, *WORDS, "Kettle") if text in after] == []
    assert f"Player {player.key}" in after
    assert list(Entry.objects.order_by("pk").values_list("hash", flat=True)) == hashes
    agrees()
    assert (anonymised.by, anonymised.second, anonymised.reason) == (BY, "staff.8", "asked for it")
    assert anonymised.names == Name.objects.filter(player=player.key, text="").count() > 0
    assert ListChange.objects.filter(name=f"Player {player.key}").exists()
    assert "Hat" in after
    act = Act.objects.get(verb="player_forgotten")
    assert (act.about_key, act.about_name, act.reason) == (player.key, "", "asked for it")
    # What happened is there: who gave it, when, of what kind.
    assert Change.objects.filter(player=player, field="phone", by=BY).exists()
    with pytest.raises(DatabaseError), transaction.atomic():
        Anonymised.objects.update(reason="")


def test_whoever_was_merged_into_him_goes_with_him() -> None:
    desk, player = desk_of(), known()
    twin = player_new(player_input=PlayerInput(alias="Cosy", phone="+12025550177"), by=BY, now=NOW)
    players_merge(surviving=player, merged=twin, reason="Cosy is Kettle", by=BY, now=NOW)
    anonymize(player=twin, by=BY, reason="asked for it", now=desk.now)
    assert "Cosy" not in everything()
    assert Merge.objects.get().reason == ""
    assert {one.alias for one in Player.objects.filter(pk__in=(player.pk, twin.pk))} == {
        f"Player {player.key}",
        f"Player {twin.key}",
    }
    agrees()


def refused(player: Player, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    assert refusal.value.code == code
    assert Player.objects.get(pk=player.pk).alias == "Kettle"
    assert not Anonymised.objects.exists()


def test_who_is_here_waits_or_has_a_chair_is_not() -> None:
    desk, player = desk_of(), known()
    check_in(player=player, room=Room.objects.get(), by=BY, now=NOW)
    refused(player, "anonymise_here")
    check_out(player=player, by=BY, now=NOW)
    desk.add("Kettle")
    refused(player, "anonymise_waiting")
    desk.ask(c.RemovePlayer(desk.number("Kettle"), "asked to"))
    until = int((desk.now + timedelta(minutes=30)).timestamp() * 1000)
    desk.room.do(p.LockSeat(7, until=until, player=player.key, name="Kettle"))
    refused(player, "anonymise_kept")
    desk.room.do(p.UnlockSeat(7))
    anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    agrees()


@pytest.mark.parametrize("how", ["bar", "suspension", "exclusion", "later"])
def test_who_is_kept_out_is_known(how: str) -> None:
    player = known()
    week = NOW + timedelta(days=7)
    if how in ("bar", "suspension"):
        until = week if how == "suspension" else None
        sanction_give(player=player, kind=how, until=until, reason="x", by=BY, now=NOW)
    else:
        since = week if how == "later" else NOW
        self_exclude(player=player, since=since, until=None, by=BY, now=NOW)
    refused(player, "anonymise_standing")


def test_nobody_comes_back_as_who_was_forgotten() -> None:
    desk, player = desk_of(), known()
    anonymize(player=player, by=BY, reason="asked for it", now=NOW)
    found = Player.objects.get(pk=player.pk)
    for act in (
        lambda: anonymize(player=found, by=BY, reason="again", now=NOW),
        lambda: check_in(player=found, room=Room.objects.get(), by=BY, now=NOW),
        lambda: player_change(
            player=found, player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW
        ),
        lambda: desk.ask(c.AddPlayer(KEY, found.key, found.alias)),
        lambda: desk.room.do(p.SeatPlayer(6, found.key, found.alias)),
    ):
        with pytest.raises(Refusal) as refusal:
            act()
        assert refusal.value.code == "anonymised"
    # The alias is free, and whoever has it now is somebody else.
    assert player_new(player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW).pk != player.pk


def test_an_undo_does_not_bring_him_back() -> None:
    desk, player = desk_of(), known()
    desk.room.do(p.SeatPlayer(6, player.key, "Kettle", stack=20_000))
    desk.room.do(p.LeaveSeat(6))
    check_out(player=player, by=BY, now=desk.room.now)
    anonymize(player=player, by=BY, reason="asked for it", now=desk.room.now)
    with pytest.raises(Refusal, match="anonymised"):
        desk.room.do(p.Undo())
    agrees()


def test_the_command_and_its_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    player = known()
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
def test_a_change_is_emptied_and_nothing_else(change: dict[str, str]) -> None:
    known()
    with pytest.raises(DatabaseError), transaction.atomic():
        Change.objects.update(**change)
    Apart.objects.all()
    assert Stream.objects.count() == Table.objects.count() == 0
