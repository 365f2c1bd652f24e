"""Versions of the house rules apply from their date to the next hand of each open table, never to one that
has begun.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction

from journal.models import Entry
from poker.commands import Act, AwardPot, SitOut, Undo
from poker.refusal import Refusal
from poker.rules import HouseRules
from tables.actions import rules_apply
from tables.effective_rules import rules_at, rules_of_room
from tables.models import EffectiveRules
from tests.support.room import TableDriver, create_plaque, create_room
from tests.support.stored_tables import stored_view

pytestmark = pytest.mark.django_db


def publish_version(
    room: TableDriver, version: int, *, hours: float = 0, for_table: bool = False, **settings: Any
) -> EffectiveRules:
    """Publish a version for the room, or for its table alone."""
    return EffectiveRules.objects.create(
        room=room.table.room,
        table=room.table if for_table else None,
        book="T1" if for_table else "",
        version=version,
        settings=settings,
        effective_from=room.now + timedelta(hours=hours),
    )


def entry_names(room: TableDriver) -> list[str]:
    return list(
        Entry.objects.filter(stream=room.table.stream)
        .order_by("seq")
        .values_list("name", flat=True)
    )


def test_room_without_a_rulebook_uses_the_guide_defaults(room: TableDriver) -> None:
    assert rules_at(table_id=room.table.pk, now=room.now) == HouseRules()
    assert rules_of_room(room_id=room.table.room_id, now=room.now) == HouseRules()


def test_latest_effective_version_counts_and_the_table_rulebook_first(
    room: TableDriver,
) -> None:
    publish_version(room, 1)
    publish_version(room, 2, hours=2, odd_chip="all_first")
    later_time = room.now + timedelta(hours=3)
    assert rules_at(table_id=room.table.pk, now=room.now).version == 1
    house_rules = rules_at(table_id=room.table.pk, now=later_time)
    assert (house_rules.version, house_rules.odd_chip, house_rules.book) == (2, "all_first", "")
    publish_version(room, 1, hours=1, for_table=True, button="dead")
    assert rules_at(table_id=room.table.pk, now=room.now).button == "moving"
    table_rules = rules_at(table_id=room.table.pk, now=later_time)
    assert (table_rules.version, table_rules.button, table_rules.odd_chip, table_rules.book) == (
        1,
        "dead",
        "one_each",
        "T1",
    )
    assert rules_of_room(room_id=room.table.room_id, now=later_time).version == 2


def test_new_rules_count_from_the_next_hand(game: TableDriver) -> None:
    game.execute(Act(seat=4, what="raise"))
    publish_version(game, 2, button="dead")
    game.execute(Act(seat=1, what="fold"))
    game.execute(Act(seat=2, what="fold"))
    game.execute(Act(seat=3, what="fold"))
    assert stored_view(game).rules == HouseRules()
    before = game.seq
    result = game.execute(AwardPot(seats=(4,)), seen=before)
    assert (result.prev, result.seq) == (before, game.seq)
    assert stored_view(game).rules == HouseRules(version=2, button="dead")
    rules_entry = Entry.objects.get(stream=game.table.stream, name="table.rules_changed")
    assert (rules_entry.seq, rules_entry.actor) == (result.seq, "system.rulebook")
    call_command("verify_journal", verbosity=0)


def test_award_before_a_rule_change_can_be_undone(game: TableDriver) -> None:
    game.execute(Act(seat=4, what="raise"))
    for seat in (1, 2, 3):
        game.execute(Act(seat=seat, what="fold"))
    publish_version(game, 2, button="dead")
    game.execute(AwardPot(seats=(4,)))
    game.execute(Undo())
    hand = stored_view(game)
    assert hand.hand is not None
    assert hand.rules == HouseRules()
    game.execute(AwardPot(seats=(4,)))
    assert stored_view(game).rules.version == 2
    assert entry_names(game).count("table.rules_changed") == 1
    call_command("verify_journal", verbosity=0)


def test_version_effective_between_hands_counts_for_the_next_hand(
    game: TableDriver,
) -> None:
    publish_version(game, 2, hours=1, limit_reopen="half")
    game.now += timedelta(hours=1)
    before = game.seq
    result = game.execute(Act(seat=4, what="raise"), seen=before)
    assert result.prev == before
    assert stored_view(game).rules.version == 2
    started = entry_names(game)[before:]
    assert started[0] == "table.rules_changed"
    assert started[1] == "hand.started"


def test_refused_command_changes_no_rules(game: TableDriver) -> None:
    publish_version(game, 2, button="dead")
    before = game.seq
    with pytest.raises(Refusal, match="no_such_seat"):
        game.execute(SitOut(seat=10))
    assert game.seq == before


def test_repeated_command_returns_its_result(game: TableDriver) -> None:
    publish_version(game, 2, button="dead")
    first = game.execute(Act(seat=4, what="raise"), command_id="one")
    repeated = game.execute(Act(seat=4, what="raise"), command_id="one", seen=0)
    assert repeated.repeated
    assert repeated.seq == first.seq


@pytest.mark.django_db(transaction=True)
def test_idle_table_applies_new_rules_on_request(room: TableDriver) -> None:
    room.seat_players(1, 2, 3, 4)
    publish_version(room, 2, button="dead")
    assert not rules_apply(table_id=room.table.pk, now=room.now)  # closed: it opens by them
    room.open()
    assert stored_view(room).rules.version == 2
    publish_version(room, 3)
    assert rules_apply(table_id=room.table.pk, now=room.now)
    assert not rules_apply(table_id=room.table.pk, now=room.now)
    assert stored_view(room).rules.version == 3


def test_invalid_plaque_keeps_the_table_on_its_rules(db: None) -> None:
    room = create_room(seats=8)
    publish_version(room, 1, stud_ante="optional")
    free = create_plaque(name="Stud, no ante", game="stud", blinds=[], bring_in=200)
    room.table.plaque = free
    room.table.save()
    room.seat_players(1, 2, 3)
    room.open()
    publish_version(room, 2)
    room.execute(SitOut(seat=3))
    assert stored_view(room).rules.version == 1
    assert "table.rules_changed" not in entry_names(room)


def test_a_version_is_never_changed_or_deleted(room: TableDriver) -> None:
    version = publish_version(room, 1)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        EffectiveRules.objects.update(settings={"button": "dead"})
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        EffectiveRules.objects.filter(pk=version.pk).delete()
