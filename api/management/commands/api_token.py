"""Authorize and disable API clients: `manage.py api_token make seating-app --role desk --scope lists:read`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from poker.refusal import Refusal
from staff.audit.recording import record
from staff.integrations import integration_disable, integration_make, token_make, token_revoke
from staff.models import ApiToken, Integration, Room
from staff.scopes import SCOPES
from web.messages.refusals import refusal_message

BY = "system.command"


Options = dict[str, Any]  # options of a command, by name


class Command(BaseCommand):
    """Prints a token once, when it is created. Only its hash is stored."""

    help = "API integrations for /api/v1/: make, another (token), revoke, shut, list."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        make = acts.add_parser("make", help="create an integration and its first token")
        make.add_argument("name", help="such as seating-app")
        make.add_argument("--role", required=True, help="desk, dealer, supervisor, manager …")
        make.add_argument(
            "--scope", action="append", default=[], metavar="SCOPE", help=", ".join(SCOPES)
        )
        make.add_argument("--room", help="room name; default: all rooms")
        another = acts.add_parser("another", help="add a token before revoking the old one")
        another.add_argument("name")
        for command_parser in (make, another):
            command_parser.add_argument(
                "--days", type=int, help="days until the token expires; default: never"
            )
        revoke = acts.add_parser("revoke", help="revoke one token")
        revoke.add_argument("name")
        revoke.add_argument(
            "--token", required=True, metavar="END", help="last four characters, as shown by list"
        )
        acts.add_parser("shut", help="shut off an integration and all its tokens").add_argument(
            "name"
        )
        acts.add_parser("list", help="list integrations")

    def handle(self, *args: object, **options: object) -> None:
        try:
            getattr(self, f"_{options['act']}")(options)
        except Refusal as refusal:
            raise CommandError(refusal_message(refusal)) from refusal

    def _make(self, options: Options) -> None:
        now = timezone.now()
        room = None
        if options["room"]:
            room = Room.objects.filter(name=options["room"]).first()
            if room is None:
                raise Refusal("no_such_room")
        integration = integration_make(
            name=options["name"],
            role=options["role"],
            scopes=options["scope"],
            room=room,
            by=None,
            now=now,
        )
        facts = {"role": integration.role.name, "scopes": " ".join(integration.scopes)}
        record(
            BY,
            "integration_added",
            now=now,
            about=integration,
            room=integration.room_id,
            after=facts,
        )
        self._print_token(integration, options["days"])

    def _another(self, options: Options) -> None:
        self._print_token(_find_integration(options["name"]), options["days"])

    def _print_token(self, integration: Integration, days: int | None) -> None:
        now = timezone.now()
        token, text = token_make(integration=integration, days=days, by=None, now=now)
        record(BY, "token_made", now=now, about=integration, after={"ends_in": token.hint})
        self.stdout.write(f"{integration.key}: shown once. {text}")

    def _revoke(self, options: Options) -> None:
        tokens = list(_find_integration(options["name"]).tokens.filter(hint=options["token"]))
        if len(tokens) != 1:
            raise CommandError(f"{len(tokens)} tokens match that ending. See list.")
        token = tokens[0]
        now = timezone.now()
        ends = f"{token.integration.key}: the token that ends in {token.hint}"
        if token.revoked_at is not None:
            self.stdout.write(f"{ends} was revoked before.")
            return
        token_revoke(token=token, now=now)
        before = {"ends_in": token.hint}
        record(BY, "token_revoked", now=now, about=token.integration, before=before)
        self.stdout.write(f"{ends} is revoked.")

    def _shut(self, options: Options) -> None:
        integration = _find_integration(options["name"])
        now = timezone.now()
        integration_disable(integration=integration, now=now)
        record(BY, "integration_shut", now=now, about=integration)
        self.stdout.write(f"{integration.key} is shut off, with all its tokens and webhooks.")

    def _list(self, options: dict[str, object]) -> None:
        for integration in Integration.objects.select_related("room", "role").prefetch_related(
            "tokens"
        ):
            where = integration.room.name if integration.room else "all rooms"
            state = "" if integration.active else ", shut off"
            self.stdout.write(
                f"{integration.key}: {integration.role}, {where}, {' '.join(integration.scopes)}{state}"
            )
            for token in integration.tokens.all():
                self.stdout.write(f"  …{token.hint} {_state(token)}")


def _find_integration(name: str) -> Integration:
    integration = Integration.objects.filter(name=name).first()
    if integration is None:
        raise CommandError(f"No integration named {name}. See list.")
    return integration


def _state(token: ApiToken) -> str:
    if token.revoked_at:
        return f"revoked {token.revoked_at:%Y-%m-%d}"
    until = f"until {token.expires_at:%Y-%m-%d}" if token.expires_at else "no expiration"
    used = f", used {token.used_at:%Y-%m-%d %H:%M}" if token.used_at else ", never used"
    return until + used
