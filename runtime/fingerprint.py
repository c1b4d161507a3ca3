"""Fingerprints: what a part of a run was made from and by."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from pydantic import JsonValue

from schemas.base import Record
from schemas.config import RunConfig

IMMATERIAL: frozenset[str] = frozenset(
    {
        "name",
        "output",
        "limits.concurrency",
        "limits.requests_per_minute",
        "limits.tokens_per_minute",
        "limits.max_cost_usd",
        "limits.unpriced",
        "limits.attempts_per_call",
    }
)
"""Config fields that say how a run is made, not what it makes; they may change on resume."""


def digest(value: JsonValue) -> str:
    """Sha256 over canonical JSON, 32 hex digits of it."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:32]


def digest_records(records: Iterable[Record]) -> str:
    """Digest of records in their order, down to the order of their dicts."""
    whole = sha256()
    for record in records:
        whole.update(record.model_dump_json().encode("utf-8"))
        whole.update(b"\n")
    return whole.hexdigest()[:32]


def item_seed(seed: int, stage: str, item: str) -> int:
    """The seed of one item in one stage, independent of all others; 63 bits, for Parquet."""
    text = f"{seed}\x1f{stage}\x1f{item}"
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big") >> 1


def stage_fingerprint(
    stage: str,
    version: int,
    config: Mapping[str, JsonValue],
    prompts: Mapping[str, str],
    models: Mapping[str, JsonValue],
    upstream: str,
) -> str:
    """Identity of a stage in a run.

    Args:
        stage: The stage's name.
        version: Its version; bumped when its meaning changes.
        config: The part of the configuration that it reads.
        prompts: Hash of each prompt that it renders, by call name.
        models: The binding of each role that it asks.
        upstream: What else it rests on (the catalog).
    """
    return digest(
        {
            "stage": stage,
            "version": version,
            "config": dict(config),
            "prompts": dict(prompts),
            "models": dict(models),
            "upstream": upstream,
        }
    )


def part_fingerprint(stage: str, items: Iterable[Record]) -> str:
    """Identity of one part: the stage's fingerprint and the items it is made from."""
    return digest([stage, digest_records(items)])


def flatten(value: JsonValue, prefix: str = "") -> dict[str, JsonValue]:
    """Nested JSON as dotted paths; lists are leaves."""
    if not isinstance(value, dict) or (prefix and not value):
        return {prefix: value}
    flat: dict[str, JsonValue] = {}
    for key, inner in value.items():
        flat |= flatten(inner, f"{prefix}.{key}" if prefix else key)
    return flat


def config_fields(config: RunConfig) -> dict[str, JsonValue]:
    """Every field of a configuration by its dotted path."""
    return flatten(config.model_dump(mode="json"))


def changed_fields(old: RunConfig, new: RunConfig) -> tuple[str, ...]:
    """The material fields in which two configurations differ, sorted."""
    before, after = config_fields(old), config_fields(new)
    return tuple(
        sorted(
            path
            for path in before.keys() | after.keys()
            if not _immaterial(path) and before.get(path) != after.get(path)
        )
    )


def _immaterial(path: str) -> bool:
    # How a local model is served is as immaterial as how many requests are under way.
    return path in IMMATERIAL or (path.startswith("models.") and ".local." in path)
