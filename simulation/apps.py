"""The simulation as a Django app: it has a command and no tables."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """`manage.py simulate`."""

    name = "simulation"
