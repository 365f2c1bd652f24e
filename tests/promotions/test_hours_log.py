"""The log of hours: a second manager, redemptions, undo, drawings, merged players."""

from datetime import timedelta

import pytest

from players.models import Player
from poker import commands as p
from poker.refusal import Refusal
from promotions import hours_earned
from promotions.gaming_days import gaming_day
from promotions.hours_earned import entries_of, minutes_of
from promotions.hours_log import load_hours
from promotions.hours_statement import balances, statement
from promotions.models import DrawingSeed, EarnedHours, RedeemedHours
from promotions.rules import hours_commands as c
from promotions.rules.drawings import winners
from promotions.rules.earned import RateCard
from tests.support.hours_room import MANAGER, OTHER, HoursRoom, earned_player, hours_room

__all__ = ["hours_room"]


def test_closed_session_earns_once_and_an_open_one_nothing(hours_room: HoursRoom) -> None:
    table = hours_room.table
    table.seat_players(1)
    table.now += timedelta(minutes=95)
    table.execute(p.LeaveSeat(1))
    hours_room.now = table.now
    assert hours_room.earn() == 1
    [row] = EarnedHours.objects.all()
    plaque = table.table.plaque
    assert plaque is not None
    assert (row.counted, row.played, row.game) == (95, 95, plaque.name)
    assert hours_room.earn() == 0


def test_sessions_that_earn_nothing_do_not_hold_up_the_others(
    hours_room: HoursRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hours_earned, "MOST_AT_ONCE", 1)
    table = hours_room.table
    table.seat_players(1)
    table.execute(p.LeaveSeat(1))
    table.seat_players(2)
    table.now += timedelta(minutes=95)
    table.execute(p.LeaveSeat(2))
    hours_room.now = table.now
    assert [hours_room.earn() for _ in range(3)] == [1, 1, 0]
    assert list(EarnedHours.objects.filter(played__gt=0).values_list("counted", flat=True)) == [95]
    [short] = EarnedHours.objects.filter(played=0)
    assert statement(hours_room.room.pk, short.player).lines == ()
    assert short.player_id not in balances(hours_room.room.pk)


def test_undone_departure_takes_the_hours_back(hours_room: HoursRoom) -> None:
    table = hours_room.table
    table.seat_players(1)
    table.now += timedelta(minutes=40)
    left = table.execute(p.LeaveSeat(1), command_id="left")
    assert left.events
    hours_room.now = table.now
    hours_room.earn()
    table.execute(p.Undo("left"))
    hours_room.earn()
    assert not EarnedHours.objects.exists()


def test_redemption_needs_the_hours_and_undo_returns_them(hours_room: HoursRoom) -> None:
    player = earned_player(hours_room, 600)
    key = f"p{player.pk}"
    hours_room.execute(c.SetReward("meal", "Meal", 360, 1500, approved=OTHER))
    hours_room.execute(c.Redeem(key, "meal"))
    with pytest.raises(Refusal, match="hours_short") as refused:
        hours_room.execute(c.Redeem(key, "meal"))
    assert refused.value.facts["missing"] == 120
    [row] = RedeemedHours.objects.all()
    assert (row.minutes, row.value, row.undone) == (360, 1500, False)
    hours_room.execute(c.UndoRedemption(1))
    hours_room.execute(c.Redeem(key, "meal"))
    assert list(RedeemedHours.objects.values_list("number", "undone")) == [(1, True), (2, False)]


def test_player_who_may_not_collect_redeems_nothing_and_keeps_the_hours(
    hours_room: HoursRoom,
) -> None:
    player = earned_player(hours_room, 600)
    hours_room.execute(c.SetReward("meal", "Meal", 360, 1500, approved=OTHER))
    Player.objects.filter(pk=player.pk).update(works_as="dealer")
    with pytest.raises(Refusal, match="hours_held") as refused:
        hours_room.execute(c.Redeem(player.key, "meal"))
    assert "dealer" not in str(refused.value.facts), "the reason stays in the registry"
    assert statement(hours_room.room.pk, player).balance == 600
    Player.objects.filter(pk=player.pk).update(works_as="")
    hours_room.execute(c.Redeem(player.key, "meal"))


def test_redemption_after_midnight_is_on_its_gaming_day(hours_room: HoursRoom) -> None:
    player = earned_player(hours_room, 300)
    hours_room.execute(c.SetReward("meal", "Meal", 60, approved=OTHER))
    hours_room.execute(c.Redeem(player.key, "meal"))
    [line] = (line for line in statement(hours_room.room.pk, player).lines if line.number)
    assert line.day.isoformat() == gaming_day(hours_room.room, hours_room.now)
    assert line.day < hours_room.now.date()


def test_repeated_request_redeems_once(hours_room: HoursRoom) -> None:
    key = f"p{earned_player(hours_room, 800).pk}"
    hours_room.execute(c.SetReward("meal", "Meal", 360, approved=OTHER))
    for _ in range(2):
        hours_room.execute(c.Redeem(key, "meal"), command_id="slip-1")
    assert RedeemedHours.objects.count() == 1


def test_merged_player_keeps_hours_and_redemptions(hours_room: HoursRoom) -> None:
    first = earned_player(hours_room, 400)
    hours_room.execute(c.SetReward("meal", "Meal", 360, approved=OTHER))
    hours_room.execute(c.Redeem(f"p{first.pk}", "meal"))
    other = Player.objects.create(alias="Brass Kettle", alias_key="brass kettle")
    first.merged_into = other
    first.save()
    assert minutes_of(hours_room.room.pk, other) == 400
    with pytest.raises(Refusal, match="hours_short"):
        hours_room.execute(c.Redeem(f"p{other.pk}", "meal"))


def test_rate_card_needs_a_second_manager(hours_room: HoursRoom) -> None:
    hours_room.execute(c.ProposeCard(RateCard(cap=480)))
    with pytest.raises(Refusal, match="second_manager"):
        hours_room.execute(c.ConfirmCard(1))
    assert load_hours(hours_room.room.pk).card.cap == 0
    hours_room.execute(c.ConfirmCard(1), actor=OTHER)
    card = load_hours(hours_room.room.pk).card
    assert (card.cap, card.version) == (480, 1)


@pytest.mark.parametrize("approved", ["", MANAGER])
def test_rewards_and_drawings_need_a_second_manager(hours_room: HoursRoom, approved: str) -> None:
    commands = (
        c.SetReward("meal", "Meal", 360, approved=approved),
        c.AnnounceDrawing(
            "Turkey", "2026-11-20", "2026-11-21", 60, 1, 500, "lottery", approved=approved
        ),
    )
    for command in commands:
        with pytest.raises(Refusal, match="same_approver"):
            hours_room.execute(command)
    assert load_hours(hours_room.room.pk).rewards == ()


def test_drawing_from_announcement_to_redraw(hours_room: HoursRoom) -> None:
    key = f"p{earned_player(hours_room, 600).pk}"
    other = f"p{earned_player(hours_room, 300, seat=2).pk}"
    day = EarnedHours.objects.latest("pk").day
    announced = c.AnnounceDrawing(
        "Turkey",
        f"{day:%Y-%m-01}",
        f"{day:%Y-%m-28}",
        60,
        1,
        50_000,
        "state lottery, evening",
        approved=OTHER,
    )
    hours_room.execute(announced)
    drawing = load_hours(hours_room.room.pk).drawing(1)
    assert drawing is not None
    assert drawing.seed == "", "only the hash is public before the draw"
    with pytest.raises(Refusal, match="drawing_stage"):
        hours_room.execute(c.Draw(1, "0417"))
    with pytest.raises(Refusal, match="drawing_running"):
        hours_room.execute(c.CloseList(1))
    hours_room.now = hours_room.now.replace(day=28, hour=20)
    hours_room.execute(c.CloseList(1))
    hours_room.execute(c.Draw(1, "0417"))
    drawing = load_hours(hours_room.room.pk).drawing(1)
    assert drawing is not None
    assert DrawingSeed.objects.get(pk=drawing.seed_hash).seed == drawing.seed
    assert {entry.player: entry.entries for entry in drawing.entries} == entries(hours_room, 1)
    assert list(drawing.drawn) == winners(drawing.seed, "0417", drawing.entries, 1)
    assert {entry.player for entry in drawing.entries} == {key, other}
    absent = drawing.drawn[0]
    hours_room.execute(c.Redraw(1, absent))
    drawing = load_hours(hours_room.room.pk).drawing(1)
    assert drawing is not None
    assert {*drawing.drawn} == {key, other}
    with pytest.raises(Refusal, match="drawing_exhausted"):
        hours_room.execute(c.Redraw(1, drawing.drawn[1]))


@pytest.mark.parametrize(
    ("first", "last"), [("2026-11-21", "2026-11-20"), ("2026-02-30", "2026-03-01")]
)
def test_days_of_a_drawing_are_days(hours_room: HoursRoom, first: str, last: str) -> None:
    announced = c.AnnounceDrawing(
        "Turkey", first, last, 60, 1, 50_000, "state lottery", approved=OTHER
    )
    with pytest.raises(Refusal, match="drawing_days"):
        hours_room.execute(announced)


def entries(hours_room: HoursRoom, number: int) -> dict[str, int]:
    drawing = load_hours(hours_room.room.pk).drawing(number)
    assert drawing is not None
    rows = entries_of(hours_room.room.pk, drawing, hours_room.now)
    return {entry.player: entry.entries for entry in rows}
