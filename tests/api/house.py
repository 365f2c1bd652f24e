"""A room with one of everything that the API has, and another one."""

from dataclasses import dataclass
from uuid import uuid4

from api.models import Delivery, Hook
from players.models import Player
from poker import commands as c
from poker.waitlist import commands as w
from rulings.calls.final_rulings import ruling_accept
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from tables import lifecycle
from tables.models import Room, Staff, Table
from tables.waitlist.execute import load_waitlists, waitlist_execute
from tables.waitlist.game_keys import key_of
from tests.tables.room import ACTOR, FIELDS, NOW, PIN, Small, staff

KEY = key_of(str(FIELDS["name"]))


@dataclass
class House:
    """The room, its table, who works there, and a second room with a table of the same name."""

    game: Small
    other: Room
    foreign: Table
    wren: Staff

    @property
    def room_id(self) -> int:
        """Of the room."""
        return int(self.game.table.room_id)

    def numbers(self) -> dict[str, object]:
        """What addresses are made of."""
        waitlist = load_waitlists(self.room_id).lists.line(KEY)
        return {
            "room": self.room_id,
            "table": self.game.table.pk,
            "key": KEY,
            "number": waitlist.places[0].number if waitlist and waitlist.places else 1,
            "plaque": self.game.table.plaque_id,
            "call": Call.objects.earliest("pk").pk,
            "ruling": Ruling.objects.earliest("pk").pk,
            "incident": Incident.objects.earliest("pk").pk,
            "player": Player.objects.earliest("pk").pk,
            "hook": getattr(Hook.objects.first(), "pk", 1),
            "delivery": getattr(Delivery.objects.first(), "pk", 1),
        }


def house_of(game: Small) -> House:
    """A hand with a ruling, an incident, a list with two names."""
    wren = staff("dealer", alias="Wren", badge="101")
    staff("supervisor", alias="Oak", badge="201")
    game.do(c.CloseStreet(4))
    game.do(c.Act(1, "check"))
    game.do(c.CloseStreet(4))
    game.do(c.CallFloor(by=wren.key), actor=wren.key)
    game.do(c.Report("premature_turn", {"burned": 1, "early_card": "Jh"}), actor=wren.key)
    call = Call.objects.get()
    ruling_accept(call=call, badge="201", pin=PIN, seen=game.seq, now=game.now)
    seat = game.table.stream.view["seats"][1]
    report = IncidentReport(
        command_id=uuid4(),
        category="etq_01_decorum",
        seat=2,
        player=seat["player"],
        hand=1,
        note="said it twice",
    )
    incident_record(table=game.table, staff=wren, report=report, now=game.now)
    room_id = game.table.room_id
    for name in ("Kettle", "Anvil"):
        _add(room_id, name)
    other = Room.objects.create(name="Other room")
    foreign = lifecycle.table_create(
        room=other, name="T1", seats=9, plaque=None, actor=ACTOR, now=NOW
    )
    return House(game, other, foreign, wren)


def _add(room_id: int, name: str) -> None:
    if load_waitlists(room_id).lists.line(KEY) is None:
        _ask(room_id, w.OpenWaitlist(KEY, str(FIELDS["name"])))
    _ask(room_id, w.AddPlayer(KEY, "new", name))


def _ask(room_id: int, command: w.WaitlistCommand) -> None:
    waitlist_execute(
        room_id=room_id, command_id=str(uuid4()), command=command, actor=ACTOR, now=NOW
    )
