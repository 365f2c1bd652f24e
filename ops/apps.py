"""Retention, anonymizing, backup and restore."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "ops"
