"""The run's configuration: defaults < YAML < environment < flags, and where each value is from."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import process

from flows.config_file import ConfigError, ConfigFile, Path_, read_config_file
from runtime.fingerprint import config_fields
from runtime.local.files import LOCAL, is_local, path_of
from schemas.config import RunConfig

ENVIRONMENT: Mapping[str, str] = {
    "DIALOOM_MODEL": "models.default.model",
    "DIALOOM_API_BASE": "models.default.api_base",
    "DIALOOM_API_KEY_ENV": "models.default.api_key_env",
    "DIALOOM_OUTPUT": "output",
    "DIALOOM_CONCURRENCY": "limits.concurrency",
    "DIALOOM_MAX_COST_USD": "limits.max_cost_usd",
}
"""Environment variables and the field that each one sets."""


@dataclass(frozen=True)
class LoadedConfig:
    """A valid configuration.

    Attributes:
        sources: Where each field's value is from, by dotted path: `default`, `run.yaml:12`, the
            name of an environment variable, or a flag.
    """

    config: RunConfig
    sources: Mapping[str, str]


def load_config(
    path: Path,
    flags: Mapping[str, JsonValue] | None = None,
    environment: Mapping[str, str] | None = None,
) -> LoadedConfig:
    """Reads and checks a configuration. Paths in the file are relative to the file.

    Args:
        path: The YAML file.
        flags: Values by dotted path, from the command line.
        environment: Where ENVIRONMENT's variables are looked up; the process's own by default.

    Raises:
        ConfigError: One sentence that names field, value and what would do.
    """
    file = read_config_file(path)
    values = _relative_to(file.path.parent, file.values)
    given: dict[str, str] = {}
    variables = os.environ if environment is None else environment
    for variable, field in ENVIRONMENT.items():
        if variables.get(variable):
            _put(values, field, _parsed(variables[variable]), variable)
            given[field] = variable
    for field, value in (flags or {}).items():
        _put(values, field, value, "flag")
        given[field] = FLAGS.get(field, f"--set {field}")
    try:
        config = RunConfig.model_validate(values)
    except ValidationError as problem:
        raise ConfigError(_sentence(problem, file, given)) from problem
    return LoadedConfig(config, _sources(config, file, given))


FLAGS: Mapping[str, str] = {
    "name": "--name",
    "seed": "--seed",
    "output": "--output",
    "target.accepted": "--accepted",
    "models.default.model": "--model",
    "limits.concurrency": "--concurrency",
    "limits.max_cost_usd": "--max-cost",
}
"""Flags of `dialoom run` and the field that each one sets."""


def parse_setting(text: str) -> tuple[str, JsonValue]:
    """`limits.shard_size=10` as a path and a value, for `--set`.

    Raises:
        ConfigError: Where there is no `=`.
    """
    field, equals, value = text.partition("=")
    if not equals or not field:
        raise ConfigError(f"--set wants FIELD=VALUE such as limits.shard_size=10, got {text!r}")
    return field.strip(), _parsed(value)


def _parsed(text: str) -> JsonValue:
    try:
        value: JsonValue = yaml.safe_load(text)
    except yaml.YAMLError:
        return text
    return value if isinstance(value, str | int | float | bool | list | dict | None) else text


def _put(values: dict[str, Any], field: str, value: JsonValue, source: str) -> None:
    *outer, last = field.split(".")
    here = values
    for key in outer:
        inner = here.setdefault(key, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"{source} sets {field}, but {key} is not a group of fields here")
        here[key] = here = dict(inner)
    here[last] = value


def _relative_to(folder: Path, values: dict[str, Any]) -> dict[str, Any]:
    """The values with paths of files to be read made absolute; the output stays as it is."""
    resolved = dict(values)
    if isinstance(resolved.get("prompts"), str):
        resolved["prompts"] = str((folder / resolved["prompts"]).resolve())
    models = resolved.get("models")
    if isinstance(models, dict):
        resolved["models"] = {role: _bound(folder, given) for role, given in models.items()}
    intents = resolved.get("intents")
    if isinstance(intents, dict) and isinstance(intents.get("imported"), list):
        resolved["intents"] = {**intents, "imported": _resolved(folder, intents["imported"])}
    validation = resolved.get("validation")
    if isinstance(validation, dict):
        resolved["validation"] = _validation(folder, validation)
    return resolved


def _validation(folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    values = dict(given)
    if isinstance(values.get("overlap"), list):
        values["overlap"] = _resolved(folder, values["overlap"])
    if isinstance(values.get("panel"), list):
        values["panel"] = [_bound(folder, judge) for judge in values["panel"]]
    return values


def _resolved(folder: Path, names: list[Any]) -> list[Any]:
    return [str((folder / name).resolve()) if isinstance(name, str) else name for name in names]


def _bound(folder: Path, given: Any) -> Any:
    """A binding in its long form, the file of a local model made absolute."""
    binding = {"model": given} if isinstance(given, str) else given
    if not isinstance(binding, dict) or not isinstance(binding.get("model"), str):
        return binding
    model = binding["model"]
    if not is_local(model):
        return binding
    return {**binding, "model": f"{LOCAL}{(folder / path_of(model)).resolve()}"}


def _sources(config: RunConfig, file: ConfigFile, given: Mapping[str, str]) -> dict[str, str]:
    sources: dict[str, str] = {}
    for field in config_fields(config):
        parts = tuple(field.split("."))
        source = "default"
        for length in range(1, len(parts) + 1):
            if parts[:length] in file.lines:
                source = f"{file.path.name}:{file.lines[parts[:length]]}"
        sources[field] = given.get(field, source)
    return sources


def _sentence(problem: ValidationError, file: ConfigFile, given: Mapping[str, str]) -> str:
    """The first fault as a sentence, with the number of others."""
    faults = problem.errors(include_url=False)
    # An unknown field often causes a 'missing' beside it: say the cause.
    fault = min(faults, key=lambda f: f["type"] != "extra_forbidden")
    loc = _named(fault["loc"])
    field = ".".join(str(part) for part in loc)
    source = given.get(field)
    line = file.line_of(loc)
    where = source or (f"{file.path}, line {line}" if line else str(file.path))
    others = len({_named(other["loc"]) for other in faults} - {loc})
    more = f" (and {others} more)" if others else ""
    return f"{where}: {_complaint(fault, loc, field)}{more}"


def _named(loc: Path_) -> Path_:
    """A fault's path; pydantic marks a fault of a key itself with `[key]` and what it tried."""
    return loc[: loc.index("[key]")] if "[key]" in loc else loc


_WANTED: Mapping[str, str] = {
    "missing": "{field} is missing",
    "greater_than_equal": "{field} is {value}; it has to be at least {ge}",
    "greater_than": "{field} is {value}; it has to be above {gt}",
    "less_than_equal": "{field} is {value}; it has to be at most {le}",
    "int_parsing": "{field} is {value}; it wants a whole number",
    "int_from_float": "{field} is {value}; it wants a whole number",
    "int_type": "{field} is {value}; it wants a whole number",
    "float_parsing": "{field} is {value}; it wants a number",
    "float_type": "{field} is {value}; it wants a number",
    "decimal_parsing": "{field} is {value}; it wants an amount such as 2.50",
    "decimal_type": "{field} is {value}; it wants an amount such as 2.50",
    "bool_parsing": "{field} is {value}; it wants true or false",
    "string_type": "{field} is {value}; it wants text (put it in quotes)",
    "tuple_type": "{field} is {value}; it wants a list",
    "dict_type": "{field} is {value}; it wants a group of fields",
    "model_type": "{field} is {value}; it wants a group of fields",
    "literal_error": "{field} is {value}; it wants {expected}",
    "string_pattern_mismatch": "{field} is {value}, which does not look like {pattern}",
}


def _complaint(fault: ErrorDetails, loc: Path_, field: str) -> str:
    if fault["type"] == "extra_forbidden":
        return f"there is no field {field!r}{_nearest(loc)}"
    if fault["loc"] != loc:
        return f"there is no {loc[-1]!r} in {'.'.join(map(str, loc[:-1]))}{_nearest(loc)}"
    if fault["type"] in ("model_type", "model_attributes_type"):
        return _WANTED["model_type"].format(field=field, value=repr(fault["input"]))
    template = _WANTED.get(fault["type"])
    if template is None:
        return f"{field}: {fault['msg'].removeprefix('Value error, ')}"
    if fault["type"] == "string_pattern_mismatch" and "[A-Za-z_]" in str(fault["ctx"]["pattern"]):
        template = (
            "{field} is {value}, which is no identifier: letters, digits and underscores, "
            "no digit first"
        )
    return template.format(field=field, value=repr(fault["input"]), **fault.get("ctx", {}))


def _nearest(loc: Path_) -> str:
    """The legal name that looks most like the last part of the path."""
    legal = _legal_names(RunConfig, loc[:-1])
    if not legal:
        return ""
    best = process.extractOne(str(loc[-1]), legal, score_cutoff=60)
    return f"; did you mean {best[0]!r}?" if best else f"; there are {', '.join(legal)}"


def _legal_names(annotation: Any, path: Path_) -> tuple[str, ...]:
    """Names that may stand at a path: fields of a model, or keys of a dict."""
    if get_origin(annotation) in (Annotated, Union, UnionType):
        arms = get_args(annotation)
        arms = arms[:1] if get_origin(annotation) is Annotated else arms
        return next((names for arm in arms if (names := _legal_names(arm, path))), ())
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not path:
            return tuple(annotation.model_fields)
        field = annotation.model_fields.get(str(path[0]))
        return _legal_names(field.annotation, path[1:]) if field else ()
    arguments = get_args(annotation)
    if get_origin(annotation) is dict:
        return _keys(arguments[0]) if not path else _legal_names(arguments[1], path[1:])
    if get_origin(annotation) is tuple and path:
        return _legal_names(arguments[0], path[1:])
    return ()


def _keys(annotation: Any) -> tuple[str, ...]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(str(member.value) for member in annotation)
    if get_origin(annotation) is Literal:
        return tuple(str(arm) for arm in get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        return tuple(name for arm in get_args(annotation) for name in _keys(arm))
    return ()
