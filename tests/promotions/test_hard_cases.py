"""The cases in which simple promotion programs go wrong, each with the tests that prove it here.

The rows are those of "Where naive ones break" in the reference. A test is `module::name`, or the id of a case in
`tests/poker/cases/promotions.toml`, which `tests/poker/test_cases.py` runs.
"""

import tomllib
from importlib import import_module
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.models import ProtectedError
from django.urls import reverse

from ops.anonymize import anonymize
from players.employment import employment_set
from players.models import Player, PlayerChange
from poker import commands as p
from poker.refusal import Refusal
from promotions.hours_log import hours_execute
from promotions.hours_statement import balances, statement
from promotions.models import PromotionVersion, RedeemedHours, Share
from promotions.rules import fund_commands as c
from promotions.rules import hours_commands as h
from promotions.rules.fund_state import Hit
from staff.models import AuditEvent
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import TIERS, FundRoom
from tests.support.hours_room import OTHER, HoursRoom, earned_player, hours_room
from tests.support.page_roles import PageContent
from tests.support.room import PIN
from waitlist.visits import check_out, players_merge

__all__ = ["hours_room"]

CASES: dict[str, tuple[str, ...]] = {
    "three qualifying hands": ("promotion_three_qualifying_hands",),
    "equal losing hands share": (
        "promotion_equal_losing_hands_share",
        "rules.test_fund_decide::test_equal_losing_hands_share_their_part",
    ),
    "quads on the board": ("promotion_quads_on_the_board", "promotion_board_plays"),
    "a straight flush with one hole card": ("promotion_straight_flush_with_one_hole_card",),
    "a hand mucked or killed before it was shown": (
        "promotion_mucked_before_it_was_shown",
        "promotion_mucked_after_it_was_shown",
        "promotion_killed_hand",
    ),
    "an award undone after a claim": (
        "promotion_award_before_and_after_the_claim",
        "test_table_promotions::test_undo_takes_a_claim_back_until_the_floor_acts",
    ),
    "two tables in one minute, one offline": (
        "test_offline_claims::test_tap_time_decides_between_two_tables",
        "test_offline_claims::test_equal_taps_of_two_tables_split",
        "rules.test_fund_decide::test_claim_from_a_table_that_was_offline_stops_payment",
    ),
    "posted amount above the ledger": (
        "rules.test_fund_decide::test_posting_is_bound_by_what_was_counted_or_deposited",
        "rules.test_fund_decide::test_corrected_count_below_what_was_posted_is_owed_by_the_house",
    ),
    "indivisible cents": (
        "rules.test_fund_decide::test_shares_of_the_reference_picture",
        "rules.test_fund_laws::test_shares_add_up_and_are_equal_to_a_cent",
    ),
    "a player who left after being dealt in": (
        "promotion_player_who_left",
        "test_hard_cases::test_player_who_left_after_the_deal_shares",
    ),
    "a minimum pot in a kill or rotation": (
        "promotion_pot_of_a_kill",
        "promotion_pot_of_a_rotation",
    ),
    "a short table that filled during the hand": ("promotion_short_table_that_filled",),
    "a plaque or a period that changes during the hand": (
        "promotion_plaque_changed_during_the_hand",
        "promotion_period_by_the_time_of_the_deal",
        "promotion_changed_during_the_hand",
    ),
    "two boards": ("promotion_two_boards",),
    "a run-it-twice": ("promotion_run_it_twice",),
    "a merged or anonymized player with a balance": (
        "test_hours_log::test_merged_player_keeps_hours_and_redemptions",
        "test_hard_cases::test_share_of_a_merged_player_is_paid_to_the_survivor",
        "test_hard_cases::test_player_with_an_unpaid_share_is_not_anonymized",
        "test_hard_cases::test_anonymized_player_keeps_hours_under_a_number",
    ),
    "a room that closes": ("test_hard_cases::test_room_closes_only_when_it_owes_nothing",),
    "people who work in the room": (
        "test_hard_cases::test_share_of_a_player_who_works_here_is_held",
        "test_hard_cases::test_manager_records_that_a_player_works_here",
    ),
}
FILE = Path(__file__).parents[1] / "poker" / "cases" / "promotions.toml"
POKER_CASES = {case["id"] for case in tomllib.loads(FILE.read_text())["case"]}


@pytest.mark.parametrize("row", CASES)
def test_each_row_has_its_tests(row: str) -> None:
    for entry in CASES[row]:
        module, _, name = entry.rpartition("::")
        if not module:
            assert name in POKER_CASES
            continue
        assert callable(getattr(import_module(f"tests.promotions.{module}"), name))


@pytest.fixture
def funds(transactional_db: None) -> FundRoom:
    return FundRoom(surveillance=False, seal_from=0)


@pytest.fixture
def bad_beat(funds: FundRoom) -> PromotionVersion:
    version = funds.publish(games=(), tiers=TIERS, players=4, pot=0, asks=())
    funds.fill(100_000)
    funds.open_table()
    return version


def verified(funds: FundRoom, version: PromotionVersion) -> Hit:
    """Return the hit of a jackpot of seats 3 and 2 that was claimed and verified."""
    hit = funds.claim_jackpot(version)
    result = funds.send(c.Verify(hit.number), "supervisor").state.hit(hit.number)
    assert result is not None
    return result


def player_in(funds: FundRoom, seat: int) -> Player:
    key = dict(funds.dealt())[seat]
    return Player.objects.get(pk=int(key.removeprefix("p")))


def status_of(funds: FundRoom, seat: int) -> str:
    share = funds.state.hits[-1].share(seat)
    assert share is not None
    return share.status


transactional = pytest.mark.django_db(transaction=True)


@transactional
def test_player_who_left_after_the_deal_shares(funds: FundRoom, bad_beat: PromotionVersion) -> None:
    funds.table.execute(p.Act(4, "fold"))
    leaver = player_in(funds, 4)
    funds.table.execute(p.LeaveSeat(4))
    hit = funds.claim_jackpot(bad_beat, players=3)
    assert dict(hit.facts.dealt)[4] == leaver.key
    funds.send(c.Verify(hit.number), "supervisor")
    funds.send(c.Pay(hit.number, 4, "cash"), "desk")
    assert status_of(funds, 4) == "paid"


@transactional
def test_share_of_a_player_who_works_here_is_held(
    funds: FundRoom, bad_beat: PromotionVersion
) -> None:
    manager = funds.people["manager"]
    dealer, cashier = player_in(funds, 1), player_in(funds, 4)
    employment_set(player=dealer, job="dealer", by=manager, now=funds.now)
    hit = verified(funds, bad_beat)
    assert (status_of(funds, 1), status_of(funds, 4)) == ("held", "open")
    assert sum(share.amount for share in hit.shares) == 100_000
    employment_set(player=cashier, job="cashier", by=manager, now=funds.now)
    funds.send(c.Pay(hit.number, 4, "cash"), "desk")
    assert status_of(funds, 4) == "held", "recorded between verification and payment"
    assert funds.state.paid == 0
    address = reverse("funds:claim", args=[funds.fund.pk, hit.number])
    assert "works for the house: dealer" in PageContent(sign_in_client("301").get(address)).text
    for badge in ("201", "401"):
        assert "works for" not in PageContent(sign_in_client(badge).get(address)).text
    employment_set(player=dealer, job="", by=manager, now=funds.now)
    funds.send(c.Release(hit.number, 1, "left the house", funds.people["second"].key))
    funds.send(c.Pay(hit.number, 1, "cash"), "desk")
    assert status_of(funds, 1) == "paid"


@transactional
def test_manager_records_that_a_player_works_here(
    funds: FundRoom, bad_beat: PromotionVersion
) -> None:
    player = player_in(funds, 4)
    address = reverse("players:employ", args=[player.pk])
    form = {"works_as": "cashier", "pin": PIN}
    assert sign_in_client("201").post(address, form | {"badge": "201"}).status_code == 403
    assert sign_in_client("301").post(address, form | {"badge": "301"}).status_code == 302
    player.refresh_from_db()
    assert player.works_as == "cashier"
    [change] = PlayerChange.objects.filter(player=player, field="works_as")
    assert (change.after, change.by) == ("cashier", funds.people["manager"].key)
    assert AuditEvent.objects.get(verb="employment_recorded").after == {"works_as": "cashier"}
    page = reverse("players:player", args=[player.pk])
    assert "cashier" in PageContent(sign_in_client("301").get(page)).text
    assert "cashier" not in PageContent(sign_in_client("201").get(page)).text


@transactional
def test_share_of_a_merged_player_is_paid_to_the_survivor(
    funds: FundRoom, bad_beat: PromotionVersion
) -> None:
    hit = verified(funds, bad_beat)
    winner = player_in(funds, 4)
    survivor = Player.objects.create(alias="Brass Kettle")
    players_merge(
        surviving=survivor, merged=winner, reason="same card", by="staff.1", now=funds.now
    )
    address = reverse("funds:claim", args=[funds.fund.pk, hit.number])
    assert "Brass Kettle" in PageContent(sign_in_client("301").get(address)).text
    with pytest.raises(Refusal, match="anonymise_standing"):
        anonymize(player=survivor, by="staff.1", reason="asked for it", now=funds.now)
    employment_set(player=survivor, job="dealer", by=funds.people["manager"], now=funds.now)
    funds.send(c.Pay(hit.number, 4, "cash"), "desk")
    assert status_of(funds, 4) == "held", "what the registry has of the survivor counts"


@transactional
def test_player_with_an_unpaid_share_is_not_anonymized(
    funds: FundRoom, bad_beat: PromotionVersion
) -> None:
    hit = verified(funds, bad_beat)
    player = player_in(funds, 4)
    funds.table.execute(p.AwardPot(seats=(2,)))
    funds.table.execute(p.LeaveSeat(4))
    check_out(player=player, by="staff.1", now=funds.now)
    with pytest.raises(Refusal, match="anonymise_standing") as refused:
        anonymize(player=player, by="staff.1", reason="asked for it", now=funds.now)
    assert "share" in str(refused.value.facts["how"])
    funds.send(c.Pay(hit.number, 4, "cash"), "desk")
    anonymize(player=player, by="staff.1", reason="asked for it", now=funds.now)
    address = reverse("funds:claim", args=[funds.fund.pk, hit.number])
    page = PageContent(sign_in_client("301").get(address)).text
    assert f"Player {player.key}" in page
    assert "Pebble 4" not in page
    assert Share.objects.get(seat=4).status == "paid"
    funds.record_days()
    call_command("verify_fund", "--all")


@transactional
def test_anonymized_player_keeps_hours_under_a_number(hours_room: HoursRoom) -> None:
    player = earned_player(hours_room, 600)
    hours_room.execute(h.SetReward("meal", "Meal", 360, 1500, approved=OTHER))
    hours_room.execute(h.Redeem(player.key, "meal"))
    check_out(player=player, by="staff.1", now=hours_room.now)
    anonymize(player=player, by="staff.1", reason="asked for it", now=hours_room.now)
    player.refresh_from_db()
    lines = statement(hours_room.room.pk, player)
    assert (lines.earned, lines.used, lines.balance) == (600, 360, 240)
    assert balances(hours_room.room.pk)[player.pk] == (600, 360)
    assert RedeemedHours.objects.get().player == player.key
    assert player.alias == f"Player {player.key}"
    with pytest.raises(Refusal, match="hours_short"):
        hours_room.execute(h.Redeem(player.key, "meal"))
    call_command("verify_journal")


def debts(funds: FundRoom, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(CommandError, match="can't close yet"):
        call_command("room_debts", funds.room.pk)
    return capsys.readouterr().out


@transactional
def test_room_closes_only_when_it_owes_nothing(
    funds: FundRoom, bad_beat: PromotionVersion, capsys: pytest.CaptureFixture[str]
) -> None:
    hit = funds.claim_jackpot(bad_beat)
    drawing = h.AnnounceDrawing(
        "July", "2026-07-01", "2026-07-31", 60, 1, 10_000, "State lottery", approved=OTHER
    )
    hours_execute(
        room_id=funds.room.pk,
        command_id=str(uuid4()),
        command=drawing,
        actor=funds.people["manager"].key,
        now=funds.now,
    )
    text = debts(funds, capsys)
    assert "1 undecided claim: verify or refuse" in text
    assert "$1,000 of players' money: transfer it" in text
    assert "July isn't drawn: draw or cancel it" in text
    with pytest.raises(Refusal, match="claims_open"):
        funds.send(c.Close("the room closes"))
    with pytest.raises(ProtectedError):
        funds.room.delete()
    funds.send(c.Verify(hit.number), "supervisor")
    funds.send(c.Hold(hit.number, 1, "No valid ID"), "supervisor")
    text = debts(funds, capsys)
    assert "in shares to pay: pay the players" in text
    assert "holds $83.34: release the shares" in text or "holds $125: release the shares" in text
    for seat in (2, 3, 4):
        funds.send(c.Pay(hit.number, seat, "cash"), "desk")
    with pytest.raises(Refusal, match="fund_not_empty"):
        funds.send(c.Close("the room closes"))
    funds.send(c.Remit(hit.number, 1, "State fund", "no ID", funds.people["second"].key))
    assert "is empty and open: close the fund" in debts(funds, capsys)
    funds.send(c.Close("the room closes"))
    hours_execute(
        room_id=funds.room.pk,
        command_id=str(uuid4()),
        command=h.CancelDrawing(1, "the room closes"),
        actor=funds.people["manager"].key,
        now=funds.now,
    )
    call_command("room_debts", funds.room.pk)
    assert "owes nothing to players" in capsys.readouterr().out


@transactional
def test_unredeemed_hours_are_a_debt_of_the_room(
    hours_room: HoursRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    player = earned_player(hours_room, 360)
    with pytest.raises(CommandError):
        call_command("room_debts", hours_room.room.pk)
    assert "players have 360 unredeemed minutes: announce the last day" in capsys.readouterr().out
    hours_room.execute(h.SetReward("meal", "Meal", 360, approved=OTHER))
    hours_room.execute(h.Redeem(player.key, "meal"))
    call_command("room_debts", hours_room.room.pk)
