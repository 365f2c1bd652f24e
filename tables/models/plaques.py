"""The plaque: what is played at a table and for how much (S-005, S-007, S-011)."""

from typing import Any

import msgspec
from django.db import models
from django.utils import timezone

from poker import stakes as engine
from poker.games import GAMES


def games() -> list[tuple[str, str]]:
    """The games that can be dealt; a new one needs no migration."""
    return [(game.key, game.title[:1].upper() + game.title[1:]) for game in GAMES.values()]


class Plaque(models.Model):
    """One version of a plaque. A version is never edited: a change is the next version.

    Amounts are in the smallest unit (cents).
    """

    class Limit(models.TextChoices):
        FIXED = "fixed", "Fixed: the same bet on every round"
        SPLIT = "split", "Split: small bet, then big bet on the later rounds"
        SPREAD = "spread", "Spread: any bet between two amounts"
        POT = "pot", "Pot limit"
        NONE = "none", "No limit"

    class AnteBy(models.TextChoices):
        ALL = "all", "Everybody"
        BIG_BLIND = "big_blind", "The big blind for all"
        BUTTON = "button", "The button for all"

    class Kill(models.TextChoices):
        NONE = "", "No kill"
        FULL = "full", "Kill: the limits double"
        HALF = "half", "Half-kill: the limits rise by one half"

    class RotateBy(models.TextChoices):
        NONE = "", "One game"
        HANDS = "hands", "So many hands of each"
        ORBIT = "orbit", "So many orbits of each"
        TIME = "time", "So many minutes of each"
        CHOICE = "choice", "A player chooses"

    class Charge(models.TextChoices):
        PERCENT = "percent", "A percentage of the pot"
        STEPS = "steps", "Steps: so much from so much on"
        TIME = "time", "Time, nothing from the pot"
        FREE = "free", "No charge"

    class Tracking(models.TextChoices):
        STREETS = "streets", "Streets: one tap a street"
        ACTIONS = "actions", "Actions: folds and bets by seat"

    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1, editable=False)
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    game = models.CharField(max_length=20, choices=games)
    limit = models.CharField(max_length=10, choices=Limit.choices)
    small_bet = models.BigIntegerField(help_text="The bet, the small bet, or the least bet.")
    big_bet = models.BigIntegerField(help_text="Later rounds, or the greatest bet of a spread.")
    blinds = models.JSONField(default=list, blank=True, help_text="In order from the button.")
    ante = models.BigIntegerField(default=0)
    ante_by = models.CharField(max_length=10, choices=AnteBy.choices, default=AnteBy.ALL)
    bring_in = models.BigIntegerField(default=0, help_text="Stud: the forced open.")
    kill = models.CharField(max_length=10, choices=Kill.choices, default=Kill.NONE, blank=True)
    kill_trigger = models.BigIntegerField(default=0, help_text="A pot of so much qualifies.")
    kill_post = models.BigIntegerField(default=0, help_text="The killer's live blind.")
    rotate_by = models.CharField(
        max_length=10, choices=RotateBy.choices, default=RotateBy.NONE, blank=True
    )
    rotate_count = models.PositiveIntegerField(default=1, help_text="Hands, orbits or minutes.")
    rotation = models.JSONField(
        default=list, blank=True, help_text="The games after this plaque's own, in order."
    )
    straddle = models.BooleanField(default=False, help_text="A straddle is allowed.")
    buy_in_min = models.BigIntegerField()
    buy_in_max = models.BigIntegerField()
    chips = models.JSONField(default=list, help_text="Denominations in play.")
    charge = models.CharField(max_length=10, choices=Charge.choices)
    basis_points = models.PositiveIntegerField(default=0, help_text="1,000 is 10 %.")
    steps = models.JSONField(default=list, blank=True, help_text="Pairs of pot and charge.")
    cap = models.BigIntegerField(default=0, help_text="Most that is taken from a hand.")
    unit = models.BigIntegerField(default=100, help_text="The charge is rounded down to this.")
    no_flop_no_drop = models.BooleanField(default=True)
    jackpot = models.BigIntegerField(default=0, help_text="Dropped beside the charge.")
    jackpot_from = models.BigIntegerField(default=0, help_text="From a pot of this much on.")
    time_charge = models.BigIntegerField(default=0, help_text="For each player, per time_minutes.")
    time_minutes = models.PositiveIntegerField(default=30)
    spares_new = models.BooleanField(
        "who sat down since pays from the next one on",
        default=False,
        help_text="Time: the house's own choice. Otherwise everybody who plays pays when it is taken.",
    )
    tracking = models.CharField(max_length=10, choices=Tracking.choices, default=Tracking.ACTIONS)

    class Meta:
        ordering = ("name", "-version")
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="plaque_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} (version {self.version})"

    def to_stakes(self) -> engine.Stakes:
        """What the engine plays for."""
        return engine.Stakes(
            game=self.game,
            limit=self.limit,  # type: ignore[arg-type]
            small_bet=self.small_bet,
            big_bet=self.big_bet,
            blinds=tuple(self.blinds),
            ante=self.ante,
            ante_by=self.ante_by,  # type: ignore[arg-type]
            straddle=self.straddle,
            buy_in_min=self.buy_in_min,
            buy_in_max=self.buy_in_max,
            chips=tuple(self.chips),
            rake=self._rake(),
            bring_in=self.bring_in,
            kill=self._kill(),
            rotation=self._rotation(),
        )

    def as_leg(self) -> engine.Leg:
        """What this plaque says of its game, as one of the games of a rotation."""
        stakes = self.to_stakes()
        return engine.Leg(
            game=stakes.game,
            limit=stakes.limit,
            small_bet=stakes.small_bet,
            big_bet=stakes.big_bet,
            blinds=stakes.blinds,
            ante=stakes.ante,
            bring_in=stakes.bring_in,
            kill=stakes.kill,
        )

    def _kill(self) -> engine.Kill | None:
        if not self.kill:
            return None
        return engine.Kill(self.kill, self.kill_trigger, self.kill_post)  # type: ignore[arg-type]

    def _rotation(self) -> engine.Rotation | None:
        if not self.rotate_by:
            return None
        then = msgspec.convert(self.rotation, tuple[engine.Leg, ...])
        return engine.Rotation(self.rotate_by, then, self.rotate_count)  # type: ignore[arg-type]

    def _rake(self) -> engine.Rake:
        steps: list[Any] = self.steps
        return engine.Rake(
            kind=self.charge,  # type: ignore[arg-type]
            basis_points=self.basis_points,
            steps=tuple((pot, take) for pot, take in steps),
            cap=self.cap,
            unit=self.unit,
            no_flop_no_drop=self.no_flop_no_drop,
            jackpot=self.jackpot,
            jackpot_from=self.jackpot_from,
            time_charge=self.time_charge,
            time_minutes=self.time_minutes,
            spares_new=self.spares_new,
        )
