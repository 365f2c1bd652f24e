"""Sanctions: which ones count when, refusals, and append-only records (S-045)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from players.models import Player, Sanction, SanctionLift
from players.sanctions import sanction_give, sanction_lift
from players.standing import (
    Standing,
    cached_standing_rows,
    moment,
    refuse_if_barred,
    standing,
    standing_rows,
    warning_flags,
)
from poker.refusal import Refusal
from tests.support.room import NOW

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def bobbin() -> Player:
    return Player.objects.create(alias="Bobbin")


def give_sanction(player: Player, kind: str = "warning", **fields: Any) -> Sanction:
    data = {"until": None, "reason": "Threw a card.", "by": "staff.2", "now": NOW}
    return sanction_give(player=player, kind=kind, **(data | fields))


def expect_refusal(code: str, **facts: object) -> Any:
    return pytest.raises(Refusal, match=code)


def test_new_player_has_no_sanctions(bobbin: Player) -> None:
    assert standing(bobbin, NOW) == Standing()
    assert standing(bobbin, NOW).sentence == ""
    assert standing(bobbin, NOW).is_admitted
    refuse_if_barred(bobbin, NOW)


def test_warnings_and_penalties_are_counted_without_a_bar(bobbin: Player) -> None:
    give_sanction(bobbin)
    give_sanction(bobbin)
    give_sanction(bobbin, "penalty")
    current_standing = standing(bobbin, NOW)
    assert (
        current_standing.warnings,
        current_standing.penalties,
        current_standing.is_admitted,
    ) == (
        2,
        1,
        True,
    )
    assert current_standing.sentence == "2 warnings. 1 penalty."
    refuse_if_barred(bobbin, NOW)


def test_suspension_ends_at_its_date(bobbin: Player) -> None:
    end = NOW + DAY
    give_sanction(bobbin, "suspension", until=end)
    give_sanction(bobbin, "suspension", until=NOW + timedelta(hours=1))
    assert standing(bobbin, NOW).suspended_until == end
    with pytest.raises(Refusal) as refusal_info:
        refuse_if_barred(bobbin, end - timedelta(seconds=1))
    assert (refusal_info.value.code, refusal_info.value.rule) == ("player_suspended", "S-045")
    assert refusal_info.value.facts == {"name": "Bobbin", "until": moment(end)}
    refuse_if_barred(bobbin, end)
    over = standing(bobbin, end)
    assert (over.suspensions, over.suspended_until, over.sentence) == (2, None, "")


def test_bar_has_no_end_date_and_is_lifted_once(bobbin: Player) -> None:
    bar = give_sanction(bobbin, "bar")
    with expect_refusal("barred_already"):
        give_sanction(bobbin, "bar", reason="Again.")
    with expect_refusal("player_barred"):
        refuse_if_barred(bobbin, NOW + 3650 * DAY)
    sanction_lift(sanction=bar, reason="Apologized.", by="staff.3", now=NOW + DAY)
    assert standing(bobbin, NOW + DAY) == Standing()
    with expect_refusal("lifted_already"):
        sanction_lift(sanction=bar, reason="Again.", by="staff.3", now=NOW + DAY)
    assert SanctionLift.objects.get().reason == "Apologized."
    assert Sanction.objects.get().reason == "Threw a card."


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("exile", {}, "sanction_kind"),
        ("suspension", {}, "suspension_end"),
        ("suspension", {"until": NOW}, "suspension_end"),
        ("bar", {"until": NOW + DAY}, "sanction_no_end"),
        ("warning", {"reason": " \n "}, "sanction_reason"),
        ("warning", {"reason": "\0"}, "sanction_reason"),
        ("warning", {"reason": "x" * 501}, "sanction_reason_long"),
    ],
)
def test_invalid_sanction_is_refused(
    bobbin: Player, kind: str, fields: dict[str, Any], code: str
) -> None:
    with expect_refusal(code):
        give_sanction(bobbin, kind, **fields)
    assert not Sanction.objects.exists()


def test_sanctions_are_append_only(bobbin: Player) -> None:
    bar = give_sanction(bobbin, "bar")
    lifting = sanction_lift(sanction=bar, reason="Apologized.", by="staff.3", now=NOW)
    acts = (
        lambda: Sanction.objects.update(reason="Nothing."),
        lambda: Sanction.objects.filter(pk=bar.pk)._raw_delete("default"),
        lambda: SanctionLift.objects.update(reason="Nothing."),
        lambda: lifting.delete(),
    )
    for act in acts:
        with pytest.raises(DatabaseError, match="never"), transaction.atomic():
            act()
    assert Sanction.objects.get().reason == "Threw a card."
    assert SanctionLift.objects.get().reason == "Apologized."


def test_suspension_without_an_end_is_not_stored(bobbin: Player) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Sanction.objects.create(player=bobbin, kind="suspension", reason="x", by="staff.2", at=NOW)


def test_new_sanction_updates_the_warning_flags_at_commit(
    bobbin: Player, django_capture_on_commit_callbacks: Any
) -> None:
    now = timezone.now()
    name = [bobbin.key, "x7"]

    def flags_at(at: datetime) -> dict[str, Standing]:
        return warning_flags(standing_rows(now), name, at)

    assert flags_at(now) == {}
    assert cached_standing_rows() == {}
    with django_capture_on_commit_callbacks(execute=True):
        give_sanction(bobbin, "suspension", until=now + DAY, now=now)
        warning = give_sanction(bobbin, now=now)
    assert cached_standing_rows() is None
    assert flags_at(now)[bobbin.key].warnings == 1
    assert not flags_at(now)[bobbin.key].is_admitted
    assert warning_flags(standing_rows(now), ["x7"], now) == {}
    later_standing = flags_at(now + 2 * DAY)[bobbin.key]  # no need to ask again
    assert (later_standing.sentence, later_standing.is_admitted) == ("1 warning.", True)
    with django_capture_on_commit_callbacks(execute=True):
        sanction_lift(sanction=warning, reason="Mistaken.", by="staff.3", now=now)
    assert flags_at(now + 2 * DAY) == {}
