"""The helpers by taps: raise pad, split, skip, seats, cards, sign-in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.guard_clock import pause
from tests.support.stage import (
    EXTRAS_WITH_NEXT_DEALER,
    TIME,
    view_before_button_draw,
    view_checked_on_seventh,
    view_with_three_contenders,
)
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

pytestmark = pytest.mark.browser


def test_chip_keys_add_up_to_a_total(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Add $100", "Add $5", "Add $1", "Remove the last digit or chip")
    expect(page.locator(".pad .range p").last).to_have_text("call $30, raise $75")
    tap(page, "RAISE TO $105")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "raise", "to": 10500})]
    expect(page.locator(".pad")).to_have_count(0)


def test_a_raise_to_187_is_four_taps_on_the_pad(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Digit 1", "Digit 8", "Digit 7", "RAISE TO $187")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "raise", "to": 18700})]


def test_first_digit_replaces_chips_and_a_chip_adds_to_digits(
    reused_tablet: ReusedTablet,
) -> None:
    _, page = reused_tablet.open("pad")
    total = page.locator(".pad .total")
    tap(page, "Raise seat 2", "Add $25", "Digit 2", "Digit 00")
    expect(total).to_have_text("$200")
    tap(page, "Add $5")
    expect(total).to_have_text("$205")
    tap(page, "Remove the last", "Remove the last")
    expect(total).to_have_text("$20")


def test_total_outside_the_range_is_disabled_and_coral(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Digit 5")
    expect(page.locator(".set-key")).to_be_disabled()
    expect(page.locator(".pad .range .broken")).to_have_text("$60")
    tap(page, "Digit 00")
    expect(page.locator(".set-key")).to_be_enabled()
    expect(page.locator(".pad .range .broken")).to_have_count(0)


def test_call_and_check_are_presets(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "CALL $30, seat 2")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "call"})]
    expect(page.locator(".pad")).to_have_count(0)


def test_other_seats_stay_live_beside_the_pad(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    total = page.locator(".pad .total")
    tap(page, "Raise seat 2", "Digit 9", "Digit 0", "Fold seat 4")
    assert sent_commands(stage, page) == [("act", {"seat": 4, "what": "fold"})]
    expect(total).to_have_text("$90")
    # RAISE of another seat moves the pad there with its sum; the next digit replaces it.
    tap(page, "Raise seat 6")
    expect(page.locator(".pad .title")).to_have_text("Seat 6 raises to")
    expect(total).to_have_text("$90")
    tap(page, "Digit 7", "Digit 5")
    expect(total).to_have_text("$75")


def test_sum_of_a_closed_pad_is_kept_until_the_next_tap_on_a_seat(
    reused_tablet: ReusedTablet,
) -> None:
    _, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Digit 9", "Digit 5", "Close")
    expect(page.locator(".pad")).to_have_count(0)
    pause(page)
    tap(page, "Raise seat 2")
    expect(page.locator(".pad .total")).to_have_text("$95")
    tap(page, "Close")
    pause(page)
    tap(page, "Fold seat 4", "Raise seat 2")
    expect(page.locator(".pad .total [role=img]")).to_be_visible()


def test_all_in_starts_with_nothing_or_with_the_counted_stack(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("pad")
    stage.view["seats"][6] |= {"stack": 34000}
    reused_tablet.show_again()
    tap(page, "All-in, then", "All-in, seat 6")
    expect(page.locator(".c3r0 .bet")).to_have_text("ALL-IN")
    expect(page.locator(".pad .total [role=img]")).to_be_visible()
    tap(page, "Close")
    pause(page)
    tap(page, "All-in, then", "All-in, seat 7", "ALL-IN $340")
    assert sent_commands(stage, page) == [("act", {"seat": 7, "what": "all_in", "to": 34000})]


def test_total_over_the_maximum_is_disabled(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    stage.view["seats"][1]["raise"]["max"] = 15000
    reused_tablet.show_again()
    tap(page, "Raise seat 2", "Add $100", "Add $25", "Add $25")
    expect(page.locator(".set-key")).to_have_class("key set-key is-due  ")
    tap(page, "Add $1")
    expect(page.locator(".set-key")).to_be_disabled()
    expect(page.locator(".pad .range .broken")).to_have_text("$150")
    tap(page, "Remove the last", "RAISE TO $150")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "raise", "to": 15000})]


def test_a_preset_records_in_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "POT $150")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "raise", "to": 15000})]


def test_all_in_asks_for_seat_and_total(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "All-in, then", "All-in, seat 6", "Add $100", "ALL-IN $100")
    assert sent_commands(stage, page) == [("act", {"seat": 6, "what": "all_in", "to": 10000})]


def test_first_in_key_sends_its_seat_and_amount(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    tap(page, "More", "First in", "First in with a raise, seat 7")
    args = {"seat": 7, "what": "raise", "to": 800}
    assert sent_commands(stage, page) == [("first_in", args)]


def test_second_tap_disarms_a_key(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    tap(page, "Kill a hand")
    expect(page.locator(".pod .is-expected")).to_have_count(5)
    tap(page, "Kill a hand")
    expect(page.locator(".pod .is-expected")).to_have_count(0)


def test_split_needs_a_second_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("award")
    tap(page, "Split with seat 2")
    assert sent_commands(stage, page) == []
    tap(page, "Split the pot?")
    assert sent_commands(stage, page) == [("award", {"pot": 0, "seats": [2, 9]})]


def test_shares_appear_once_two_seats_are_chosen(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("award")
    stage.view = view_with_three_contenders()
    reused_tablet.show_again()
    felt = page.locator(".pots .odd")
    share = page.locator("[aria-label^='Split with seat']")
    expect(share).to_have_count(3)
    expect(felt).to_have_count(0)
    tap(page, "Split with seat 2", "Split with seat 5")
    expect(felt).to_have_text("Odd $1 to seat 2, first left of the button")
    expect(page.locator("[aria-label^='Split with seat 2']")).to_contain_text("$127")
    tap(page, "Split with seat 9")
    expect(felt).to_have_text("Odd $1 to seat 9, first left of the button")
    expect(page.locator("[aria-label^='Split with seat 2']")).to_contain_text("$84")
    tap(page, "Split the pot?")
    assert sent_commands(stage, page) == [("award", {"pot": 0, "seats": [2, 5, 9]})]


def test_the_winner_is_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("award")
    tap(page, "Award to seat 9")
    assert sent_commands(stage, page) == [("award", {"pot": 0, "seats": [9]})]


def test_tap_on_a_later_street_skips_to_that_street(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "River, skip to it")
    assert sent_commands(stage, page) == [("skip_to", {"street": "river", "count": 5})]


def test_skip_ahead_asks_for_the_number_of_players(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Skip ahead", "Skip to the showdown")
    expect(page.locator(".caption .caps")).to_have_text("Players in the showdown")
    expect(page.locator(".step p")).to_contain_text("Skip to the showdown: tap the number")
    expect(page.locator(".count.n4")).to_have_accessible_name("4 still in, skip to the showdown")
    expect(page.locator(".count.n4 .sub")).to_have_text("SHOW")
    tap(page, "2 still in")
    assert sent_commands(stage, page) == [("skip_to", {"street": "showdown", "count": 2})]


def test_misdeal_after_action_needs_a_confirmation(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "Misdeal")
    assert sent_commands(stage, page) == []
    expect(page.locator(".sheet .help")).to_contain_text("Blinds and antes stay")
    page.click(".answer.yes")
    assert sent_commands(stage, page) == [("misdeal", {"confirmed": True})]


def test_a_player_sits_down_from_the_list(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7", "Hinge", "not counted")
    assert sent_commands(stage, page) == [
        ("seat_player", {"seat": 7, "player": "x2", "name": "Hinge"})
    ]


def test_buy_in_outside_the_plaque_is_disabled(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7", "Hinge")
    expect(page.locator(".pad .range")).to_have_text("Buy-in $40 to $400")
    tap(page, "Add $25")
    expect(page.locator(".set-key")).to_be_disabled()
    tap(page, "Add $25", "BUYS IN $50")
    assert sent_commands(stage, page) == [
        ("seat_player", {"seat": 7, "player": "x2", "name": "Hinge", "stack": 5000})
    ]


def test_a_name_is_typed_on_keys(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7", "Type a name")
    for letter in "AWL":
        page.click(f".letters [aria-label='{letter}']")
    tap(page, "Done", "MIN $40")
    assert sent_commands(stage, page) == [
        ("seat_player", {"seat": 7, "player": "Awl", "name": "Awl", "stack": 4000})
    ]


def test_a_hand_is_shown_with_the_picker(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Enter cards", "A hand", "Cards of seat 7", "A spades", "10 hearts", "Done")
    assert sent_commands(stage, page) == [("show_hand", {"seat": 7, "cards": ["As", "Th"]})]


def test_exposed_cards_cannot_be_picked_again(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.view["board"]["cards"] = ["As", "Td", "??"]
    stage.view["seats"][3]["shown"] = ["Kc", "Qc"]
    reused_tablet.show_again()
    tap(page, "More", "Enter cards", "A hand", "Cards of seat 7")
    for card in ("A spades", "10 diamonds", "K clubs", "Q clubs"):
        expect(page.locator(f".cards [aria-label='{card}']")).to_be_disabled()
    tap(page, "Close")
    pause(page)
    tap(page, "More", "Enter cards", "The board")
    expect(page.locator(".cards [aria-label='K clubs']")).to_be_disabled()
    expect(page.locator(".cards [aria-label='A spades']")).to_be_enabled()
    tap(page, "Close")
    pause(page)
    tap(page, "More", "Enter cards", "A hand", "Cards of seat 4")
    expect(page.locator(".cards [aria-label='K clubs']")).to_be_enabled()


def test_hand_is_mucked_if_the_house_allows_mucking(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("uncounted")
    tap(page, "More", "Enter cards", "Mucked", "Muck the hand of seat 2")
    assert sent_commands(stage, page) == [("muck", {"seat": 2})]


def test_announcement_before_chips_is_recorded(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Verbal before chips", "Verbal by seat 4", "Raise, said by seat 4")
    tap(
        page,
        "More",
        "Verbal before chips",
        "Verbal by seat 2",
        "Amount, said by",
        "Add $5",
        "SAID $5",
    )
    assert sent_commands(stage, page) == [
        ("declare", {"seat": 4, "what": "raise"}),
        ("declare", {"seat": 2, "what": "sum", "amount": 500}),
    ]


def test_seat_can_call_the_pot_only(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pot_limit")
    stage.view["seats"][5]["call_pot"] = 600
    reused_tablet.show_again()
    tap(page, "More", "Check or call", "Call the pot only, seat 6")
    assert sent_commands(stage, page) == [("act", {"seat": 6, "what": "call", "to": 600})]


def test_player_who_owes_nothing_sits_in_at_once(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pot_limit")
    tap(page, "Change seat 8", "Back in seat 8")
    assert sent_commands(stage, page) == [("sit_in", {"seat": 8})]


def test_only_a_supervisor_moves_the_button(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    tap(page, "More", "Change a seat", "Change seat 4", "Button to seat 4")
    expect(page.locator(".wide.push h3")).to_contain_text(
        "Rowan confirms this one step, then it\u2019s yours again, Wren."
    )
    tap(page, "Alder")
    expect(page.locator(".digits .go")).to_have_text("CONFIRM")
    tap_pin(page, "2222")
    expect(page.locator(".wrong")).to_have_text("Wrong badge or PIN.")
    expect(page.locator(".wide.push h3")).to_contain_text("Alder confirms")  # the name stays
    assert stage.knocks == [("/tablet/sign-in", {"badge": "202", "pin": "2222"})]
    assert sent_commands(stage, page) == []
    stage.whose["supervises"] = True
    reused_tablet.show_again()
    tap(page, "More", "Change a seat", "Change seat 4", "Button to seat 4")
    assert sent_commands(stage, page) == [("set_button", {"seat": 4})]


def test_chips_bought_during_a_hand_are_announced_for_later(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Change a seat", "Change seat 4", "Add chips to seat 4")
    expect(page.locator(".pad .title")).to_have_text("Seat 4 adds chips")
    tap(page, "Add $25")
    expect(page.locator(".pad .range")).to_have_text("Hand in progress: chips play next hand")
    tap(page, "ADDS $25")
    assert sent_commands(stage, page) == [("add_chips", {"seat": 4, "amount": 2500})]


def test_only_a_supervisor_takes_chips_off(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    tap(page, "More", "Change a seat", "Change seat 4")
    expect(page.locator("[aria-label^='Take chips off seat 4']")).to_be_disabled()
    stage.whose["supervises"] = True
    reused_tablet.show_again()
    tap(
        page,
        "More",
        "Change a seat",
        "Change seat 4",
        "Take chips off seat 4",
        "Add $5",
        "TAKES $5",
    )
    assert sent_commands(stage, page) == [("take_chips", {"seat": 4, "amount": 500})]


def test_uncounted_buy_in_is_recorded(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    tap(page, "Seat a player in seat 7", "Hinge", "Add $25", "Add $25", "not counted")
    assert sent_commands(stage, page) == [
        ("seat_player", {"seat": 7, "player": "x2", "name": "Hinge", "buy_in": 5000})
    ]


def test_button_draw_starts_from_its_key_on_the_felt(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    stage.view = view_before_button_draw()
    reused_tablet.show_again()
    tap(page, "Draw button, enter the cards", "9 hearts")
    expect(page.locator(".step p")).to_contain_text("seat 1 leads, 9 hearts.")
    tap(page, "No card", "K diamonds")
    expect(page.locator(".step p")).to_contain_text("Seat 4: tap its card.")
    expect(page.locator(".step p")).to_contain_text("seat 3 leads, K diamonds.")
    expect(page.locator(".pips .now b")).to_have_text("4")
    tap(page, *["No card"] * 6)
    pause(page)  # DONE takes the place of the key just tapped
    tap(page, "Done")
    assert sent_commands(stage, page) == [("draw_button", {"cards": {"1": "9h", "3": "Kd"}})]


def test_room_draws_for_the_button_from_more(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    stage.view = view_before_button_draw()
    reused_tablet.show_again()
    tap(page, "More", "Auto draw")
    assert sent_commands(stage, page) == [("draw_button", {"system": True})]


def test_pot_is_counted_in_four_taps_beside_the_felt_key(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("uncounted")
    stage.view["step"]["facts"] |= {"count_pot": True}
    reused_tablet.show_again()
    tap(page, "Count the pot")
    expect(page.locator(".step p")).to_contain_text("Count the pot, then tap POT IS.")
    tap(page, "Digit 1", "Digit 3", "Digit 6")
    expect(page.locator(".pad .range")).to_have_text(
        re.compile("rake \\$5, jackpot \\$1\\s*to push \\$130")
    )
    tap(page, "POT IS $136")
    assert sent_commands(stage, page) == [("count_pot", {"amount": 13600})]


def test_pot_count_starts_from_what_is_logged(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("streets")
    tap(page, "Count the pot", "SO FAR $72", "A stack of twenty, $20", "POT IS $92")
    assert sent_commands(stage, page) == [("count_pot", {"amount": 9200})]


def test_taps_on_the_table_go_past_more_and_close_it(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Fold seat 4")
    expect(page.locator(".sheet")).to_have_count(0)
    pause(page)
    tap(page, "More", "5 players still in")
    expect(page.locator(".sheet")).to_have_count(0)
    assert [name for name, _ in sent_commands(stage, page)] == ["act", "close_street"]


def test_hand_can_end_without_being_logged(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "More", "Skip ahead", "Next hand")
    assert sent_commands(stage, page) == [("next_hand", {})]


def test_time_is_collected_from_chosen_seats(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    stage.view = view_before_button_draw(rake=TIME)
    reused_tablet.show_again()
    charge = "Collect time"
    tap(page, "More", charge, "Seat 2, Player 2, pays", "Seat 5, Player 5, pays")
    expect(page.locator("[aria-label='Seat 2, Player 2, not paying']")).to_have_text(
        re.compile("not now")
    )
    tap(page, "COLLECT $42")
    tap(page, "More", charge, "COLLECT $54")
    assert sent_commands(stage, page) == [
        ("collect_time", {"seats": [1, 3, 4, 6, 7, 8, 9]}),
        ("collect_time", {}),
    ]


def test_theme_and_suits_are_chosen_between_hands_and_stay(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("deal")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    tap(page, "More", "This tablet", "Light theme", "Suits with letters", "Close")
    expect(root).to_have_attribute("data-theme", "light")
    expect(page.locator("body")).to_have_css("background-color", "rgb(233, 237, 239)")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    expect(root).to_have_attribute("data-suits", "letters")
    tap(page, "More", "This tablet", "Dark theme", "Suits in the usual")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-suits", "colors")


def test_theme_is_not_offered_in_a_hand(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    tap(page, "More")
    expect(page.locator("[aria-label^='Mirror the tablet']")).to_be_visible()
    expect(page.locator("[aria-label^='This tablet']")).to_have_count(0)


def test_high_seat_of_sixth_is_one_tap_and_wins_answers_too(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.view = view_checked_on_seventh()
    reused_tablet.show_again()
    expect(page.locator(".who-shows h3")).to_have_text("Who was high on sixth?")
    tap(page, "High on sixth, shows first, seat 3")
    expect(page.locator(".step p")).to_contain_text("Seat 3 shows first.")
    expect(page.locator(".who-shows")).to_have_count(0)
    assert sent_commands(stage, page) == []
    reused_tablet.show_again()
    tap(page, "Award to seat 2")
    assert [name for name, _ in sent_commands(stage, page)] == ["award"]


def test_undo_is_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap(page, "Undo: Seat 7 raise to $8")
    assert sent_commands(stage, page) == [("undo", {})]


def test_sign_in_takes_badge_then_pin(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop", "sign-in")
    for key in ("4", "1", "NEXT", "1", "2", "3", "4", "SIGN IN"):
        page.click(f".digits [aria-label='{key}']")
    expect(page.locator(".wrong")).to_have_text("Wrong badge or PIN.")
    assert stage.knocks == [("/tablet/sign-in", {"badge": "41", "pin": "1234"})]


def tap_pin(page: Page, pin: str) -> int:
    """Tap a PIN on the sheet of a push, then the key that names what it does; return the taps."""
    for digit in pin:
        page.click(f".digits [aria-label='{digit}']")
    page.click(".digits .go")
    return len(pin) + 1


def test_wrong_pin_of_the_next_dealer_is_shown_in_coral(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    tap(page, "More", "Push the next dealer", "Other badge")
    for key in ("4", "1", "NEXT", "1", "2", "3", "4", "SIGN IN"):
        page.click(f".digits [aria-label='{key}']")
    error_text = page.locator(".wide .wrong")
    expect(error_text).to_have_text("Wrong badge or PIN.")
    expect(error_text).to_have_css("color", "rgb(255, 122, 107)")
    assert stage.knocks == [("/tablet/sign-in", {"badge": "41", "pin": "1234"})]


def test_next_dealer_takes_over_in_six_taps(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    stage.beside = EXTRAS_WITH_NEXT_DEALER
    reused_tablet.show_again()
    expect(page.locator(".step p")).to_contain_text("Push: Plover takes T12.")
    expect(page.locator(".prompt p").first).to_have_text("You go to T4, Wren.")
    expect(page.locator(".count.n9")).to_be_enabled()  # dealing on is the other way
    tap(page, "Push Plover")
    expect(page.locator(".step p")).to_contain_text("Plover, enter your PIN, then TAKE T12.")
    expect(page.locator(".open-items")).to_contain_text("Seat 4 was warned: phone")
    expect(page.locator(".digits .go")).to_be_disabled()
    assert 1 + tap_pin(page, "1234") == 6
    expect(page.locator(".wide .wrong")).to_have_text("Wrong badge or PIN.")
    assert stage.knocks == [("/tablet/sign-in", {"badge": "102", "pin": "1234"})]
    # The key in the header opens it too, before the push is due; so does MORE.
    tap(page, "Close")
    pause(page)
    next_dealer = page.get_by_role("button", name="Next: Plover 22:00, push in with your PIN")
    next_dealer.press("Enter")
    expect(page.locator(".wide.push h3")).to_have_text("Plover takes T12")
    tap(page, "Not Plover")
    expect(page.locator(".who-list .key")).to_have_text(
        ["Siskin", "Plover", "Rowan", "Alder", "Other badge"]
    )


def test_push_without_a_lineup_is_six_taps_by_name(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    key = page.locator(".header .coming")
    expect(key).to_have_accessible_name("Wren · down 0:17. Push the next dealer")
    assert min(key.evaluate("({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight]")) >= 48
    key.click()
    expect(page.locator(".wide.push h3")).to_have_text("Siskin takes T12")
    assert 1 + tap_pin(page, "1234") == 6
    expect(page.locator(".wide .wrong")).to_have_text("Wrong badge or PIN.")
    tap(page, "Plover")
    with page.expect_response("**/tablet/*"):
        tap_pin(page, "9876")
    expect(page.locator(".wide.push h3")).to_have_text("Plover takes T12")
    assert [body["badge"] for _, body in stage.knocks] == ["103", "102"]


def test_only_a_supervisor_is_offered_in_a_hand(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    expect(page.locator(".header .coming")).to_have_count(0)
    tap(page, "More", "Push the next dealer")
    expect(page.locator(".who-list .key")).to_have_text(["Rowan", "Alder", "Other badge"])
    expect(page.locator(".gate-help")).to_contain_text("Hand in progress.")


def test_pairing_sends_the_code_and_shows_its_refusal(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop", "pair")
    for key in ("1", "2", "3", "4", "5", "6", "PAIR"):
        page.click(f".digits [aria-label='{key}']")
    expect(page.locator(".wrong")).not_to_be_empty()
    assert stage.knocks == [("/tablet/pair", {"code": "123456"})]
