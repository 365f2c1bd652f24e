"""Funds of players' money, each with its log, and the rows that follow from it. Money is in the smallest unit."""

from django.db import models

from journal.models import Stream
from staff.models import Room


class Fund(models.Model):
    """A fund of a room. Its primary key is that of its log. opened_day: the first gaming day of its ledger."""

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="fund"
    )
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="funds")
    number = models.PositiveIntegerField(help_text="Number in its room.")
    opened_day = models.DateField()

    class Meta:
        ordering = ("room", "number")
        default_permissions = ()
        permissions = [
            ("view_fund", "Can view funds and claims"),
            ("keep_fund", "Can record deposits, postings and transfers"),
            ("verify_hit", "Can verify and refuse claims"),
            ("watch_hit", "Can confirm claims as surveillance"),
            ("pay_share", "Can pay shares"),
        ]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="fund_number_once")]

    def __str__(self) -> str:
        return f"Fund {self.number} of {self.room}"


class FundSummary(models.Model):
    """Where the money of a fund is; a projection of its log."""

    fund = models.OneToOneField(
        Fund, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    title = models.CharField(max_length=80)
    status = models.CharField(max_length=10)
    brought = models.BigIntegerField()
    logged = models.BigIntegerField()
    counted = models.BigIntegerField()
    received = models.BigIntegerField()
    owed = models.BigIntegerField()
    deposited = models.BigIntegerField()
    bank = models.BigIntegerField()
    unposted = models.BigIntegerField()
    primary = models.BigIntegerField()
    secondary = models.BigIntegerField()
    reserve = models.BigIntegerField()
    due = models.BigIntegerField()
    held = models.BigIntegerField()
    paid = models.BigIntegerField()
    sent = models.BigIntegerField()
    posted_at = models.DateTimeField(null=True)
    posted_day = models.DateField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.title


class FundDay(models.Model):
    """A gaming day of a fund's ledger; a projection of its log."""

    fund = models.ForeignKey(Fund, on_delete=models.CASCADE, related_name="days")
    day = models.DateField()
    percent = models.PositiveSmallIntegerField(help_text="Of the jackpot drop of the room.")
    logged = models.BigIntegerField()
    counted = models.BigIntegerField()
    variance = models.BigIntegerField()
    boxes = models.PositiveIntegerField()
    deposited = models.BigIntegerField()
    added = models.BigIntegerField(help_text="By postings, to all pools.")
    posted = models.BigIntegerField(help_text="Jackpots after the day's last posting.")
    paid = models.BigIntegerField()

    class Meta:
        ordering = ("fund", "-day")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["fund", "day"], name="fund_day_once")]

    def __str__(self) -> str:
        return f"{self.fund_id} on {self.day}"


class Hit(models.Model):
    """A claim on a fund and its outcome; a projection of its log."""

    fund = models.ForeignKey(Fund, on_delete=models.CASCADE, related_name="hits")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10)
    promotion = models.CharField(max_length=80, help_text="Key of its version.")
    title = models.CharField(max_length=120)
    tier = models.CharField(max_length=40)
    table = models.CharField(max_length=40)
    hand = models.PositiveIntegerField()
    at = models.DateTimeField(help_text="When the dealer claimed it.")
    amount = models.BigIntegerField()
    rule = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("fund", "-number")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["fund", "number"], name="hit_number_once")]

    def __str__(self) -> str:
        return f"Hit {self.number} of {self.fund_id}"


class Share(models.Model):
    """A player's share of a hit; a projection of the fund's log."""

    fund = models.ForeignKey(Fund, on_delete=models.CASCADE, related_name="shares")
    hit = models.PositiveIntegerField(help_text="Number of the hit in its fund.")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=40, blank=True, help_text="Key of the player.")
    part = models.CharField(max_length=10)
    amount = models.BigIntegerField()
    status = models.CharField(max_length=10)
    form = models.CharField(max_length=10, blank=True)
    number = models.PositiveIntegerField(help_text="Of its slip; 0 before payment.")
    at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("fund", "hit", "seat")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["fund", "hit", "seat"], name="share_once")]
        indexes = [models.Index(fields=["player"], name="share_of_player")]

    def __str__(self) -> str:
        return f"Seat {self.seat} of hit {self.hit} of {self.fund_id}"
