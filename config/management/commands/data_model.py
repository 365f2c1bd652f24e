"""`manage.py data_model`: print the part of docs/data-model.md about models and events, or write it there."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from config.data_model import describe_events, describe_models, own_models
from config.data_model_drawing import draw

PAGE: Path = settings.BASE_DIR / "docs" / "data-model.md"
DRAWING: Path = settings.BASE_DIR / "docs" / "img" / "data-model.svg"
START = "<!-- Written by manage.py data_model --write. -->\n"
END = "<!-- End. -->\n"


class Command(BaseCommand):
    """Print the generated part of the page, or write it with the drawing."""

    help = "Prints the models and events as text for docs/data-model.md; --write writes it there, with the drawing."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write the page and the drawing")

    def handle(self, *_args: object, write: bool = False, **_options: object) -> None:
        """Print the part, or replace it in the page."""
        descriptions = own_models()
        if not write:
            self.stdout.write(generated_part())
            return
        before, _, remainder = PAGE.read_text(encoding="utf-8").partition(START)
        after = remainder.partition(END)[2]
        PAGE.write_text(f"{before}{START}{generated_part()}{END}{after}", encoding="utf-8")
        DRAWING.write_text(draw(descriptions), encoding="utf-8")


def generated_part() -> str:
    """Return the part of the page between its two marks."""
    models = describe_models(own_models())
    return f"\n## Models\n\n{models}\n\n## Events\n\n{describe_events()}\n\n"
