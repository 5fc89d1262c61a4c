"""Holds JSON to doc/json.schema.json: no key less and none more."""

import functools
import json
import pathlib

import jsonschema

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "doc" / "json.schema.json").read_text(encoding="utf-8"))


def closed(schema):
    """The same, without room for keys that it does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part) for key, part in schema.items()}
    return {**parts, "additionalProperties": False} if "properties" in schema and "required" in schema else parts


@functools.cache
def validator(kind):
    """Made once: it costs far more than its use."""
    schema = {**closed(SCHEMA), "$ref": f"#/$defs/{kind}"}
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def validate(document, kind):
    validator(kind).validate(document)
