"""Trainees' logs, the rows derived from them, and the lessons that a room's managers write."""

from django.db import models

from journal.models import Stream
from poker.json_types import JsonObject
from staff.models import Room, Staff

MOST_TEXT = 60_000  # characters of a lesson
MOST_TITLE = 60


class TrainingLog(models.Model):
    """The log of one trainee; its snapshot has the sign-offs and the trainer's choices.

    The log refers to the person by `trainee`, not by their staff key. Once `staff` is removed, nothing identifies them.
    """

    stream = models.OneToOneField(
        Stream, on_delete=models.PROTECT, primary_key=True, editable=False, related_name="training"
    )
    staff = models.OneToOneField(
        Staff, on_delete=models.PROTECT, null=True, related_name="training"
    )
    anonymized_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        permissions = [("train", "Can read trainees' records and sign games off")]

    def __str__(self) -> str:
        return self.trainee

    @property
    def trainee(self) -> str:
        """Return the key that the log uses for the person."""
        return f"t{self.pk}"


class DealtExercise(models.Model):
    """An exercise as a trainee dealt it. Times are Unix milliseconds, lengths are milliseconds."""

    log = models.ForeignKey(TrainingLog, on_delete=models.CASCADE, related_name="exercises")
    seq = models.BigIntegerField(help_text="Number of its entry.")
    result = models.CharField(max_length=64, help_text="Id that the tablet gave it.")
    lesson = models.CharField(max_length=80)
    exercise = models.CharField(max_length=80)
    edition = models.CharField(max_length=80, help_text="Hash of the exercise.")
    began = models.BigIntegerField()
    ended = models.BigIntegerField()
    telling = models.CharField(max_length=20, help_text="When mistakes were told.")
    tempo = models.PositiveIntegerField(help_text="Hands an hour; 0 waits for the dealer.")
    taps = models.PositiveIntegerField(help_text="Right taps.")
    undone = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    mistakes: "models.JSONField[list[JsonObject], list[JsonObject]]" = models.JSONField(
        help_text="As in the event."
    )
    steps: "models.JSONField[list[int], list[int]]" = models.JSONField(
        help_text="Length of each step."
    )
    hands: "models.JSONField[list[int], list[int]]" = models.JSONField(
        help_text="Length of each hand."
    )
    is_finished = models.BooleanField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "seq"], name="dealt_exercise_once")]
        indexes = [models.Index(fields=["result"], name="dealt_exercise_result")]

    def __str__(self) -> str:
        return f"{self.exercise} of {self.log_id}"


class CheckRide(models.Model):
    """A finished check ride: all its exercises are stored."""

    log = models.ForeignKey(TrainingLog, on_delete=models.CASCADE, related_name="rides")
    seq = models.BigIntegerField(help_text="Number of the entry that finished it.")
    lesson = models.CharField(max_length=80)
    began = models.BigIntegerField()
    ended = models.BigIntegerField()
    right = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    undone = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    milliseconds = models.PositiveBigIntegerField(help_text="Of a hand on average.")
    most_wrong = models.PositiveIntegerField(help_text="With which it is passed.")
    most_milliseconds = models.PositiveBigIntegerField(help_text="With which it is passed.")
    kinds: "models.JSONField[list[JsonObject], list[JsonObject]]" = models.JSONField(
        help_text="Mistakes by kind."
    )
    exercises: "models.JSONField[list[JsonObject], list[JsonObject]]" = models.JSONField(
        help_text="As in the event."
    )
    is_passed = models.BooleanField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "seq"], name="check_ride_once")]

    def __str__(self) -> str:
        return f"{self.lesson} of {self.log_id}"


class HouseLesson(models.Model):
    """A room's own lesson as TOML. Only taught lessons are on the tablets."""

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="lessons")
    key = models.CharField(max_length=60, help_text="As in its text; unique in the room.")
    text = models.TextField(max_length=MOST_TEXT, help_text="TOML, as in docs/lessons.md.")
    is_taught = models.BooleanField(default=False, help_text="Whether the tablets have it.")
    source = models.CharField(max_length=100, blank=True, help_text="The hand it was made from.")
    made_by = models.CharField(max_length=100, help_text="Key of the staff member.")
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["room", "key"], name="school_one_lesson_of_a_key")
        ]

    def __str__(self) -> str:
        return self.key
