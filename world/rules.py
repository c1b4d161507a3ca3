"""Rules on single values: what a slot's schema asks beyond the type, as JSON Schema."""

import json
from collections.abc import Mapping
from functools import lru_cache

from jsonschema import Draft202012Validator

from schemas.base import Value

_FORMATS = Draft202012Validator.FORMAT_CHECKER


def breach(value: Value, rule: Mapping[str, Value]) -> str:
    """What the rule has against a value, empty where nothing.

    Args:
        value: A canonical value.
        rule: JSON Schema keywords (`minimum`, `pattern`, `format`, `maxItems` ...).
    """
    found = next(_validator(json.dumps(rule, sort_keys=True)).iter_errors(value), None)
    return "" if found is None else found.message


@lru_cache(maxsize=1024)
def _validator(rule: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(rule), format_checker=_FORMATS)
