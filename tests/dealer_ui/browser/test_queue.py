"""A command without an answer is kept, said to be kept, and sent again with the same id, in order."""

import pytest
from playwright.sync_api import Page, expect

from tests.dealer_ui.browser.conftest import Set
from tests.dealer_ui.stage import Stage

pytestmark = pytest.mark.browser


def arrived(page: Page, stage: Stage, seats: list[int]) -> None:
    """These taps and no others; a page that has just opened says "all sent" until it has read its memory."""
    for _ in range(100):
        if len(stage.commands) >= len(seats):
            break
        page.wait_for_timeout(100)
    assert [command["args"]["seat"] for command in stage.commands] == seats


def footer(page: Page, text: str) -> None:
    expect(page.locator(".footer .link")).to_contain_text(text, timeout=20_000)


def line(page: Page) -> str:
    """The left of the footer as it is now."""
    return page.locator(".footer .link").inner_text().replace("\n", " ").strip()


def cut(stage: Stage, page: Page) -> None:
    """Two folds that nobody answers."""
    footer(page, "all sent")
    stage.down = True
    page.click("[aria-label^='Fold seat 4']")
    page.click("[aria-label^='Fold seat 5']")
    footer(page, "2 to send")


def reopen(stage: Stage, page: Page) -> None:
    """The page anew, then the room is back; the other way round the old page might still send."""
    page.reload()
    stage.down = False


def test_a_tap_is_sent_with_what_the_tablet_had_seen(show: Set) -> None:
    stage, page = show.show("flop")
    page.click("[aria-label^='Raise seat 4']")
    footer(page, "all sent")
    (command,) = stage.commands
    assert command["seen"] == 7
    assert (command["name"], command["args"]) == ("act", {"seat": 4, "what": "raise", "to": 1200})


def test_kept_commands_go_out_in_order_when_the_room_is_back(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    expect(page.locator("[aria-label^='Fold seat 4']")).to_have_class("key fold is-live is-sent ")
    stage.down = False
    footer(page, "all sent")
    arrived(page, stage, [4, 5])
    assert len({command["id"] for command in stage.commands}) == 2


def test_kept_commands_survive_a_reload(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    ids = page.evaluate(STORED)
    reopen(stage, page)
    footer(page, "all sent")
    arrived(page, stage, [4, 5])
    assert [command["id"] for command in stage.commands] == ids
    assert [command["seen"] for command in stage.commands] == [7, 8]


def test_what_is_not_stored_yet_is_not_said_to_be(show: Set) -> None:
    stage, page = show.show("flop")
    footer(page, "all sent")
    stage.down = True
    page.evaluate(BUSY)
    page.click("[aria-label^='Fold seat 4']")
    expect(page.locator("[aria-label^='Fold seat 4']")).to_have_class("key fold is-live is-sent ")
    assert line(page) == "Saving 1 on tablet"
    page.evaluate("window.letGo()")
    footer(page, "Saved on tablet · 1 to send")
    page.evaluate(BUSY)
    page.click("[aria-label^='Fold seat 5']")
    assert line(page).startswith("Saving 1 on tablet · 1 to send")
    page.evaluate("window.letGo()")
    footer(page, "Saved on tablet · 2 to send")
    reopen(stage, page)
    footer(page, "all sent")
    arrived(page, stage, [4, 5])


def test_a_tap_before_the_memory_was_read_goes_behind_what_is_in_it(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    page.add_init_script(SLOW_TO_OPEN)
    reopen(stage, page)
    page.click("[aria-label^='Raise seat 2']")
    assert line(page).startswith("Saving 1 on tablet · checking for saved taps")
    page.evaluate("window.opens()")
    footer(page, "all sent")
    arrived(page, stage, [4, 5, 2])
    assert page.evaluate(STORED) == []


def test_a_memory_that_never_answers_holds_up_no_tap(show: Set) -> None:
    stage, page = show.show("flop")
    footer(page, "all sent")
    page.add_init_script(SLOW_TO_OPEN)
    page.reload()
    page.click("[aria-label^='Raise seat 2']")
    footer(page, "Not saved: this tablet\u2019s storage is off · all sent")
    arrived(page, stage, [2])


def test_a_tap_on_top_of_kept_ones_counts_them_as_seen(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    page.click("[aria-label^='5 players still in']")
    footer(page, "3 to send")
    stage.down = False
    footer(page, "all sent")
    assert [command["seen"] for command in stage.commands] == [7, 8, 9]


def test_after_somebody_elses_act_a_kept_tap_stays_what_it_saw(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    stage.seq += 5
    stage.down = False
    footer(page, "all sent")
    assert [command["seen"] for command in stage.commands] == [7, 7]


def test_a_refusal_is_said_and_not_sent_again(show: Set) -> None:
    stage, page = show.show("flop")
    stage.refusal = {"code": "capped", "rule": "H-03", "facts": {}, "message": "Capped at $16."}
    page.click("[aria-label^='Raise seat 4']")
    notice = page.locator(".step.notice p")
    expect(notice).to_have_text("Raise seat 4 to $12: Capped at $16.")
    footer(page, "all sent")
    assert page.evaluate(STORED) == []
    page.click(".step .seen")
    expect(notice).to_have_count(0)


def test_a_floor_call_that_nobody_hears_says_so(show: Set) -> None:
    stage, page = show.show("flop")
    footer(page, "all sent")
    stage.down = True
    page.click(".floor-key")
    expect(page.locator(".ladder .reached")).to_contain_text("Sent")
    expect(page.locator(".step.freeze")).to_contain_text("Keep burns, board and muck apart.")
    expect(page.locator(".step.freeze")).not_to_contain_text("is called")
    lost = page.locator(".undelivered .lost")
    expect(lost).to_have_text("NOT DELIVERED: call out FLOOR", timeout=20_000)
    expect(page.locator(".step.freeze")).to_contain_text("Call out FLOOR.")
    expect(page.locator(".floor-key")).to_contain_text("SENDING")
    page.click(".floor-key")
    expect(page.locator(".call")).to_have_count(0)
    expect(page.locator(".stage")).to_have_count(1)


def test_taps_do_not_move_to_another_table(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    stage.whose["queue"] = "floorbook.1.2"
    reopen(stage, page)
    footer(page, "all sent")
    assert stage.commands == []
    expect(page.locator(".sheet h3")).to_have_text("Taps not sent: 2 by Wren (T12)")
    page.click("[aria-label='Keep for their table']")
    footer(page, "2 by Wren (T12) not sent")
    page.reload()
    page.click("[aria-label='Discard']")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    assert page.evaluate(STORED) == []
    assert stage.commands == []


def test_a_tablet_at_the_gate_tells_what_it_has_of_another_table(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    stage.whose |= {"queue": "", "dealer": ""}
    stage.state = "pair"
    page.reload()
    expect(page.locator(".left-behind")).to_contain_text("2 by Wren (T12)")


def test_what_another_dealer_left_is_not_sent_under_a_new_name(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    stage.whose |= {"dealer": "staff.2", "name": "Finch"}
    reopen(stage, page)
    expect(page.locator(".sheet h3")).to_have_text("Taps not sent: 2 by Wren")
    page.click("[aria-label^='Keep for']")
    page.click("[aria-label^='Raise seat 2']")
    footer(page, "all sent")
    footer(page, "2 by Wren not sent")
    arrived(page, stage, [2])

    stage.whose |= {"dealer": "staff.1", "name": "Wren"}
    page.reload()
    footer(page, "all sent")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    arrived(page, stage, [2, 4, 5])


def test_what_another_dealer_left_can_be_dropped(show: Set) -> None:
    stage, page = show.show("flop")
    cut(stage, page)
    stage.whose |= {"dealer": "staff.2", "name": "Finch"}
    stage.state = "sign-in"
    page.reload()
    expect(page.locator(".left-behind")).to_contain_text("2 by Wren")
    stage.state, stage.down = "table", False
    page.reload()
    page.click("[aria-label='Discard']")
    expect(page.locator(".footer .link")).not_to_contain_text("not sent")
    page.reload()
    footer(page, "all sent")
    assert page.evaluate(STORED) == []
    assert stage.commands == []


STORED = """() => new Promise(resolve => {
  const open = indexedDB.open("floorbook.1.1", 1);
  open.onsuccess = () => {
    const all = open.result.transaction("commands").objectStore("commands").getAll();
    all.onsuccess = () => resolve(all.result.map(command => command.id));
  };
})"""

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

# The memory opens, but nobody is told before `opens`.
SLOW_TO_OPEN = """(() => {
  const told = [];
  const open = IDBFactory.prototype.open;
  window.opens = () => told.splice(0).forEach(tell => tell());
  IDBFactory.prototype.open = function (...names) {
    IDBFactory.prototype.open = open;
    const asked = open.apply(this, names);
    return {
      get result() { return asked.result; },
      get error() { return asked.error; },
      set onupgradeneeded(heard) { asked.onupgradeneeded = heard; },
      set onerror(heard) { asked.onerror = heard; },
      set onsuccess(heard) { asked.onsuccess = () => told.push(heard); },
    };
  };
})()"""
