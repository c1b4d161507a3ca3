"""A YAML file as nested values with the line each one stands on."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

Path_ = tuple[str | int, ...]


class ConfigError(Exception):
    """The configuration cannot be used; the message is one sentence for the user."""


@dataclass(frozen=True)
class ConfigFile:
    """What a file says.

    Attributes:
        lines: Line number (from 1) of every key and list item, by its path.
    """

    path: Path
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[Path_, int] = field(default_factory=dict)

    def line_of(self, path: Path_) -> int | None:
        """The line of a path, or of the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None


def read_config_file(path: Path) -> ConfigFile:
    """Reads a YAML mapping; a key given twice is refused instead of half ignored.

    Raises:
        ConfigError: Where the file is missing, unreadable or no YAML mapping.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as problem:
        raise ConfigError(f"{path}: there is no such file; `dialoom init` writes one") from problem
    except IsADirectoryError as problem:
        raise ConfigError(f"{path} is a folder, not a config file") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{path}: cannot be read: {problem}") from problem
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        lines: dict[Path_, int] = {}
        if node is not None:
            _walk(node, (), lines, path)
        values = yaml.safe_load(text)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise ConfigError(f"{path}, line {line}: is not YAML: {problem.problem}") from problem
    except (yaml.YAMLError, RecursionError) as problem:
        raise ConfigError(f"{path}: is not YAML: {problem}") from problem
    if values is None:
        values = {}
    if not isinstance(values, dict):
        kind = type(values).__name__
        raise ConfigError(f"{path}: wants fields such as `intents:`, got a {kind}")
    return ConfigFile(path, values, lines)


def _walk(node: yaml.Node, at: Path_, lines: dict[Path_, int], path: Path) -> None:
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key = str(SafeConstructor.construct_scalar(SafeConstructor(), key_node))
            line = key_node.start_mark.line + 1
            if key in seen:
                raise ConfigError(f"{path}, line {line}: {key!r} is there a second time")
            seen.add(key)
            lines[(*at, key)] = line
            _walk(value_node, (*at, key), lines, path)
    elif isinstance(node, yaml.SequenceNode):
        for number, inner in enumerate(node.value):
            lines[(*at, number)] = inner.start_mark.line + 1
            _walk(inner, (*at, number), lines, path)
