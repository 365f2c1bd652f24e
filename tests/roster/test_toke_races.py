"""Two people at once: a box is split once, and a split is approved once."""

import pytest
from django.core.management import call_command

from roster.models import TokeSplit
from roster.rules import toke_commands as c
from tests.support.at_once import at_once
from tests.support.toke_room import TokeRoom

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release_on_sqlite]


def test_two_people_split_a_box_once(transactional_db: None) -> None:
    room = TokeRoom()
    room.works("wren", 1, 9)
    box = room.counted(40)
    command = c.ProposeSplit(room.day.isoformat(), (box,))
    codes = at_once(
        lambda: room.send(command, "manager", days=1),
        lambda: room.send(command, "second", days=1),
    )
    assert codes == ["", "toke_box_split"]
    assert TokeSplit.objects.count() == 1
    call_command("verify_journal")


def test_two_people_approve_a_split_once(transactional_db: None) -> None:
    room = TokeRoom()
    room.works("wren", 1, 9)
    room.counted(40)
    split = room.propose()
    command = c.ApproveSplit(split.number)
    codes = at_once(
        lambda: room.send(command, "second", days=1),
        lambda: room.send(command, "supervisor", days=1),
    )
    assert codes == ["", "no_toke_split"]
    call_command("verify_journal")
