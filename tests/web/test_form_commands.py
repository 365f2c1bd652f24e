"""A form sent twice is executed once, and two forms of one page are two commands."""

from django.test import RequestFactory

from web.form_commands import command_id


def id_of(**fields: object) -> str:
    return command_id(RequestFactory().post("/", {"csrfmiddlewaretoken": "x", **fields}))


def test_form_sent_again_has_the_same_id() -> None:
    first = id_of(command="a", ask="bust", entry="7")
    assert id_of(entry="7", command="a", ask="bust", pin="1234") == first
    assert len(id_of(command="a" * 200, ask="bust")) <= 64


def test_other_content_or_another_page_has_another_id() -> None:
    first = id_of(command="a", ask="bust", entry="7")
    assert id_of(command="a", ask="bust", entry="8") != first
    assert id_of(command="a", ask="bust", entry=["7", "8"]) != first
    assert id_of(command="b", ask="bust", entry="7") != first


def test_form_without_an_id_is_a_new_command_each_time() -> None:
    assert id_of(ask="bust") != id_of(ask="bust")
