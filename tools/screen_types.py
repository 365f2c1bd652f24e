"""`python -m tools.screen_types`: write the TypeScript types of a screen from the structs that Python encodes."""

import textwrap
from pathlib import Path

import msgspec

from dealer_ui.screen.model import Screen

FILE = Path(__file__).parents[1] / "dealer_ui/static/dealer_ui/screen.d.ts"
REF = "{name}"
PRIMITIVES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
PRIMITIVES["null"] = "null"
WIDTH = 100
HEAD = "// What the page gets from dealer_ui/screen/, written by `python -m tools.screen_types`.\n"


class Schema(msgspec.Struct, frozen=True, rename={"ref": "$ref"}):
    """The part of JSON Schema that msgspec writes for a screen."""

    ref: str = ""
    type: str = ""
    description: str = ""
    enum: list[str] = []
    any_of: list["Schema"] = msgspec.field(name="anyOf", default=[])
    items: "Schema | bool | None" = None
    prefix: list["Schema"] = msgspec.field(name="prefixItems", default=[])
    properties: dict[str, "Schema"] = {}
    required: list[str] = []
    default: object = msgspec.UNSET
    values: "Schema | bool | None" = msgspec.field(name="additionalProperties", default=None)


def declarations() -> str:
    """Return the TypeScript declarations of a screen and its parts, by name."""
    _, components = msgspec.json.schema_components([Screen], ref_template=REF)
    schemas = msgspec.convert(components, dict[str, Schema])
    return HEAD + "".join(_interface(name, schemas[name]) for name in sorted(schemas))


def _interface(name: str, schema: Schema) -> str:
    fields = "".join(_field(key, schema, part) for key, part in schema.properties.items())
    return f"\n{_comment(schema.description)}export interface {name} {{\n{fields}}}\n"


def _field(key: str, schema: Schema, part: Schema) -> str:
    is_encoded = key in schema.required or part.default is not msgspec.UNSET
    optional = "" if is_encoded else "?"
    return f"  {key}{optional}: {_type(part)};\n"


def _type(schema: Schema) -> str:
    if schema.ref:
        return schema.ref
    if schema.enum:
        return " | ".join(f'"{word}"' for word in schema.enum)
    if schema.any_of:
        return " | ".join(_type(part) for part in schema.any_of)
    if schema.prefix:
        return f"[{', '.join(_type(part) for part in schema.prefix)}]"
    if schema.type == "array":
        return f"Array<{_nested(schema.items)}>"
    if schema.type == "object":
        return f"Record<string, {_nested(schema.values)}>"
    return PRIMITIVES.get(schema.type, "unknown")


def _nested(schema: Schema | bool | None) -> str:
    return _type(schema) if isinstance(schema, Schema) else "unknown"


def _comment(text: str) -> str:
    lines = [
        wrapped
        for paragraph in text.split("\n\n")
        for wrapped in textwrap.wrap(" ".join(paragraph.split()), WIDTH - 3)
    ]
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */\n" if lines else ""


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
