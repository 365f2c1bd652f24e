"""Hands of a tournament: levels by the clock, busts, holds."""

import pytest
from msgspec.structs import replace

from poker import button, codec, engine, step
from poker import commands as c
from poker import events as e
from poker.event_levels import level_at, next_level, with_level
from poker.refusal import Refusal
from poker.table_event import Hold, SeatMove, SeatPenalty
from tests.support.tournament_hands import EVENT, MINUTE, START, Play, all_in_and_lost


def test_hand_is_dealt_on_the_level_of_its_moment() -> None:
    play = Play()
    play.wait(21)
    play.send(c.Deal())
    assert play.table.plaque.blinds == (200, 400)
    assert play.table.hand is not None
    assert {part.committed for part in play.table.hand.parts} == {0, 200, 400}
    play.wait(30)  # a hand keeps its stakes
    assert play.table.plaque.blinds == (200, 400)


def test_no_hand_begins_in_a_break() -> None:
    play = Play()
    play.wait(45)
    with pytest.raises(Refusal, match="event_break"):
        play.send(c.Deal())
    play.wait(16)
    play.send(c.Deal())
    assert play.table.plaque.blinds == (500, 1_000)


def test_screen_between_hands_has_the_stakes_of_the_next_hand() -> None:
    play = Play()
    shown = with_level(play.table, START + 21 * MINUTE)
    assert shown.plaque.blinds == (200, 400)
    assert play.table.plaque.blinds == (100, 200)
    assert with_level(play.table, 0) is play.table
    following = next_level(EVENT, level_at(EVENT, START).at)
    assert following is not None
    assert following.number == 2


def test_held_table_deals_no_hand_and_names_who_moves() -> None:
    play = Play()
    held = replace(EVENT, hold=Hold("balance", (SeatMove(2, "T7", 6),)))
    play.send(c.SetTableEvent(held))
    with pytest.raises(Refusal, match="event_hold"):
        play.send(c.Deal())
    due = step.step(play.table)
    assert (due.kind, due.facts["moves"]) == ("hold", [(2, "T7", 6)])
    play.send(c.SetTableEvent(EVENT))
    play.send(c.Deal())


def test_seats_without_chips_are_due_to_bust_the_fewest_chips_first() -> None:
    play = Play()
    all_in_and_lost(play)
    assert [seat for seat, _ in play.table.out] == [4, 3]
    with pytest.raises(Refusal, match="bust_due"):
        play.send(c.Deal())
    assert step.step(play.table).kind == "bust"
    play.send(c.BustPlayer(4))
    play.send(c.KeepPlayer(3))
    assert play.table.out == ()
    assert not play.table.seats[3].taken
    assert play.table.seats[2].taken
    play.send(c.Deal())


def test_bust_is_logged_with_the_chips_before_the_hand() -> None:
    play = Play()
    all_in_and_lost(play)
    outcome = engine.run(play.table, c.BustPlayer(4), now=play.now)
    busted = outcome.events[-1]
    assert isinstance(busted, e.PlayerBusted)
    assert (busted.seat, busted.player, busted.stack) == (4, "p4", 4_000)
    name, version, data = codec.encode_event(busted)
    assert codec.decode_event(name, version, data) == busted


def fold_out(play: Play) -> None:
    """Deal a hand in which everyone folds to one player."""
    play.send(c.Deal())
    while (hand := play.table.hand) is not None and len(hand.live()) > 1:
        play.send(c.Act(hand.parts[hand.round.due].seat, "fold"))
    if (hand := play.table.hand) is not None:
        play.send(c.AwardPot(seats=(hand.live()[0].seat,)))


def test_new_player_is_dealt_in_at_once_without_a_post() -> None:
    play = Play()
    fold_out(play)  # button 1, blinds 2 and 3; next: button 2, blinds 3 and 4
    play.send(c.SeatPlayer(6, "p6", "P6"))
    plan = button.plan(play.table)
    assert 6 in plan.order
    assert 6 not in {post.seat for post in plan.posts}


def test_new_player_between_button_and_small_blind_waits_for_the_button() -> None:
    play = Play((None,) * 6)
    play.send(c.LeaveSeat(4))
    fold_out(play)
    fold_out(play)  # button 2, blinds 3 and 5; next: button 3, small blind 5, big blind 6
    play.send(c.SeatPlayer(4, "p7", "P7"))
    plan = button.plan(play.table)
    assert (plan.button, plan.small, plan.big) == (3, 5, 6)
    assert 4 not in plan.order
    fold_out(play)
    assert 4 in button.plan(play.table).order


def test_away_player_is_dealt_in_and_back_again() -> None:
    play = Play()
    play.send(c.SitOut(2))
    with pytest.raises(Refusal, match="seat_absent"):
        play.send(c.SitOut(2))
    play.send(c.Deal())
    hand = play.table.hand
    assert hand is not None
    assert hand.absent == (2,)
    assert hand.parts[hand.index(2)].committed == 100
    play.send(c.SitIn(2))
    assert not play.table.seats[1].absent
    assert hand.parts[hand.index(2)].life == "dead"


def test_penalty_is_counted_down_by_finished_hands_and_undo_brings_the_hand_back() -> None:
    play = Play()
    play.send(c.SetTableEvent(replace(EVENT, penalties=(SeatPenalty(3, 2), SeatPenalty(4, 1)))))
    fold_out(play)
    assert play.table.event is not None
    assert play.table.event.penalties == (SeatPenalty(3, 1),)
    play.send(c.Deal())
    assert play.table.hand is not None
    assert play.table.hand.served == (3,)
    assert step.step(play.table).seats[0] != 3


def test_penalty_given_during_a_hand_begins_with_the_next() -> None:
    play = Play()
    play.send(c.Deal())
    play.send(c.SetTableEvent(replace(EVENT, penalties=(SeatPenalty(4, 1),))))
    while (hand := play.table.hand) is not None and len(hand.live()) > 1:
        play.send(c.Act(hand.parts[hand.round.due].seat, "fold"))
    play.send(c.AwardPot())
    assert play.table.event is not None
    assert play.table.event.penalties == (SeatPenalty(4, 1),)


def test_misdeal_kills_the_absent_hand_again_and_counts_one_hand() -> None:
    play = Play()
    play.send(c.SetTableEvent(replace(EVENT, penalties=(SeatPenalty(4, 3),))))
    play.send(c.Deal())
    play.send(c.Misdeal())
    assert play.table.hand is not None
    assert play.table.hand.served == ()
    fold_out(play)
    assert play.table.event is not None
    assert play.table.event.penalties == (SeatPenalty(4, 2),)


def test_table_that_leaves_the_tournament_has_no_absent_seats() -> None:
    play = Play()
    play.send(c.SitOut(2))
    play.send(c.SetTableEvent(None))
    assert not any(seat.absent for seat in play.table.seats)


def test_bust_is_refused_at_a_cash_table_and_in_a_hand() -> None:
    play = Play()
    play.send(c.Deal())
    with pytest.raises(Refusal, match="hand_in_progress"):
        play.send(c.BustPlayer(2))
    play.table = replace(play.table, hand=None, event=None)
    with pytest.raises(Refusal, match="no_event"):
        play.send(c.BustPlayer(2))
