"""Service files: what `dialoom import` writes and a config's `intents.imported` names.

A JSON list of service schemas. A fault is named with its place in the file.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from rapidfuzz import process

from schemas.config import IntentOverride
from schemas.service import IntentSchema, ServiceSchema

_SERVICES = TypeAdapter(tuple[ServiceSchema, ...])


class ServicesError(ValueError):
    """A service file cannot be used; the message is one sentence for the user."""


def read_services(path: str | Path) -> tuple[ServiceSchema, ...]:
    """The services of a file.

    Raises:
        ServicesError: Where the file is missing, is no JSON, or a service in it does not fit.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError as problem:
        raise ServicesError(f"{path}: there is no such file") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise ServicesError(f"{path}: cannot be read: {problem}") from problem
    return parse_services(text, path)


def parse_services(text: str, path: str | Path) -> tuple[ServiceSchema, ...]:
    """The services that a file's text holds; `path` names it in complaints.

    Raises:
        ServicesError: Where the text is no JSON, or a service in it does not fit.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as problem:
        raise ServicesError(
            f"{path}, line {problem.lineno}: is not JSON ({problem.msg}); "
            f"`dialoom import` writes such files"
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise ServicesError(f"{path}: is not JSON that can be kept: {problem}") from problem
    if not isinstance(data, list) or not data:
        raise ServicesError(f"{path}: wants a list of services, got {_kind(data)}")
    try:
        services = _SERVICES.validate_python(data)
    except ValidationError as problem:
        raise ServicesError(f"{path}: {_sentence(problem, data)}") from problem
    names = [service.name for service in services]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ServicesError(f"{path}: the service {twice[0]!r} is there twice")
    return services


def overridden(
    services: Sequence[ServiceSchema], overrides: Mapping[str, IntentOverride]
) -> tuple[ServiceSchema, ...]:
    """The services with intents as the overrides have them.

    Args:
        services: What was imported.
        overrides: By intent name, bare (every service's intent of that name) or as
            Service.Intent, which counts more.

    Raises:
        ServicesError: Where an override names no intent; with the nearest that there is.
    """
    names = [(s.name, i.name) for s in services for i in s.intents]
    known = [*(f"{service}.{intent}" for service, intent in names), *(name for _, name in names)]
    for name in overrides:
        if name not in known:
            nearest = process.extractOne(name, known)
            hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
            raise ServicesError(f"intents.overrides: no imported intent is {name!r}{hint}")
    return tuple(
        service.model_copy(
            update={
                "intents": tuple(
                    _overridden(
                        intent,
                        overrides.get(f"{service.name}.{intent.name}", overrides.get(intent.name)),
                    )
                    for intent in service.intents
                )
            }
        )
        for service in services
    )


def _overridden(intent: IntentSchema, override: IntentOverride | None) -> IntentSchema:
    if override is None:
        return intent
    transactional, confirmed = override.transactional, override.needs_confirmation
    if transactional is None:
        transactional = intent.transactional
    if confirmed is None:
        # What has become a writing intent is confirmed, as one that was imported so.
        changed = transactional is not intent.transactional
        confirmed = transactional if changed else intent.needs_confirmation
    if confirmed and not transactional:
        raise ServicesError(f"intents.overrides: {intent.name} only reads: nothing to confirm")
    return intent.model_copy(
        update={"transactional": transactional, "needs_confirmation": confirmed}
    )


def services_text(services: Sequence[ServiceSchema]) -> str:
    """What stands in a service file."""
    data = [service.model_dump(mode="json", exclude_defaults=True) for service in services]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_services(path: str | Path, services: Sequence[ServiceSchema]) -> None:
    """Writes services so that `read_services` gives them back.

    Raises:
        ServicesError: Where the file cannot be written.
    """
    try:
        Path(path).write_text(services_text(services), encoding="utf-8")
    except OSError as problem:
        raise ServicesError(f"{path}: cannot be written: {problem.strerror}") from problem


def _kind(data: Any) -> str:
    if data == []:
        return "an empty one"
    return f"a JSON {type(data).__name__}"


def _sentence(problem: ValidationError, data: list[Any]) -> str:
    """The first fault, with the names on the way to it instead of bare indices."""
    fault = problem.errors(include_url=False)[0]
    where = _where(fault["loc"], data)
    if fault["type"] == "missing":
        return f"{where} is missing"
    if fault["type"] == "extra_forbidden":
        return f"{where} is no field of a service file"
    if fault["type"] == "string_pattern_mismatch":
        return (
            f"{where} is {fault['input']!r}, which is no identifier: "
            f"letters, digits and underscores, no digit first"
        )
    message = fault["msg"].removeprefix("Value error, ")
    of_a_whole = fault["type"] == "value_error" and not isinstance(fault["loc"][-1], str)
    return message if of_a_whole else f"{where}: {message}"  # a service says its own name


def _where(loc: tuple[int | str, ...], data: Any) -> str:
    steps: list[str] = []
    here = data
    for key in loc:
        try:
            here = here[key]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(key, int) and isinstance(here, dict) and isinstance(here.get("name"), str):
            steps.append(f"[{here['name']}]")
        else:
            steps.append(f"[{key}]" if isinstance(key, int) else f".{key}")
    return "services" + "".join(steps)
