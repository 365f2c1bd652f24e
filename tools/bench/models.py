"""The model of the baseline view."""

from django.db import models


class Row(models.Model):
    text = models.TextField()

    class Meta:
        app_label = "bench"
