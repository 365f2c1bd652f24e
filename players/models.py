"""Players as the room knows them: an alias, and perhaps a card; and what the house decided about their conduct."""

from django.db import models

LONGEST = 500  # letters of a reason


class Player(models.Model):
    """One player. Only the alias is ever shown; nothing else about a person is kept here."""

    alias = models.CharField(max_length=40, unique=True, help_text="The name shown in public.")
    card_number = models.CharField(
        max_length=40,
        unique=True,
        null=True,
        blank=True,
        help_text="Player's card, if there is one.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("alias",)

    def __str__(self) -> str:
        return self.alias

    @property
    def key(self) -> str:
        """How the log names this player."""
        return f"p{self.pk}"


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
