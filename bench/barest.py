"""The barest view that does what a command must: insert one row, and tell every socket after the commit."""

import json
from functools import partial
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from bench.models import Row
from tables import broadcast


@csrf_exempt
def row(request: HttpRequest, group: int) -> JsonResponse:
    """Insert and announce."""
    with transaction.atomic():
        stored = Row(text=request.body.decode())
        stored.save(force_insert=True)
        transaction.on_commit(partial(_tell, group, stored.pk))
    return JsonResponse({"seq": stored.pk})


def _tell(group: int, seq: int) -> None:
    message = {"type": "bench.row", "seq": seq}
    broadcast.send(f"bench.{group}", message)


class RowConsumer(AsyncWebsocketConsumer):
    """A socket of one group."""

    async def connect(self) -> None:
        """Join and accept."""
        self.group = f"bench.{self.scope['url_route']['kwargs']['group']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def bench_row(self, event: dict[str, Any]) -> None:
        """Pass it on."""
        await self.send(text_data=json.dumps({"seq": event["seq"]}))
