"""The map's WebSocket: tiles of tables that changed, at most four times a second."""

import asyncio
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone

from floor_ui.consumers import GONE, FloorConsumer
from floor_ui.map import sections
from floor_ui.map.drawing import drawn
from floor_ui.map.filling import filling, fills
from floor_ui.map.summing import summed
from floor_ui.map.tiles import Tile, place, tiles
from tables import broadcast
from tables.chairs import keeping
from tables.dealers.asking import dealers_now
from tables.lists.asking import lists_group, lists_now
from tables.lists.offers import Offers
from tables.models import Staff

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
        self.parts: dict[str, str] = {}
        self.around = self.listed = False
        self.stirred = asyncio.Event()
        self.work: asyncio.Task[None] | None = None
        await super().connect()
        if not self.group:
            return
        self.room = int(self.scope["url_route"]["kwargs"]["room"])
        await self.channel_layer.group_add(broadcast.map_group(self.room), self.channel_name)
        await self.channel_layer.group_add(lists_group(self.room), self.channel_name)
        self.lists = (await database_sync_to_async(lists_now)(self.room)).lists
        await self._dealers()
        found = await self._look(timezone.now())
        self.kept = {one.pk: one for one in found}
        marks = {str(one.pk): one.mark for one in found}
        await self._say({"type": "marks", "marks": marks})
        self.work = asyncio.create_task(self._serve())

    def _let_in(self, staff: Staff) -> bool:
        self.fills = fills(staff)
        return super()._let_in(staff)

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.work:
            self.work.cancel()
        if self.group:
            for group in (broadcast.map_group(self.room), lists_group(self.room)):
                await self.channel_layer.group_discard(group, self.channel_name)
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

    async def lists_changed(self, event: dict[str, Any]) -> None:
        """Somebody was called or seated, or is next now."""
        self.listed = True
        self.stirred.set()

    async def lists_look(self, event: dict[str, Any]) -> None:
        """A chair was taken or left: the map hears of it as its own."""

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
        listed, self.listed = self.listed, False
        only, self.changed = self.changed, set()
        self.stirred.clear()
        now = timezone.now()
        if listed or around:
            only |= await self._lists()
        if around:
            await self._dealers()
        found = await self._look(now, () if around else only) if only or around else []
        fresh = [one for one in found if one != self.kept.get(one.pk)]
        self.kept.update((one.pk, one) for one in fresh)
        if fresh or listed or around:  # pushes fall due without anything happening
            await self._tell(fresh, now)

    async def _look(self, now: datetime, only: Collection[int] = ()) -> list[Tile]:
        asked = {"room_id": self.room, "now": now, "only": only, "lists": self.lists}
        found: list[Tile] = await database_sync_to_async(tiles)(**asked)
        return found

    async def _lists(self) -> set[int]:
        """The lists as they are by now; the tables of which they keep other chairs than before."""
        before = keeping(self.lists)
        self.lists = (await database_sync_to_async(lists_now)(self.room)).lists
        names = {table for (table, _), _ in set(before.items()) ^ set(keeping(self.lists).items())}
        return {pk for pk, one in self.kept.items() if one.name in names}

    async def _dealers(self) -> None:
        """The line-up as it is by now."""
        self.dealers_now = (await database_sync_to_async(dealers_now)(self.room)).dealers

    async def _tell(self, fresh: list[Tile], now: datetime) -> None:
        found = {str(one.pk): drawn(one, now) for one in fresh}
        parts = await database_sync_to_async(self._drawn_parts)(now)
        changed = {name: html for name, html in parts.items() if self.parts.get(name) != html}
        self.parts = parts
        now_ms = int(now.timestamp() * 1000)
        await self._say({"type": "tiles", "now": now_ms, "tiles": found, "parts": changed})

    def _drawn_parts(self, now: datetime) -> dict[str, str]:
        """What stands above and beside the tiles."""
        everywhere = sorted(self.kept.values(), key=lambda one: place(one.name))
        beside = sections.said(everywhere, self.dealers_now, self.room, now)
        said = beside | {
            "sum": summed(everywhere, now),
            "fill": filling(everywhere, self.lists, Offers(self.room, self.lists)),
            "fills": self.fills,
            "room_id": self.room,
            "now": now,
        }
        parts = {
            name: render_to_string(f"floor_ui/_map_{name}.html", said)
            for name in ("sums", "calls", "rest")
        }
        return parts | dict(sections.heads(beside["groups"]))

    async def _say(self, said: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(said))
