"""The map's WebSocket: tiles of tables that changed, at most four times a second."""

import asyncio
import json
from datetime import datetime
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone

from floor_ui.consumers import GONE, FloorConsumer
from floor_ui.map.drawing import drawn
from floor_ui.map.summing import summed
from floor_ui.map.tiles import Tile, tiles
from floor_ui.map.told import map_group

PAUSE = 0.25  # seconds between two updates of a page
AROUND = 30.0  # seconds until all tables are looked at: hands get fewer without anything happening


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks for: tables whose tile it has as it was before the socket opened."""

    want: list[int]


class MapConsumer(FloorConsumer):
    """It keeps every tile as the page has it, and draws those that differ."""

    async def connect(self) -> None:
        """Join; then say which tiles stand how, so that the page asks for those that are older."""
        self.kept: dict[int, Tile] = {}
        self.changed: set[int] = set()
        self.around = False
        self.stirred = asyncio.Event()
        self.work: asyncio.Task[None] | None = None
        await super().connect()
        if not self.group:
            return
        self.room = int(self.scope["url_route"]["kwargs"]["room"])
        await self.channel_layer.group_add(map_group(self.room), self.channel_name)
        found = await database_sync_to_async(tiles)(room_id=self.room, now=timezone.now())
        self.kept = {one.pk: one for one in found}
        marks = {str(one.pk): one.mark for one in found}
        await self._say({"type": "marks", "marks": marks})
        self.work = asyncio.create_task(self._serve())

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.work:
            self.work.cancel()
        if self.group:
            await self.channel_layer.group_discard(map_group(self.room), self.channel_name)
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whether the line holds, or tiles that the page has in an older state."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')
            return
        try:
            wanted = msgspec.json.decode(text_data or "", type=Wanted).want
        except (msgspec.ValidationError, msgspec.DecodeError):
            return
        found = [self.kept[pk] for pk in wanted if pk in self.kept]
        await self._tell(found, timezone.now())

    async def floor_changed(self, event: dict[str, Any]) -> None:
        """Something changed at a table: told with the next update."""
        self.changed.add(int(event["table"]))
        self.stirred.set()

    async def dealers_changed(self, event: dict[str, Any]) -> None:
        """Dealers or sections changed: every tile may say something else."""
        self.around = True
        self.stirred.set()

    async def _serve(self) -> None:
        """Go on; where that fails the socket closes, so that the page comes again and is not left with old tiles."""
        try:
            await self._go_on()
        except Exception:
            await self.close()
            raise

    async def _go_on(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self.stirred.wait(), AROUND)
            except TimeoutError:
                self.around = True
            if not await database_sync_to_async(self._may)():
                await self.close(code=GONE)
                return
            await self._update()
            await asyncio.sleep(PAUSE)

    async def _update(self) -> None:
        around, self.around = self.around, False
        only, self.changed = (set() if around else self.changed), set()
        self.stirred.clear()
        now = timezone.now()
        found = await database_sync_to_async(tiles)(room_id=self.room, now=now, only=only)
        fresh = [one for one in found if one != self.kept.get(one.pk)]
        self.kept.update((one.pk, one) for one in fresh)
        if fresh or around:  # pushes fall due without anything happening
            await self._tell(fresh, now)

    async def _tell(self, fresh: list[Tile], now: datetime) -> None:
        sums = {"sum": summed(self.kept.values(), now), "now": now}
        found = {str(one.pk): drawn(one, now) for one in fresh}
        parts = {
            name: render_to_string(f"floor_ui/_map_{name}.html", sums)
            for name in ("sums", "calls", "rest")
        }
        now_ms = int(now.timestamp() * 1000)
        await self._say({"type": "tiles", "now": now_ms, "tiles": found, "parts": parts})

    async def _say(self, said: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(said))
