"""Plaques and house charges: versions, where they count, what does not hold."""

import re

import pytest

from manage_ui.plaques import worked
from poker.stakes import BombPots, BountyGames, Kill, Rake, Straddles
from staff.models import AuditEvent
from tables.models import Plaque
from tests.support.manage_fixtures import ManagerClient
from tests.support.page_roles import PageContent
from tests.support.plaque_forms import TYPED
from tests.support.room import TableDriver
from web.printing.plaque import plaque_text


def test_worked_example_matches_the_engine() -> None:
    rake = Rake(kind="percent", basis_points=500, cap=500, unit=100, jackpot=100, jackpot_from=2000)
    assert "Pot $85 → $4 + $1 jackpot drop" in worked(rake)
    assert "Pot $15 → $0" in worked(rake)
    time = Rake(kind="time", time_charge=600, time_minutes=30)
    assert worked(time) == ["Nine players → $54 every 30 minutes, nothing from the pots"]


def test_worked_example_has_the_caps_by_players() -> None:
    rake = Rake(kind="percent", basis_points=1000, cap=500, unit=100, caps=((2, 0), (5, 400)))
    lines = worked(rake)
    assert "2 players dealt in → $0 rake at most" in lines
    assert "5 players dealt in → $4 rake at most" in lines


def test_straddles_kill_and_caps_by_players_are_published(hornbeam: ManagerClient) -> None:
    fields = TYPED | {
        "name": "Limit 4/8 leg up",
        "straddle": "on",
        "straddle_by": "gun_or_button",
        "straddle_most": "2",
        "kill": "full",
        "kill_trigger": "50",
        "kill_post": "8",
        "kill_legs": "2",
        "kill_other_games": "on",
        "cap": "5",
        "caps": "2: 0, 5: 4",
        "jackpot": "1",
        "jackpot_from": "10",
        "jackpot_second": "1",
        "jackpot_second_from": "30",
    }
    page = hornbeam.post("plaque-new", **fields, seen=hornbeam.get("plaque-new").seen)
    if page.status == 200:
        page = hornbeam.post("plaque-new", **fields, seen=page.seen, sure=page.confirmation)
    assert page.status == 302
    stakes = Plaque.objects.get(name="Limit 4/8 leg up").to_stakes()
    assert stakes.straddles == Straddles(("under_the_gun", "button"), most=2)
    assert stakes.kill == Kill("full", 5000, 800, legs=2, other_games=True)
    assert stakes.rake.caps == ((2, 0), (5, 400))
    assert (stakes.rake.jackpot_second, stakes.rake.jackpot_second_from) == (100, 3000)


def test_splash_pots_are_published_and_printed_for_players(hornbeam: ManagerClient) -> None:
    fields = TYPED | {"name": "Limit 4/8 splash", "splash": "100"}
    page = hornbeam.post("plaque-new", **fields, seen=hornbeam.get("plaque-new").seen)
    if page.status == 200:
        page = hornbeam.post("plaque-new", **fields, seen=page.seen, sure=page.confirmation)
    assert page.status == 302
    stakes = Plaque.objects.get(name="Limit 4/8 splash").to_stakes()
    assert stakes.splash == 10000
    assert "Splash pots: the house adds $100" in plaque_text(stakes).forced[0]


def test_bomb_pots_are_published_and_printed_for_players(hornbeam: ManagerClient) -> None:
    fields = TYPED | {
        "name": "PLO5 bombs",
        "game": "omaha5",
        "limit": "pot",
        "big_bet": "",
        "blinds": "2, 4",
        "bomb": "hands",
        "bomb_amount": "10",
        "bomb_boards": "2",
        "bomb_count": "20",
    }
    page = hornbeam.post("plaque-new", **fields, seen=hornbeam.get("plaque-new").seen)
    if page.status == 200:
        page = hornbeam.post("plaque-new", **fields, seen=page.seen, sure=page.confirmation)
    assert page.status == 302
    stakes = Plaque.objects.get(name="PLO5 bombs").to_stakes()
    assert stakes.bomb == BombPots(1000, boards=2, every="hands", count=20)
    assert (
        "Bomb pot every 20 hands: $10 each, two boards, no blinds" in plaque_text(stakes).forced[0]
    )


def test_bounty_games_are_published_and_printed_for_players(hornbeam: ManagerClient) -> None:
    fields = TYPED | {"name": "Bounty 4/8", "bounty": "both", "bounty_amount": "5"}
    page = hornbeam.post("plaque-new", **fields, seen=hornbeam.get("plaque-new").seen)
    if page.status == 200:
        page = hornbeam.post("plaque-new", **fields, seen=page.seen, sure=page.confirmation)
    assert page.status == 302
    stakes = Plaque.objects.get(name="Bounty 4/8").to_stakes()
    assert stakes.bounty == BountyGames(("seven_deuce", "stand_up"), 500)
    text = plaque_text(stakes).forced[0]
    assert "Seven-deuce or stand-up by agreement: $5 each, paid by players" in text


def test_plain_straddle_is_stored_as_before() -> None:
    plaque = Plaque(game="holdem", limit="none", small_bet=300, big_bet=300, straddle=True)
    assert plaque.to_stakes().straddles is None
    assert plaque.to_stakes().straddling == Straddles()


def test_plaque_change_names_its_tables_and_counts_from_the_next_hand(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    table = game.table
    pk = Plaque.objects.get().pk
    seen = hornbeam.get("plaque", pk).seen
    fields = TYPED | {"cap": "4", "no_flop_no_drop": "on", "put_up": str(table.pk), "seen": seen}
    first = hornbeam.post("plaque", pk, **fields)
    assert first.status == 200
    assert (
        "Takes effect with the next hand at T1."
        in PageContent(first.text).region("Confirm the changes").text
    )
    PageContent(first.text).item("Cap per hand")
    assert Plaque.objects.count() == 1
    assert hornbeam.post("plaque", pk, **fields, sure=first.confirmation).status == 302
    assert Plaque.objects.get(version=2).cap == 400
    table.refresh_from_db()
    assert table.plaque is not None
    assert table.plaque.version == 2
    act = AuditEvent.objects.get(verb="plaque_published")
    assert (act.before, act.after) == ({"Cap per hand": "5"}, {"Cap per hand": "4"})
    stale_page = hornbeam.post("plaque", pk, **(fields | {"cap": "3"}), sure=first.confirmation)
    assert stale_page.status == 409, "the page was of version 1"
    assert Plaque.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"blinds": "4, 2"}, "The big blind is below the small blind. (Rule S-051)"),
        ({"small_bet": "9" * 300}, "isn\u2019t an amount in USD"),
        ({"small_bet": "-4"}, ""),
        ({"cap": "-1"}, "can\u2019t be negative"),
        ({"caps": "5: 4, 2: 1"}, "in rising order"),
        ({"caps": "five"}, "Write each cap as players: cap"),
        ({"straddle": "on", "straddle_cap": "20"}, "In limit games a straddle is exactly double."),
        ({"kill": "full", "kill_trigger": "50"}, "check \u201cKill in other limit games\u201d"),
        ({"bounty": "stand_up"}, "Bounty games need an amount."),
        ({"bomb": "asked"}, "A bomb pot needs an amount, and one board or two."),
        ({"splash": "0.50"}, "These chips can\u2019t make the"),
        ({"bomb": "hands", "bomb_amount": "10"}, "after how many hands a bomb pot is due"),
        ({"chips": "😀"}, "isn\u2019t an amount in USD"),
        ({"time_minutes": "9" * 20}, ""),
        ({"charge": "steps", "steps": "40: 2, 20: 1"}, "rising order"),
        ({"rotation": "x" * 300, "rotate_by": "orbit"}, "No plaque named"),
        ({"name": "Limit 4/8"}, "There's already a plaque with that name"),
        ({"name": "x" * 300}, "60 characters"),
    ],
)
def test_invalid_plaque_is_refused(
    hornbeam: ManagerClient, game: TableDriver, fields: dict[str, str], message: str
) -> None:
    response = hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"} | fields))
    assert response.status == 422
    assert message or response.field_errors
    assert message in response.errors
    assert Plaque.objects.count() == 1


def test_copied_plaque_needs_another_name(hornbeam: ManagerClient, game: TableDriver) -> None:
    pk = Plaque.objects.get().pk
    assert (
        "Limit 4/8, copy" in PageContent(hornbeam.get("plaque-copy", pk).text).field("Name").value
    )
    page = hornbeam.post("plaque-copy", pk, seen="", **(TYPED | {"name": "Limit 4/8, late"}))
    assert page.status == 302
    plaque = Plaque.objects.get(name="Limit 4/8, late")
    assert (plaque.version, plaque.blinds) == (1, [200, 400])
    assert Plaque.objects.get(name="Limit 4/8").version == 1


def test_one_collection_is_set_for_several_plaques(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"}))
    other_plaque = Plaque.objects.get(name="Another").pk
    charge = {
        "charge": "percent",
        "basis_points": "5",
        "cap": "3",
        "time_minutes": "30",
        "no_flop_no_drop": "on",
    }
    page = hornbeam.save("rakes", plaques=[pk, other_plaque], put_up=[game.table.pk], **charge)
    assert page.status == 302
    newest = {
        plaque.name: (plaque.version, plaque.basis_points, plaque.cap)
        for plaque in Plaque.objects.order_by("version")
    }
    assert newest == {"Limit 4/8": (2, 500, 300), "Another": (2, 500, 300)}
    last = Plaque.objects.get(name="Another", version=2).pk
    fields = {"charge": "percent", "basis_points": "5", "time_minutes": "30"}
    no_change = hornbeam.save("rakes", plaques=[last], **fields)
    assert no_change.status == 422
    assert "needs a rate and a cap" in no_change.text
    assert Plaque.objects.count() == 4


def test_five_fields_are_in_sight_and_the_rest_is_folded(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    """And the big bet, which the page hides where the limit has none: tests/manage_ui/browser."""
    html = hornbeam.get("plaque", Plaque.objects.get().pk).text
    form = html[html.index('class="ask"') :].partition("</form>")[0]
    folded = "".join(part.partition("</details>")[0] for part in form.split("<details")[1:])
    in_sight = form
    for part in form.split("<details")[1:]:
        in_sight = in_sight.replace(part.partition("</details>")[0], "")
    shown = [
        name
        for name in re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', in_sight)
        if name not in ("csrfmiddlewaretoken", "seen")
    ]
    assert shown == ["name", "game", "limit", "small_bet", "big_bet", "blinds"]
    for name in ("buy_in_max", "charge", "cap", "put_up", "ante", "chips", "kill", "tracking"):
        assert f'name="{name}"' in folded, name
    assert " open" not in "".join(part.partition(">")[0] for part in form.split("<details")[1:])
    # A folded heading says what is set behind it.
    for value in ("1, 5, 25", "Maximum buy-in 400", "Percentage 10"):
        assert value in form, value


def test_an_error_behind_a_folded_heading_opens_it(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    response = hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another", "chips": "x"}))
    assert response.status == 422
    opened = [
        part
        for part in response.text.split("<details")[1:]
        if part.startswith(' class="folded" open')
    ]
    assert len(opened) == 1
    assert 'name="chips"' in opened[0].partition("</details>")[0]


def test_a_plaque_begins_from_a_template(hornbeam: ManagerClient, game: TableDriver) -> None:
    page = PageContent(hornbeam.get("plaque-new").text)
    names = [link.text for link in page.region("Begin from a template").links()]
    assert names[0] == "NL 1/3"
    assert "HORSE 10/20" not in names, "its other games are no plaques yet"
    page = PageContent(hornbeam.get("plaque-new", query="?template=Stud%2010/20").text)
    assert page.field("Name").value == "Stud 10/20"
    assert page.field("Bring-in").value == "5"
    assert page.field("Percentage").value == "10", "the collection of the newest plaque"
    fields = {
        field.element.get("name", ""): field.value
        for field in page.fields()
        if field.value and (field.kind != "checkbox" or field.is_checked)
    }
    assert hornbeam.post("plaque-new", seen="", **fields).status == 302
    stud = Plaque.objects.get(name="Stud 10/20")
    assert (stud.game, stud.bring_in, stud.basis_points, stud.version) == ("stud", 500, 1000, 1)
    again = PageContent(hornbeam.get("plaque-new", query="?template=Stud%2010/20").text)
    assert again.field("Name").value == "Stud 10/20, 2"


@pytest.mark.parametrize("template", ["", "No such", "x" * 4000, "صالة", "<script>"])
def test_an_unknown_template_is_an_empty_plaque(
    hornbeam: ManagerClient, game: TableDriver, template: str
) -> None:
    page = PageContent(hornbeam.get("plaque-new", query=f"?template={template}").text)
    assert page.field("Name").value == ""
    assert page.field("Chips").value == "1, 5, 25, 100"


def test_open_choice_of_a_plaque_is_not_chosen_and_no_help_repeats_its_label(
    hornbeam: ManagerClient,
) -> None:
    page = hornbeam.get("plaque-new").text
    assert ">not chosen<" in page
    assert "-----" not in page
    assert "The game. " not in page
    assert "The limit. " not in page
