"""The starts of a table's hands; a projection of its log."""

from collections.abc import Sequence

import msgspec
from django.db import models

from poker.hand_kinds import kinds_of
from poker.state import HandKind
from tables.models.rooms import Table

KINDS_LENGTH = 200


class KindFact(msgspec.Struct, frozen=True, array_like=True):
    """A fact about the kind of a hand, and the entry of the log that has it."""

    seq: int
    fact: HandKind


def decode_facts(text: str) -> tuple[KindFact, ...]:
    """Return the facts that a start of a hand stores; () for ""."""
    return msgspec.json.decode(text, type=tuple[KindFact, ...]) if text else ()


def encode_facts(facts: Sequence[KindFact]) -> str:
    """Return facts as a start of a hand stores them, "" if there is none."""
    return msgspec.json.encode(facts).decode() if facts else ""


def kind_keys(facts: Sequence[KindFact]) -> str:
    """Return the kinds of a hand as `HandStart.kinds` has them."""
    keys = [kind.kind for kind in kinds_of(fact.fact for fact in facts)]
    return f",{','.join(keys)}," if keys else ""


class HandStart(models.Model):
    """The start of a hand, even if it was undone later, with the kinds of the hand; a projection of the table's
    log.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="hand_starts", db_index=False
    )
    seq = models.BigIntegerField(help_text="The entry of the log.")
    number = models.PositiveIntegerField(
        help_text="Number of the hand; after an undone start the next one has the same number."
    )
    at = models.DateTimeField()
    undone = models.BooleanField(default=False, db_default=False)
    facts = models.TextField(
        default="", db_default="", help_text="JSON: entries with what they tell about the kind."
    )
    kinds = models.CharField(
        max_length=KINDS_LENGTH,
        default="",
        db_default="",
        help_text='Keys of its kinds between commas, "" for an ordinary hand.',
    )

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="hand_start_once")]
        indexes = [
            models.Index(fields=["table", "number", "seq"], name="hand_start_number"),
            models.Index(fields=["table", "at", "seq"], name="hand_start_at"),
            models.Index(
                fields=["table", "at", "seq"],
                condition=~models.Q(kinds=""),
                name="hand_start_special",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, hand {self.number}"

    @property
    def hand_kinds(self) -> tuple[HandKind, ...]:
        """Return the kinds of the hand; () for an ordinary one."""
        return kinds_of(fact.fact for fact in decode_facts(self.facts))


def of_kind(kind: str) -> models.Q:
    """Return the condition for hands of a kind, one of `poker.hand_kinds.KINDS`."""
    return ~models.Q(kinds="") & models.Q(kinds__contains=f",{kind},")
