"""The kinds of files that slices add to evidence bundles. A setting names their module, in a package above this one."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings


class FileKind(Protocol):
    """Checks a file of an evidence bundle. seq: the last entry of the log that is in it."""

    def problems(self, content: bytes, seq: int) -> Iterable[str]:
        """Yield what is wrong in the file alone. Needs no database."""

    def mismatches(self, content: bytes, stream: str, seq: int) -> Iterable[str]:
        """Yield what the log in this database has differently. stream: key of the log."""


class EvidenceFiles(Protocol):
    """The module that the setting `EVIDENCE_FILES` names."""

    KINDS: Mapping[str, FileKind]


@cache
def _registered() -> EvidenceFiles:
    return cast(EvidenceFiles, import_module(settings.EVIDENCE_FILES))


def file_kind(name: str) -> FileKind | None:
    """Return a kind of file by its name in bundles."""
    return _registered().KINDS.get(name)
