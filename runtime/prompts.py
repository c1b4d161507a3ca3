"""Prompt templates: one Jinja file per model call, rendered from the call's input and no more."""

import hashlib
import json
import re
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypedDict

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    meta,
)
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from runtime.prompt_samples import samples
from runtime.scene import scene_of
from schemas.base import Record
from schemas.calls.call import Call

BUILT_IN = Path(__file__).resolve().parents[1] / "prompts"
SUFFIX = ".jinja"
BLOCKS = ("system", "user")
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")  # line ends that JSON does not escape


class Message(TypedDict):
    """One message of the chat protocol."""

    role: str
    content: str


class PromptError(ValueError):
    """A template is missing, broken, or wants variables that its call does not have."""


class Prompts:
    """The templates of a run: the built-in ones and, before them, the user's own."""

    def __init__(self, override: Path | str | None = None, *, built_in: Path = BUILT_IN) -> None:
        """Opens the folders; templates are read at first use.

        Args:
            override: A folder whose templates replace built-in ones of the same name.
            built_in: The folder with the project's own templates.

        Raises:
            PromptError: If the override folder does not exist.
        """
        self._built_in = built_in
        self._override = Path(override) if override is not None else None
        if self._override is not None and not self._override.is_dir():
            raise PromptError(f"the prompt folder {str(override)!r} does not exist")
        folders = [built_in] if self._override is None else [self._override, built_in]
        loader: BaseLoader = ChoiceLoader([FileSystemLoader(folder) for folder in folders])
        # The sandbox keeps templates out of Python, since a user's folder may hold anything. It
        # costs as much time as the rendering itself, and our own templates need none.
        kind = Environment if self._override is None else ImmutableSandboxedEnvironment
        self._environment: Environment = kind(
            loader=loader,
            autoescape=False,  # plain text: HTML escapes would reach the model
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
        self._environment.filters["quoted"] = quoted
        self._environment.filters["one_line"] = one_line
        self._environment.filters["scene"] = scene_of
        self._templates: dict[str, Template] = {}
        self._hashes: dict[str, str] = {}
        self._parts: dict[str, _Part] = {}

    def render(self, call: Call[Any, Any], data: Record) -> list[Message]:
        """The messages of one call: a system message and a user message.

        Raises:
            PromptError: If the template is missing, broken or uses an unknown variable.
        """
        variables = {name: getattr(data, name) for name in type(data).model_fields}
        template = self._template(call.name)
        try:
            context = template.new_context(variables)
            return [{"role": block, "content": _text(template, block, context)} for block in BLOCKS]
        except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise PromptError(
                f"the prompt {call.name}{SUFFIX} fails{_place(error)}: {error}"
            ) from error

    def prompt_hash(self, call: Call[Any, Any]) -> str:
        """A hash of the call's template and every shared part it uses."""
        if call.name not in self._hashes:
            digest = hashlib.sha256()
            for name, part in sorted(self._parts_of(call.name + SUFFIX).items()):
                digest.update(f"{name}\0{part.source}\0".encode())
            self._hashes[call.name] = digest.hexdigest()
        return self._hashes[call.name]

    def problems(self, calls: Iterable[Call[Any, Any]]) -> list[str]:
        """What is wrong with the templates, a sentence each; empty where all is well.

        Args:
            calls: Every call of the pipeline. A file in the override folder that belongs to
                none of them, and replaces no shared part, is named as unknown.
        """
        calls = list(calls)
        found = [problem for call in calls for problem in self._problems_of(call)]
        if self._override is None:
            return found
        return [*found, *self._strangers(self._override, calls)]

    def _strangers(self, override: Path, calls: Sequence[Call[Any, Any]]) -> Iterator[str]:
        """Files of the user's folder that nothing would read."""
        known = {call.name + SUFFIX for call in calls}
        known |= {path.name for path in self._built_in.glob(f"_*{SUFFIX}")}
        for path in sorted(override.iterdir()):
            if path.name in known or path.name.startswith("."):
                continue
            near = get_close_matches(path.name, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(known))}"
            if not path.name.startswith("_"):
                yield f"{path.name} in the prompt folder belongs to no call; {hint}"
            elif path.name not in self._used(calls):
                yield f"{path.name} in the prompt folder is used by no prompt; {hint}"

    def _used(self, calls: Iterable[Call[Any, Any]]) -> set[str]:
        """Names of all templates and shared parts that calls are rendered from."""
        used: set[str] = set()
        for call in calls:
            with suppress(PromptError):  # a fault of its own, which is named already
                used |= set(self._parts_of(call.name + SUFFIX))
        return used

    def _problems_of(self, call: Call[Any, Any]) -> list[str]:
        name = call.name + SUFFIX
        try:
            parts = self._parts_of(name)
        except PromptError as error:
            return [str(error)]
        used = set[str]().union(*(part.variables for part in parts.values()))
        fields = set(call.input.model_fields)
        problems = [
            f"{name} uses {variable!r}, which is no field of {call.input.__name__}; "
            f"it has {', '.join(sorted(fields))}"
            for variable in sorted(used - fields)
        ]
        problems += [f"{name} never shows {field!r}" for field in sorted(fields - used)]
        try:
            blocks = self._template(call.name).blocks
        except PromptError as error:
            return [*problems, str(error)]
        problems += [f"{name} lacks the block {block!r}" for block in BLOCKS if block not in blocks]
        return problems or list(self._failures(call))

    def _failures(self, call: Call[Any, Any]) -> Iterator[str]:
        """What only rendering tells: a record without such a field, a part without such a macro."""
        for sample in samples(call.input):
            try:
                self.render(call, sample)
            except PromptError as error:
                yield str(error)
                return

    def _template(self, call_name: str) -> Template:
        template = self._templates.get(call_name)
        if template is None:
            with _said_plainly(call_name + SUFFIX):
                template = self._environment.get_template(call_name + SUFFIX)
            self._templates[call_name] = template
        return template

    def _parts_of(self, name: str) -> dict[str, "_Part"]:
        """The template and everything it includes, imports or extends."""
        parts: dict[str, _Part] = {}
        waiting = [name]
        while waiting:
            current = waiting.pop()
            if current not in parts:
                parts[current] = self._part(current)
                waiting += parts[current].uses
        return parts

    def _part(self, name: str) -> "_Part":
        if name in self._parts:
            return self._parts[name]
        assert self._environment.loader is not None  # noqa: S101
        with _said_plainly(name):
            source, _, _ = self._environment.loader.get_source(self._environment, name)
            parsed = self._environment.parse(source)
            variables = meta.find_undeclared_variables(parsed)
        uses = tuple(meta.find_referenced_templates(parsed))
        plain = tuple(part for part in uses if part is not None)
        if plain != uses:
            # Nobody could tell beforehand what the prompt is made of, nor whether it has changed.
            raise PromptError(f"the prompt {name} computes which file it uses; name the file")
        part = self._parts[name] = _Part(source, frozenset(variables), plain)
        return part


@dataclass(frozen=True)
class _Part:
    """One template file: its text, the variables it wants, the files it uses."""

    source: str
    variables: frozenset[str]
    uses: tuple[str, ...]


@contextmanager
def _said_plainly(name: str) -> Iterator[None]:
    """Turns what can be wrong with a template's text into one sentence."""
    try:
        yield
    except TemplateNotFound as error:
        raise PromptError(f"there is no prompt {error.name}") from error
    except TemplateSyntaxError as error:
        # What only inspects the syntax tree does not know the file's name.
        where = error.name if error.name and not error.name.startswith("<") else name
        raise PromptError(
            f"the prompt {where} is broken at line {error.lineno}: {error.message}"
        ) from error
    except UnicodeDecodeError as error:
        raise PromptError(f"the prompt {name} is no text in UTF-8") from error
    except OSError as error:
        raise PromptError(f"the prompt {name} cannot be read: {error.strerror}") from error


def _place(error: BaseException) -> str:
    """Where in a template an error arose, as far as it knows."""
    place = ""
    for frame, compiled in traceback.walk_tb(error.__traceback__):
        template = frame.f_globals.get("__jinja_template__")
        if isinstance(template, Template):
            place = f" at {template.name}, line {template.get_corresponding_lineno(compiled)}"
    return place


def quoted(value: object) -> str:
    """Text from a field, so that it can neither end its line nor pass for an instruction."""
    text = json.dumps(str(value), ensure_ascii=False)
    return text if text.isascii() else _LINE_ENDS.sub(lambda end: f"\\u{ord(end[0]):04x}", text)


def one_line(value: object) -> str:
    """Text that stands without quotes, such as a statement, kept to its line."""
    return " ".join(str(value).split())


def _text(template: Template, block: str, context: Context) -> str:
    render: Mapping[str, Any] = template.blocks
    if block not in render:
        raise TemplateError(f"it lacks the block {block!r}")
    text = "".join(render[block](context)).strip()
    # A lone surrogate cannot be sent as UTF-8.
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
