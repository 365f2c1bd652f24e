"""Django app of the simulation: it has commands but no models."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """`manage.py simulate`."""

    name = "tools.simulation"
