"""The managers' pages: every one opens, what is saved has effect, what is wrong is said beside it and kept."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.models import Act
from drops.models import policy_of
from drops.shifts import periods
from manage_ui.plaques import worked
from poker.stakes import Rake
from tables.models import Device, Plaque, Room, Staff, Table
from tables.pairing import device_pair
from tables.pins import staff_by_pin
from tests.manage_ui.conftest import Manage, signed_in
from tests.tables.room import NOW, Small, paired, staff
from tests.tables.test_plaques import TYPED

pytestmark = pytest.mark.db
ROOM = {
    "name": "Small room",
    "minimum_age": "",
    "incidentals_cap": "0",
    "lock_minutes": "15",
    "tablet_silent_seconds": "60",
    "slow_percent": "20",
}
SHIFTS = {
    "name__0": "day",
    "begins__0": "06:00",
    "name__1": "swing",
    "begins__1": "14:00",
    "name__2": "grave",
    "begins__2": "22:00",
    "threshold": "25",
}
WRONG = ["9" * 300, "-1", "1e999", "NaN", "x" * 300, "😀", "0.001", "∞"]


def test_every_page_opens_and_says_what_is_in_force(hornbeam: Manage, game: Small) -> None:
    paired(game.table)
    front = hornbeam.get("index")
    for told in ("1 plaque", "1 table, 1 open", "1 paired", "day 06:00", "8 tables at most"):
        assert told in front.text
    plain = (
        "measures",
        "shifts",
        "messages",
        "ladder",
        "rules",
        "sections",
        "plaques",
        "plaque-new",
        "rakes",
    )
    for name in (*plain, "tables", "table-new", "staff", "person-new", "devices", "device-new"):
        assert (name, hornbeam.get(name).status) == (name, 200)
    pk = Plaque.objects.get().pk
    assert "Pot $85 → $5" in hornbeam.get("plaque", pk).text
    assert hornbeam.get("plaque-copy", pk).status == 200
    assert "its plaque is changed on the floor" in hornbeam.get("table", game.table.pk).text
    assert hornbeam.get("index", query="?room=999").status == 404


def test_every_field_has_its_sentence(hornbeam: Manage, game: Small) -> None:
    pk = Plaque.objects.get().pk
    pages = [
        ("measures", ()),
        ("plaque", (pk,)),
        ("rakes", ()),
        ("person-new", ()),
        ("table-new", ()),
    ]
    for name, args in pages:
        text = hornbeam.get(name, *args).text
        fields = text.count('class="field')
        assert fields == text.count('class="help"') > 3, name


def test_the_worked_example_is_the_engines() -> None:
    rake = Rake(kind="percent", basis_points=500, cap=500, unit=100, jackpot=100, jackpot_from=2000)
    assert "Pot $85 → $4 + $1 jackpot drop" in worked(rake)
    assert "Pot $15 → $0" in worked(rake)
    time = Rake(kind="time", time_charge=600, time_minutes=30)
    assert worked(time) == ["Nine who play → $54 every 30 minutes, nothing from the pots"]


def test_measures_are_saved_with_before_and_after(hornbeam: Manage, game: Small) -> None:
    done = hornbeam.save("measures", **(ROOM | {"lock_minutes": "20", "incidentals_cap": "$40"}))
    assert done.status == 302
    room = Room.objects.get()
    assert (room.lock_minutes, room.incidentals_cap) == (20, 4000)
    act = Act.objects.get(verb="setting_changed")
    assert (act.who, act.room) == (hornbeam.staff.key, room.pk)
    assert act.before == {
        "Most taken off for incidentals": "0",
        "A locked chair is kept, minutes": "15",
    }
    assert "15 → 20" in hornbeam.get("measures").text, "it is said after it"
    assert (
        "so nothing was saved"
        in hornbeam.save(
            "measures", **(ROOM | {"lock_minutes": "20", "incidentals_cap": "40"})
        ).text
    )


@pytest.mark.parametrize(
    "field", ["minimum_age", "incidentals_cap", "lock_minutes", "slow_percent"]
)
def test_what_is_no_measure_is_refused_and_kept(hornbeam: Manage, game: Small, field: str) -> None:
    seen = hornbeam.get("measures").seen
    for text in WRONG:
        answer = hornbeam.post("measures", seen=seen, **(ROOM | {field: text}))
        assert (text, answer.status) == (text, 422)
        assert f'value="{text}"' in answer.text
        assert 'class="error"' in answer.text
    assert hornbeam.post("measures", seen=seen, **(ROOM | {field: "1\0"})).status == 400
    long = hornbeam.post("measures", seen=seen, **(ROOM | {"name": "x" * 300}))
    assert long.status == 422
    assert Room.objects.get().name == "Small room"


def test_of_two_managers_one_is_told(hornbeam: Manage, linden: Manage, game: Small) -> None:
    seen = linden.get("measures").seen
    assert hornbeam.save("measures", **(ROOM | {"lock_minutes": "20"})).status == 302
    late = linden.post("measures", seen=seen, **(ROOM | {"lock_minutes": "30"}))
    assert late.status == 409
    assert "Somebody saved this page since you opened it" in late.text
    assert 'value="30"' in late.text
    assert "Now: <b>20</b>" in late.text
    assert Room.objects.get().lock_minutes == 20
    again = linden.post("measures", seen=late.seen, **(ROOM | {"lock_minutes": "30"}))
    assert again.status == 302
    assert Room.objects.get().lock_minutes == 30


def test_a_changed_shift_is_what_the_drop_says(hornbeam: Manage, game: Small) -> None:
    other = SHIFTS | {"name__1": "evening", "begins__1": "13:30", "name__2": "", "begins__2": ""}
    seen = hornbeam.get("shifts").seen
    first = hornbeam.post("shifts", seen=seen, **other)
    assert first.status == 200
    assert "Boxes that are taken from now on" in first.text
    assert policy_of(game.table.room).shifts[1][0] == "swing", "it is asked before it is done"
    assert hornbeam.post("shifts", seen=seen, sure=first.sure, **other).status == 302
    policy = policy_of(game.table.room)
    assert policy.shifts == [["day", "06:00"], ["evening", "13:30"]]
    supervisor = Client()
    staff("supervisor", alias="Rowan", badge="201")
    supervisor.post(reverse("incidents:sign-in"), {"badge": "201", "pin": "2580"})
    shown = supervisor.get(reverse("floor:drop")).content.decode()
    now = periods(timezone.localtime(timezone.now()), policy.shifts)[0]
    assert now.name in shown
    assert "evening" in shown
    assert "grave" not in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"begins__1": "25:00"}, "is no hour"),
        ({"begins__1": ""}, "a name and an hour"),
        ({"name__1": "day"}, "Two shifts have “day”"),
        ({"begins__1": "06:00"}, "Two shifts have “06:00”"),
        ({"name__1": "x" * 300}, "20 characters"),
        ({"name__1": "a, b"}, "no comma"),
        ({"threshold": "-1"}, "not below nothing"),
        ({"threshold": ""}, "required"),
        (dict.fromkeys([k for k in SHIFTS if k != "threshold"], ""), "one shift at least"),
    ],
)
def test_what_is_no_shift_is_refused(
    hornbeam: Manage, game: Small, typed: dict[str, str], said: str
) -> None:
    answer = hornbeam.save("shifts", **(SHIFTS | typed))
    assert answer.status == 422
    assert said in answer.text
    assert policy_of(game.table.room).pk is None


def test_a_plaques_change_says_where_it_counts_and_counts_with_the_next_hand(
    hornbeam: Manage, game: Small
) -> None:
    table, pk = game.table, Plaque.objects.get().pk
    seen = hornbeam.get("plaque", pk).seen
    typed = TYPED | {"cap": "4", "no_flop_no_drop": "on", "put_up": str(table.pk), "seen": seen}
    first = hornbeam.post("plaque", pk, **typed)
    assert first.status == 200
    assert "It takes effect with the next hand at T1." in first.text
    assert "Cap for the hand" in first.text
    assert Plaque.objects.count() == 1
    assert hornbeam.post("plaque", pk, **typed, sure=first.sure).status == 302
    assert Plaque.objects.get(version=2).cap == 400
    table.refresh_from_db()
    assert table.plaque is not None
    assert table.plaque.version == 2
    act = Act.objects.get(verb="plaque_published")
    assert (act.before, act.after) == ({"Cap for the hand": "5"}, {"Cap for the hand": "4"})
    late = hornbeam.post("plaque", pk, **(typed | {"cap": "3"}), sure=first.sure)
    assert late.status == 409, "the page was of version 1"
    assert Plaque.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"blinds": "4, 2"}, "The big blind is below the small blind. (S-051)"),
        ({"small_bet": "9" * 300}, "is no amount"),
        ({"small_bet": "-4"}, 'class="error"'),
        ({"cap": "-1"}, "not negative"),
        ({"chips": "😀"}, "is no amount"),
        ({"time_minutes": "9" * 20}, 'class="error"'),
        ({"charge": "steps", "steps": "40: 2, 20: 1"}, "rising order"),
        ({"rotation": "x" * 300, "rotate_by": "orbit"}, "There is no plaque"),
        ({"name": "Limit 4/8"}, "There is a plaque of that name"),
        ({"name": "x" * 300}, "60 characters"),
    ],
)
def test_a_plaque_that_does_not_hold_is_refused(
    hornbeam: Manage, game: Small, typed: dict[str, str], said: str
) -> None:
    answer = hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"} | typed))
    assert answer.status == 422
    assert said in answer.text
    assert Plaque.objects.count() == 1


def test_a_copy_has_a_name_of_its_own(hornbeam: Manage, game: Small) -> None:
    pk = Plaque.objects.get().pk
    assert "Limit 4/8, copy" in hornbeam.get("plaque-copy", pk).text
    done = hornbeam.post("plaque-copy", pk, seen="", **(TYPED | {"name": "Limit 4/8, late"}))
    assert done.status == 302
    made = Plaque.objects.get(name="Limit 4/8, late")
    assert (made.version, made.blinds) == (1, [200, 400])
    assert Plaque.objects.get(name="Limit 4/8").version == 1


def test_one_charge_for_several_plaques(hornbeam: Manage, game: Small) -> None:
    pk = Plaque.objects.get().pk
    hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"}))
    other = Plaque.objects.get(name="Another").pk
    charge = {
        "charge": "percent",
        "basis_points": "5",
        "cap": "3",
        "time_minutes": "30",
        "no_flop_no_drop": "on",
    }
    done = hornbeam.save("rakes", plaques=[pk, other], put_up=[game.table.pk], **charge)
    assert done.status == 302
    newest = {
        one.name: (one.version, one.basis_points, one.cap)
        for one in Plaque.objects.order_by("version")
    }
    assert newest == {"Limit 4/8": (2, 500, 300), "Another": (2, 500, 300)}
    last = Plaque.objects.get(name="Another", version=2).pk
    typed = {"charge": "percent", "basis_points": "5", "time_minutes": "30"}
    none = hornbeam.save("rakes", plaques=[last], **typed)
    assert none.status == 422
    assert "needs a rate and a cap" in none.text
    assert Plaque.objects.count() == 4


def test_staff_are_taken_on_and_let_go(hornbeam: Manage, game: Small) -> None:
    role = staff("dealer", alias="Plover", badge="102").user.groups.get()
    said = {"alias": "Wren", "badge": "101", "username": "wren", "role": role.pk, "is_active": "on"}
    easy = hornbeam.post("person-new", seen="", pin="1111", **said)
    assert easy.status == 422
    assert "too easy to guess" in easy.text
    assert hornbeam.post("person-new", seen="", pin="2580", **said).status == 302
    wren = staff_by_pin(badge="101", pin="2580", now=NOW)
    act = Act.objects.get(verb="staff_added")
    assert "2580" not in str(act.after)
    device, _ = paired(game.table)
    Device.objects.filter(pk=device.pk).update(dealer=wren)
    gone = {key: value for key, value in said.items() if key != "is_active"}
    seen = hornbeam.get("person", wren.pk).seen
    first = hornbeam.post("person", wren.pk, seen=seen, **gone)
    assert "Wren is signed in at T1" in first.text
    assert hornbeam.post("person", wren.pk, seen=seen, sure=first.sure, **gone).status == 302
    assert not Staff.objects.get(pk=wren.pk).user.is_active
    Staff.objects.filter(pk=wren.pk).update(failed_attempts=5, locked_until=NOW.replace(year=9000))
    assert "is locked out" in hornbeam.get("person", wren.pk).text
    hornbeam.post("unlock", wren.pk)
    assert Staff.objects.get(pk=wren.pk).locked_until is None


def test_nobody_shuts_himself_out_or_changes_who_is_above_him(
    hornbeam: Manage, game: Small
) -> None:
    one = hornbeam.staff
    role = one.user.groups.get()
    said = {"alias": one.alias, "badge": one.badge, "username": "hornbeam", "role": role.pk}
    answer = hornbeam.save("person", one.pk, **said)
    assert answer.status == 422
    assert "You would shut yourself out" in answer.text
    above = staff("manager", alias="Yew", badge="302")
    above.user.is_superuser = True
    above.user.save()
    assert hornbeam.get("person", above.pk).status == 403
    assert hornbeam.post("unlock", above.pk).status == 403
    assert Manage(signed_in(above), above).get("person", above.pk).status == 200


def test_a_tablet_is_made_paired_and_revoked(hornbeam: Manage, game: Small) -> None:
    done = hornbeam.post("device-new", seen="", name="Tablet of T1", table=game.table.pk)
    assert done.status == 302
    device = Device.objects.get()
    shown = hornbeam.post("code", device.pk)
    assert "data:image/svg+xml" in shown.text
    code = shown.text.split('class="code">')[1].split("<")[0]
    assert device_pair(code=code, now=timezone.now()).device == device
    assert hornbeam.post("revoke", device.pk).status == 302
    assert Device.objects.get().revoked_at is not None
    assert {"code_made", "device_revoked"} <= set(Act.objects.values_list("verb", flat=True))


def test_a_table_is_made_and_a_closed_one_gets_another_plaque(
    hornbeam: Manage, game: Small
) -> None:
    room, pk = game.table.room_id, Plaque.objects.get().pk
    hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"}))
    made = hornbeam.post("table-new", seen="", room=room, name="T9", seats="8", plaque=pk)
    assert made.status == 302
    table = Table.objects.get(name="T9")
    assert table.stream.entries.get().actor == hornbeam.staff.key
    again = hornbeam.post("table-new", seen="", room=room, name="T9", seats="8", plaque=pk)
    assert again.status == 422
    for typed in ({"seats": "99"}, {"seats": "-1"}, {"name": "a/b"}, {"name": "x" * 300}):
        said = {"room": room, "name": "T10", "seats": "8", "plaque": pk} | typed
        assert hornbeam.post("table-new", seen="", **said).status == 422
    other = Plaque.objects.get(name="Another").pk
    assert hornbeam.save("table", table.pk, plaque=other).status == 302
    assert Table.objects.get(pk=table.pk).plaque_id == other
    seen = "x"
    assert hornbeam.post("table", game.table.pk, seen=seen, plaque=other).status == 409


def test_only_managers_by_name_and_password(hornbeam: Manage, game: Small) -> None:
    names = (
        "index",
        "messages",
        "ladder",
        "measures",
        "shifts",
        "plaques",
        "staff",
        "devices",
        "tables",
        "rakes",
        "rules",
        "sections",
    )
    roles = ("dealer", "desk", "supervisor", "surveillance")
    others = [staff(role, alias=role.title(), badge=f"90{i}") for i, role in enumerate(roles)]
    for one in others:
        client = signed_in(one)
        for name in names:
            assert client.get(reverse(f"manage:{name}")).status_code == 403, (one.alias, name)
            assert client.post(reverse(f"manage:{name}"), {"name": "x"}).status_code in (403, 405)
    by_badge = Client()
    by_badge.post(reverse("incidents:sign-in"), {"badge": "301", "pin": "2580"})
    answer = by_badge.get(reverse("manage:measures"))
    assert answer["Location"].startswith(reverse("admin:login")), "a PIN is not enough"
    assert Room.objects.get().name == "Small room"
