"""Plaques: complete, in words, and never edited (S-005, S-007, S-011)."""

import pytest
from django.core.exceptions import ValidationError

from manage_ui.forms.plaque_form import PlaqueForm
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from poker.view.model import HeadView
from staff.models import Room
from tables import lifecycle
from tables.models import EffectiveRules, Plaque
from tables.plaques import plaque_change, plaque_publish
from tests.support.plaque_forms import TYPED
from tests.support.room import ACTOR, FIELDS, NOW, TableDriver, create_plaque, create_room


@pytest.mark.django_db
def test_form_takes_dollars_and_stores_cents() -> None:
    form = PlaqueForm(TYPED)
    assert form.is_valid(), form.errors
    data = form.cleaned_data
    assert (data["small_bet"], data["big_bet"], data["blinds"]) == (400, 800, [200, 400])
    assert (data["basis_points"], data["cap"], data["unit"]) == (1000, 500, 100)
    assert data["buy_in_min"] == 4000, "ten times the least bet (S-011)"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"blinds": "4, 2"}, "blinds", "The big blind is below the small blind. (Rule S-051)"),
        ({"small_bet": "4.50"}, "chips", "can\u2019t make the $4.50 bet; the smallest is $1."),
        ({"small_bet": ""}, "small_bet", "required"),
        ({"chips": ""}, "chips", "required"),
        ({"chips": "1, x"}, "chips", "“x” isn\u2019t an amount in USD"),
        ({"chips": "1, 1"}, "chips", "each chip value once"),
        ({"charge": ""}, "charge", "required"),
        ({"game": "canasta"}, "game", "canasta"),
        ({"basis_points": ""}, "basis_points", "needs a rate and a cap"),
        ({"charge": "steps", "steps": "40: 2, 20: 1"}, "steps", "rising order"),
        ({"charge": "steps", "steps": "40"}, "steps", "pot: rake"),
        ({"charge": "time"}, "time_charge", "needs an amount"),
        ({"buy_in_max": "10"}, "buy_in_max", "minimum"),
        ({"big_bet": "2"}, "big_bet", "The big bet, $2, is below the small bet, $4."),
        ({"limit": "fixed"}, "big_bet", "Fixed limit here has one bet size."),
        ({"cap": "nan"}, "cap", "isn\u2019t an amount in USD"),
        ({"cap": "0.001"}, "cap", "isn\u2019t an amount in USD"),
        ({"blinds": "2, -4"}, "blinds", "above zero"),
    ],
)
def test_form_error_is_shown_at_its_field(fields: dict[str, str], field: str, message: str) -> None:
    form = PlaqueForm(TYPED | fields)
    assert not form.is_valid()
    assert message in " ".join(form.errors.get_json_data()[field][0]["message"].split())


@pytest.mark.django_db
def test_changed_plaque_is_a_new_version_for_closed_tables() -> None:
    room = create_room()
    first = room.table.plaque
    assert first is not None
    second = create_plaque(cap=400)
    room.table.refresh_from_db()
    assert (first.version, second.version) == (1, 2)
    assert room.table.plaque == second
    assert Plaque.objects.get(pk=first.pk).cap == 500


@pytest.mark.django_db
def test_an_incomplete_plaque_is_not_published() -> None:
    with pytest.raises(Refusal, match="plaque_big_blind_below_small"):
        plaque_publish(plaque=Plaque(**(FIELDS | {"blinds": [400, 200]})), now=NOW)
    assert not Plaque.objects.exists()


def test_an_open_table_changes_its_plaque_between_hands(game: TableDriver) -> None:
    second = create_plaque(cap=400)
    game.table.refresh_from_db()
    assert game.table.plaque != second, "an open table keeps what hangs there"
    plaque_change(
        table=game.table, plaque=second, command_id="change", seen=None, actor=ACTOR, now=NOW
    )
    game.table.refresh_from_db()
    assert game.table.plaque == second


@pytest.mark.django_db
def test_a_table_without_a_plaque_does_not_open() -> None:
    room = create_room(with_plaque=False)
    room.seat_players(1, 2)
    with pytest.raises(Refusal, match="no_plaque"):
        room.open()


def test_a_table_does_not_open_for_one_player(room: TableDriver) -> None:
    room.seat_players(1)
    head = room.seq
    with pytest.raises(Refusal, match="too_few_players"):
        room.open()
    assert room.seq == head
    assert not room.table.is_open


@pytest.mark.django_db
def test_eleven_seats_are_refused_for_holdem() -> None:
    with pytest.raises(Refusal, match="too_many_seats") as refusal:
        create_room(seats=11)
    assert refusal.value.rule == "H-13"


def test_table_has_at_most_ten_seats(room: TableDriver) -> None:
    """S-023, H-13: the same number for the engine, the form and a tablet's commands."""
    with pytest.raises(Refusal, match="seat_count"):
        lifecycle.table_create(
            room=room.table.room, name="T2", seats=11, plaque=None, actor=ACTOR, now=NOW
        )
    room.table.seats = MOST_SEATS + 1
    with pytest.raises(ValidationError, match="less than or equal to 10"):
        room.table.clean_fields()


def test_new_table_has_its_log(room: TableDriver) -> None:
    second_table = lifecycle.table_create(
        room=room.table.room, name="T2", seats=6, plaque=None, actor=ACTOR, now=NOW
    )
    assert second_table.stream.seq == 1
    assert second_table.view.table == HeadView(name="T2", seats=6)


@pytest.mark.django_db
def test_plaque_is_valid_under_any_rulebook_in_force() -> None:
    """H-12: stud without antes is published once a room plays by such a rulebook, not before."""
    free = {"name": "Stud, no ante", "game": "stud", "blinds": [], "bring_in": 200}
    with pytest.raises(Refusal, match="plaque_ante_missing"):
        create_plaque(**free)
    room = Room.objects.create(name="Free")
    EffectiveRules.objects.create(
        room=room, version=1, settings={"stud_ante": "optional"}, effective_from=NOW
    )
    assert create_plaque(**free).version == 1


@pytest.mark.parametrize("name", ["..", ".", "T/1", "T?1", "T#1", "T%31", "T\\1"])
def test_table_name_that_breaks_a_url_is_refused(room: TableDriver, name: str) -> None:
    table = room.table
    table.name = name
    with pytest.raises(ValidationError, match="web addresses"):
        table.full_clean(exclude=["stream"])
