"""The baseline view does the minimum that a command must do: one inserted row, and one broadcast after the commit."""

import json
from functools import partial

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from tools.bench.models import Row
from web import broadcast


@csrf_exempt
def row(request: HttpRequest, group: int) -> JsonResponse:
    with transaction.atomic():
        row = Row(text=request.body.decode())
        row.save(force_insert=True)
        transaction.on_commit(partial(_tell, group, row.pk))
    return JsonResponse({"seq": row.pk})


def _tell(group: int, seq: int) -> None:
    message = {"type": "bench.row", "seq": seq}
    broadcast.send(f"bench.{group}", message)


class RowConsumer(AsyncWebsocketConsumer):
    """A socket of one group."""

    async def connect(self) -> None:
        self.group = f"bench.{self.scope['url_route']['kwargs']['group']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def bench_row(self, event: dict[str, object]) -> None:
        await self.send(text_data=json.dumps({"seq": event["seq"]}))
