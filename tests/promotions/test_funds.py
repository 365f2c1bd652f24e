"""Funds in the database: drop and counts of the tables, claims, held shares, transfers, checks, races of one share."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from journal.models import Stream
from journal.projections import find_mismatches, rebuild
from players.models import Player, Sanction
from poker import commands as p
from poker.refusal import Refusal
from promotions.fund_checks import check_file, check_fund
from promotions.fund_statement import movements, statement_rows, statement_text
from promotions.funds import fund_create, fund_execute, fund_transfer, load_fund
from promotions.models import Fund, FundDay, FundSummary, Share
from promotions.publishing import draft_save, read_terms, version_at, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from promotions.rules.ledger_check import problems
from tests.support.drop_fixtures import House
from tests.support.fund_room import DROP, FundRoom
from tests.support.room import PIN

pytestmark = pytest.mark.django_db


@pytest.fixture
def funds(db: None) -> FundRoom:
    room = FundRoom()
    room.open_table()
    return room


def test_drop_of_the_tables_is_logged_and_an_undone_one_taken_back(funds: FundRoom) -> None:
    funds.play_hand()
    funds.record_days()
    assert funds.state.logged == DROP
    funds.play_hand()
    funds.table.execute(p.Undo())
    funds.record_days()
    assert funds.state.logged == DROP
    [day] = FundDay.objects.all()
    assert (day.logged, day.counted, day.percent) == (DROP, 0, 100)
    before = load_fund(funds.fund.pk)[0]
    funds.record_days()
    assert load_fund(funds.fund.pk)[0] == before, "a second run stores nothing"


def test_posting_before_the_first_drop_of_a_day_takes_no_drop_away(funds: FundRoom) -> None:
    funds.fill(50_000)
    funds.play_hand()
    funds.record_days()
    [day] = FundDay.objects.all()
    assert (day.logged, day.percent) == (DROP, 100)


def test_counted_box_comes_to_the_fund_with_its_correction(funds: FundRoom) -> None:
    funds.play_hand()
    house = House(funds.table, funds.people)
    box = house.pull_box()
    house.count_box(box, "401", 2)
    house.count_box(box, "201", 2)
    funds.record_days()
    assert (funds.state.counted, funds.state.unposted) == (DROP, DROP)
    funds.send(c.Deposit(DROP, "3307"))
    funds.send(c.Post(90, 0, 10, "daily"))
    summary = FundSummary.objects.get()
    assert (summary.primary, summary.reserve, summary.bank) == (90, 10, DROP)
    assert not list(find_mismatches(Stream.objects.get(pk=funds.fund.pk)))


def test_two_funds_divide_the_drop_of_the_room(funds: FundRoom) -> None:
    with pytest.raises(Refusal, match="percent_over"):
        fund_create(
            room=funds.room,
            title="High hand",
            policy=FundPolicy(percent=1),
            brought=0,
            actor="staff.1",
            now=funds.now,
        )
    policy = FundPolicy(percent=67)
    second = c.SetPolicy(policy, "high hands get a third", approved="staff.99")
    funds.send(second)
    other = fund_create(
        room=funds.room,
        title="High hand",
        policy=FundPolicy(percent=33),
        brought=0,
        actor="staff.1",
        now=funds.now,
    )
    funds.play_hand()
    funds.record_days()
    assert (funds.state.logged, load_fund(other.pk)[1].logged) == (67, 33)


def test_raised_percentage_takes_no_drop_that_another_fund_has(funds: FundRoom) -> None:
    other = fund_create(
        room=funds.room,
        title="High hand",
        policy=FundPolicy(percent=0),
        brought=0,
        actor="staff.1",
        now=funds.now,
    )
    funds.play_hand()
    house = House(funds.table, funds.people)
    box = house.pull_box()
    house.count_box(box, "401", 2)
    house.count_box(box, "201", 2)
    funds.record_days()
    funds.send(c.SetPolicy(FundPolicy(percent=70), "high hands", approved="staff.99"))
    fund_execute(
        fund_id=other.pk,
        command_id="raise",
        command=c.SetPolicy(FundPolicy(percent=30), "high hands", approved="staff.99"),
        actor="staff.1",
        now=funds.now,
    )
    funds.record_days()
    assert divided(funds, other) == [(DROP, DROP), (0, 0)], "this day was divided before"
    funds.table.now += timedelta(days=1)
    funds.play_hand()
    funds.record_days()
    assert divided(funds, other) == [(DROP + 70, DROP), (30, 0)]
    assert [*check_fund(funds.fund), *check_fund(other)] == []


def divided(funds: FundRoom, other: Fund) -> list[tuple[int, int]]:
    """Return what was logged and counted for both funds."""
    states = (funds.state, load_fund(other.pk)[1])
    return [(state.logged, state.counted) for state in states]


def test_claim_takes_the_terms_of_its_version(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.claim(version)
    assert hit.terms.percent == 100
    assert [condition.title for condition in hit.conditions][1] == "Four or more dealt in"
    assert len(hit.asks) == 4
    assert funds.claim(version).number == hit.number, "the same hand is claimed once"
    hit = funds.verify(hit)
    amounts = {share.seat: share.amount for share in hit.shares}
    assert amounts == {1: 1250, 2: 5000, 3: 2500, 4: 1250}
    assert Share.objects.count() == 4


def test_barred_player_is_held_and_the_reason_stays_in_the_registry(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    key = dict(funds.dealt())[4]
    player = Player.objects.get(pk=int(key.removeprefix("p")))
    Sanction.objects.create(
        player=player,
        kind=Sanction.Kind.BAR,
        by=funds.people["manager"].key,
        at=funds.now,
        reason="secret",
    )
    hit = funds.verify(funds.claim(version))
    share = hit.share(4)
    assert share is not None
    assert share.status == "held"
    assert sum(item.amount for item in hit.shares) == 10_000
    log = statement_text(movements(funds.fund))
    assert "secret" not in log
    assert player.alias not in log


def test_share_is_paid_once_and_a_repeated_form_changes_nothing(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    for _ in range(2):
        funds.send(c.Pay(hit.number, 1, "cash"), "desk", command_id="pay-1")
    with pytest.raises(Refusal, match="share_paid"):
        funds.send(c.Pay(hit.number, 1, "cash"), "desk")
    assert funds.state.paid == 1250
    assert Share.objects.get(seat=1).number == 1


def test_undone_verification_removes_the_rows_of_the_shares(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    funds.send(c.UndoVerify(hit.number, "wrong hand"), "supervisor")
    assert not Share.objects.exists()
    assert not list(find_mismatches(Stream.objects.get(pk=funds.fund.pk)))


def test_transfer_moves_the_money_in_one_transaction(funds: FundRoom) -> None:
    funds.fill(10_000)
    funds.send(c.SetPolicy(FundPolicy(percent=60), "share", approved="staff.99"))
    other = fund_create(
        room=funds.room,
        title="High hand",
        policy=FundPolicy(percent=40),
        brought=0,
        actor="staff.1",
        now=funds.now,
    )
    command = c.Transfer("primary", 4000, "", "season", to_fund=other.pk, approved="staff.99")
    options: dict[str, Any] = {"fund_id": funds.fund.pk, "actor": "staff.1", "now": funds.now}
    for _ in range(2):
        fund_transfer(command=command, command_id="move-1", **options)
    assert (funds.state.primary, funds.state.sent) == (6000, 4000)
    assert load_fund(other.pk)[1].unposted == 4000
    too_much = c.Transfer("primary", 9000, "", "season", to_fund=other.pk, approved="staff.99")
    with pytest.raises(Refusal, match="pool_below"):
        fund_transfer(command=too_much, command_id="move-2", **options)
    assert load_fund(other.pk)[1].unposted == 4000


def test_published_ledger_recomputes_and_a_changed_cell_is_found(funds: FundRoom) -> None:
    version = funds.publish()
    funds.play_hand()
    funds.record_days()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    funds.send(c.Pay(hit.number, 1, "chips"), "desk")
    funds.send(c.Hold(hit.number, 2, "works here"), "supervisor")
    assert list(check_fund(funds.fund)) == []
    rows = statement_rows(movements(funds.fund))
    assert rows[-1]["balance"] == str(funds.state.inside)
    rows[3]["jackpot"] = "1"
    assert list(problems(rows))
    text = statement_text(movements(funds.fund)).replace("share paid,0,0,0", "share paid,5,0,0")
    assert any("logged" in message for message in check_file(funds.fund, text))


def test_ledger_of_a_restored_log_is_its_own(funds: FundRoom) -> None:
    """After a restore a log may have the number of entries that another one had."""
    before = transaction.savepoint()
    funds.fill(500)
    assert movements(funds.fund)[-1].balance == 500
    transaction.savepoint_rollback(before)
    funds.fill(700)
    assert movements(funds.fund)[-1].balance == 700


def test_command_verifies_all_funds_and_fails_for_a_changed_row(funds: FundRoom) -> None:
    funds.fill(500)
    out = StringIO()
    call_command("verify_fund", "--all", stdout=out)
    assert "every entry adds up" in out.getvalue()
    FundSummary.objects.update(primary=501)
    with pytest.raises(CommandError, match="differences"):
        call_command("verify_fund", str(funds.fund.pk), stderr=StringIO(), stdout=out)
    rebuild(Stream.objects.get(pk=funds.fund.pk))
    call_command("verify_fund", "--all", stdout=out)


def test_version_needs_a_second_manager_and_takes_effect_the_next_gaming_day(
    funds: FundRoom,
) -> None:
    version = funds.publish()
    promotion = version.promotion
    now = funds.now
    assert version_at(promotion, now) == version
    draft = draft_save(
        promotion=promotion,
        terms=read_terms(version.terms),
        reason="more players",
        withdraws=True,
        seen=0,
        staff=funds.people["manager"],
        now=now,
    )
    with pytest.raises(Refusal, match="same_person"):
        version_publish(promotion=promotion, badge="301", pin=PIN, seen=draft.revision, now=now)
    with pytest.raises(Refusal, match="not_allowed"):
        version_publish(promotion=promotion, badge="201", pin=PIN, seen=draft.revision, now=now)
    version_publish(promotion=promotion, badge="302", pin=PIN, seen=draft.revision, now=now)
    assert version_at(promotion, now) == version, "the change begins with the next gaming day"
    assert version_at(promotion, now + timedelta(days=2)) is None
