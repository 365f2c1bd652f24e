"""Absent players."""

from django.apps import AppConfig


class AbsencesConfig(AppConfig):
    name = "absences"
