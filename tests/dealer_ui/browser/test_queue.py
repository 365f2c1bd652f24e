"""A command without a response is queued, shown as queued, and sent again with the same id, in order."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.stage import Stage
from tests.support.staged_fixtures import ReusedTablet, StagedTablets
from tests.support.tap_queue import STORED, expect_footer

pytestmark = pytest.mark.browser


def expect_taps(page: Page, stage: Stage, seats: list[int]) -> None:
    """Expect exactly these taps; a fresh page shows the all-sent state until it has read its queue."""
    for _ in range(100):
        if len(stage.commands) >= len(seats):
            break
        page.wait_for_timeout(100)
    assert [command["args"]["seat"] for command in stage.commands] == seats


def footer_text(page: Page) -> str:
    """Return the text at the left of the footer."""
    return page.locator(".footer .link").inner_text().replace("\n", " ").strip()


def fold_offline(stage: Stage, page: Page) -> None:
    """Fold two seats without a response."""
    expect_footer(page, "all sent")
    stage.down = True
    page.click("[aria-label^='Fold seat 4']")
    page.click("[aria-label^='Fold seat 5']")
    expect_footer(page, "2 to send")


def reopen_page(stage: Stage, page: Page) -> None:
    """Reload the page before the room responds again, so that the old page sends nothing."""
    page.reload()
    stage.down = False


def test_tap_is_sent_with_its_sequence_number(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    page.click("[aria-label^='Raise seat 4']")
    expect_footer(page, "all sent")
    (command,) = stage.commands
    assert command["seen"] == 7
    assert (command["name"], command["args"]) == ("act", {"seat": 4, "what": "raise", "to": 1200})


def test_queued_commands_are_sent_in_order_after_an_outage(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    fold_offline(stage, page)
    expect(page.locator("[aria-label^='Fold seat 4']")).to_have_class("key fold is-live is-sent ")
    stage.down = False
    expect_footer(page, "all sent")
    expect_taps(page, stage, [4, 5])
    assert len({command["id"] for command in stage.commands}) == 2


def test_queued_commands_survive_a_reload(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    ids = page.evaluate(STORED)
    reopen_page(stage, page)
    expect_footer(page, "all sent")
    expect_taps(page, stage, [4, 5])
    assert [command["id"] for command in stage.commands] == ids
    assert [command["seen"] for command in stage.commands] == [7, 8]


def test_unsaved_command_is_not_shown_as_queued(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    expect_footer(page, "all sent")
    stage.down = True
    page.evaluate(BUSY)
    page.click("[aria-label^='Fold seat 4']")
    expect(page.locator("[aria-label^='Fold seat 4']")).to_have_class("key fold is-live is-sent ")
    assert footer_text(page) == "Saving 1 on tablet"
    page.evaluate("window.letGo()")
    expect_footer(page, "Saved on tablet · 1 to send")
    page.evaluate(BUSY)
    page.click("[aria-label^='Fold seat 5']")
    assert footer_text(page).startswith("Saving 1 on tablet · 1 to send")
    page.evaluate("window.letGo()")
    expect_footer(page, "Saved on tablet · 2 to send")
    reopen_page(stage, page)
    expect_footer(page, "all sent")
    expect_taps(page, stage, [4, 5])


def test_early_tap_is_queued_after_the_stored_commands(
    staged_tablets: StagedTablets,
) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    page.add_init_script(SLOW_TO_OPEN)
    reopen_page(stage, page)
    page.click("[aria-label^='Raise seat 2']")
    assert footer_text(page).startswith("Saving 1 on tablet · checking for saved taps")
    page.evaluate("window.opens()")
    expect_footer(page, "all sent")
    expect_taps(page, stage, [4, 5, 2])
    assert page.evaluate(STORED) == []


def test_taps_are_sent_without_a_working_store(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    expect_footer(page, "all sent")
    page.add_init_script(SLOW_TO_OPEN)
    page.reload()
    page.click("[aria-label^='Raise seat 2']")
    expect_footer(page, "Not saved: this tablet\u2019s storage is off · all sent")
    expect_taps(page, stage, [2])


def test_queued_taps_continue_from_the_stored_position(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    fold_offline(stage, page)
    page.click("[aria-label^='5 players still in']")
    expect_footer(page, "3 to send")
    stage.down = False
    expect_footer(page, "all sent")
    assert [command["seen"] for command in stage.commands] == [7, 8, 9]


def test_queued_tap_keeps_its_sequence_number_after_another_command(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("flop")
    fold_offline(stage, page)
    stage.seq += 5
    stage.down = False
    expect_footer(page, "all sent")
    assert [command["seen"] for command in stage.commands] == [7, 7]


def test_refusal_is_shown_and_not_retried(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.refusal = {"code": "capped", "rule": "H-03", "facts": {}, "message": "Capped at $16."}
    page.click("[aria-label^='Raise seat 4']")
    notice = page.locator(".step.notice p")
    expect(notice).to_have_text("Raise seat 4 to $12: Capped at $16.")
    expect_footer(page, "all sent")
    assert page.evaluate(STORED) == []
    page.click(".step .seen")
    expect(notice).to_have_count(0)


def test_undelivered_floor_call_is_shown(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    expect_footer(page, "all sent")
    stage.down = True
    page.click(".floor-key")
    expect(page.locator(".ladder li").first).to_have_text("Sent")
    expect(page.locator(".ladder .reached")).to_have_count(0)  # the room has not got it
    expect(page.locator(".step.freeze")).to_contain_text("Keep burns, board and muck apart.")
    expect(page.locator(".step.freeze")).not_to_contain_text("is called")
    lost_notice = page.locator(".undelivered .lost")
    expect(lost_notice).to_have_text("NOT DELIVERED: call out FLOOR")
    expect(page.locator(".step.freeze")).to_contain_text("Call out FLOOR.")
    expect(page.locator(".floor-key")).to_contain_text("SENDING")
    page.click(".floor-key")
    expect(page.locator(".call")).to_have_count(0)
    expect(page.locator(".stage")).to_have_count(1)


def test_taps_do_not_move_to_another_table(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    stage.whose["queue"] = "floorbook.1.2"
    reopen_page(stage, page)
    expect_footer(page, "all sent")
    assert stage.commands == []
    expect(page.locator(".sheet h3")).to_have_text("Taps not sent: 2 by Wren (T12)")
    page.click("[aria-label='Keep for their table']")
    expect_footer(page, "2 by Wren (T12) not sent")
    page.reload()
    page.click("[aria-label='Discard']")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    assert page.evaluate(STORED) == []
    assert stage.commands == []


def test_signed_out_tablet_shows_commands_queued_for_another_table(
    staged_tablets: StagedTablets,
) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    stage.whose |= {"queue": "", "dealer": ""}
    stage.state = "pair"
    page.reload()
    expect(page.locator(".left-behind")).to_contain_text("2 by Wren (T12)")


def test_queued_commands_are_not_sent_under_a_new_dealer(
    staged_tablets: StagedTablets,
) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    stage.whose |= {"dealer": "staff.2", "name": "Finch"}
    reopen_page(stage, page)
    expect(page.locator(".sheet h3")).to_have_text("Taps not sent: 2 by Wren")
    page.click("[aria-label^='Keep for']")
    page.click("[aria-label^='Raise seat 2']")
    expect_footer(page, "all sent")
    expect_footer(page, "2 by Wren not sent")
    expect_taps(page, stage, [2])

    stage.whose |= {"dealer": "staff.1", "name": "Wren"}
    page.reload()
    expect_footer(page, "all sent")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    expect_taps(page, stage, [2, 4, 5])


def test_queued_commands_of_another_dealer_can_be_dropped(staged_tablets: StagedTablets) -> None:
    stage, page = staged_tablets.open("flop")
    fold_offline(stage, page)
    stage.whose |= {"dealer": "staff.2", "name": "Finch"}
    stage.state = "sign-in"
    page.reload()
    expect(page.locator(".left-behind")).to_contain_text("2 by Wren")
    stage.state = "table"
    stage.down = False
    page.reload()
    page.click("[aria-label='Discard']")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    page.reload()
    expect_footer(page, "all sent")
    assert page.evaluate(STORED) == []
    assert stage.commands == []


# Another transaction has the store, so that what the page writes waits until `letGo`.
BUSY = """() => new Promise(resolve => {
  const open = indexedDB.open("floorbook.1.1", 1);
  open.onsuccess = () => {
    const store = open.result.transaction("commands", "readwrite").objectStore("commands");
    let held = true;
    const hold = () => { store.get(0).onsuccess = () => held && hold(); };
    hold();
    window.letGo = () => { held = false; };
    resolve();
  };
})"""

# The database opens, but its callbacks wait for `opens`.
SLOW_TO_OPEN = """(() => {
  const told = [];
  const open = IDBFactory.prototype.open;
  window.opens = () => told.splice(0).forEach(tell => tell());
  IDBFactory.prototype.open = function (...names) {
    IDBFactory.prototype.open = open;
    const asked = open.apply(this, names);
    const listen = asked.addEventListener.bind(asked);
    asked.addEventListener = (kind, heard) =>
      listen(kind, kind === "success" ? (event) => told.push(() => heard(event)) : heard);
    return asked;
  };
})()"""
