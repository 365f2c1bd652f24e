"""The data of a form: the posted values, or None for a form that has not been sent."""

from collections.abc import Mapping
from typing import TypeAlias

FormData: TypeAlias = Mapping[str, object] | None
