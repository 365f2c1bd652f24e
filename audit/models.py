"""What people and programs did that is in no log of a table."""

from django.db import models

from journal.origin import LONGEST


class Act(models.Model):
    """Something that somebody did, or was refused. The database refuses to change or delete it.

    who: as the log names people and programs, `user.N` of an account without a badge, or the name that was tried;
    alias: as it was then; verb: of `audit.verbs`; about_kind, about_key: what it was done to, as code names it, and
    about_name: as it was called then; room, table: their numbers, where it is about one; device: the tablet's name, or
    browser and address; before, after: what changed, small, without secrets.
    """

    class Outcome(models.TextChoices):
        """How it ended."""

        DONE = "done", "done"
        REFUSED = "refused", "refused"

    at = models.DateTimeField()
    who = models.CharField(max_length=160)
    alias = models.CharField(max_length=60, blank=True)
    verb = models.CharField(max_length=40)
    about_kind = models.CharField(max_length=40, blank=True)
    about_key = models.CharField(max_length=100, blank=True)
    about_name = models.CharField(max_length=120, blank=True)
    room = models.BigIntegerField(null=True)
    table = models.BigIntegerField(null=True)
    device = models.CharField(max_length=LONGEST, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        default_permissions = ()
        permissions = [("search_acts", "Can search who did what")]
        indexes = [
            models.Index(fields=["at", "id"], name="act_at"),
            models.Index(fields=["who", "at"], name="act_who"),
            models.Index(fields=["verb", "at"], name="act_verb"),
            models.Index(fields=["device", "at"], name="act_device"),
            # Most acts are about no table, and few are refused.
            models.Index(
                fields=["table", "at"], condition=models.Q(table__isnull=False), name="act_table"
            ),
            models.Index(
                fields=["at", "who"], condition=models.Q(outcome="refused"), name="act_refused"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.alias or self.who}: {self.verb}"


class LastUse(models.Model):
    """When somebody last used a kind of door: tablet, floor, desk, incidents, setup. To the minute or so."""

    who = models.CharField(max_length=160)
    where = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["who", "where"], name="last_use_once")]

    def __str__(self) -> str:
        return f"{self.who} at {self.where}, {self.at:%d %b %Y %H:%M}"
