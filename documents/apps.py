"""The app of printed documents: it has templates and no tables."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """Printed documents."""

    name = "documents"
