"""The installation's currency: who can change it, and that it is final once a hand was dealt."""

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from config.celery import app
from dealer_ui.table_data import TableMessage, table_message
from poker import commands as c
from poker.currency import USD, currency, set_currency
from poker.formatting import money
from poker.refusal import Refusal
from staff.currencies import CURRENCIES
from staff.house_currency import load_currency
from staff.installation import ROW
from staff.models import AuditEvent, Installation, Staff
from tables.currency import currency_change, is_currency_final
from tables.models import HandStart
from tests.support.room import NOW, TableDriver, create_room, create_staff, pair_device
from web.socket_database import socket_database

pytestmark = pytest.mark.django_db
EUR = CURRENCIES["EUR"]


def change_to(code: str) -> None:
    by = Staff.objects.first() or create_staff("manager", alias="Hornbeam", badge="301")
    currency_change(code=code, by=by, now=NOW)


def test_an_installation_without_a_choice_is_in_dollars() -> None:
    load_currency()
    assert currency() == USD


def test_the_change_is_recorded_and_used_at_once() -> None:
    change_to("EUR")
    assert (currency(), Installation.objects.get(pk=ROW).currency) == (EUR, "EUR")
    event = AuditEvent.objects.get(verb="setting_changed")
    assert (event.before, event.after) == ({"currency": "USD"}, {"currency": "EUR"})


def test_requests_and_tasks_begin_with_the_stored_currency() -> None:
    Installation.objects.create(pk=ROW, currency="EUR")

    @app.task(name="test.money")
    def write_amount() -> str:
        return money(400)

    try:
        for name, run in (
            ("request", lambda: Client().get("/board")),
            ("task", write_amount.apply),
        ):
            set_currency(USD)
            run()
            assert currency() == EUR, name
    finally:
        del app.tasks["test.money"]


@pytest.mark.django_db(transaction=True)
def test_messages_of_sockets_begin_with_the_stored_currency() -> None:
    Installation.objects.create(pk=ROW, currency="EUR")
    assert async_to_sync(socket_database(money))(400) == EUR.money(400)


def test_another_process_changed_it_before_the_first_hand() -> None:
    load_currency()
    Installation.objects.create(pk=ROW, currency="JPY")
    load_currency()
    assert money(250) == "¥250"


def test_it_stays_once_a_hand_was_dealt(game: TableDriver) -> None:
    assert not is_currency_final()
    game.execute(c.Deal())
    assert is_currency_final()
    with pytest.raises(Refusal, match="currency_final"):
        change_to("EUR")
    load_currency()
    assert currency() == USD
    game.execute(c.Undo())
    assert HandStart.objects.exists(), "an undone hand stays in the log"
    with pytest.raises(Refusal, match="currency_final"):
        change_to("GBP")


def test_a_code_that_is_not_in_the_list_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_currency"):
        change_to("XAU")


def test_a_tablet_gets_the_currency_with_its_table() -> None:
    device, _ = pair_device(create_room().table)
    change_to("EUR")
    message = table_message(device, [], 0)
    assert isinstance(message, TableMessage)
    assert (message.table.context.currency, message.beside.currency) == (EUR, EUR)
