"""The log's tables: streams with their picture, entries, never changed, and names, which can be forgotten."""

from typing import Any

from django.db import models

from journal.chain import GENESIS
from journal.origin import LONGEST


class Stream(models.Model):
    """One log, and the picture of what its entries add up to."""

    key = models.CharField(max_length=100, unique=True)
    seq = models.BigIntegerField(default=0, help_text="Number of the last entry.")
    hash = models.CharField(max_length=64, default=GENESIS, help_text="Hash of the last entry.")
    base_seq = models.BigIntegerField(
        default=0, help_text="A rebuild may start with the entry after this one."
    )
    state = models.BinaryField(default=b"", help_text="The engine's state, encoded.")
    view = models.JSONField(default=dict, help_text="The public picture.")
    updated_at = models.DateTimeField(null=True, help_text="Time of the last entry.")

    def __str__(self) -> str:
        return self.key


class Proven(models.Model):
    """How far a log's chain was proved (`journal.proving`). It is no part of the log, and moves on.

    seq, hash: the last entry that was proved; at: when it was the log's last; broken: where the chain is not what it
    was, "" for nowhere; broken_at: when that was found; again_seq, again_hash, again_from: how far older entries were
    read once more, and since when; whole_at: since then each of them was.
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.CASCADE, primary_key=True, related_name="proven"
    )
    seq = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default=GENESIS)
    at = models.DateTimeField(null=True)
    broken = models.CharField(max_length=200, blank=True)
    broken_at = models.DateTimeField(null=True)
    again_seq = models.BigIntegerField(default=0)
    again_hash = models.CharField(max_length=64, default=GENESIS)
    again_from = models.DateTimeField(null=True)
    whole_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.stream_id} up to {self.seq}"


class Words(models.TextField):  # type: ignore[type-arg]
    """Canonical JSON with references, read with what stands for them by now. For the database a text as any other."""

    def from_db_value(self, value: str, *_: object) -> str:
        """Whoever reads an entry reads names, in whatever way it is asked for."""
        from journal.names import read  # which needs the models

        return read(value)

    def deconstruct(self) -> Any:
        """What migrations know of it: the column is what it always was, and keeps its triggers."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs


class Entry(models.Model):
    """One event as it was stored; the database refuses to change or delete it."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    seq = models.BigIntegerField()
    command_id = models.CharField(max_length=64)
    index = models.PositiveIntegerField(help_text="Place among the events of its command.")
    name = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    data = Words(help_text="Canonical JSON, exactly as hashed.")
    at = models.DateTimeField()
    actor = models.CharField(max_length=100)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    device = models.CharField(
        max_length=LONGEST,
        null=True,
        blank=True,
        help_text="From where it was asked; not hashed. A null column is added without copying the log.",
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
            # How fast tables deal, without reading their logs: nothing else is written to it.
            models.Index(
                fields=["at", "stream"],
                condition=models.Q(name="hand.started"),
                name="entry_hands_begun",
            ),
            # What the house dropped in a shift, and what of it was taken back.
            models.Index(
                fields=["stream", "at"],
                condition=models.Q(name="command.undone")
                | models.Q(name="hand.rake_taken")
                | models.Q(name="table.time_collected"),
                name="entry_drops",
            ),
            # Who did what.
            models.Index(fields=["at", "id"], name="entry_at"),
            models.Index(fields=["actor", "at"], name="entry_actor"),
            # At one table: time first, or SQLite would take it instead of "entry_drops".
            models.Index(fields=["at", "stream"], name="entry_at_stream"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.name}"


class Name(models.Model):
    """A text about a player to which entries refer; the database lets it be emptied and nothing else.

    ref: the hash of salt, player, note and text; note: what was said of the player, else his alias.
    """

    ref = models.CharField(max_length=32, unique=True)
    player = models.CharField(max_length=100, db_index=True, help_text="As the log names players.")
    note = models.BooleanField(default=False)
    text = models.TextField(blank=True, help_text="Empty: it was forgotten.")
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


class Forgetting(models.Model):
    """Names were forgotten: processes that have some in memory look here."""

    stamp = models.CharField(max_length=32)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.stamp
