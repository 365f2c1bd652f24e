"""A room with one of everything in the API, and a second room."""

from dataclasses import dataclass
from uuid import uuid4

from outbox.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from poker import commands as c
from promotions.funds import fund_create
from promotions.models import Fund
from promotions.rules.fund_state import FundPolicy
from roster.local_days import monday_of
from roster.models import RosterWeek
from roster.week_log import open_week
from rulings.calls.final_rulings import ruling_accept
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from staff.models import Room, Staff
from tables import lifecycle
from tables.game_keys import key_of
from tables.models import Table
from tests.support.room import ACTOR, FIELDS, NOW, PIN, TableDriver, create_staff
from tournaments.actions import tournament_create, tournament_execute
from tournaments.models import ScheduledEvent
from tournaments.presets import DAILY
from tournaments.rules.commands import Enter
from waitlist.actions import load_waitlists
from waitlist.rules import commands as w
from waitlist.seatings import waitlist_execute

KEY = key_of(str(FIELDS["name"]))


@dataclass
class House:
    """The room, its table, its dealer, and a second room with a table of the same name."""

    game: TableDriver
    other_room: Room
    foreign_table: Table
    wren: Staff

    @property
    def room_id(self) -> int:
        return int(self.game.table.room_id)

    def path_parameters(self) -> dict[str, object]:
        """Return the ids for the path parameters of URLs."""
        waitlist = load_waitlists(self.room_id).waitlist(KEY)
        return {
            "room": self.room_id,
            "table": self.game.table.pk,
            "key": KEY,
            "number": waitlist.entries[0].number if waitlist and waitlist.entries else 1,
            "entry": 1,
            "plaque": self.game.table.plaque_id,
            "call": Call.objects.earliest("pk").pk,
            "ruling": Ruling.objects.earliest("pk").pk,
            "incident": Incident.objects.earliest("pk").pk,
            "player": Player.objects.earliest("pk").pk,
            "tournament": ScheduledEvent.objects.earliest("pk").pk,
            "fund": Fund.objects.earliest("pk").pk,
            "week": RosterWeek.objects.earliest("pk").pk,
            "hook": getattr(Webhook.objects.first(), "pk", 1),
            "delivery": getattr(WebhookDelivery.objects.first(), "pk", 1),
        }


def create_house(game: TableDriver) -> House:
    """Return a room with a ruled hand, an incident, a waitlist and a tournament, each with two entries."""
    wren = create_staff("dealer", alias="Wren", badge="101")
    create_staff("supervisor", alias="Oak", badge="201")
    game.execute(c.CloseStreet(4))
    game.execute(c.Act(1, "check"))
    game.execute(c.CloseStreet(4))
    game.execute(c.CallFloor(by=wren.key), actor=wren.key)
    game.execute(c.Report("premature_turn", {"burned": 1, "early_card": "Jh"}), actor=wren.key)
    call = Call.objects.get()
    ruling_accept(call=call, badge="201", pin=PIN, seen=game.seq, now=game.now)
    seat = game.table.listed.seats[1]
    report = IncidentReport(
        command_id=uuid4(),
        category="etq_01_decorum",
        seat=2,
        player=seat.player,
        hand=1,
        note="said it twice",
    )
    incident_record(table=game.table, staff=wren, report=report, now=game.now)
    room_id = game.table.room_id
    for name in ("Kettle", "Anvil"):
        _add_entry(room_id, name)
    _schedule_tournament(Room.objects.get(pk=room_id))
    open_week(Room.objects.get(pk=room_id), monday_of(NOW), actor=ACTOR, now=NOW)
    _open_fund(Room.objects.get(pk=room_id))
    other_room = Room.objects.create(name="Other room")
    foreign_table = lifecycle.table_create(
        room=other_room, name="T1", seats=9, plaque=None, actor=ACTOR, now=NOW
    )
    return House(game, other_room, foreign_table, wren)


def _open_fund(room: Room) -> None:
    """Open a fund."""
    fund_create(
        room=room,
        title="Bad beat jackpot",
        policy=FundPolicy(),
        brought=1000,
        actor=ACTOR,
        now=NOW,
    )


def _schedule_tournament(room: Room) -> None:
    """Schedule an event with two entries, which wait for tables."""
    row = tournament_create(room=room, plan=DAILY, starts_at=NOW, actor=ACTOR, now=NOW)
    for name in ("Kettle", "Anvil"):
        tournament_execute(
            event_id=row.pk, command_id=name, command=Enter(name), actor=ACTOR, now=NOW
        )


def _add_entry(room_id: int, name: str) -> None:
    if load_waitlists(room_id).waitlist(KEY) is None:
        _execute(room_id, w.OpenWaitlist(KEY, str(FIELDS["name"])))
    _execute(room_id, w.AddPlayer(KEY, "new", name))


def _execute(room_id: int, command: w.WaitlistCommand) -> None:
    waitlist_execute(
        room_id=room_id, command_id=str(uuid4()), command=command, actor=ACTOR, now=NOW
    )
