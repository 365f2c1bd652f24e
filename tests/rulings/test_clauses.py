"""The clauses of rulings on the rulebook's pages: every row reads, in words, for whoever rules."""

import pytest
from django.test import Client
from django.urls import reverse

from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from rulings.clauses import FAMILIES, groups, lines
from tests.rulings.conftest import House
from tests.rulings.test_pages import client_of
from tests.tables.room import staff

ROWS = tuple(catalogue().rows.values())


def test_every_row_stands_in_one_group():
    assert sum(len(group.rows) for group in groups()) == len(ROWS)
    assert {row.clause.partition("-")[0] for row in ROWS} <= set(FAMILIES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_row_reads_without_a_hole(row):
    for line in lines(row, HouseRules()):
        text = " ".join((*line.conditions, line.result, *line.steps, line.label))
        assert "{" not in text
        assert "}" not in text
        assert "house." not in text
        assert line.result


def test_what_other_settings_say_is_marked():
    row = catalogue().rows["premature_turn"]
    assert [line.applies for line in lines(row, HouseRules())] == [True, False, True, False, False]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "status"), [("dealer", 403), ("desk", 403), ("supervisor", 200), ("surveillance", 200)]
)
def test_who_rules_reads_them(house: House, role: str, status: int):
    page = reverse("rulings:clause", args=[house.book.pk, "FL-7"])
    assert client_of(staff(role, alias="Somebody", badge="777")).get(page).status_code == status
    assert Client().get(page).status_code == 302


@pytest.mark.django_db
def test_a_clause_says_its_table_and_its_sources(house: House):
    manager = client_of(house.hornbeam)
    text = manager.get(reverse("rulings:clause", args=[house.book.pk, "FL-7"])).content.decode()
    assert "Premature turn" in text
    assert "Before the river: Put" in text
    assert "other setting" in text
    assert "TDA RP-5B" in text
    missing = reverse("rulings:clause", args=[house.book.pk, "XX-1"])
    assert manager.get(missing).status_code == 404
