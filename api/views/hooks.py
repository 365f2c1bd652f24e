"""Webhooks of the program that asks, and nobody else's."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.documented import documented
from api.endpoint import Endpoint, caller, read
from api.filters import Choice, Filters
from api.hooks.keeping import delivery_again, hook_make, hook_rotate
from api.listing import listed, no_parameters
from api.models import Delivery, Hook
from api.shapes.common import Page
from api.shapes.hooks import (
    DeliveryItem,
    HookItem,
    NewHook,
    Secret,
    delivery_item,
    hook_item,
)
from audit.recording import record
from poker.refusal import Refusal

HOOK = {"hook": "The number of the address."}


class DeliveryFilter(Filters):
    """Which deliveries."""

    state = Choice(choices=Delivery.State.choices, label="That stand so: dead was given up.")
    event = Choice(
        choices=[(one, one) for one in ("hand.finished", "ruling.final", "seat.open")]
        + [(one, one) for one in ("list.changed", "hand.reopened")]
        + [(one, one) for one in ("table.opened", "table.closed")],
        label="Of this event.",
    )


def _hook(request: Request, hook: int) -> Hook:
    found = Hook.objects.filter(integration=caller(request).integration, pk=hook).first()
    if found is None:
        raise Refusal("not_found")
    return found


def _told(request: Request, row: Hook, **facts: Any) -> None:
    """Where a program is told is written down."""
    who = caller(request)
    room = who.integration.room_id
    record(who, "hook_changed", now=timezone.now(), about=row, room=room, **facts)


class HookList(Endpoint):
    """Its addresses."""

    scopes = {"GET": "webhooks:manage", "POST": "webhooks:manage"}

    @documented("list_webhooks", "The program's addresses.", answer=Page[HookItem], filters=Filters)
    def get(self, request: Request) -> Response:
        """Without their secrets."""
        return listed(
            request, Hook.objects.filter(integration=caller(request).integration), hook_item
        )

    @documented(
        "make_webhooks",
        "One more address; its secret is shown once.",
        body=NewHook,
        answer=Secret,
        status=201,
        problems=(422,),
        example={"url": "https://seating.example/floorbook", "events": ["seat.open"]},
    )
    def post(self, request: Request) -> Response:
        """Each event wants its own scope, too."""
        no_parameters(request)
        sent = read(request, NewHook)
        made, secret = hook_make(
            who=caller(request), url=sent.url, events=sent.events, now=timezone.now()
        )
        _told(request, made, after={"url": made.url, "events": " ".join(made.events)})
        return Response(Secret(hook_item(made), secret, None), status=201)


class HookDetail(Endpoint):
    """One address."""

    scopes = {"GET": "webhooks:manage", "DELETE": "webhooks:manage"}

    @documented("read_webhooks", "One address.", answer=HookItem, path=HOOK)
    def get(self, request: Request, hook: int) -> Response:
        """As in the list."""
        no_parameters(request)
        return Response(hook_item(_hook(request, hook)))

    @documented(
        "delete_webhooks",
        "It is told nothing any more, and what waits for it is gone.",
        status=204,
        path=HOOK,
    )
    def delete(self, request: Request, hook: int) -> Response:
        """For good."""
        no_parameters(request)
        row = _hook(request, hook)
        _told(request, row, before={"url": row.url})
        row.delete()
        return Response(status=204)


class HookRotate(Endpoint):
    """Another secret."""

    scopes = {"POST": "webhooks:manage"}

    @documented(
        "rotate_webhooks",
        "Another secret, shown once; for a day the old one signs beside it.",
        answer=Secret,
        path=HOOK,
    )
    def post(self, request: Request, hook: int) -> Response:
        """No body is read."""
        no_parameters(request)
        row = _hook(request, hook)
        secret = hook_rotate(hook=row, now=timezone.now())
        _told(request, row, after={"rotated": True})
        return Response(Secret(hook_item(row), secret, row.before_until))


class DeliveryList(Endpoint):
    """What was sent to an address."""

    scopes = {"GET": "webhooks:manage"}

    @documented(
        "list_deliveries_webhooks",
        "What was sent to an address in the last month, waits, or was given up; the newest first.",
        answer=Page[DeliveryItem],
        filters=DeliveryFilter,
        path=HOOK,
    )
    def get(self, request: Request, hook: int) -> Response:
        """With the bodies."""
        rows = Delivery.objects.filter(hook=_hook(request, hook))
        return listed(request, rows, delivery_item, DeliveryFilter, newest=True)


class DeliveryAgain(Endpoint):
    """What was given up, once more."""

    scopes = {"POST": "webhooks:manage"}

    @documented(
        "again_deliveries_webhooks",
        "Send once more what was given up.",
        answer=DeliveryItem,
        path=HOOK | {"delivery": "Its number."},
        problems=(409,),
    )
    def post(self, request: Request, hook: int, delivery: int) -> Response:
        """No body is read."""
        no_parameters(request)
        found = Delivery.objects.filter(hook=_hook(request, hook), pk=delivery).first()
        if found is None:
            raise Refusal("not_found")
        return Response(delivery_item(delivery_again(delivery=found, now=timezone.now())))
