"""Splash pots from the room to the table and the ledger: drawn once, dealt once, paid once."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

from poker import codec
from poker import commands as p
from poker.refusal import Refusal
from poker.state import Table as PokerTable
from promotions.draw_checks import check_draws
from promotions.models import DrawingSeed
from promotions.pages.draw_panels import DrawPanel
from promotions.rules.fund_state import FundState
from promotions.rules.splashes import Splash
from promotions.rules.terms import Schedule
from promotions.splash_pots import splash_return
from promotions.table_sync import sync_room
from tables.actions import execute
from tables.models import Table
from tables.stale import DecidedOn
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom

pytestmark = pytest.mark.django_db(transaction=True)
PRIZE = 10_000
HOURLY = Schedule(0, 24 * 60, 60)


@pytest.fixture
def funds(transactional_db: None) -> FundRoom:
    """Return a room whose fund has $1,000 and pays $100 an hour at a table of four."""
    room = FundRoom(surveillance=False, seal_from=0)
    room.fill(100_000)
    room.publish("splash", "Friday splash", prize=PRIZE, players=4, schedule=HOURLY)
    room.open_table()
    room.table.now = room.table.now.replace(minute=5, second=0) + timedelta(hours=1)
    sync_room(room.room, room.now)
    return room


def next_hour(funds: FundRoom) -> None:
    """Let the next period begin, and compare the room."""
    funds.table.now = funds.table.now.replace(minute=0, second=1) + timedelta(hours=1)
    sync_room(funds.room, funds.now)


def table(funds: FundRoom) -> PokerTable:
    stream = funds.table.table.stream
    stream.refresh_from_db()
    return codec.decode_state(bytes(stream.state))


def splash(funds: FundRoom) -> Splash:
    return funds.state.splashes[-1]


def money(state: FundState) -> tuple[int, int, int]:
    return state.primary, state.due, state.paid


def check_books(funds: FundRoom) -> None:
    funds.record_days()
    assert list(check_draws(funds.fund)) == []
    call_command("verify_fund", "--all")


def test_a_seed_is_committed_for_today_and_tomorrow_before_anything_is_drawn(
    funds: FundRoom,
) -> None:
    assert len(funds.state.seeds) == 2
    assert not funds.state.splashes, "the period had begun before the seed was committed"
    assert DrawingSeed.objects.count() == 2


def test_a_period_is_drawn_announced_dealt_and_paid_once(funds: FundRoom) -> None:
    next_hour(funds)
    assert (splash(funds).table, splash(funds).status) == ("T1", "due")
    assert money(funds.state) == (90_000, PRIZE, 0)
    assert (table(funds).splash, table(funds).fund_splash is not None) == (PRIZE, True)
    sync_room(funds.room, funds.now)
    assert funds.state.splashed == 1, "a period is drawn once"
    funds.table.execute(p.Deal())
    assert money(funds.state) == (90_000, 0, PRIZE)
    assert (splash(funds).hand, splash(funds).slip) == (1, 1)
    for _ in range(4):
        funds.table.execute(p.CloseStreet(4))
    funds.table.execute(p.AwardPot(seats=(1,)))
    sync_room(funds.room, funds.now)
    assert table(funds).splash == 0
    assert money(funds.state) == (90_000, 0, PRIZE)
    check_books(funds)


def test_undo_of_the_deal_pays_once(funds: FundRoom) -> None:
    next_hour(funds)
    funds.table.execute(p.Deal())
    funds.table.execute(p.Undo())
    assert money(funds.state) == (90_000, PRIZE, 0)
    assert table(funds).splash == PRIZE
    sync_room(funds.room, funds.now)
    funds.table.execute(p.Deal())
    assert money(funds.state) == (90_000, 0, PRIZE)
    assert splash(funds).slip == 2
    check_books(funds)


def test_a_voided_hand_keeps_the_splash_for_the_next_one(funds: FundRoom) -> None:
    next_hour(funds)
    funds.table.execute(p.Deal())
    funds.table.execute(p.VoidHand())
    assert (splash(funds).status, table(funds).splash) == ("due", PRIZE)
    funds.table.execute(p.Deal())
    assert (splash(funds).status, splash(funds).hand) == ("paid", 2)
    check_books(funds)


def test_a_table_that_closes_returns_it(funds: FundRoom) -> None:
    next_hour(funds)
    funds.table.execute(p.CloseTable())
    assert splash(funds).status == "returned"
    assert money(funds.state) == (100_000, 0, 0)
    with pytest.raises(Refusal) as refused:
        funds.table.execute(p.Undo())
    assert refused.value.code == "splash_status"
    check_books(funds)


def test_a_tablet_without_the_network_gets_it_before_its_next_deal(funds: FundRoom) -> None:
    """The tablet dealt before it saw the announcement: its hand has no splash, the next one has it."""
    funds.table.table.stream.refresh_from_db()
    shown = funds.table.table.stream.seq
    next_hour(funds)
    funds.table.table.stream.refresh_from_db()
    execute(
        table_id=funds.table.table.pk,
        command_id="tap-1",
        seen=DecidedOn(seq=shown, shown=shown),
        command=p.Deal(),
        actor="staff.1",
        now=funds.now,
    )
    hand = table(funds).hand
    assert hand is not None
    assert hand.splash == 0
    assert splash(funds).status == "due"
    for _ in range(4):
        funds.table.execute(p.CloseStreet(4))
    funds.table.execute(p.AwardPot(seats=(1,)))
    funds.table.execute(p.Deal())
    assert (splash(funds).status, splash(funds).hand) == ("paid", 2)
    check_books(funds)


def test_a_splash_drawn_during_a_hand_goes_to_the_next(funds: FundRoom) -> None:
    funds.table.execute(p.Deal())
    next_hour(funds)
    hand = table(funds).hand
    assert hand is not None
    assert hand.splash == 0
    assert splash(funds).status == "due"


def test_too_few_players_or_another_game_or_no_money_draws_nothing(funds: FundRoom) -> None:
    funds.table.execute(p.LeaveSeat(4))
    next_hour(funds)
    assert funds.state.splashed == 0
    funds.table.seat_players(4)
    sync_room(funds.room, funds.now)
    assert splash(funds).status == "due", "the period still runs"
    before = funds.state.splashed
    funds.publish("splash", "Big splash", prize=2_000_000, players=1, schedule=HOURLY)
    funds.publish("splash", "Omaha splash", prize=500, games=("omaha",), schedule=HOURLY)
    next_hour(funds)
    drawn = [item.title for item in funds.state.splashes if item.number > before]
    assert drawn == ["Friday splash"]


def test_the_ledger_has_the_reason_why_a_period_is_not_drawn(funds: FundRoom) -> None:
    def reasons() -> dict[str, str]:
        waiting = DrawPanel(funds.fund, funds.state, funds.now).waiting
        return {row.title: row.reason for row in waiting}

    assert "before the period began" in reasons()["Friday splash"]
    funds.publish("splash", "Big splash", prize=2_000_000, players=1, schedule=HOURLY)
    next_hour(funds)
    assert "Post the prize first." in reasons()["Big splash"]
    assert "Friday splash" not in reasons(), "it was drawn"
    funds.table.execute(p.CloseTable())
    next_hour(funds)
    assert "enough players" in reasons()["Friday splash"]
    page = sign_in_client("301").get(reverse("funds:ledger", args=[funds.fund.pk]))
    assert "Big splash, until" in page.content.decode()


def test_a_manager_takes_it_back_before_the_deal(funds: FundRoom) -> None:
    next_hour(funds)
    number = splash(funds).number
    with pytest.raises(Refusal) as refused:
        funds.table.execute(p.AnnounceSplashPot(on=False))
    assert refused.value.code == "splash_of_fund"
    options = {"fund": funds.fund, "number": number, "reason": "wrong table", "actor": "staff.2"}
    splash_return(**options, now=funds.now)  # type: ignore[arg-type]
    assert (splash(funds).status, table(funds).splash) == ("returned", 0)
    next_hour(funds)
    funds.table.execute(p.Deal())
    with pytest.raises(Refusal) as late:
        splash_return(**(options | {"number": 2}), now=funds.now)  # type: ignore[arg-type]
    assert late.value.code == "splash_in_hand"
    check_books(funds)


def test_the_seed_opens_the_day_after_and_the_draw_is_computed_again(funds: FundRoom) -> None:
    next_hour(funds)
    funds.table.execute(p.Deal())
    day = splash(funds).day
    funds.table.now += timedelta(days=1)
    sync_room(funds.room, funds.now)
    committed = funds.state.seed(day)
    assert committed is not None
    assert committed.seed
    check_books(funds)


def test_a_draw_that_the_seed_does_not_give_is_found(
    funds: FundRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_two = Table.objects.get(pk=funds.table.table.pk)
    monkeypatch.setattr("promotions.rules.splash_decide.drawn_table", lambda *parts: table_two.name)
    monkeypatch.setattr("promotions.draw_checks.drawn_table", lambda *parts: "T9")
    next_hour(funds)
    funds.table.now += timedelta(days=1)
    sync_room(funds.room, funds.now)
    [message] = list(check_draws(funds.fund))
    assert "the seed draws T9" in message
