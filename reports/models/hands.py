"""Hands dealt, open time and drop of tables, by clock hour and by gaming day."""

from django.db import models

from staff.models import Room
from tables.models import Table


class Sums(models.Model):
    """The sums of each row. Seconds are whole, money is in the smallest unit.

    Money of an undone command is subtracted when it is undone, so rake, jackpot, time and splash can be negative.
    """

    # finished hands, including partially tracked ones, without misdeals
    hands = models.IntegerField(default=0)
    partial = models.IntegerField(default=0)
    misdeals = models.IntegerField(default=0)
    # finished hands that were reopened, counted at that time
    undone = models.IntegerField(default=0)
    downs = models.IntegerField(default=0)  # dealers who took a box
    open_s = models.BigIntegerField(default=0)
    seat_s = models.BigIntegerField(default=0)  # taken seats while the table was open
    chair_s = models.BigIntegerField(default=0)  # all seats while the table was open
    rake = models.BigIntegerField(default=0)
    jackpot = models.BigIntegerField(default=0)
    time = models.BigIntegerField(default=0)
    # what the house added to pots; no part of the drop
    splash = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        abstract = True
        default_permissions = ()


class ClusteredSums(Sums):
    """Sums of a day with the sums of products of its clusters, which give the interval of a ratio.

    A cluster is one row of `TableHour`: what one dealer dealt in one hour. The letters are hands (h), open seconds (t),
    drop (d) and rake (r). Products with money are floats, because they exceed 64 bits.
    """

    n = models.IntegerField(default=0)  # number of clusters
    hh = models.BigIntegerField(default=0)
    ht = models.BigIntegerField(default=0)
    tt = models.BigIntegerField(default=0)
    dd = models.FloatField(default=0)
    dt = models.FloatField(default=0)
    rr = models.FloatField(default=0)
    rt = models.FloatField(default=0)

    class Meta(Sums.Meta):
        abstract = True


class TableHour(Sums):
    """One table, one clock hour, one dealer, one game, one shift."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_hours")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_hours")
    hour = models.DateTimeField()  # start of the hour, UTC
    day = models.DateField()  # the room's gaming day, on which its shift began
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)  # key in the log, "" without a dealer
    game = models.CharField(max_length=120, blank=True)  # the plaque's name

    class Meta(Sums.Meta):
        permissions = [
            ("read_reports", "Can view all reports, replays and the audit"),
            ("read_shift", "Can view the shift report and replays"),
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
        return f"{self.table}, {self.hour:%b %-d %H}:00, {self.game}: {self.hands} hands"


class TableDay(ClusteredSums):
    """One table, one shift of a gaming day, one game."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_days")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_days")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True)

    class Meta(ClusteredSums.Meta):
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "shift", "game"], name="day_table_once")
        ]
        indexes = [models.Index(fields=["room", "day"], name="tables_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table}, {self.day}, {self.game}: {self.hands} hands"


class RoomDay(ClusteredSums):
    """One room, one shift of a gaming day, one game, at all tables.

    A long report reads the same number of rows no matter how many tables the room has.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_room_days")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True)

    class Meta(ClusteredSums.Meta):
        constraints = [
            models.UniqueConstraint(fields=["room", "day", "shift", "game"], name="day_room_once")
        ]

    def __str__(self) -> str:
        return f"{self.room}, {self.day}, {self.game}: {self.hands} hands"


class TableMonth(ClusteredSums):
    """A calendar month of one table, by shift and game."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_table_months")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rolled_months")
    day = models.DateField()  # the first day of the month
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True)

    class Meta(ClusteredSums.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["table", "day", "shift", "game"], name="month_table_once"
            )
        ]
        indexes = [models.Index(fields=["room", "day"], name="tables_of_a_month")]

    def __str__(self) -> str:
        return f"{self.table}, {self.day:%Y-%m}, {self.game}: {self.hands} hands"


class DealerDay(ClusteredSums):
    """One dealer, one shift of a gaming day, one game, at all tables."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_dealers")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(ClusteredSums.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "dealer", "game"], name="day_dealer_once"
            )
        ]
        indexes = [models.Index(fields=["room", "dealer", "day"], name="days_of_a_dealer")]

    def __str__(self) -> str:
        return f"{self.dealer}, {self.day}, {self.game}: {self.hands} hands"


class DealerMonth(ClusteredSums):
    """A calendar month of one dealer, by shift and game, so that a year needs few rows."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rolled_months")
    day = models.DateField()  # first day of the month
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(ClusteredSums.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "dealer", "game"], name="month_dealer_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dealer}, {self.day:%Y-%m}, {self.game}: {self.hands} hands"


class KindSums(models.Model):
    """The sums of finished hands with the same kinds.

    kinds: the keys of `poker.hand_kinds.KINDS` with commas between them, "" for ordinary hands. seconds: from the
    first tap of a hand to its end. Money of an undone command is subtracted when it is undone.
    """

    kinds = models.CharField(max_length=200, blank=True)
    hands = models.IntegerField(default=0)
    seconds = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)
    jackpot = models.BigIntegerField(default=0)

    class Meta:
        abstract = True
        default_permissions = ()


class HandKindHour(KindSums):
    """The hands of some kinds at one table in one clock hour, with one dealer, one game, one shift."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="kind_hours")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="kind_hours")
    hour = models.DateTimeField()  # start of the hour, UTC
    day = models.DateField()  # the room's gaming day
    shift = models.CharField(max_length=20)
    dealer = models.CharField(max_length=40, blank=True)
    game = models.CharField(max_length=120, blank=True)

    class Meta(KindSums.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["table", "hour", "day", "shift", "dealer", "game", "kinds"],
                name="kind_hour_once",
            )
        ]
        indexes = [
            models.Index(fields=["room", "day"], name="kinds_of_a_day"),
            models.Index(fields=["room", "dealer", "day"], name="kinds_of_a_dealer"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.hour:%b %-d %H}:00, {self.kinds}: {self.hands} hands"


class HandKindDay(KindSums):
    """The hands of some kinds in a room in one shift of a gaming day, in one game.

    The sums of products of its hours give the interval of a ratio: hands (h) and seconds (s).
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="kind_days")
    day = models.DateField()
    shift = models.CharField(max_length=20)
    game = models.CharField(max_length=120, blank=True)
    n = models.IntegerField(default=0)  # number of hourly rows
    hh = models.BigIntegerField(default=0)
    hs = models.BigIntegerField(default=0)
    ss = models.BigIntegerField(default=0)

    class Meta(KindSums.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["room", "day", "shift", "game", "kinds"], name="kind_day_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.room}, {self.day}, {self.kinds}: {self.hands} hands"
