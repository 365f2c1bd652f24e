"""A room in which every page has something to show, with the longest names; run in a live room by `manage.py shell`."""

import json
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group
from django.utils import timezone
from msgspec.structs import replace

from banked.models import HousePlaque
from banked.rules import commands as banked
from banked.rulings import BankedRuling, banked_ruling_override
from drop.boxes import BoxPickup, boxes_pull
from drop.models import policy_of
from drop.shifts import periods
from journal.unix_time import milliseconds
from players.models import Player
from poker import commands as c
from rulings.calls import final_rulings
from rulings.calls.models import Call
from rulings.incidents.recording import IncidentReport, incident_record
from school.actions import game_sign_off, training_execute, training_log
from school.rules.commands import RideTerms
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff
from staff.start_codes import start_codes_make
from tables.models import Plaque
from tests.floor_ui.browser import crowd, long_names, tournaments
from tests.support import longest_names
from tests.support.banked_room import banked_at
from tests.support.school_results import dealt, mistake
from waitlist.actions import load_waitlists

MARK = "addresses "
ROWAN = ("201", "7410")
BANKED = "S" * 20  # the name of the house-banked table
BADGES = {"wren": "101", "oak": "201", "hornbeam": "301"}


def fill() -> None:
    """Fill the room of T1 and print the numbers that the addresses of its pages have."""
    long_names.fill()
    now = timezone.now()
    room = Room.objects.get(tables__name="T1")
    Room.objects.update(joins_by_phone=True)
    table = room.tables.get(name="T1")
    dealer = Staff.objects.get(badge="101")
    rowan = Staff.objects.get(badge=ROWAN[0])
    crowd.execute_command(table, c.CallFloor(by=dealer.key), now)
    crowd.execute_command(table, c.Report("premature_turn", {"burned": 1, "pending": [3]}), now)
    call = Call.objects.get(table=table)
    table.stream.refresh_from_db()
    ruling = final_rulings.ruling_override(
        badge=ROWAN[0],
        pin=ROWAN[1],
        call=call,
        seen=table.stream.seq,
        reason="W" * 120,
        result="W" * 120,
        steps=(),
        back="",
        now=now,
    )
    incident = incident_record(
        table=table,
        staff=rowan,
        report=IncidentReport(
            command_id=uuid4(),
            category="etq_12_splash",
            seat=1,
            player=None,
            hand=None,
            note="W" * 300,
        ),
        now=now,
    )
    box = boxes_pull(
        room=room,
        pickups=[BoxPickup(table.pk, "A7", 0)],
        badge=ROWAN[0],
        pin=ROWAN[1],
        shift=periods(timezone.localtime(now), policy_of(room).shifts)[0].key,
        now=now,
    )[0]
    new = staff_save(
        staff=Staff(alias="V" * 40, badge="777"),
        username="newcomer",
        role=Group.objects.get(name="supervisor"),
        is_active=True,
        secrets=secrets_hashed(),
        rooms=[room],
    )
    train(new, rowan)
    state = load_waitlists(room.pk)
    entries = [entry for waitlist in state.lists for entry in waitlist.entries]
    token = next(entry.token for entry in entries if entry.token)
    numbers = (
        fill_banked(room)
        | tournaments.fill(room, rowan, now)
        | {
            "room": room.pk,
            "call": Call.objects.filter(table__name=long_names.TABLES[0][:20]).latest("pk").pk,
            "ruling": ruling.pk,
            "incident": incident.pk,
            "box": box.pk,
            "player": Player.objects.get(alias=longest_names.WIDE).pk,
            "staff": new.pk,
            "table": table.pk,
            "plaque": max(Plaque.objects.all(), key=lambda one: len(one.name)).pk,
            "code": start_codes_make(staff=[new], by=rowan, now=now)[0][0].code,
            "token": token,
        }
    )
    print(MARK + json.dumps(numbers))


def fill_banked(room: Room) -> dict[str, int]:
    """Add a house-banked table with seven boxes, a finished round, a ruling and an open call, all with long names.

    Return the numbers that its addresses have.
    """
    people: dict[str, Any] = {
        name: Staff.objects.get(badge=badge) for name, badge in BADGES.items()
    }
    wide: dict[str, Any] = {
        "boxes": 7,
        "name": "W" * 40,
        "match_most": 0,
        "least": 100,
        "most": 10**10,
    }
    driver = banked_at(room, at=BANKED, **people, **wide)
    driver.now = timezone.now()
    driver.open()
    for box in range(1, 8):
        driver.send_all(
            banked.LeaveBox(box),
            banked.TakeBox(box, f"demo.{box}", "W" * 40),
            banked.BuyIn(box, 10**10),
        )
    driver.round()
    ruled = driver.call_floor("wager_changed", box=3)
    ruling = banked_ruling_override(
        call=ruled,
        chosen=BankedRuling(reported="wager_changed", result="W" * 300, reason="W" * 300),
        badge=ROWAN[0],
        pin=ROWAN[1],
        now=driver.now,
    )
    for box in range(1, 8):
        driver.send(banked.SetBet(box, 10**9))
    driver.send(banked.NoMoreBets(driver.state.rounds + 1))
    call = driver.call_floor("box_skipped", box=7)
    return {
        "banked_call": call.pk,
        "banked_ruling": ruling.pk,
        "banked_table": driver.table.pk,
        "banked_plaque": HousePlaque.objects.latest("pk").pk,
    }


def train(person: Staff, trainer: Staff) -> None:
    """Give a person a training record: an exercise with long mistakes, a check ride, a sign-off with a long note."""
    now = timezone.now()
    at = milliseconds(now)
    log = training_log(person)
    times = {"began": at - 60_000, "ended": at}
    wrong = replace(mistake("wrong_pot", "S-110", "S-111"), tapped="W" * 80, due="W" * 80)
    ride = {"lesson": "W" * 80, "telling": "at_the_end", "ride": RideTerms(("W" * 70,), 1, 60_000)}
    for command in (
        dealt("W" * 80, mistakes=(wrong,) * 3, **times),
        dealt("W" * 70, **ride, **times),
    ):
        training_execute(
            log=log, command_id=str(uuid4()), command=command, actor=log.trainee, now=now
        )
    game_sign_off(
        person=person, family="flop", note="W" * 300, by=trainer, command_id=str(uuid4()), now=now
    )
