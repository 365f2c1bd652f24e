"""Absent players."""

from django.apps import AppConfig


class AbsencesConfig(AppConfig):
    """Absent players."""

    name = "absences"
