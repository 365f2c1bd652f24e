"""Recompute funds from their logs, their published ledgers, the tables and the counts."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from promotions.fund_checks import check_file, check_fund
from promotions.models import Fund


class Command(BaseCommand):
    help = "Recompute a fund, or all of them, and its published ledger."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "fund", nargs="?", type=int, help="Number of the fund, as in its address."
        )
        parser.add_argument("--all", action="store_true", help="Every fund.")
        parser.add_argument("--csv", type=Path, help="A downloaded ledger to check instead.")

    def handle(self, *args: object, **options: object) -> None:
        funds = self._funds(options)
        wrong = 0
        for fund in funds:
            messages = list(self._messages(fund, options["csv"]))
            wrong += len(messages)
            for message in messages:
                self.stderr.write(f"{fund}: {message}")
            if not messages:
                self.stdout.write(f"{fund}: every entry adds up.")
        if wrong:
            raise CommandError(f"{wrong} differences.")

    def _funds(self, options: dict[str, object]) -> list[Fund]:
        rows = Fund.objects.select_related("room", "stream").order_by("pk")
        if options["all"]:
            return list(rows)
        if options["fund"] is None:
            raise CommandError("Name a fund, or use --all.")
        number = options["fund"]
        assert isinstance(number, int)
        funds = list(rows.filter(pk=number))
        if not funds:
            raise CommandError(f"There is no fund {number}.")
        return funds

    def _messages(self, fund: Fund, path: object) -> list[str]:
        if isinstance(path, Path):
            return list(check_file(fund, path.read_text(encoding="utf-8")))
        return list(check_fund(fund))
