"""Promotions of a room and their versions. A version is published by a second manager and never edited."""

from django.db import models

from promotions.models.funds import Fund
from staff.models import Room, Staff


class Promotion(models.Model):
    """A promotion of a room. key: names it on tables and in logs."""

    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="promotions")
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, null=True, related_name="promotions")
    key = models.SlugField(max_length=40)
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=20)

    class Meta:
        ordering = ("room", "pk")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["room", "key"], name="promotion_key_once")]

    def __str__(self) -> str:
        return self.title


class PromotionVersion(models.Model):
    """A published version. terms: a `promotions.rules.terms.PromotionTerms`; withdraws: no hand wins it any longer."""

    promotion = models.ForeignKey(Promotion, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    terms = models.JSONField()
    withdraws = models.BooleanField(default=False)
    reason = models.CharField(max_length=200)
    effective_from = models.DateTimeField()
    proposed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    published_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    published_at = models.DateTimeField()

    class Meta:
        ordering = ("promotion", "number")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["promotion", "number"], name="promotion_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.promotion}, version {self.number}"


class PromotionDraft(models.Model):
    """The next version of a promotion, until a second manager publishes it. revision: counts its changes."""

    promotion = models.OneToOneField(
        Promotion, on_delete=models.CASCADE, primary_key=True, related_name="draft"
    )
    terms = models.JSONField()
    withdraws = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    revision = models.PositiveIntegerField(default=1)
    proposed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    saved_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"Draft of {self.promotion}"
