"""The tablet at a tournament table: level and time, chips without a currency sign, busts, holds."""

from msgspec.structs import replace

from dealer_ui.screen import screen
from dealer_ui.screen.model import Action, PromptStage, Screen
from poker import commands as c
from poker.event_levels import with_level
from poker.table_event import Hold, SeatMove, SeatPenalty
from poker.view import view
from tests.support.tournament_hands import EVENT, MINUTE, START, STUD, Play, all_in_and_lost


def shown(play: Play, at: int = START) -> Screen:
    return screen(view(with_level(play.table, at)), now_ms=at)


def keys_of(page: Screen, seat: int) -> list[str]:
    return [item.text for item in page.pods[seat - 1].keys]


def prompt(page: Screen) -> PromptStage:
    assert isinstance(page.stage, PromptStage)
    return page.stage


def test_header_has_the_level_and_its_end() -> None:
    page = shown(Play(), START + 5 * MINUTE)
    level = page.header.level
    assert level is not None
    assert level.text == "Level 1 100/200"
    assert level.ends == START + 20 * MINUTE
    assert not level.next


def test_hand_that_outlasts_its_level_names_the_level_of_the_next_hand() -> None:
    play = Play()
    play.send(c.Deal())
    level = shown(play, START + 21 * MINUTE).header.level
    assert level is not None
    assert (level.text, level.next) == ("Level 1 100/200", "Next hand: level 2 200/400")


def test_break_names_the_level_after_it() -> None:
    level = shown(Play(), START + 41 * MINUTE).header.level
    assert level is not None
    assert level.text == "Break. Then level 3 500/1,000"


def test_amounts_have_no_currency_sign() -> None:
    play = Play()
    play.send(c.Deal())
    page = shown(play)
    texts = [str(page.step.now), *(item.sub for pod in page.pods for item in pod.keys)]
    assert not any("$" in text for text in texts)
    assert page.currency is not None
    assert page.currency.decimals == 0


def test_bust_keys_are_at_the_seats_without_chips_the_smaller_stack_first() -> None:
    play = Play()
    all_in_and_lost(play)
    page = shown(play)
    assert keys_of(page, 4) == ["STAYS", "BUST"]
    assert [item.look for item in page.pods[3].keys] == ["live", "due"]
    assert [item.look for item in page.pods[2].keys] == ["live", "expected"]
    assert page.step.now == "Seats 4 and 3 are out of chips."
    assert page.step.then == "BUST 4, then BUST 3."
    assert "Seat 4 had 4,000 before the hand." in prompt(page).lines


def test_held_table_shows_who_moves_where_and_one_key() -> None:
    play = Play()
    hold = Hold("balance", (SeatMove(2, "T12", 7),))
    play.send(c.SetTableEvent(replace(EVENT, hold=hold, left=41, tables=6, average=29_300)))
    page = shown(play)
    assert "seat 2 moves to T12·S7" in page.step.now
    assert page.step.then == "Do not riffle."
    assert prompt(page).key.text == "SEAT 2\nHAS LEFT"
    assert [number.text for number in prompt(page).numbers] == ["41", "6", "29,300"]
    assert all(item.do is None for item in page.count)


def test_hand_for_hand_names_the_tables_that_still_deal() -> None:
    play = Play()
    hold = Hold("hand_for_hand", waiting=("T3", "T8"))
    play.send(c.SetTableEvent(replace(EVENT, hold=hold, round=1)))
    page = shown(play)
    assert page.step.now == "Hand for hand: waiting for T3 and T8."
    assert prompt(page).key.do is None


def test_away_seat_is_marked_with_a_tap_that_brings_it_back() -> None:
    play = Play()
    assert shown(play).pods[1].choices[0].text == "Away"
    play.send(c.SitOut(2))
    page = shown(play)
    (item,) = page.pods[1].keys
    assert (item.text, item.sub) == ("AWAY", "blinded off")
    assert item.do is not None
    assert page.pods[1].choices[0].text == "Back"
    assert page.pods[1].choices[0].do == Action(send="sit_in", args={"seat": 2})


def test_penalty_is_at_the_seat_with_its_hands() -> None:
    play = Play()
    play.send(c.SetTableEvent(replace(EVENT, penalties=(SeatPenalty(3, 3), SeatPenalty(4, 1)))))
    play.send(c.Deal())
    page = shown(play)
    (item,) = page.pods[2].keys
    assert (item.text, item.sub, item.do) == ("PENALTY", "3 hands", None)
    assert item.name.startswith("Penalty, 3 hands, seat 3")
    assert page.pods[3].keys[0].sub == "1 hand"


def test_away_mark_during_a_hand_waits_for_the_next() -> None:
    play = Play()
    play.send(c.Deal())
    play.send(c.SitOut(4))
    page = shown(play)
    assert keys_of(page, 4) == ["FOLD", "RAISE"]
    assert "AWAY" in [pill.text for pill in page.pods[3].pills]


def test_absent_upcard_has_the_keys_of_the_bring_in() -> None:
    play = Play((5_000,) * 4, stakes=STUD)
    play.send(c.SitOut(2))
    play.send(c.Deal())
    page = screen(view(play.table), now_ms=START)
    assert keys_of(page, 2) == ["TIE", "LOW"]
