"""`manage.py seed_demo`: the demo room, in a database that may have other rooms."""

from django.core.management.base import BaseCommand, CommandError

from ops.demo import DemoRefused, seed


class Command(BaseCommand):
    """Create the missing parts of the demo room."""

    help = "Creates the demo room with invented people and published PINs. Refused on a server with HTTPS."

    def handle(self, *_args: object, **_options: object) -> None:
        """Create them; a second run changes nothing."""
        try:
            seed()
        except DemoRefused as error:
            raise CommandError(str(error)) from error
