"""What was dealt, how long tables were open and what the house took: by clock hour, and by gaming day."""

from django.db import models

from tables.models import Room, Table


class Sums(models.Model):
    """What is added up in every one of these rows. Seconds are whole, money is in the smallest unit.

    hands: over, partial ones among them; misdeals are none. undone: finished hands that were opened again, at that
    moment. seat_s: seconds of taken chairs; chair_s: of all chairs that there were; both while the table was open.
    rake, jackpot, time: what was taken back counts at the moment at which it was taken back, so they can be below 0.
    downs: dealers who sat down.
    """

    hands = models.IntegerField(default=0)
    partial = models.IntegerField(default=0)
    misdeals = models.IntegerField(default=0)
    undone = models.IntegerField(default=0)
    downs = models.IntegerField(default=0)
    open_s = models.BigIntegerField(default=0)
    seat_s = models.BigIntegerField(default=0)
    chair_s = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)
    jackpot = models.BigIntegerField(default=0)
    time = models.BigIntegerField(default=0)

    class Meta:
        abstract = True
        default_permissions = ()


class Clusters(Sums):
    """Sums of a day with those of its clusters: a cluster is one row of `Hour`, what one dealer dealt in one hour.

    n: clusters; of their hands (h), open seconds (t), drop (d) and rake (r) the sums of products, so that the interval
    of a ratio over any range of days follows from sums. Those with money are floats: they outgrow 64 bits.
    """

    n = models.IntegerField(default=0)
    hh = models.BigIntegerField(default=0)
    ht = models.BigIntegerField(default=0)
    tt = models.BigIntegerField(default=0)
    dd = models.FloatField(default=0)
    dt = models.FloatField(default=0)
    rr = models.FloatField(default=0)
    rt = models.FloatField(default=0)

    class Meta(Sums.Meta):
        abstract = True


class Hour(Sums):
    """One table, one clock hour (its beginning, UTC), one dealer, one game, one shift.

    day: the room's gaming day, on which its shift began; dealer: as the log names people, "" for nobody; game: the
    name of the plaque.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_hours")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_hours")
    hour = models.DateTimeField()
    day = models.DateField()
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(Sums.Meta):
        permissions = [
            ("read_reports", "Can read all reports, replays and the audit"),
            ("read_shift", "Can read the shift's report and replays"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "day", "shift", "dealer", "game"], name="hour_cell_once"
            )
        ]
        indexes = [
            models.Index(fields=["room", "day", "dealer"], name="hours_of_a_day"),
            models.Index(fields=["room", "hour"], name="hours_of_a_while"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.hour:%d %b %H}:00, {self.game}: {self.hands} hands"


class DayTable(Clusters):
    """One table, one shift of a gaming day, one game."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_days")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_days")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True)

    class Meta(Clusters.Meta):
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "shift", "game"], name="day_table_once")
        ]
        indexes = [models.Index(fields=["room", "day"], name="tables_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table}, {self.day}, {self.game}: {self.hands} hands"


class DayDealer(Clusters):
    """One dealer, one shift of a gaming day, one game, at whatever tables."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_dealers")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(Clusters.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "dealer", "game"], name="day_dealer_once"
            )
        ]
        indexes = [models.Index(fields=["room", "dealer", "day"], name="days_of_a_dealer")]

    def __str__(self) -> str:
        return f"{self.dealer}, {self.day}, {self.game}: {self.hands} hands"


class MonthDealer(Clusters):
    """The days of a calendar month of one dealer, by shift and game: a year has many days. day: the month's first."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_months")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(Clusters.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "dealer", "game"], name="month_dealer_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dealer}, {self.day:%Y-%m}, {self.game}: {self.hands} hands"
