"""Let another program in and shut it out: `manage.py api_token make seating-app --role desk --scope lists:read`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from api import words
from api.integrations import (
    integration_make,
    integration_shut,
    token_make,
    token_revoke,
)
from api.models import Integration, Token
from api.scopes import SCOPES
from audit.recording import record
from poker.refusal import Refusal
from tables.models import Room

BY = "system.command"


class Command(BaseCommand):
    """A token is printed once, when it is made; the room keeps its hash alone."""

    help = "Programs that may ask /api/v1/: make, another (token), revoke, shut, list."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        make = acts.add_parser("make", help="a program and its first token")
        make.add_argument("name", help="such as seating-app")
        make.add_argument("--role", required=True, help="desk, dealer, supervisor, manager …")
        make.add_argument(
            "--scope", action="append", default=[], metavar="SCOPE", help=", ".join(SCOPES)
        )
        make.add_argument("--room", help="its name; without, all rooms")
        another = acts.add_parser("another", help="one more token, before the old one is revoked")
        another.add_argument("name")
        for one in (make, another):
            one.add_argument("--days", type=int, help="how long the token lasts; without, no end")
        revoke = acts.add_parser("revoke", help="one token")
        revoke.add_argument("name")
        revoke.add_argument(
            "--token", required=True, help="its last four letters, as list has them"
        )
        acts.add_parser("shut", help="the program and all its tokens").add_argument("name")
        acts.add_parser("list", help="who is let in")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['act']}")(options)
        except Refusal as refusal:
            raise CommandError(words.sentence(refusal)) from refusal

    def _make(self, options: dict[str, Any]) -> None:
        now, room = timezone.now(), None
        if options["room"]:
            room = Room.objects.filter(name=options["room"]).first()
            if room is None:
                raise Refusal("no_such_room")
        made = integration_make(
            name=options["name"],
            role=options["role"],
            scopes=options["scope"],
            room=room,
            by=None,
            now=now,
        )
        facts = {"role": made.role.name, "scopes": " ".join(made.scopes)}
        record(BY, "integration_added", now=now, about=made, room=made.room_id, after=facts)
        self._told(made, options["days"])

    def _another(self, options: dict[str, Any]) -> None:
        self._told(_named(options["name"]), options["days"])

    def _told(self, integration: Integration, days: int | None) -> None:
        now = timezone.now()
        token, text = token_make(integration=integration, days=days, by=None, now=now)
        record(BY, "token_made", now=now, about=integration, after={"ends_in": token.hint})
        self.stdout.write(f"{integration.key}: this is shown once. {text}")

    def _revoke(self, options: dict[str, Any]) -> None:
        found = list(_named(options["name"]).tokens.filter(hint=options["token"]))
        if len(found) != 1:
            raise CommandError(f"{len(found)} tokens end so. See list.")
        token, now = found[0], timezone.now()
        token_revoke(token=token, now=now)
        gone = {"ends_in": token.hint}
        record(BY, "token_revoked", now=now, about=token.integration, before=gone)

    def _shut(self, options: dict[str, Any]) -> None:
        one, now = _named(options["name"]), timezone.now()
        integration_shut(integration=one, now=now)
        record(BY, "integration_shut", now=now, about=one)

    def _list(self, options: dict[str, Any]) -> None:
        for one in Integration.objects.select_related("room", "role").prefetch_related("tokens"):
            where = one.room.name if one.room else "all rooms"
            state = "" if one.active else ", shut out"
            self.stdout.write(f"{one.key}: {one.role}, {where}, {' '.join(one.scopes)}{state}")
            for token in one.tokens.all():
                self.stdout.write(f"  …{token.hint} {_state(token)}")


def _named(name: str) -> Integration:
    found = Integration.objects.filter(name=name).first()
    if found is None:
        raise CommandError(f"There is no program called {name}. See list.")
    return found


def _state(token: Token) -> str:
    if token.revoked_at:
        return f"revoked {token.revoked_at:%Y-%m-%d}"
    until = f"until {token.expires_at:%Y-%m-%d}" if token.expires_at else "without an end"
    used = f", used {token.used_at:%Y-%m-%d %H:%M}" if token.used_at else ", never used"
    return until + used
