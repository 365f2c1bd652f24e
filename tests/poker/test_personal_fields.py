"""Personal fields of events are declared; a new undeclared text field fails here."""

import msgspec
from msgspec import inspect

from lineup.rules.events import EVENTS as LINEUP
from poker import codec
from poker.codec import decode_event, encode_event
from poker.events import EVENTS, SeatTaken
from poker.logs import personal_fields
from poker.logs.codec import tag
from poker.logs.personal_fields import MARK, OWNERS, START
from promotions.rules.hours_events import EVENTS as HOURS
from school.rules import codec as training
from school.rules.events import EVENTS as TRAINING
from tournaments.rules import codec as tournament
from tournaments.rules.events import EVENTS as TOURNAMENTS
from waitlist.rules import codec as waitlist
from waitlist.rules.events import EVENTS as LISTS

DECLARED = (codec.PERSONAL, waitlist.PERSONAL, training.PERSONAL, tournament.PERSONAL)
FIELDS = {kind: names for types in DECLARED for kind, names in types.fields.items()}
PAIRS = {kind: name for types in DECLARED for kind, name in types.pairs.items()}
# Names of fields that hold keys, codes, cards, tables, streets, and people of the house: nothing of a player. A new
# name of a field is looked at, and put here or declared in the codec of their log.
KEYS = frozenset(
    [
        "player",
        "players",
        "table",
        "to_table",
        "tables",
        "main",
        "feeders",
        "ahead",
        "chairs",
        "key",
        "of",
        "title",
        "token",
        "wish",
        "entry",
        "by",
        "approved",
        "command",
        "book",
        "game",
        "plaque",
        "clause",
        "rule",
        "row",
        "ruling",
        "result",
        "decision",
        "outcome",
        "back",
        "missed",
        "say",
        "do",
        "when",
        "how",
        "what",
        "acts",
        "boards",
        "asked",
        "lines",
        "held",
        "replaced",
        "was",
        "source",
        "target",
        "street",
        "suit",
        "suits",
        "card",
        "cards",
        "board",
        "shown",
        "up",
        "top",
        "again",
        "declared",
        "acted",
        "limited",
        "waived",
        "waived_boards",
        "aside",
        "seen_by",
        "coming_by",
        "arrived_by",
        "whose",
        "instead",
        "why",
        "trainee",
        "lesson",
        "exercise",
        "exercises",
        "edition",
        "kind",
        "tapped",
        "due",
        "rules",
        "event",
        "flight",
        "waiting",
        "bag",
        "day_target",
        "games",
        "reward",
        "first_day",
        "last_day",
        "seed",
        "seed_hash",
        "list_hash",
        "published",
        "drawn",
        "absent",
        "promotion",
        "promotions",
        "tier",
        "tiers",
        "rank",
        "ranks",
        "excluded",
        "runs",
        "asks",
        "dealt",
        "claimed",
        "posted",
    ]
)
# These hold an alias or a note in one type and something else in another.
REVIEWED_FIELDS = {"name", "said", "reason", "player", "players"}
# Of the house and its tables; codes; and notes of staff on a table, a hand or a place, which stay as they were typed.
IMPERSONAL_FIELDS = {
    ("TableCreated", "name"),
    ("TableRenamed", "name"),
    ("TableRenamed", "to"),
    ("EarlierTap", "id"),
    ("EarlierTap", "name"),
    ("EarlierTapStored", "id"),
    ("Table", "name"),
    ("Dealer", "name"),
    ("UndoLabel", "name"),
    ("ClockedIn", "name"),
    ("SectionSet", "name"),
    ("StepsDone", "said"),
    ("ActionUndone", "act"),
    ("HeldPot", "players"),
    ("PotHeld", "players"),
    ("TableEvent", "name"),
    ("Hold", "note"),
    ("Plan", "name"),
    ("Flight", "name"),
    ("MoveCanceled", "note"),
    ("PostedHand", "name"),
    ("HighHandPosted", "name"),
    ("HighHandPosted", "player"),
    *(
        (kind, "reason")
        for kind in [
            "CanceledCall",
            "HeldPot",
            "HandMisdealt",
            "FloorCanceled",
            "HandVoided",
            "HandFinished",
            "PotHeld",
            "RulingMade",
            "ChipsRemoved",
            "TableClosed",
            "TableBroken",
            "WaitlistClosed",
            "PlayerAdded",
            "PlayerCalled",
            "PositionChanged",
            "PlayerRemoved",
            "CallCanceled",
            "PlayerSeated",
            "NextAssigned",
            "LeftRotation",
            "EventCanceled",
            "EntryVoided",
            "Move",
            "Penalty",
            "DayEnded",
            "ResultClosed",
            "DrawingCanceled",
        ]
    ),
    *(
        (kind, "player")
        for kind in [
            "SeatTaken",
            "StackPickedUp",
            "MoveUndone",
            "PlayerRenamed",
            "Lock",
            "Seat",
            "SeatAssignment",
            "MustMoved",
            "DeclinedMove",
            "WaitlistEntry",
            "PlayerBusted",
            "Entry",
            "Redemption",
            "ListedEntry",
        ]
    ),
}


def has_text(kind: inspect.Type, text_fields: dict[type, set[str]]) -> bool:
    """Return whether a value has a text; collect the texts of nested types by type."""
    if isinstance(kind, inspect.StructType):
        if kind.cls not in text_fields:
            text_fields[kind.cls] = set()
            text_fields[kind.cls] |= {
                f.encode_name for f in kind.fields if has_text(f.type, text_fields)
            }
        return False
    if isinstance(kind, inspect.UnionType):
        return max(has_text(type_, text_fields) for type_ in kind.types)
    if isinstance(kind, inspect.TupleType):
        return max(has_text(type_, text_fields) for type_ in kind.item_types)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return has_text(kind.item_type, text_fields)
    return isinstance(kind, inspect.StrType)


def text_fields_by_type() -> dict[type, set[str]]:
    """Return all text fields of the logs' events, by type."""
    matches: dict[type, set[str]] = {}
    for kind in (*EVENTS, *LISTS, *LINEUP, *TRAINING, *TOURNAMENTS, *HOURS):
        has_text(inspect.type_info(kind), matches)
    return matches


def test_every_text_field_of_an_event_is_classified() -> None:
    unknown = [
        f"{kind.__name__}.{name}"
        for kind, names in text_fields_by_type().items()
        for name in names
        if name not in FIELDS.get(kind, {})
        and PAIRS.get(kind) != name
        and (kind.__name__, name) not in IMPERSONAL_FIELDS
        and (name in REVIEWED_FIELDS or name not in KEYS)
    ]
    assert unknown == []


def test_declared_personal_fields_exist() -> None:
    matches = text_fields_by_type()
    for kind, fields in FIELDS.items():
        assert set(fields) < matches[kind]
        assert matches[kind] & set(OWNERS)
    assert all(name in matches[kind] for kind, name in PAIRS.items())


def test_event_tags_are_unique_across_logs() -> None:
    kinds: tuple[type[msgspec.Struct], ...] = (
        *EVENTS,
        *LISTS,
        *LINEUP,
        *TRAINING,
        *TOURNAMENTS,
        *HOURS,
    )
    names = [tag(kind) for kind in kinds]
    assert len(names) == len(set(names))
    plans = {**codec.TABLE.event_plans, **waitlist.WAITLIST.event_plans}
    assert {"seat.taken", "seats.drawn", "hand.started", "name.added"} < plans.keys()


def test_personal_texts_are_extracted_and_restored() -> None:
    seat_taken = SeatTaken(3, "p7", 'Tin "~"', reason="related", said='{"~":"0"}')
    event = encode_event(seat_taken)
    [text] = personal_fields.extract_personal_values(
        [event],
        lambda texts: [f"r{i}" for i, _ in enumerate(texts)],
        codec.TABLE.event_plans,
    )
    assert msgspec.json.decode(text) == {
        "event": "seat.taken",
        "seat": 3,
        "player": "p7",
        "name": {MARK: "r0"},
        "reason": "related",
        "said": {MARK: "r1"},
    }
    assert START not in event[2].decode()  # typed text is not a reference
    restored_text = text.replace('{"~":"r0"}', '"Tin \\"~\\""').replace('{"~":"r1"}', '"x"')
    assert decode_event("seat.taken", 1, restored_text) == msgspec.structs.replace(
        seat_taken, said="x"
    )
