"""Decisions of the house about players' conduct, and players' own decisions; append-only."""

from django.db import models

from players.models.people import Player

REASON_LENGTH = 500  # characters of a reason


class Sanction(models.Model):
    """A sanction as it was given (S-045). Append-only; a `SanctionLift` ends it early."""

    class Kind(models.TextChoices):
        """From the mildest to the most severe."""

        WARNING = "warning"
        PENALTY = "penalty"
        SUSPENSION = "suspension"
        BAR = "bar"

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    until = models.DateTimeField(null=True, help_text="Suspensions only.")
    reason = models.CharField(max_length=REASON_LENGTH)
    by = models.CharField(max_length=40, help_text="Issued by, as logged.")
    at = models.DateTimeField()
    incident = models.BigIntegerField(null=True, help_text="The incident behind it.")

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ("view",)
        permissions = [
            ("give_sanction", "Can warn, suspend and bar players"),
            ("lift_sanction", "Can lift a sanction"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="suspension", until__isnull=False)
                | (~models.Q(kind="suspension") & models.Q(until=None)),
                name="a_suspension_has_an_end",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player}"


class SanctionLift(models.Model):
    """A sanction was lifted, as if it had never been given; it can be lifted only once. Append-only."""

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="lifting")
    reason = models.CharField(max_length=REASON_LENGTH)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.sanction}, lifted"


class Separation(models.Model):
    """A separation of two players was decided or lifted (S-016, S-017). The last row of a pair is the one in effect.

    A larger set is stored as all of its pairs, with one time. `one` has the smaller primary key of the
    two. Append-only.
    """

    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="apart_one")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="apart_other")
    apart = models.BooleanField()
    reason = models.CharField(max_length=REASON_LENGTH)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="apart_smaller_number_first"
            )
        ]

    def __str__(self) -> str:
        return (
            f"{self.one} and {self.other}, {'kept apart' if self.apart else 'no longer kept apart'}"
        )


class SelfExclusion(models.Model):
    """A player's request not to be allowed to play for a time. It cannot be lifted; a longer one may follow."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="self_exclusions")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, help_text="Blank: no end date.")
    by = models.CharField(max_length=40, help_text="Recorded by, as logged.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()
        permissions = [("exclude_player", "Can record self-exclusions")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gt=models.F("since")),
                name="an_exclusion_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"Self-exclusion of {self.player}"
