"""The manager's pages in tests: signed-in clients, and forms as the pages send them."""

from collections.abc import Mapping

from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import HTML, PageContent
from tests.support.room import create_staff

Sent = dict[str, object]


def manager(alias: str = "Hornbeam", badge: str = "901") -> Client:
    """Return a manager's client."""
    create_staff("manager", alias=alias, badge=badge)
    return sign_in_client(badge)


def sent_form(page: PageContent, form_id: str) -> Sent:
    """Return what a browser would send of a form on a page, without its keys. A field sent twice is a list."""
    form = page.ids[form_id]
    data: dict[str, list[str]] = {}
    for element in form.iter():
        tag = element.tag.removeprefix(HTML)
        name = element.get("name", "")
        if not name or tag not in ("input", "select", "textarea"):
            continue
        if element.get("type") in ("checkbox", "radio") and "checked" not in element.attrib:
            continue
        if tag == "select":
            options = list(element.iter(f"{HTML}option"))
            chosen = [option for option in options if "selected" in option.attrib] or options[:1]
            values = [option.get("value", "") for option in chosen]
        elif tag == "textarea":
            values = [(element.text or "").removeprefix("\n")]
        else:
            values = [element.get("value", "")]
        data.setdefault(name, []).extend(values)
    return {name: values if len(values) > 1 else values[0] for name, values in data.items()}


def changed(sent: Sent, name: str, index: int, value: str) -> Sent:
    """Return a form with one value of a repeated field replaced."""
    values = sent[name]
    assert isinstance(values, list)
    return {**sent, name: [*values[:index], value, *values[index + 1 :]]}


def page_of(client: Client, name: str, *args: object, **query: object) -> PageContent:
    """Return a page below /tournaments/plan/."""
    text = QueryDict(mutable=True)
    text.update({key: str(value) for key, value in query.items()})
    response = client.get(f"{reverse(f'tournaments:{name}', args=args)}?{text.urlencode()}")
    assert response.status_code == 200, response.status_code
    return PageContent(response)


def send(
    client: Client, name: str, *args: object, sent: Mapping[str, object], **query: object
) -> tuple[int, PageContent]:
    """Send a form, follow a redirect, and return the last status and page."""
    text = QueryDict(mutable=True)
    text.update({key: str(value) for key, value in query.items()})
    address = f"{reverse(f'tournaments:{name}', args=args)}?{text.urlencode()}"
    response = client.post(address, sent, follow=True)
    return response.status_code, PageContent(response)
