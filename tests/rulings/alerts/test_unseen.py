"""A call that no one has seen for the room's time goes to everyone on duty, once, and every screen says so."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rulings.alerts.models import CallAlert
from rulings.calls.responses import call_answer, call_escalate
from rulings.tasks import escalate_unseen_calls
from staff.models import Room
from tests.support.alert_fixtures import PushRoom, StubPhone

LATER = timedelta(seconds=61)


def after(seconds: int) -> int:
    """Run the task as many seconds after now; return how many calls went to everyone."""
    return escalate_unseen_calls(timezone.now() + timedelta(seconds=seconds))


@pytest.fixture
def rowan(push: PushRoom) -> StubPhone:
    """Rowan has T1 in his section; Alder is on duty as well."""
    rowan = push.add_phone("Rowan", "201")
    push.add_phone("Alder", "202")
    push.add_section(rowan, "T1")
    return rowan


def test_unseen_call_goes_to_everyone_on_duty_once(push: PushRoom, rowan: StubPhone) -> None:
    push.call_floor("premature_turn")
    assert [name for name, _ in push.deliver()] == ["Rowan"]
    assert after(58) == 0
    assert after(61) == 1
    alerts = dict(push.deliver(LATER))
    assert sorted(alerts) == ["Alder", "Rowan"]
    assert alerts["Alder"]["body"] == "Premature turn · Not seen in 60 s: called to all"
    assert alerts["Rowan"]["vibrate"] == [500, 200, 500]
    assert after(200) == 0
    assert push.deliver(LATER) == []


def test_queue_and_ruling_screen_say_that_everyone_was_called(
    push: PushRoom, rowan: StubPhone
) -> None:
    call = push.call_floor("premature_turn")
    after(61)
    queue = rowan.client.get(reverse("floor:index")).content.decode()
    assert "Not seen in 60 s: called to all" in queue
    screen = rowan.client.get(reverse("floor:call", args=[call.pk])).content.decode()
    assert "not seen in time: called to all" in screen


@pytest.mark.parametrize("how", ["seen", "coming"])
def test_seen_call_stays_where_it_is(push: PushRoom, rowan: StubPhone, how: str) -> None:
    call = push.call_floor()
    call_answer(call=call, staff=rowan.staff, how=how, now=timezone.now())
    assert after(200) == 0


def test_room_sets_the_time(push: PushRoom, rowan: StubPhone) -> None:
    Room.objects.update(unseen_call_seconds=20)
    push.call_floor()
    assert after(18) == 0
    assert after(21) == 1


def test_simulated_room_has_its_own_time(push: PushRoom, rowan: StubPhone) -> None:
    push.call_floor()
    Room.objects.update(own_time=True)
    assert after(200) == 0


def test_call_of_another_room_rings_for_no_one_here(push: PushRoom, rowan: StubPhone) -> None:
    other = Room.objects.create(name="Riverside")
    elm = push.add_phone("Elm", "203", on_duty=False)
    elm.duty(other)
    push.call_floor()
    after(61)
    assert {name for name, _ in push.deliver(LATER)} == {"Alder", "Rowan"}


def test_supervisor_may_still_escalate_it(push: PushRoom, rowan: StubPhone) -> None:
    call = push.call_floor()
    after(61)
    push.deliver(LATER)
    call_answer(call=call, staff=rowan.staff, how="coming", now=timezone.now())
    push.deliver()
    call_escalate(call=call, staff=rowan.staff, now=timezone.now())
    alerts = dict(push.deliver())
    assert alerts["Alder"]["body"].endswith("Escalated by Rowan")
    call_escalate(call=call, staff=rowan.staff, now=timezone.now())
    assert push.deliver() == []
    assert CallAlert.objects.filter(kind="everyone").count() == 4
