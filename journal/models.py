"""Models of the log: streams with their snapshots, append-only entries, and personal text that can be erased."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression

from journal.chain import GENESIS
from journal.device_context import MAX_DEVICE_LENGTH
from journal.request_digest import DIGEST_LENGTH
from journal.tap_time import MAX_CAVEAT_LENGTH

# The events in a table's history on its page. The databases use a partial index only if the query
# repeats the condition of the index. SQLite also needs the conditions in the same order.
HISTORY_EVENTS = (
    "table.opened",
    "table.closed",
    "table.plaque_changed",
    "table.plaque_awaited",
    "button.drawn",
    "button.set",
    "hand.finished",
    "dealer.pushed",
    "seats.drawn",
    "seat.locked",
    "seat.unlocked",
    "table.renamed",
    "table.seat_count_changed",
    "player.renamed",
    "seat.taken",
    "seat.left",
)
TABLE_HISTORY = reduce(or_, (models.Q(name=name) for name in HISTORY_EVENTS))


class ViewField(models.JSONField):
    """JSON that msgspec decodes in half the time: the pages of a large room read thousands of views per minute."""

    def from_db_value(
        self, value: Any, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Any:
        """Decode the stored JSON.

        SQLite returns a JSON string without its quotes, which is not valid JSON. As in Django's field, that text is
        the value.
        """
        if not isinstance(value, str):
            return value
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value

    def deconstruct(self) -> Any:
        """Present the field to migrations as a JSONField, because the column is unchanged."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class Stream(models.Model):
    """One log, with the snapshot built from its entries."""

    key = models.CharField(max_length=100, unique=True)
    seq = models.BigIntegerField(default=0, help_text="Number of the last entry.")
    hash = models.CharField(max_length=64, default=GENESIS, help_text="Hash of the last entry.")
    base_seq = models.BigIntegerField(
        default=0, help_text="A rebuild may start with the entry after this one."
    )
    state = models.BinaryField(default=b"", help_text="The engine's state, encoded.")
    view = ViewField(default=dict, help_text="Public table view.")
    updated_at = models.DateTimeField(null=True, help_text="Time of the last entry.")

    def __str__(self) -> str:
        return self.key


class ChainVerification(models.Model):
    """How far a log's hash chain has been verified. Mutable bookkeeping, not part of the log."""

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="proven"
    )
    seq = models.BigIntegerField(default=0)  # the last entry verified
    hash = models.CharField(max_length=64, default=GENESIS)  # the hash of that entry
    at = models.DateTimeField(null=True)  # when that entry was the last one of the log
    # Describes where the chain is broken; "" if it is intact.
    broken = models.CharField(max_length=200, blank=True)
    broken_at = models.DateTimeField(null=True)  # when the break was detected
    again_seq = models.BigIntegerField(default=0)  # the last older entry verified again
    again_hash = models.CharField(max_length=64, default=GENESIS)  # the hash of that entry
    again_from = models.DateTimeField(null=True)  # when the current re-verification began
    whole_at = models.DateTimeField(null=True)  # when the last full verification began

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.stream_id} up to {self.seq}"


class PersonalJsonField(models.TextField):  # type: ignore[type-arg]
    """Canonical JSON with references, which are resolved on read. For the database it is a plain text column."""

    def from_db_value(self, value: str, *_: object) -> str:
        """Resolve the references in the stored JSON, in every kind of query."""
        # Imported here because that module imports the models.
        from journal.personal_text import (
            resolve_references,
        )

        return resolve_references(value)

    def deconstruct(self) -> Any:
        """Present the field to migrations as a TextField, because the column and its triggers are unchanged."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs


class Entry(models.Model):
    """A stored event. The database refuses to change or delete it."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    seq = models.BigIntegerField()
    command_id = models.CharField(max_length=64)
    index = models.PositiveIntegerField(help_text="Place among the events of its command.")
    name = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    data = PersonalJsonField(help_text="Canonical JSON, exactly as hashed.")
    at = models.DateTimeField(help_text="When it happened: the time of the tap.")
    actor = models.CharField(max_length=100)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    device = models.CharField(
        max_length=MAX_DEVICE_LENGTH,
        null=True,
        blank=True,
        help_text="Where it came from; not hashed.",
    )
    request = models.CharField(
        max_length=DIGEST_LENGTH,
        null=True,
        blank=True,
        help_text="Digest of what the client sent, keyed with the server's secret; not hashed.",
    )

    stored_at = models.DateTimeField(
        null=True, help_text="When it was stored, if a tablet made it earlier; hashed."
    )
    caveat = models.CharField(
        max_length=MAX_CAVEAT_LENGTH,
        null=True,
        blank=True,
        help_text="What the tablet could not know: clock_corrected, pin_unchecked; hashed.",
    )

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(
                fields=["stream", "command_id", "index"], name="entry_command_once"
            ),
        ]
        indexes = [
            # The drop of a shift: chips that were dropped, and commands that were undone.
            models.Index(
                fields=["stream", "at"],
                condition=models.Q(name="command.undone")
                | models.Q(name="hand.rake_taken")
                | models.Q(name="table.time_collected"),
                name="entry_drops",
            ),
            # A table's history.
            models.Index(
                fields=["stream", "seq"], condition=TABLE_HISTORY, name="entry_table_history"
            ),
            # The audit log.
            models.Index(fields=["at", "id"], name="entry_at"),
            models.Index(fields=["actor", "at"], name="entry_actor"),
            # Entries of one table. The time comes first, because SQLite would otherwise use this index instead
            # of "entry_drops".
            models.Index(fields=["at", "stream"], name="entry_at_stream"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.name}"


class JournalArchive(models.Model):
    """The archive file with a month of the logs, recorded after it was verified in both places. Append-only."""

    label = models.CharField(max_length=40, unique=True, help_text="Its months, as 2026-03.")
    file = models.CharField(max_length=100, help_text="Name in the folders of backups.")
    sha256 = models.CharField(max_length=64)
    bytes = models.BigIntegerField()
    entries = models.BigIntegerField()
    at = models.DateTimeField(help_text="When it was verified in both places.")

    class Meta:
        default_permissions = ("view",)
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.file


class ArchivedRange(models.Model):
    """The entries of one log in an archive. Append-only: they prove where the rest of the log continues."""

    archive = models.ForeignKey(JournalArchive, on_delete=models.PROTECT, related_name="ranges")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="archived")
    first = models.BigIntegerField(help_text="Number of the first entry.")
    last = models.BigIntegerField(help_text="Number of the last entry.")
    prev_hash = models.CharField(max_length=64, help_text="Hash of the entry before the first.")
    hash = models.CharField(max_length=64, help_text="Hash of the last entry.")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["stream", "last"], name="archived_once")]

    def __str__(self) -> str:
        return f"{self.stream_id}: {self.first} to {self.last}"


class PersonalText(models.Model):
    """A text about a player that entries refer to. The database allows blanking it, but no other change."""

    ref = models.CharField(max_length=32, unique=True)  # hash of the salt, player, note and text
    player = models.CharField(max_length=100, db_index=True, help_text="As the log names players.")
    # True for a note about the player, false for an alias.
    note = models.BooleanField(default=False)
    text = models.TextField(blank=True, help_text="Empty: removed.")
    salt = models.CharField(max_length=32, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["player", "text"],
                condition=models.Q(note=False) & ~models.Q(text=""),
                name="name_once",
            )
        ]

    def __str__(self) -> str:
        return self.ref


class Erasure(models.Model):
    """A record that personal text was erased. Other processes check it to clear their caches."""

    stamp = models.CharField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.stamp
