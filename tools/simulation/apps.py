"""Django app of the simulation: it has commands and no models."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """`manage.py simulate`."""

    name = "tools.simulation"
