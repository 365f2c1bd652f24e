"""JSON data of any shape: the arguments of any command, the facts of any row, a document of another program.

Data with a known shape is a struct, a dataclass or a `TypedDict` instead.
"""

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
