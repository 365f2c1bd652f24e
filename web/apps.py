"""The Django app of the parts that all pages share."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
