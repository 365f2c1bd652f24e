"""What the house decided about players' conduct, and what they decided about themselves; written once."""

from django.db import models

from players.models.people import Player

LONGEST = 500  # letters of a reason


class Sanction(models.Model):
    """A sanction as it was given (S-045). The database refuses to change or delete it; `Lifting` ends it early."""

    class Kind(models.TextChoices):
        """From the mildest to the last."""

        WARNING = "warning"
        PENALTY = "penalty"
        SUSPENSION = "suspension"
        BAR = "bar"

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    until = models.DateTimeField(null=True, help_text="Of a suspension only.")
    reason = models.CharField(max_length=LONGEST)
    by = models.CharField(max_length=40, help_text="Who gave it, as the log names people.")
    at = models.DateTimeField()
    incident = models.BigIntegerField(null=True, help_text="The incident that it answers.")

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


class Lifting(models.Model):
    """A sanction was lifted, once and for good, as if it had not been given; the database keeps this too."""

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="lifting")
    reason = models.CharField(max_length=LONGEST)
    by = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.sanction}, lifted"


class Apart(models.Model):
    """The house keeps two players from sharing a game, or no longer does (S-016, S-017); the last row of a pair counts.

    A set of more is the rows of its pairs, of the same moment.

    `one` has the smaller number of the two. The database keeps every row.
    """

    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="apart_one")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="apart_other")
    apart = models.BooleanField()
    reason = models.CharField(max_length=LONGEST)
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
        return f"{self.one} and {self.other}, {'apart' if self.apart else 'together again'}"


class SelfExclusion(models.Model):
    """A player asked the house to let him play no more for a time. Nothing lifts it; a longer one may follow."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="self_exclusions")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, help_text="None: without an end.")
    by = models.CharField(max_length=40, help_text="Who wrote it down, as the log names people.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ()
        permissions = [("exclude_player", "Can write down that players exclude themselves")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gt=models.F("since")),
                name="an_exclusion_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"Self-exclusion of {self.player}"
