"""The school's app: lessons, and the records of trainees."""

from django.apps import AppConfig


class SchoolConfig(AppConfig):
    """The Django app of the dealer school."""

    name = "school"
