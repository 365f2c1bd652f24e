"""A floor call at the tablet: its progress, and the report of what happened in three taps."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.support.axe import serious_violations
from tests.support.boxes import KEYS
from tests.support.guard_clock import pause
from tests.support.law_examples import sampled
from tests.support.stage import NOW, Stage, call_data, fixture, view_without_floor_screen
from tests.support.staged_fixtures import ReusedTablet, StagedTablets
from tests.support.staged_taps import wait_for_commands

pytestmark = pytest.mark.browser


def sent_commands(stage: Stage, page: Page) -> list[tuple[str, dict[str, Any]]]:
    """Return what the room got."""
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    return [(command["name"], command["args"]) for command in stage.commands]


def tap(page: Page, *names: str) -> None:
    """Tap keys by the beginning of their accessible name, with a pause after each."""
    for name in names:
        page.click(f"[aria-label^='{name}']")
        pause(page)


def open_for_call(show: ReusedTablet | StagedTablets) -> tuple[Stage, Page]:
    """Return a table whose next command is answered as a call."""
    stage, page = show.open("flop")
    stage.then = fixture("floor")
    stage.called = call_data()
    return stage, page


def test_three_taps_report_an_irregularity(reused_tablet: ReusedTablet) -> None:
    stage, page = open_for_call(reused_tablet)
    tap(page, "Call the floor", "Premature burn or card", "Premature turn")
    assert sent_commands(stage, page) == [("call_floor", {}), ("report", {"key": "premature_turn"})]


def test_the_call_is_delivered_at_once_with_its_time(reused_tablet: ReusedTablet) -> None:
    _, page = open_for_call(reused_tablet)
    page.click("[aria-label^='Call the floor']")
    expect(page.locator(".ladder .reached")).to_have_count(2)
    texts = page.locator(".ladder .reached").all_inner_texts()
    assert [text.split("\n")[0] for text in texts] == ["Sent", "Delivered"]
    expect(page.locator(".header")).to_contain_text("Table paused")
    expect(page.locator(".call .sent-with")).to_contain_text("flop, 5 in, pot $54")


def test_acknowledged_call_shows_name_and_time(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    at = stage.view["floor"]["at"]
    stage.view["floor"] |= {"seen_at": at + 4000, "seen_by": "Rowan"}
    stage.view["floor"] |= {"coming_at": at + 31_000, "coming_by": "Rowan"}
    reused_tablet.show_again()
    expect(page.locator(".ladder li")).to_have_count(5)
    message = page.locator(".ladder li").all_inner_texts()
    assert message == [
        "Sent",
        "Delivered\n0:00",
        "Seen\n0:04 Rowan",
        "On the way\n0:31 Rowan",
        "At the table",
    ]
    expect(page.locator(".step.freeze")).to_contain_text("Rowan is on the way.")


def test_call_is_delivered_only_when_a_floor_screen_has_it(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.view = view_without_floor_screen(since=1)
    reused_tablet.show_again()
    expect(page.locator(".ladder .reached")).to_have_text(["Sent"])
    expect(page.locator(".floor-key")).to_contain_text("SENT")
    expect(page.locator(".step.freeze")).to_contain_text("Sent. No screen has it yet.")
    stage.view = view_without_floor_screen(since=10)
    reused_tablet.show_again()
    expect(page.locator(".undelivered .lost")).to_have_text(
        "No floor screen has it: call out FLOOR"
    )
    expect(page.locator(".step.freeze")).to_contain_text("Call out FLOOR.")
    stage.view["floor"]["delivered_at"] = NOW
    reused_tablet.show_again()
    expect(page.locator(".ladder .reached")).to_have_text(["Sent", re.compile("Delivered")])
    expect(page.locator(".floor-key")).to_contain_text("CALLED")


def test_call_is_canceled_with_a_reason(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    tap(page, "Cancel the floor call")
    assert sent_commands(stage, page) == []
    tap(page, "Back", "Cancel the floor call", "Cancel the call: Settled at the table")
    assert sent_commands(stage, page) == [("cancel_floor", {"reason": "solved"})]


def test_hand_continues_when_a_supervisor_only_has_to_come(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.then = fixture("flop") | {"floor": stage.view["floor"] | {"key": "come"}}
    tap(page, "Come to the table")
    assert sent_commands(stage, page) == [("report", {"key": "come"})]
    expect(page.locator(".call")).to_have_count(0)
    expect(page.locator(".step")).to_contain_text("Bet is $8.")
    expect(page.locator(".step h2")).to_have_text("Next step · Floor called.")
    tap(page, "Floor call called")
    expect(page.locator(".call .solved")).to_have_count(1)


def test_conduct_is_reported_and_asks_for_the_seat(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.then = fixture("flop") | {"floor": stage.view["floor"] | {"key": "conduct"}}
    tap(page, "Conduct", "Player conduct")
    assert sent_commands(stage, page) == [("report", {"key": "conduct"})]
    tap(page, "Report conduct of seat 7")
    expect(page.locator(".wide.conduct h3")).to_contain_text("Seat 7")


def test_no_key_moves_on_any_page_of_the_call(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    row = next(row for row in stage.called.rows if row.group == "early")
    stage.called = type(stage.called)(rows=(row,) * 14)
    reused_tablet.show_again()
    page.wait_for_selector(".call .solved")
    deck = [key for key in page.evaluate(KEYS) if key[2] >= 560]
    for taps in (["Premature burn or card"], ["More, 1 of 2"], ["Back", "Cancel the floor call"]):
        tap(page, *taps)
        keys = page.evaluate(KEYS)
        assert [key for key in keys if key[2] >= 560] == deck
        boxes = {tuple(key[1:5]) for key in keys if "what" in key[5]}
        assert boxes <= {(16 + 233 * (i % 5), 266 + 148 * (i // 5), 216, 138) for i in range(10)}
        assert all(min(key[3:5]) >= 48 for key in keys)


def test_undelivered_call_of_an_earlier_page_is_shown_as_on_its_way(
    staged_tablets: StagedTablets,
) -> None:
    stage, page = staged_tablets.open("flop")
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    stage.down = True
    tap(page, "Call the floor")
    expect(page.locator(".footer .link")).to_contain_text("1 to send")
    page.route("**/tablet/command", lambda route: route.abort())
    stage.down = False
    page.reload()
    expect(page.locator(".undelivered .lost")).to_be_visible()


def view_with_remedy(moment_label: str = "now") -> dict[str, Any]:
    """Return the flop after a ruling with a waiting remedy step."""
    view = fixture("flop")
    steps = [
        {
            "say": "Set the turned card Jh aside, face up.",
            "when": moment_label,
            "now": moment_label == "now",
            "ruling": "R 1121-58",
        }
    ]
    view["remedy"] = {
        "ruling": "R 1121-58",
        "result": "The turn card is out of play.",
        "by": "Oak",
        "key": "premature_turn",
        "decision": "accepted",
        "hand": 0,
        "done": 0,
        "missed": [],
        "steps": steps,
    }
    if moment_label == "now":
        facts = {"say": steps[0]["say"], "more": 0, "number": 2, "of": 4, "ruling": "R 1121-58"}
        view["step"] |= {"kind": "remedy", "facts": facts | {"result": view["remedy"]["result"]}}
    return view


def test_ruling_step_is_completed_by_its_key(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.view = view_with_remedy()
    reused_tablet.show_again()
    band = page.locator(".step.ruled")
    expect(band.locator("h2")).to_have_text(
        "Ruling final · R 1121-58 · accepted · by Oak · step 2 of 4"
    )
    expect(band.locator("p")).to_have_text("Set the turned card J♥ aside, face up.")
    tap(page, "Done: this step")
    assert sent_commands(stage, page) == [("step_done", {})]


def test_next_action_completes_the_ruling_step(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.view = view_with_remedy()
    reused_tablet.show_again()
    tap(page, "Fold seat 9")
    assert [name for name, _ in sent_commands(stage, page)] == ["act"]


def test_ruling_without_steps_is_shown_until_confirmed(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    view = view_with_remedy("now") | {"step": fixture("flop")["step"]}
    view["remedy"] |= {"steps": []}
    stage.then = view
    tap(page, "Come to the table")
    expect(page.locator(".step.final p")).to_have_text("The turn card is out of play.")
    expect(page.locator(".step.final h2")).to_contain_text("by Oak")
    page.click(".step .seen")
    expect(page.locator(".step")).to_contain_text("Bet is $8.")


PAUSED = {"code": "hand_paused", "message": "Hand paused for the floor.", "seq": 7}


def test_paused_hand_is_not_announced_after_a_ruling(
    staged_tablets: StagedTablets,
) -> None:
    stage, page = staged_tablets.open("flop")
    stage.view = fixture("flop") | {"paused": True}
    stage.refusal = PAUSED
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/tablet/", lambda socket: sockets.append(socket))
    page.reload()
    tap(page, "Fold seat 9")
    expect(page.locator(".step.notice")).to_contain_text("Hand paused for the floor")
    stage.view = view_with_remedy()
    stage.refusal = None
    stage.seq = 8
    sockets[-1].send('{"type": "look"}')
    expect(page.locator(".step.ruled")).to_contain_text("Set the turned card")


def test_change_during_a_snapshot_is_fetched_after_it(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/tablet/", lambda socket: sockets.append(socket))
    page.reload()
    page.wait_for_function("() => floorbook.app.live.socket.isOpen && !floorbook.app.live.fetching")

    def respond_after_the_ruling(route: Route) -> None:
        before_the_ruling = route.fetch()
        stage.view = view_with_remedy()
        stage.seq = 8
        sockets[-1].send('{"type": "look"}')
        page.wait_for_function("() => floorbook.app.live.isOutdated")
        route.fulfill(response=before_the_ruling)

    page.route("**/tablet/snapshot", respond_after_the_ruling, times=1)
    sockets[-1].send('{"type": "look"}')
    expect(page.locator(".step.ruled")).to_contain_text("Set the turned card")


def test_ruling_step_replaces_a_refusal(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("floor")
    stage.view = view_with_remedy()
    stage.refusal = PAUSED
    reused_tablet.show_again()
    tap(page, "Fold seat 9")
    expect(page.locator(".step.notice")).to_contain_text("Hand paused for the floor")
    expect(page.locator(".step.ruled")).to_contain_text("Set the turned card")


def test_canceled_call_is_announced_to_the_dealer(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("floor")
    stage.then = fixture("flop") | {"called_off": {"reason": "Solved", "by": "Rowan"}}
    tap(page, "Come to the table")
    expect(page.locator(".step.notice p")).to_have_text("Call canceled by Rowan: solved.")
    page.click(".step .seen")
    expect(page.locator(".step")).to_contain_text("Bet is $8.")


def open_call(show: ReusedTablet, key: str) -> tuple[Stage, Page]:
    """Return a tablet with an open call for this irregularity."""
    stage, page = show.open("floor")
    stage.called = call_data(key)
    show.show_again()
    page.wait_for_selector(".call")
    return stage, page


def test_only_a_supervisor_answers_a_proposal(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = open_call(reused_tablet, "premature_turn")
    locator = page.locator(".proposed")
    expect(locator.locator(".caps").first).to_have_text("Proposed, not final")
    expect(locator.locator(".head")).to_contain_text("House rulebook, version 1 · FL-7")
    # The result is one line, however many seats it is about, so all five steps fit.
    assert locator.locator(".remedy li span:last-child").all_inner_texts()[1:] == [
        "28",
        "26",
        "26",
        "27",
        "26",
    ]
    expect(page.locator(".what.carry")).to_be_disabled()
    tap(page, "Read clause FL-7")
    expect(page.locator(".clause-page")).to_contain_text("RRoP")
    tap(page, "Back", "Something else happened")
    expect(page.locator(".what.w-9")).to_have_text("Come to the table")
    assert sent_commands(stage, page) == []


def test_card_fact_is_entered_with_the_card_pad(reused_tablet: ReusedTablet) -> None:
    stage, page = open_call(reused_tablet, "premature_turn")
    tap(page, "Which card was turned early", "Pick the card", "J hearts")
    assert sent_commands(stage, page) == [("report", {"facts": {"early_card": "Jh"}})]
    expect(page.locator(".proposed")).to_have_count(1)


def test_question_has_a_key_for_each_answer(reused_tablet: ReusedTablet) -> None:
    stage, page = open_call(reused_tablet, "string_bet")
    expect(page.locator(".call .question b")).to_have_text("What was said before the chips moved?")
    tap(page, "Nothing")
    assert sent_commands(stage, page) == [("report", {"facts": {"declared": "none"}})]


def test_one_seat_is_sent_at_once_and_several_need_done(reused_tablet: ReusedTablet) -> None:
    stage, page = open_call(reused_tablet, "fold_out_of_turn")
    tap(page, "Seat 7")
    wait_for_commands(stage, page, 1)
    stage.called = call_data("soft_play_or_collusion")
    reused_tablet.show_again()
    expect(page.locator(".call .question b")).to_have_text("Which seats?")
    tap(page, "Seat 9", "Seat 2", "Done")
    assert sent_commands(stage, page) == [
        ("report", {"facts": {"seat": 7}}),
        ("report", {"facts": {"seats": [2, 9]}}),
    ]


def test_dealer_remedy_is_one_tap_without_an_objection(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = open_call(reused_tablet, "button_misplaced")
    tap(page, "Tap if a player objects", "Dealer carries out this remedy")
    assert sent_commands(stage, page) == [
        ("report", {"facts": {"objection": True}}),
        ("carry_out", {}),
    ]


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (820, 1180)])
def test_every_proposal_fits_in_its_panel(
    staged_tablets: StagedTablets, width: int, height: int
) -> None:
    stage, page = staged_tablets.open("floor")
    page.set_viewport_size({"width": width, "height": height})
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/tablet/", lambda socket: sockets.append(socket))
    page.reload()
    page.wait_for_selector(".call .solved")
    for number, row in enumerate(sampled(call_data().rows, 3)):
        stage.called = call_data(row.key)
        stage.seq = stage.seq + 1
        stage.view["table"]["name"] = f"T{number:03}"
        data = stage.screen()
        data |= {"type": "screen", "prev": stage.seq - 1}
        sockets[-1].send(json.dumps(data))
        page.wait_for_selector(f".header:has-text('T{number:03}')")
        over = page.evaluate(
            """() => [...document.querySelectorAll(".proposed, .call .question, .sent-with, .what")].filter(node =>
            node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
            .map(node => node.className + ": " + node.innerText)"""
        )
        assert over == [], row.key


def test_impossible_kind_of_irregularity_shows_a_message(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("floor")
    stage.called = type(stage.called)(rows=())
    reused_tablet.show_again()
    tap(page, "Card exposed")
    expect(page.locator(".step.notice p")).to_contain_text("That can\u2019t apply right now.")
    assert sent_commands(stage, page) == []


def test_call_seen_through_the_socket_is_delivered(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    stage.called = call_data()
    page.route("**/tablet/command", lambda route: route.abort())
    page.click("[aria-label^='Call the floor']")
    stage.view = fixture("floor")
    stage.seq = stage.seq + 1
    page.reload()
    expect(page.locator(".ladder .reached")).to_have_count(2)
    page.wait_for_timeout(5500)
    expect(page.locator(".undelivered")).to_have_count(0)


def test_axe_passes_on_a_ruling_and_an_answered_call(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("floor")
    at = stage.view["floor"]["at"]
    stage.view["floor"] |= {"seen_at": at + 4000, "seen_by": "Rowan"}
    reused_tablet.show_again()
    page.wait_for_selector(".ladder")
    assert serious_violations(page) == []
    stage.view = view_with_remedy()
    stage.view["impounded"] = [{"hand": 213, "amount": 12000, "seats": [2, 9], "reason": "cameras"}]
    stage.view["seats"][1]["bound"] = {"what": "call", "to": None}
    reused_tablet.show_again()
    expect(page.locator(".held-pots")).to_have_text("Hand 213: $120 held")
    expect(page.locator("[aria-label^='Call, as acted early, seat 2']")).to_contain_text("stands")
    assert serious_violations(page) == []


def test_axe_passes_on_an_undelivered_call(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    stage.down = True
    tap(page, "Call the floor")
    expect(page.locator(".undelivered .lost")).to_be_visible()
    assert serious_violations(page) == []
