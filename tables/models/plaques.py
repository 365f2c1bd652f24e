"""The plaque: the game of a table and its limits (S-005, S-007, S-011)."""

import msgspec
from django.db import models
from django.utils import timezone

from poker import stakes as engine
from poker.games import GAMES
from poker.next_hand import StraddleKind


def games() -> list[tuple[str, str]]:
    """Return the games that can be dealt; a new one needs no migration."""
    return [(game.key, game.title[:1].upper() + game.title[1:]) for game in GAMES.values()]


class Plaque(models.Model):
    """One version of a plaque. A version is never edited: a change is stored as the next version.

    Amounts are in the smallest unit (cents).
    """

    class Limit(models.TextChoices):
        FIXED = "fixed", "Fixed: the same bet on every round"
        SPLIT = "split", "Split: small bet, then big bet on later rounds"
        SPREAD = "spread", "Spread: any bet between two amounts"
        POT = "pot", "Pot limit"
        NONE = "none", "No limit"

    class AnteBy(models.TextChoices):
        ALL = "all", "Everyone"
        BIG_BLIND = "big_blind", "The big blind, for the table"
        BUTTON = "button", "The button, for the table"

    class Kill(models.TextChoices):
        NONE = "", "No kill"
        FULL = "full", "Kill: the limits double"
        HALF = "half", "Half-kill: the limits rise by one half"

    class KillLegs(models.IntegerChoices):
        ONE = 1, "One pot"
        TWO = 2, "Two pots in a row: leg-up kill"

    class Straddling(models.TextChoices):
        UNDER_THE_GUN = "under_the_gun", "Under the gun"
        BUTTON = "button", "The button"
        GUN_OR_BUTTON = "gun_or_button", "Under the gun or the button"
        SLEEPER = "sleeper", "Under the gun, or a sleeper from a later seat"
        ANY_SEAT = "any_seat", "Any seat but the blinds (Mississippi)"

    class BombPots(models.TextChoices):
        NONE = "", "No bomb pots"
        ASKED = "asked", "When the table asks for one"
        DOWN = "down", "One in each down"
        HOUR = "hour", "One each hour"
        HANDS = "hands", "After a number of hands"

    class BombBoards(models.IntegerChoices):
        ONE = 1, "One board"
        TWO = 2, "Two boards"

    class BountyGames(models.TextChoices):
        NONE = "", "No bounty games"
        SEVEN_DEUCE = "seven_deuce", "Seven-deuce"
        STAND_UP = "stand_up", "The stand-up game"
        BOTH = "both", "Seven-deuce or the stand-up game"

    class RotateBy(models.TextChoices):
        NONE = "", "One game"
        HANDS = "hands", "By hands"
        ORBIT = "orbit", "By orbits"
        TIME = "time", "By minutes"
        CHOICE = "choice", "Dealer's choice"

    class Charge(models.TextChoices):
        PERCENT = "percent", "A percentage of the pot"
        STEPS = "steps", "Steps: a set rake at each pot size"
        TIME = "time", "Time, no rake"
        FREE = "free", "No collection"

    class Tracking(models.TextChoices):
        STREETS = "streets", "Streets: one tap per street"
        ACTIONS = "actions", "Folds and bets, seat by seat"

    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1, editable=False)
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    game = models.CharField(max_length=20, choices=games)
    limit = models.CharField(max_length=10, choices=Limit.choices)
    small_bet = models.BigIntegerField(help_text="Bet, small bet or minimum bet.")
    big_bet = models.BigIntegerField(help_text="Big bet, or maximum bet in a spread.")
    blinds = models.JSONField(default=list, blank=True, help_text="In order from the button.")
    ante = models.BigIntegerField(default=0)
    ante_by = models.CharField(max_length=10, choices=AnteBy.choices, default=AnteBy.ALL)
    bring_in = models.BigIntegerField(default=0, help_text="Stud: the bring-in.")
    kill = models.CharField(max_length=10, choices=Kill.choices, default=Kill.NONE, blank=True)
    kill_trigger = models.BigIntegerField(default=0, help_text="Qualifying pot.")
    kill_post = models.BigIntegerField(default=0, help_text="The killer's live blind.")
    kill_legs = models.PositiveSmallIntegerField(default=1, db_default=1, choices=KillLegs.choices)
    kill_other_games = models.BooleanField(default=False, db_default=False)
    rotate_by = models.CharField(
        max_length=10, choices=RotateBy.choices, default=RotateBy.NONE, blank=True
    )
    rotate_count = models.PositiveIntegerField(default=1, help_text="Hands, orbits or minutes.")
    rotation = models.JSONField(
        default=list, blank=True, help_text="Games after this plaque's own, in order."
    )
    straddle = models.BooleanField(default=False, help_text="Straddle allowed.")
    straddle_by = models.CharField(
        max_length=20,
        choices=Straddling.choices,
        default=Straddling.UNDER_THE_GUN,
        db_default="under_the_gun",
    )
    straddle_most = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="In turn in one hand."
    )
    straddle_cap = models.BigIntegerField(
        default=0, db_default=0, help_text="0 for exactly double."
    )
    bomb = models.CharField(
        max_length=10, choices=BombPots.choices, default=BombPots.NONE, db_default="", blank=True
    )
    bomb_amount = models.BigIntegerField(default=0, db_default=0, help_text="What everyone posts.")
    bomb_boards = models.PositiveSmallIntegerField(
        default=1, db_default=1, choices=BombBoards.choices
    )
    bomb_count = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Hands between two bomb pots."
    )
    bomb_blinds = models.BooleanField(default=False, db_default=False)
    splash = models.BigIntegerField(
        default=0, db_default=0, help_text="What the house adds to a splash pot; 0 for none."
    )
    bounty = models.CharField(
        max_length=20,
        choices=BountyGames.choices,
        default=BountyGames.NONE,
        db_default="",
        blank=True,
    )
    bounty_amount = models.BigIntegerField(
        default=0, db_default=0, help_text="What each player usually pays."
    )
    buy_in_min = models.BigIntegerField()
    buy_in_max = models.BigIntegerField()
    chips = models.JSONField(default=list, help_text="Denominations in play.")
    charge = models.CharField(max_length=10, choices=Charge.choices)
    basis_points = models.PositiveIntegerField(default=0, help_text="1,000 is 10%.")
    steps = models.JSONField(default=list, blank=True, help_text="Pot size and rake, in pairs.")
    cap = models.BigIntegerField(default=0, help_text="Most raked from one hand.")
    caps = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
        help_text="Players and cap, in pairs.",
    )
    unit = models.BigIntegerField(default=100, help_text="Rake is rounded down to this.")
    no_flop_no_drop = models.BooleanField(default=True)
    jackpot = models.BigIntegerField(default=0, help_text="Dropped in addition to the rake.")
    jackpot_from = models.BigIntegerField(default=0, help_text="Starts at this pot size.")
    jackpot_second = models.BigIntegerField(
        default=0, db_default=0, help_text="On top of the first drop."
    )
    jackpot_second_from = models.BigIntegerField(default=0, db_default=0)
    time_charge = models.BigIntegerField(default=0, help_text="Per player, every time_minutes.")
    time_minutes = models.PositiveIntegerField(default=30)
    spares_new = models.BooleanField(
        "new players pay from the next collection",
        default=False,
        help_text="Time: house choice. Otherwise everyone in the game pays when it's collected.",
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
        """Return the stakes for the engine."""
        return engine.Stakes(
            game=self.game,
            limit=self.limit,  # type: ignore[arg-type]
            small_bet=self.small_bet,
            big_bet=self.big_bet,
            blinds=tuple(self.blinds),
            ante=self.ante,
            ante_by=self.ante_by,  # type: ignore[arg-type]
            straddle=self.straddle,
            straddles=self._straddles(),
            buy_in_min=self.buy_in_min,
            buy_in_max=self.buy_in_max,
            chips=tuple(self.chips),
            rake=self._rake(),
            bring_in=self.bring_in,
            kill=self._kill(),
            rotation=self._rotation(),
            bomb=self._bomb_pots(),
            splash=self.splash,
            bounty=self._bounty_games(),
        )

    def as_leg(self) -> engine.RotationGame:
        """Return this plaque's game as one of the games of a rotation."""
        stakes = self.to_stakes()
        return engine.RotationGame(
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
        return engine.Kill(
            self.kill,  # type: ignore[arg-type]
            self.kill_trigger,
            self.kill_post,
            legs=self.kill_legs,
            other_games=self.kill_other_games,
        )

    def _straddles(self) -> engine.Straddles | None:
        """Return the straddles if they differ from one under the gun, exactly double."""
        if not self.straddle:
            return None
        more: dict[str, tuple[StraddleKind, ...]] = {
            self.Straddling.GUN_OR_BUTTON: ("under_the_gun", "button"),
            self.Straddling.SLEEPER: ("under_the_gun", "sleeper"),
        }
        kinds = more.get(self.straddle_by, (self.straddle_by,))
        offered = engine.Straddles(
            kinds,  # type: ignore[arg-type]  # one of the choices
            self.straddle_most,
            self.straddle_cap,
        )
        return None if offered == engine.ONE_STRADDLE else offered

    def _bomb_pots(self) -> engine.BombPots | None:
        if not self.bomb:
            return None
        return engine.BombPots(
            amount=self.bomb_amount,
            boards=self.bomb_boards,
            every=self.bomb,  # type: ignore[arg-type]
            count=self.bomb_count,
            blinds=self.bomb_blinds,
        )

    def _bounty_games(self) -> engine.BountyGames | None:
        if not self.bounty:
            return None
        both: tuple[engine.BountyKind, ...] = ("seven_deuce", "stand_up")
        kinds = both if self.bounty == self.BountyGames.BOTH else (self.bounty,)
        return engine.BountyGames(kinds, self.bounty_amount)  # type: ignore[arg-type]  # one of the choices

    def _rotation(self) -> engine.Rotation | None:
        if not self.rotate_by:
            return None
        then = msgspec.convert(self.rotation, tuple[engine.RotationGame, ...])
        return engine.Rotation(self.rotate_by, then, self.rotate_count)  # type: ignore[arg-type]

    def _rake(self) -> engine.Rake:
        steps: list[list[int]] = self.steps
        caps: list[list[int]] = self.caps
        return engine.Rake(
            kind=self.charge,  # type: ignore[arg-type]
            basis_points=self.basis_points,
            steps=tuple((pot, take) for pot, take in steps),
            cap=self.cap,
            caps=tuple((players, cap) for players, cap in caps),
            unit=self.unit,
            no_flop_no_drop=self.no_flop_no_drop,
            jackpot=self.jackpot,
            jackpot_from=self.jackpot_from,
            jackpot_second=self.jackpot_second,
            jackpot_second_from=self.jackpot_second_from,
            time_charge=self.time_charge,
            time_minutes=self.time_minutes,
            spares_new=self.spares_new,
        )
