"""The app of house-banked games."""

from django.apps import AppConfig


class BankedConfig(AppConfig):
    name = "banked"
