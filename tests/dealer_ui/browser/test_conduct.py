"""Incident reports at the tablet: four taps, queued like a command, shown back; the amber warning
flag of a seat (S-045).
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from players.standing import Standing
from tests.support.guard_clock import pause
from tests.support.stage import Stage
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"[aria-label^='{name}']").first.tap()


def sent_incidents(stage: Stage) -> list[dict[str, Any]]:
    return [command for command in stage.commands if command["name"] == "incident"]


def open_with_flags(
    show: ReusedTablet, name: str, flags: dict[int, Standing]
) -> tuple[Stage, Page]:
    """Return a tablet whose seats have these standings."""
    stage, page = show.open(name)
    players = {seat["seat"]: seat["player"] for seat in stage.view["seats"]}
    stage.marks = {players[seat]: standing for seat, standing in flags.items()}
    show.show_again()
    page.wait_for_selector(".frame")
    return stage, page


def test_conduct_is_its_key_the_seat_and_what_happened(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    player = next(seat["player"] for seat in stage.view["seats"] if seat["seat"] == 4)
    tap(page, "More", "Conduct report", "Report conduct of seat 4", "Stalling")
    expect(page.locator(".step.notice")).to_contain_text("Kept.")
    expect(page.locator(".step.notice h2")).to_have_text("Recorded")
    (data,) = sent_incidents(stage)
    assert data["args"] == {"category": "etq_09_stalling", "seat": 4, "player": player, "hand": 214}
    expect(page.locator(".wide")).to_have_count(0)


def test_whole_seat_is_one_key_and_the_hand_stays_in_reach(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Conduct report")
    expect(page.locator(".step.tool h2")).to_have_text("Conduct")
    expect(page.locator("[aria-label='Seat 4'] .whole")).to_have_text("Anvil")
    expect(page.locator("[aria-label='Seat 3'] .pill")).to_have_text("folded")
    tap(page, "Back to the hand")
    expect(page.locator("[aria-label='Seat 4'] .fold")).to_be_visible()
    tap(page, "More", "Conduct report")
    tap(page, "5 players still in")
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    assert [command["name"] for command in stage.commands] == ["close_street"]


def test_ten_likely_categories_come_before_more(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Conduct report", "Report conduct of seat 4")
    keys = page.locator(".wide .people .key")
    expect(keys).to_have_count(12)  # ten, Other, More
    expect(keys.first).to_have_text("Abuse, threw cards")
    pause(page)
    keys.last.tap()
    expect(keys).to_have_count(21)  # without upcards, which this game has none of
    expect(page.locator(".wide")).not_to_contain_text("upcards")
    expect(keys.last).to_have_text("Back")
    pause(page)
    tap(page, "Soft play")
    expect(page.locator(".step.notice")).to_contain_text("Kept.")
    assert sent_incidents(stage)[0]["args"]["category"] == "etq_17_soft_play"


def test_other_conduct_is_one_tap_without_a_note(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Conduct report", "Report conduct of seat 4", "Other")
    expect(page.locator(".step.notice")).to_contain_text("Kept.")
    (data,) = sent_incidents(stage)
    assert data["args"]["category"] == "other"
    assert "note" not in data["args"]


def test_stud_offers_its_conduct_categories(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("stud_first")
    tap(page, "More", "Conduct report", "Report conduct of seat 4")
    page.locator(".wide .people .key").last.tap()
    expect(page.locator(".wide")).to_contain_text("Reordered upcards")


def test_report_made_offline_is_sent_once(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.down = True
    tap(page, "More", "Conduct report", "Report conduct of seat 4", "Slow roll")
    expect(page.locator(".footer .link")).to_contain_text("1 to send")
    page.reload()  # once: a reloaded page never reads the response
    stage.down = False
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    expect(page.locator(".step.notice")).to_contain_text("Kept.")
    assert len({data["id"] for data in sent_incidents(stage)}) == 1


def test_refused_report_is_shown_and_blocks_nothing(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Conduct report", "Report conduct of seat 4")
    stage.refusal = {"message": "That player wasn\u2019t in seat 4."}
    tap(page, "Stalling")
    expect(page.locator(".step.notice")).to_contain_text(
        "Stalling, seat 4: That player wasn\u2019t"
    )
    expect(page.locator(".sheet.held")).to_have_count(0)
    assert not sent_incidents(stage)


def test_conduct_key_of_another_screen_asks_for_the_seat(reused_tablet: ReusedTablet) -> None:
    """What another screen opens: `opens("arm", of="conduct")`."""
    _, page = reused_tablet.open("flop")
    arms = page.evaluate("fetch('/tablet/snapshot').then(r => r.json()).then(r => r.screen.arms)")
    assert arms["conduct"]["do"] == {"open": "conduct", "args": {"seat": "$seat"}}
    assert arms["conduct"]["step"]["now"] == "Conduct report: tap the seat."


def test_next_dealer_sees_warning_flags_without_details(reused_tablet: ReusedTablet) -> None:
    flags = {4: Standing(warnings=2), 7: Standing(warnings=1, penalties=1)}
    _, page = open_with_flags(reused_tablet, "deal", flags)
    pod = page.locator("[aria-label='Seat 4']")
    expect(pod.locator(".pill.mark")).to_contain_text("2W")
    expect(pod.locator(".pill.mark .sr-only")).to_have_text("2 warnings")
    assert (
        pod.locator(".seat").evaluate("node => getComputedStyle(node).color") == "rgb(255, 196, 0)"
    )
    expect(page.locator(".pod.marked")).to_have_count(2)
    tap(page, "More", "Conduct report", "Report conduct of seat 7")
    expect(page.locator(".wide .mark")).to_have_text("1 warning, 1 penalty")


def test_barred_player_is_announced_between_hands(reused_tablet: ReusedTablet) -> None:
    _, page = open_with_flags(reused_tablet, "deal", {5: Standing(barred=True)})
    expect(page.locator(".caption .note.alert")).to_have_text("Seat 5 can't play: call floor")
    expect(page.locator("[aria-label='Seat 5'] .pill.mark")).to_contain_text("BAR")
    expect(page.locator(".step p")).to_contain_text("Deal two rounds")


def test_name_keeps_its_width_during_a_hand(reused_tablet: ReusedTablet) -> None:
    _, page = open_with_flags(reused_tablet, "flop", {7: Standing(warnings=1)})
    expect(page.locator("[aria-label='Seat 7'] .pill.mark")).to_have_count(0)
    expect(page.locator("[aria-label='Seat 7'] .sr-only")).to_have_text("1 warning")
    expect(page.locator(".caption .note.alert")).to_have_count(0)
