"""The data of a form: what was posted, or None for one that was not sent yet."""

from collections.abc import Mapping
from typing import TypeAlias

FormData: TypeAlias = Mapping[str, object] | None
