"""Permissions of every URL of floor, desk and players: each role and anonymous clients, on the server (S-012).

A new URL fails here until it has a row; the API is in `tests/api/test_scopes.py`.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import api.manage_urls
import banked.pages.urls
import drop.urls
import floor_ui.players.urls
import floor_ui.replay.urls
import floor_ui.urls
import lineup.urls
import manage_ui.audit.urls
import manage_ui.urls
import promotions.fund_urls
import promotions.urls
import reports.urls
import roster.toke_urls
import roster.urls
import school.pages.floor_urls
import school.pages.lesson_urls
import tournaments.urls
import waitlist.pages.urls
from absences.models import PickedUpStack
from banked.pages.call_views import ACTS as CALL_ACTS
from banked.pages.table_views import ACTS as BANKED_ACTS
from banked.rulings import banked_ruling_accept
from config.error_pages import TOO_OLD
from drop.boxes import BoxPickup, boxes_pull
from drop.models import DropResult, policy_of
from drop.results import count_record
from drop.shifts import periods
from floor_ui.tables.act_permissions import ACTS
from journal.models import Entry
from players.models import Player, PlayerChange
from promotions.pages.claim_views import ACTS as CLAIM_ACTS
from promotions.pages.claim_views import SIGNED as SIGNED_CLAIM_ACTS
from reports.models import ArchivedReport, ReportEmail
from roster.local_days import monday_of
from roster.models import TokeBox, TokeSplit
from roster.toke_log import TOKES
from roster.week_log import open_week
from rulings.calls.models import Ruling
from school.models import HouseLesson
from staff.access_report import report_make
from staff.house_currency import forget_currency
from staff.installation import ROW
from staff.integrations import integration_make, token_make
from staff.models import AccessReport, Installation, Room, Staff
from tables.models import Device, Plaque, ScheduledPlaque, Table
from tests.support.banked_room import BankedDriver, banked_at
from tests.support.call_permissions import TABLE as CALLS
from tests.support.floor_fixtures import CallDesk, desk, floor, game, room
from tests.support.law_examples import ALL_EXAMPLES
from tests.support.page_roles import PageContent
from tests.support.promotion_addresses import promotion_args
from tests.support.room import NOW, PIN
from tournaments.actions import tournament_create, tournament_execute
from tournaments.models import ScheduledEvent, TournamentTemplate
from tournaments.presets import PRESETS
from tournaments.rules.commands import Enter
from tournaments.templates_store import create_template

__all__ = ["desk", "floor", "game", "room"]
NAMESPACES = {
    "audit": manage_ui.audit.urls,
    "banked": banked.pages.urls,
    "drop": drop.urls,
    "floor": floor_ui.urls,
    "funds": promotions.fund_urls,
    "hours": promotions.urls,
    "lineup": lineup.urls,
    "desk": waitlist.pages.urls,
    "players": floor_ui.players.urls,
    "manage": manage_ui.urls,
    "replay": floor_ui.replay.urls,
    "reports": reports.urls,
    "roster": roster.urls,
    "tokes": roster.toke_urls,
    "tournaments": tournaments.urls,
    "programs": api.manage_urls,
    "training": school.pages.floor_urls,
    "school-lessons": school.pages.lesson_urls,
}
# People of the house-banked table.
BADGES = {"wren": "101", "oak": "201", "hornbeam": "301"}
ROLES = ("anonymous", "dealer", "desk", "surveillance", "supervisor", "manager")
NONE = None  # the address has no such method


@dataclass(frozen=True)
class Row:
    """Who may read and who may send: a letter or a period for each of `ROLES`; None if the method is not
    allowed.
    """

    get: str | None
    post: str | None = None
    sent: dict[str, object] = field(default_factory=dict)


ALL_ROLES = "adDVSM"
FLOOR = "...VSM"
OWN = ".d..SM"  # everyone who deals
TABLES = "..DVSM"
LISTS = "..D.SM"
SUPERVISE = "....SM"
MANAGE = ".....M"
READ = "...V.M"  # reports
# A form of a claim, and who may send each act.
CLAIM: dict[str, object] = {
    "hit": "1",
    "seat": "2",
    "reason": "r",
    "rule": "r",
    "payment": "cash",
    "question": "q",
    "asked": "dealer",
    "envelope": "1",
    "deck": "52",
    "receiver": "x",
}
SECOND: dict[str, dict[str, object]] = {key: {"badge": "399"} for key in ("release", "remit")}
ASKS = {
    "answer": SUPERVISE,
    "seal": SUPERVISE,
    "hold": SUPERVISE,
    "pay": LISTS,
    "undo_payment": MANAGE,
    "release": MANAGE,
    "remit": MANAGE,
    "watch": READ,
    "verify": SUPERVISE,
    "undo_verify": SUPERVISE,
    "refuse": SUPERVISE,
}
DEAL = ".d..SM"
ROWS: dict[str, Row] = {
    "floor:index": Row(FLOOR),
    "floor:map": Row(FLOOR),
    "lineup:dealers": Row(FLOOR),
    "lineup:ask": Row(NONE, SUPERVISE, {"ask": "clock_in"}),
    "lineup:sections": Row(FLOOR),
    "lineup:section": Row(NONE, SUPERVISE),
    "floor:forecast": Row(FLOOR),
    "floor:forecast-take": Row(NONE, SUPERVISE, {"act": "dismiss", "key": "call_in"}),
    "floor:phone": Row(SUPERVISE),
    **{f"floor:phone-{name}": Row(NONE, SUPERVISE) for name in ("allow", "test", "remove")},
    "floor:phone-duty": Row(NONE, SUPERVISE, {"duty": "on"}),
    **{f"floor:phone-{name}": Row(NONE, "......") for name in ("shown", "answer")},
    **{f"floor:phone-{name}": Row(ALL_ROLES) for name in ("service-worker", "manifest")},
    "floor:tables": Row(TABLES),
    "floor:absences": Row(TABLES),
    "floor:pick-up": Row(SUPERVISE),
    "floor:picked-up": Row(NONE, SUPERVISE, {"amount": "40", "reason": "decided"}),
    "floor:stack": Row(TABLES),
    "floor:stack-return": Row(NONE, SUPERVISE),
    "floor:stack-slip": Row(TABLES),
    "floor:closing": Row(SUPERVISE),
    "floor:closing-close": Row(NONE, SUPERVISE),
    "floor:table-at": Row(TABLES),
    "floor:table": Row(TABLES),
    "floor:break": Row(TABLES),
    "floor:break-draw": Row(NONE, SUPERVISE),
    "floor:table-act/open": Row(NONE, SUPERVISE),
    "floor:table-act/draw": Row(NONE, SUPERVISE),
    "floor:table-act/button": Row(NONE, SUPERVISE),
    "floor:table-act/plaque": Row(NONE, SUPERVISE),
    "floor:table-act/leave": Row(NONE, LISTS),
    "floor:table-act/undo": Row(NONE, LISTS),
    "floor:table-act/away": Row(NONE, SUPERVISE),
    "floor:table-act/close": Row(NONE, SUPERVISE),
    "floor:table-act/finish": Row(NONE, SUPERVISE),
    "floor:table-act/push": Row(NONE, SUPERVISE),
    "floor:table-act/seat": Row(NONE, LISTS),
    "floor:table-act/seat brought": Row(
        NONE, SUPERVISE, {"who": "Kettle", "seat": "4", "chips": "1", "reason": "related"}
    ),
    "floor:table-act/lock": Row(NONE, LISTS),
    "floor:table-act/unlock": Row(NONE, LISTS),
    "floor:plaque": Row(FLOOR),
    "banked:call": Row(FLOOR),
    "banked:call-act/answer": Row(NONE, SUPERVISE, {"how": "seen"}),
    "banked:call-act/report": Row(NONE, SUPERVISE, {"key": "two_cards"}),
    "banked:call-act/escalate": Row(NONE, SUPERVISE),
    "banked:call-act/cancel": Row(NONE, SUPERVISE),
    "banked:call-act/accept": Row(NONE, SUPERVISE),
    "banked:call-act/override": Row(NONE, SUPERVISE, {"reason": "house exception"}),
    "banked:ruling": Row(FLOOR),
    "banked:record": Row(NONE, MANAGE),
    "banked:table-at": Row(TABLES),
    "banked:table": Row(TABLES),
    "banked:table-act/open": Row(NONE, SUPERVISE),
    "banked:table-act/plaque": Row(NONE, SUPERVISE),
    "banked:table-act/buy-in": Row(NONE, SUPERVISE, {"box": "1", "amount": "0.01"}),
    "banked:table-act/correct": Row(NONE, SUPERVISE, {"box": "1", "how": "more", "amount": "1"}),
    "banked:table-act/close": Row(NONE, SUPERVISE),
    "banked:round": Row(FLOOR),
    "banked:evidence": Row(NONE, FLOOR),
    "banked:entry": Row(FLOOR),
    "floor:plaque-version": Row(FLOOR),
    "drop:index": Row(TABLES),
    "drop:take": Row(NONE, LISTS),
    "drop:box": Row(TABLES),
    "drop:count": Row(NONE, LISTS, {"total": "1", "round": "1"}),
    "drop:explain": Row(NONE, SUPERVISE),
    "drop:correct": Row(NONE, MANAGE, {"total": "1", "about": ""}),
    "drop:slip": Row(TABLES),
    "roster:week": Row(".dD.SM"),
    "roster:week-open": Row(NONE, MANAGE),
    "roster:week-act": Row(NONE, MANAGE, {"ask": "set_need"}),
    "roster:shift": Row(MANAGE),
    "roster:run-cancel": Row(NONE, MANAGE),
    "roster:crew": Row(MANAGE),
    "roster:crew-act": Row(NONE, MANAGE, {"ask": "remove_template", "key": "swing"}),
    "roster:fairness": Row(MANAGE),
    "roster:day": Row(SUPERVISE),
    "roster:day-act": Row(NONE, SUPERVISE, {"ask": "let_go", "number": "1"}),
    "roster:mine": Row(OWN),
    "roster:mine-part": Row(OWN),
    "roster:mine-act": Row(NONE, OWN, {"ask": "cancel_time_off", "number": "1"}),
    "roster:mine-swap": Row(OWN),
    "roster:notice-address": Row(NONE, OWN),
    "roster:own-phone": Row(NONE, OWN),
    "roster:calendar-renew": Row(NONE, OWN),
    "roster:calendar": Row(ALL_ROLES),
    "school-lessons:index": Row(MANAGE),
    "school-lessons:one": Row(MANAGE, MANAGE),
    "school-lessons:delete": Row(NONE, MANAGE),
    "school-lessons:from-hand": Row(MANAGE, MANAGE),
    "training:index": Row(SUPERVISE),
    "training:person": Row(SUPERVISE),
    "training:own": Row(".dD.SM"),
    **{f"training:{name}": Row(NONE, SUPERVISE) for name in ("sign-off", "withdraw", "choices")},
    "training:forget": Row(NONE, MANAGE),
    "training:json": Row(MANAGE),
    "training:csv": Row(MANAGE),
    "training:certificate": Row(SUPERVISE),
    "desk:index": Row(LISTS),
    "desk:room": Row(LISTS),
    "desk:add": Row(NONE, LISTS),
    "desk:do": Row(NONE, LISTS),
    "desk:do/a stake brought along": Row(
        NONE,
        SUPERVISE,
        {"ask": "seated", "number": 1, "table": "T1", "seat": 9, "stake": 1, "transfer": "related"},
    ),
    "desk:chain": Row(NONE, SUPERVISE),
    "desk:change": Row(NONE, LISTS),
    "desk:interest": Row(NONE, LISTS),
    "desk:policy": Row(NONE, SUPERVISE),
    "desk:known": Row(LISTS),
    "desk:joining": Row(NONE, LISTS),
    "desk:lobby": Row(LISTS),
    "desk:remove-screen": Row(NONE, SUPERVISE),
    "desk:join-sheet": Row(LISTS),
    "players:index": Row(TABLES),
    "players:new": Row(LISTS, LISTS),
    "players:import": Row(MANAGE, MANAGE),
    "players:player": Row(TABLES),
    "players:edit": Row(LISTS, LISTS, {"alias": "x" * 41}),
    "players:in": Row(NONE, LISTS),
    "players:out": Row(NONE, LISTS),
    "players:exclude": Row(NONE, MANAGE),
    "players:merge": Row(NONE, MANAGE),
    "players:forget": Row(NONE, MANAGE),
    "players:employ": Row(NONE, MANAGE),
    # Settings: by name and password, a PIN is not enough; `House.browser`.
    **{f"manage:{name}": Row(READ) for name in ("index", "rules", "plaques", "tables")},
    **{f"manage:{name}": Row(READ) for name in ("staff", "devices")},
    **{f"manage:{name}": Row(READ, MANAGE) for name in ("measures", "shifts", "rakes", "lists")},
    **{f"manage:{name}": Row(READ, MANAGE) for name in ("messages", "ladder", "sections", "board")},
    **{f"manage:{name}": Row(READ, MANAGE) for name in ("retention", "mails", "sign-ins")},
    **{f"manage:{name}": Row(READ, MANAGE) for name in ("currency", "time-zone", "absences")},
    **{f"manage:{name}": Row(READ, MANAGE) for name in ("plaque", "table", "person")},
    **{f"manage:{name}": Row(MANAGE, MANAGE) for name in ("plaque-new", "plaque-copy")},
    **{f"manage:{name}": Row(MANAGE, MANAGE) for name in ("table-new", "device-new")},
    "manage:banked": Row(READ),
    **{f"manage:banked-{name}": Row(READ, MANAGE) for name in ("plaque", "table", "decisions")},
    **{f"manage:banked-{name}": Row(MANAGE, MANAGE) for name in ("plaque-new", "table-new")},
    **{f"manage:{name}": Row(MANAGE, MANAGE) for name in ("person-new", "room-new")},
    **{f"manage:{name}": Row(NONE, MANAGE) for name in ("unlock", "code", "revoke", "sheet")},
    **{f"manage:{name}": Row(NONE, MANAGE) for name in ("start-codes", "staff-commit")},
    **{f"manage:{name}": Row(MANAGE) for name in ("next", "staff-form", "staff-faulty")},
    "manage:staff-import": Row(MANAGE, MANAGE),
    "manage:plaque-withdraw": Row(NONE, MANAGE),
    "replay:index": Row(FLOOR),
    "replay:hand": Row(FLOOR),
    "replay:phh": Row(FLOOR),
    "replay:evidence": Row(NONE, FLOOR),
    "reports:index": Row(FLOOR),
    "reports:definitions": Row(FLOOR),
    "reports:report/shift": Row(FLOOR),
    "reports:report/day": Row(READ),
    "reports:report/range": Row(READ),
    "reports:report/dealers": Row(READ),
    "reports:file/shift": Row(FLOOR),
    "reports:file/day": Row(READ),
    "tournaments:events": Row(TABLES),
    **{f"tournaments:{name}": Row(TABLES) for name in ("director", "register", "tables")},
    **{f"tournaments:{name}": Row(TABLES) for name in ("payouts", "deal", "bags")},
    "tournaments:card": Row(LISTS),
    "tournaments:slip": Row(SUPERVISE),
    "tournaments:act/a sale": Row(NONE, LISTS, {"ask": "void_entry", "entry": "1"}),
    "tournaments:act/the clock": Row(NONE, SUPERVISE, {"ask": "pause_clock"}),
    **{f"tournaments:{name}": Row(TABLES) for name in ("plan", "plan-calendar")},
    **{f"tournaments:{name}": Row(MANAGE, MANAGE) for name in ("plan-new", "plan-schedule")},
    **{f"tournaments:plan-{name}": Row(TABLES, MANAGE) for name in ("template", "payouts")},
    "tournaments:plan-night": Row(TABLES),
    "tournaments:plan-event": Row(TABLES, MANAGE),
    **{f"tournaments:plan-{name}": Row(NONE, MANAGE) for name in ("retire", "restore", "cancel")},
    **{f"tournaments:{name}": Row(FLOOR) for name in ("report", "history", "result-csv")},
    "tournaments:report-pdf": Row(FLOOR),
    **{f"tournaments:{name}": Row(READ) for name in ("range", "range-csv")},
    **{f"funds:{name}": Row(TABLES) for name in ("index", "ledger", "claim", "slips")},
    **{f"funds:{name}": Row(NONE, MANAGE) for name in ("open", "promotion-new")},
    "funds:act": Row(NONE, MANAGE, {"ask": "post", "reason": "daily"}),
    **{
        f"funds:claim-act/{ask}": Row(NONE, may, CLAIM | SECOND.get(ask, {}) | {"ask": ask})
        for ask, may in ASKS.items()
    },
    "funds:pick": Row(NONE, LISTS, {"box": "1"}),
    "funds:draw-act": Row(NONE, MANAGE, {"ask": "retire_board", "board": "1", "reason": "r"}),
    "funds:new-claim": Row(SUPERVISE),
    "funds:make-claim": Row(NONE, SUPERVISE),
    **{f"funds:{name}": Row(MANAGE) for name in ("promotions", "promotion", "cost", "cost-csv")},
    "funds:promotion-act": Row(NONE, MANAGE, {"ask": "save", "revision": "9"}),
    **{f"funds:{name}": Row(ALL_ROLES) for name in ("board", "public", "public-fund", "csv")},
    "hours:desk": Row(TABLES),
    "hours:drawings": Row(TABLES),
    **{f"hours:{name}": Row(MANAGE) for name in ("rates", "liability")},
    "hours:act/redeem": Row(NONE, LISTS, {"ask": "redeem", "reward": "none"}),
    "hours:act/drop_card": Row(NONE, MANAGE, {"ask": "drop_card"}),
    "hours:act/draw": Row(NONE, SUPERVISE, {"ask": "draw", "number": "1", "published": "7"}),
    **{f"hours:{name}": Row(TABLES) for name in ("slip", "statement", "entries")},
    **{f"hours:{name}": Row(ALL_ROLES) for name in ("own", "public-drawings", "public-entries")},
    "tokes:index": Row(LISTS),
    "tokes:pull": Row(NONE, LISTS),
    "tokes:box": Row(LISTS),
    "tokes:count": Row(NONE, LISTS, {"total": "1", "round": "1"}),
    "tokes:correct": Row(NONE, MANAGE, {"total": "1", "reason": "recount"}),
    **{f"tokes:{name}": Row(MANAGE) for name in ("rules", "payroll", "dealer")},
    "tokes:payroll-csv": Row(MANAGE),
    "tokes:split": Row(SUPERVISE),
    "tokes:approve": Row(NONE, SUPERVISE),
    "tokes:act": Row(NONE, MANAGE, {"ask": "propose_split"}),
    "tokes:payroll-act": Row(NONE, MANAGE, {"ask": "close_payroll"}),
    "tokes:mine": Row(DEAL),
    "programs:index": Row(READ),
    **{f"programs:{name}": Row(NONE, MANAGE) for name in ("make", "token", "shut", "revoke")},
    "programs:again": Row(NONE, MANAGE),
    "audit:search": Row(READ),
    "audit:download": Row(READ),
    "audit:access": Row(READ),
    "audit:access-report-make": Row(NONE, MANAGE),
    "audit:access-report": Row(READ),
    "audit:access-report-csv": Row(READ),
    "audit:access-report-xlsx": Row(READ),
    "audit:access-report-pdf": Row(READ),
    "audit:access-report-sign": Row(NONE, MANAGE),
    "audit:access-reset": Row(NONE, MANAGE),
    "audit:access-out": Row(NONE, MANAGE),
    "audit:second-factor": Row("...VSM", "...VSM"),
    "audit:code": Row("......", ALL_ROLES),  # accounts with a correct password
    "reports:stored": Row(FLOOR),
    "reports:stored-report": Row(FLOOR),
    "reports:stored-file": Row(FLOOR),
    "reports:stored-close": Row(NONE, SUPERVISE),
    "reports:mail-again": Row(NONE, MANAGE),
    "reports:consistency": Row(READ),
    "reports:consistency-file": Row(READ),
    "reports:discipline": Row(FLOOR),
    "reports:discipline-file": Row(FLOOR),
    # Last: who signs out is asked for nothing, and who signs in by badge and PIN.
    "reports:make/shift": Row(NONE, FLOOR),
    "reports:make/day": Row(NONE, READ),
    "reports:job": Row(FLOOR),
    "reports:job-file": Row(FLOOR),
    "floor:sign-in": Row(ALL_ROLES, FLOOR),
    "desk:sign-in": Row(ALL_ROLES, LISTS),
    "reports:sign-in": Row(ALL_ROLES, FLOOR),
    "floor:sign-out": Row(NONE, ALL_ROLES),
    "desk:sign-out": Row(NONE, ALL_ROLES),
    "reports:sign-out": Row(NONE, ALL_ROLES),
    "players:sign-out": Row(NONE, ALL_ROLES),
    "replay:sign-out": Row(NONE, ALL_ROLES),
    "audit:sign-in": Row(ALL_ROLES, FLOOR),
    "audit:sign-out": Row(NONE, ALL_ROLES),
    "manage:sign-in": Row(ALL_ROLES, ALL_ROLES),
    "manage:sign-out": Row(NONE, ALL_ROLES),
}
SIGN_IN_PAGES = ("sign-in", "sign-out")
# A service worker has no form. The alert's own token does what a form's does: no other site has it.
BY_TOKEN = ("floor:phone-shown", "floor:phone-answer")
# Pages whose addresses have arguments of their own.
WITH_ARGUMENTS = (
    "reports:",
    "training:",
    "school-lessons:",
    "banked:",
    "manage:banked",
    "tournaments:",
    "funds:",
    "hours:",
    "roster:",
    "tokes:",
)
OF_TRAINEES = ("person", "sign-off", "withdraw", "choices", "forget", "json", "csv")
REPORTS = (
    "access-report",
    "access-report-sign",
    "access-report-csv",
    "access-report-xlsx",
    "access-report-pdf",
)


@dataclass
class House:
    """A room with one of everything, and a browser for each role."""

    desk: CallDesk
    browsers: dict[str, Client]
    box: int
    result: int
    by_password: dict[str, Client]
    mailing: ReportEmail
    banked: BankedDriver

    def browser(self, name: str, role: str) -> Client:
        """Return a browser; settings ask for a password, other pages for badge and PIN."""
        by_password = name.startswith(("manage:", "programs:", "audit:access", "audit:second"))
        return (self.by_password if by_password else self.browsers)[role]

    def url(self, name: str) -> str:
        """Return the URL of a row."""
        url, _, variant = name.partition("/")
        table = self.desk.floor.game.table
        address_part = url.partition(":")[2]
        of_table: dict[str, list[object]] = {
            **{key: [table.name] for key in ("table", "break", "break-draw", "plaque")},
            **{key: [table.pk, 4] for key in ("pick-up", "picked-up")},
        }
        if url.startswith("floor:") and address_part in of_table:
            return reverse(url, args=of_table[address_part])
        files: dict[str, list[object]] = {"report": [variant], "file": [variant, "csv"]}
        files |= {"consistency-file": ["csv"], "discipline-file": ["csv"]}
        files |= {"stored-file": [self.mailing.report_id, "csv"], "make": [variant]}
        files |= {"job": [uuid4()], "job-file": [uuid4()]}
        trainee = Staff.objects.get(badge="101").pk
        of_trainee: dict[str, list[object]] = {name: [trainee] for name in OF_TRAINEES}
        files |= of_trainee | {"certificate": [trainee, 1]}
        files |= _lesson_args(url, table) | _banked_args(url, self.banked, variant)
        files |= _tournament_args(url, table.room) | promotion_args(url, table.room)
        files |= _roster_args(url, table.room) | _toke_args(url, table.room)
        if url.startswith(WITH_ARGUMENTS) and address_part in files:
            return reverse(url, args=files[address_part])
        if address_part == "table-act":
            return reverse(url, args=[table.name, variant.split()[0]])
        if url.startswith("replay:") and address_part not in ("index", *SIGN_IN_PAGES):
            return reverse(url, args=[table.room_id, table.name, 1])
        if url.startswith("programs:") and address_part not in ("index", "make"):
            return reverse(url, args=[self._integrations[address_part]])
        if url.startswith("audit:"):
            about = dict.fromkeys(("access-reset", "access-out"), self._dealer)
            about |= dict.fromkeys(REPORTS, self._report)
            return reverse(url, args=[about[address_part]] if address_part in about else [])
        if (
            url.startswith("desk:")
            and address_part != "index"
            and address_part not in SIGN_IN_PAGES
        ):
            return reverse(url, args=[table.room_id])
        numbers = {
            "ask": table.room_id,
            "forecast-take": table.room_id,
            "closing-close": table.room_id,
            "section": table.room_id,
            "take": table.room_id,
            "table-at": table.pk,
            "plaque-version": Plaque.objects.values_list("pk", flat=True)[0],
        }
        of_players = ("player", "edit", "in", "out", "exclude", "merge", "forget", "employ")
        numbers |= dict.fromkeys(of_players, self._player)
        numbers |= dict.fromkeys(("plaque", "plaque-copy"), numbers["plaque-version"])
        numbers |= {"plaque-withdraw": self._due} if address_part == "plaque-withdraw" else {}
        numbers |= {"table": table.pk} | dict.fromkeys(("code", "revoke"), self._device)
        numbers |= dict.fromkeys(("person", "unlock"), Staff.objects.get(badge="101").pk)
        numbers |= dict.fromkeys(("box", "count", "explain", "correct", "slip"), self.box)
        stack_names = ("stack", "stack-return", "stack-slip")
        numbers |= dict.fromkeys(stack_names, self._stack)
        stored_names = ("stored-report", "stored-close")
        numbers |= dict.fromkeys(stored_names, self.mailing.report_id) | {
            "mail-again": self.mailing.pk
        }
        return reverse(url, args=[numbers[address_part]] if address_part in numbers else [])

    @cached_property
    def _integrations(self) -> dict[str, int]:
        """Return an integration, its token and a delivery that failed."""
        now = timezone.now()
        scopes = ["tables:read"]
        integration = integration_make(
            name="till", role="desk", scopes=scopes, room=None, by=None, now=now
        )
        token, _ = token_make(integration=integration, days=None, by=None, now=now)
        webhook = integration.hooks.create(url="https://till.example/", made_at=now)
        dead = webhook.deliveries.create(
            event_id=uuid4(), event="seat.open", body="{}", state="dead", made_at=now, due_at=now
        )
        return {
            "token": integration.pk,
            "shut": integration.pk,
            "revoke": token.pk,
            "again": dead.pk,
        }

    @property
    def _stack(self) -> int:
        stack, _ = PickedUpStack.objects.get_or_create(
            table=self.desk.floor.game.table,
            seq=1,
            defaults={
                "seat": 4,
                "player_id": self._player,
                "amount": 4000,
                "reason": "decided",
                "at": timezone.now(),
                "by": "staff.1",
            },
        )
        return stack.pk

    @property
    def _dealer(self) -> int:
        return int(Staff.objects.get(badge="101").user_id)

    @property
    def _report(self) -> int:
        report = AccessReport.objects.first() or report_make(by=None, now=timezone.now())
        return report.pk

    @property
    def _due(self) -> int:
        now = timezone.now()
        plaque_names = list(Plaque.objects.values_list("name", flat=True)[:1])
        data = {"asked_by": "staff.1", "asked_at": now, "effective_from": now + timedelta(days=1)}
        return ScheduledPlaque.objects.create(
            names=plaque_names, values={}, put_up=[], said=[], **data
        ).pk

    @property
    def _device(self) -> int:
        return Device.objects.get_or_create(name="Spare", table=self.desk.floor.game.table)[0].pk

    @property
    def _player(self) -> int:
        return int(Player.objects.values_list("pk", flat=True)[0])

    def sent(self, role: str, row: Row) -> dict[str, object]:
        """Send a form that is refused as late as possible, as this role."""
        badge = self.desk.badges.get(role, "999")
        about = {"about": self.result} if "about" in row.sent else {}
        return {"badge": badge, "pin": PIN, "command": str(uuid4())} | row.sent | about


@pytest.fixture(autouse=True)
def _without_pdfs() -> Iterator[None]:
    """Skip building PDFs: they have their own tests and take long."""
    with (
        patch("floor_ui.views.plaque.plaque_pdf", return_value=b"%PDF"),
        patch("drop.pages.views.slip_pdf", return_value=b"%PDF"),
        patch("floor_ui.views.absences.slip_pdf", return_value=b"%PDF"),
        patch("floor_ui.replay.evidence.paper", return_value=b"%PDF"),
        patch("manage_ui.audit.access_views.pdf", return_value=b"%PDF"),
        patch("reports.archive.pdf.pdf", return_value=b"%PDF"),
        patch("tournaments.pages.views.seat_card_pdf", return_value=b"%PDF"),
        patch("tournaments.pages.plan_reports.pdf", return_value=b"%PDF"),
        patch("promotions.pages.claim_views.pdf", return_value=b"%PDF"),
        patch("promotions.pages.hours_views.pdf", return_value=b"%PDF"),
    ):
        yield


@pytest.fixture
def house(desk: CallDesk) -> House:
    table = desk.floor.game.table
    now = timezone.now()
    box = boxes_pull(
        room=table.room,
        pickups=[BoxPickup(table.pk, "B7", 0)],
        badge="201",
        pin=PIN,
        shift=periods(timezone.localtime(now), policy_of(table.room).shifts)[0].key,
        now=now,
    )[0]
    for badge in ("201", "501"):  # nothing in it, counted twice: that closes it
        empty_count = [(chip, 0) for chip in box.chips]
        count_record(box=box, badge=badge, pin=PIN, round_=1, numbers=empty_count, total=0, now=now)
    browsers = {role: desk.client(role) for role in ROLES}
    by_password = {role: _sign_in_with_password(desk.badges.get(role)) for role in ROLES}
    report = ArchivedReport.objects.create(
        room=table.room,
        day=now.date(),
        shift="day",
        ends_at=now,
        made_at=now,
        definitions=1,
        content=[],
        basis={},
    )
    mailing = ReportEmail.objects.create(
        report=report, address="a@b.example", made_at=now, due_at=now
    )
    return House(
        desk,
        browsers,
        box.pk,
        DropResult.objects.get().pk,
        by_password,
        mailing,
        _banked(table.room),
    )


def _banked(room: Room) -> BankedDriver:
    """Return a house-banked table with a round, a ruling and an open call."""
    staff: dict[str, Any] = {name: Staff.objects.get(badge=badge) for name, badge in BADGES.items()}
    driver = banked_at(room, **staff)
    driver.open()
    driver.bet()
    ruled = driver.call_floor("two_cards")
    banked_ruling_accept(
        call=ruled, reported="two_cards", box=0, now=driver.now, **driver.signature
    )
    driver.call_floor("hole_exposed")
    return driver


def _banked_args(url: str, driver: BankedDriver, act: str) -> dict[str, list[object]]:
    """Return what names a house-banked table, its rounds and calls in its addresses."""
    if "banked" not in url:
        return {}
    at = driver.table
    ruling = Ruling.objects.get(table=at.pk, about=None).pk
    return {
        "call": [driver.call.pk],
        "call-act": [driver.call.pk, act],
        "ruling": [ruling],
        "record": [ruling],
        "table-at": [at.pk],
        "table": [at.name],
        "table-act": [at.name, act],
        "round": [at.name, 1],
        "evidence": [at.name, 1],
        "entry": [at.name, 1],
        "banked-table": [at.pk],
        "banked-plaque": [at.banked.plaque_id],
    }


def _roster_args(url: str, room: Room) -> dict[str, list[object]]:
    """Return what names a week, a shift and a calendar in addresses of the roster."""
    if not url.startswith("roster:"):
        return {}
    monday = monday_of(NOW)
    open_week(room, monday, actor="system.test", now=NOW)
    of_week = ("week-open", "week-act", "shift", "run-cancel", "day-act")
    of_room = ("crew-act", "mine-act", "notice-address", "own-phone", "calendar-renew")
    arguments: dict[str, list[object]] = {name: [room.pk, monday.isoformat()] for name in of_week}
    arguments |= {name: [room.pk] for name in of_room}
    arguments |= {"mine-swap": [room.pk, monday.isoformat(), 1], "mine-part": ["offers"]}
    return arguments | {"calendar": ["no-such-token"]}


def _tournament_args(url: str, room: Room) -> dict[str, list[object]]:
    """Return what names an event, its entry and its template in its addresses."""
    if not url.startswith("tournaments:"):
        return {}
    template = TournamentTemplate.objects.filter(room=room).first()
    event = ScheduledEvent.objects.filter(room=room).first()
    if template is None or event is None:
        now = timezone.now()
        by = Staff.objects.get(badge="301")
        template = create_template(room=room, plan=PRESETS["daily"], by=by, now=now)
        event = tournament_create(
            room=room, plan=PRESETS["turbo"], starts_at=now, actor=by.key, now=now
        )
        tournament_execute(
            event_id=event.pk, command_id="entry", command=Enter(), actor=by.key, now=now
        )
    names = ("director", "register", "tables", "payouts", "deal", "bags", "act", "report")
    of_event = (*names, "history", "plan-event", "plan-cancel", "result-csv", "report-pdf")
    of_template = ("plan-template", "plan-payouts", "plan-night", "plan-retire", "plan-restore")
    arguments: dict[str, list[object]] = {name: [event.pk] for name in of_event}
    arguments |= {name: [template.pk] for name in of_template}
    return arguments | {name: [event.pk, 1] for name in ("card", "slip")}


def _toke_args(url: str, room: Room) -> dict[str, list[object]]:
    """Return what names a toke box, a split and a dealer in their addresses."""
    if not url.startswith("tokes:"):
        return {}
    log = TOKES.id_of_room(room.pk)
    day = NOW.date()
    defaults: dict[str, object] = {"day": day, "chips": [100], "pulled_at": NOW, "counts": []}
    TokeBox.objects.get_or_create(log_id=log, number=1, defaults=defaults)
    defaults = {"first": day, "last": day, "boxes": [1], "amount": 100, "proposed_at": NOW}
    TokeSplit.objects.get_or_create(log_id=log, number=1, defaults=defaults)
    of_box: dict[str, list[object]] = {name: [room.pk, 1] for name in ("box", "count", "correct")}
    of_split: dict[str, list[object]] = {name: [room.pk, 1] for name in ("split", "approve")}
    of_room: dict[str, list[object]] = {name: [room.pk] for name in ("pull", "act", "payroll-act")}
    dealer = Staff.objects.get(badge="101").key
    return of_box | of_split | of_room | {"dealer": [room.pk, dealer]}


def _sign_in_with_password(badge: str | None) -> Client:
    client = Client()
    if badge:
        user = Staff.objects.get(badge=badge).user
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def _passed_access_check(response: Any, method: str) -> bool:
    """Return whether the request passed the access check, whatever the form's result."""
    to = response.headers.get("Location", "")
    if method == "get" and ("sign-in" in to or to.startswith(reverse("manage:sign-in"))):
        return False
    return response.status_code not in (401, 403)


def asked_roles(may: str | None, turn: int) -> list[str]:
    """Return whose requests are sent: anonymous and the most powerful of who is refused, and one of those who may.

    Before a release all of them.

    may: a letter or a period for each of `ROLES`, None if the method is not allowed; turn: which of those who may.
    """
    if may is None:
        return ["manager"]  # an unknown method is refused for every role
    refused = [role for role, letter in zip(ROLES, may, strict=True) if letter == "."]
    admitted = [role for role in ROLES if role not in refused]
    if ALL_EXAMPLES not in os.environ:
        refused = [*refused[:1], *refused[1:][-1:]]
        admitted = admitted[turn % len(admitted) :][:1] if admitted else []
    return [role for role in ROLES if role in (*refused, *admitted)]


def _lesson_args(url: str, table: Table) -> dict[str, list[object]]:
    """Return what names a lesson of the room in its addresses; the row before may have deleted it."""
    if not url.startswith("school-lessons:"):
        return {}
    defaults = {"text": "", "made_by": "s1", "made_at": NOW, "changed_at": NOW}
    lesson, _ = HouseLesson.objects.get_or_create(room=table.room, key="lesson", defaults=defaults)
    return {"one": [lesson.pk], "delete": [lesson.pk], "from-hand": [table.room_id, table.name, 1]}


def _row_counts() -> tuple[int, int]:
    return Entry.objects.count(), PlayerChange.objects.count()


def test_every_url_has_a_row() -> None:
    url_names = {
        f"{space}:{urlpattern.name}"
        for space, urls in NAMESPACES.items()
        for urlpattern in urls.urlpatterns
    }
    calls = {f"floor:{name}" for name in CALLS}  # the table of calls and rulings
    assert url_names == {name.partition("/")[0] for name in ROWS} | calls
    acts = {name.partition("/")[2] for name in ROWS if name.startswith("floor:table-act/")}
    assert acts >= set(ACTS)
    assert {**CLAIM_ACTS, **SIGNED_CLAIM_ACTS}.keys() == ASKS.keys()
    for url, names in (("table-act", BANKED_ACTS), ("call-act", CALL_ACTS)):
        assert {f"banked:{url}/{name}" for name in names} <= set(ROWS)


@pytest.mark.release_on_postgresql
def test_each_role_has_its_permissions(house: House) -> None:
    mismatches = []
    for turn, (name, row) in enumerate(ROWS.items()):
        address = house.url(name)
        for method, may in (("get", row.get), ("post", row.post)):
            for role in asked_roles(may, turn):
                at = ROLES.index(role)
                browser = house.browser(name, role)
                if name.endswith(SIGN_IN_PAGES):
                    browser = Client()  # so that no other page loses its session
                before = _row_counts()
                response = (
                    browser.get(address)
                    if method == "get"
                    else browser.post(address, house.sent(role, row))
                )
                if may is None:
                    holds = response.status_code == 405
                else:
                    holds = (
                        _passed_access_check(response, method) == (may[at] != ".")
                        and response.status_code < 500
                    )
                    holds = holds and (may[at] != "." or _row_counts() == before)
                if not holds:
                    mismatches.append((name, method, role, response.status_code))
    assert mismatches == []


# Rows whose URL names something of one room: for staff of another room it does not exist.
OF_ONE_ROOM = {
    "lineup:ask",
    "lineup:section",
    "floor:table-at",
    "floor:table",
    "floor:break",
    "floor:forecast-take",
    "floor:closing-close",
    "floor:break-draw",
    "floor:plaque",
    "drop:take",
    "drop:box",
    "drop:count",
    "drop:explain",
    "drop:correct",
    "drop:slip",
    "manage:table",
    "manage:banked-table",
    "banked:call",
    "banked:ruling",
    "banked:record",
    "banked:table-at",
    "banked:table",
    "banked:round",
    "banked:evidence",
    "banked:entry",
    "manage:code",
    "manage:revoke",
    "replay:hand",
    "replay:phh",
    "replay:evidence",
    "school-lessons:one",
    "school-lessons:delete",
    "school-lessons:from-hand",
    *(f"roster:{name}" for name in ("week-open", "week-act", "shift", "run-cancel", "day-act")),
    *(f"roster:{name}" for name in ("crew-act", "mine-act", "mine-swap", "calendar-renew")),
    "roster:notice-address",
    "roster:own-phone",
    "reports:stored-report",
    "reports:stored-file",
    "reports:stored-close",
    "reports:mail-again",
    *(f"tournaments:{name}" for name in ("director", "register", "tables", "payouts", "deal")),
    *(
        f"tournaments:{name}"
        for name in ("bags", "card", "slip", "report", "history", "result-csv")
    ),
    *(f"tournaments:plan-{name}" for name in ("template", "payouts", "retire", "restore")),
    *(f"tournaments:plan-{name}" for name in ("night", "event", "cancel")),
    "tournaments:act/a sale",
    "tournaments:report-pdf",
    *(f"tokes:{name}" for name in ("pull", "act", "box", "count", "correct", "split", "approve")),
    *(f"tokes:{name}" for name in ("payroll-act", "dealer")),
    *(f"floor:table-act/{name}" for name in ACTS),
    *(f"banked:table-act/{name}" for name in BANKED_ACTS),
    *(f"banked:call-act/{name}" for name in CALL_ACTS),
    *(f"desk:{name}" for name in ("room", "add", "do", "chain", "change", "interest", "policy")),
    *(f"desk:{name}" for name in ("known", "joining", "lobby", "remove-screen", "join-sheet")),
    *(f"funds:{name}" for name in ("open", "ledger", "act", "claim", "slips", "new-claim")),
    *(f"funds:{name}" for name in ("make-claim", "promotion-new", "promotion", "promotion-act")),
    *(f"funds:claim-act/{ask}" for ask in ASKS),
    *(f"hours:{name}" for name in ("slip", "statement", "entries")),
    *(f"hours:act/{ask}" for ask in ("redeem", "drop_card", "draw")),
}
# Pages for players: everyone may read them.
PUBLIC = (
    *(f"funds:{name}" for name in ("board", "public", "public-fund", "csv")),
    *(f"hours:{name}" for name in ("own", "public-drawings", "public-entries")),
)
OF_THE_HOUSE = (
    "audit:search",
    "audit:download",
    "audit:access",
    "programs:",
    "manage:plaque",
    "manage:banked-plaque",
)


@pytest.mark.release_on_postgresql
def test_staff_of_another_room_see_and_change_nothing(house: House) -> None:
    room = house.desk.floor.game.table.room
    Room.objects.filter(pk=room.pk).update(name="Marker room")
    elsewhere = Room.objects.create(name="Elsewhere")
    for staff in Staff.objects.all():
        staff.rooms.set([elsewhere])
    Staff.objects.update(house_wide=False)
    mismatches = []
    for turn, (name, row) in enumerate(ROWS.items()):
        if name.endswith(SIGN_IN_PAGES) or name == "audit:code" or name in PUBLIC:
            continue
        address = house.url(name)
        for method, may in (("get", row.get), ("post", row.post)):
            for role in asked_roles(may, turn):
                if may is None or may[ROLES.index(role)] == ".":
                    continue
                browser = house.browser(name, role)
                before = _row_counts()
                response = (
                    browser.get(address)
                    if method == "get"
                    else browser.post(address, house.sent(role, row))
                )
                is_hidden = b"Marker room" not in response.content
                is_unchanged = before == _row_counts() or name.startswith("players:")
                missing = name in OF_ONE_ROOM and response.status_code != 404
                is_open = name.startswith(OF_THE_HOUSE) and response.status_code != 403
                if not (is_hidden and is_unchanged) or missing or is_open:
                    mismatches.append((name, method, role, response.status_code, is_hidden))
    assert mismatches == []


@pytest.mark.release_on_postgresql
def test_no_page_of_a_room_in_euros_has_a_dollar(house: House) -> None:
    Installation.objects.create(pk=ROW, currency="EUR")
    forget_currency()  # the house was made in dollars
    in_euros = set()
    for name, row in ROWS.items():
        if row.get is None or row.get[ROLES.index("manager")] == ".":
            continue
        response = house.browser(name, "manager").get(house.url(name))
        kind = response.headers.get("Content-Type", "")
        if not kind.startswith("text/") or kind == "text/javascript":
            continue  # a script; a workbook or a printout: see tests/reports/test_every_file.py
        text = b"".join(response).decode()
        assert "$" not in text or name == "manage:currency", name  # which offers the others
        if "€" in text:
            in_euros.add(name)
    shown = {
        "floor:table",
        "floor:break",
        "drop:box",
        "replay:hand",
        "manage:index",
        "manage:currency",
        "manage:shifts",
        "tournaments:plan",
        "tournaments:plan-payouts",
        "tournaments:plan-night",
        "tournaments:report",
        "tournaments:register",
        "funds:index",
        "funds:ledger",
        "funds:claim",
        "funds:public-fund",
        "hours:drawings",
    }
    assert shown - in_euros == set()


def test_form_without_a_csrf_token_is_refused(house: House) -> None:
    strict = Client(enforce_csrf_checks=True)
    cookie = settings.SESSION_COOKIE_NAME
    for name, row in ROWS.items():
        if row.post is None or name in BY_TOKEN:
            continue
        strict.cookies[cookie] = house.browser(name, "manager").cookies[cookie].value
        response = strict.post(house.url(name), house.sent("manager", row))
        assert (name, response.status_code) == (name, 403)
        assert TOO_OLD in PageContent(response).alert()
