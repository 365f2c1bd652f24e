"""The URLs of pages to which packages below link, by purpose (`web.addresses`)."""

from web.addresses import Purpose

ADDRESSES: dict[Purpose, str] = {
    "absences": "floor:absences",
    "banked call": "banked:call",
    "banked entry": "banked:entry",
    "banked round": "banked:round",
    "banked ruling": "banked:ruling",
    "banked table": "banked:table-at",
    "drop box": "drop:box",
    "floor call": "floor:call",
    "floor ruling": "floor:ruling",
    "floor sign-in": "floor:sign-in",
    "hands of a kind": "replay:index",
    "integrations": "programs:index",
    "lesson from hand": "school-lessons:from-hand",
    "mail recipients": "manage:mails",
    "new room": "manage:room-new",
    "own training record": "training:own",
    "phone alerts worker": "floor:phone-service-worker",
    "players": "players:index",
    "replayed hand": "replay:hand",
    "second factor": "audit:code",
    "second factor setup": "audit:second-factor",
    "settings": "manage:index",
    "settings sign-in": "manage:sign-in",
    "supervisor's phone": "floor:phone",
    "table": "floor:table-at",
}
