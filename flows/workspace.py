"""What a process needs to work on a run: its store, its gateway, its stages' identities."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from pydantic import JsonValue

from flows.pipeline import AnyCall, Pipeline, Step
from runtime.fingerprint import config_fields, digest, stage_fingerprint
from runtime.local.questions import VERSION as QUESTIONS
from runtime.local.questions import asks_small
from runtime.stage import Chat
from runtime.store import ArtifactStore
from schemas.calls.call import Call, InputT, ReplyT, Role, Site
from schemas.config import Binding, RunConfig
from schemas.run import CallRecord
from schemas.service import Catalog


class Recording(Chat, Protocol):
    """A chat that remembers its calls by item."""

    def records(self, item: str) -> list[CallRecord]:
        """Takes the calls made for an item so far."""
        ...


class ItemChat:
    """The chat of one item; knows under which call sites that item asked."""

    def __init__(self, chat: Recording) -> None:
        self._chat = chat
        self._sites: dict[str, None] = {}

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """Asks the run's chat."""
        self._sites[site.item] = None
        return await self._chat.ask(call, data, site, check)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """The model string bound to the call's role."""
        return self._chat.model_of(call)

    @property
    def sites(self) -> tuple[str, ...]:
        """Items under which it asked, in order of the first question."""
        return tuple(self._sites)

    def records(self) -> tuple[CallRecord, ...]:
        """The calls of this item, by call site: the order of work leaves no trace."""
        made = [record for site in self._sites for record in self._chat.records(site)]
        return tuple(sorted(made, key=_site_order))


def _site_order(record: CallRecord) -> tuple[str, int, int, str, int, int]:
    return (record.item, record.turn, record.step, record.call, record.draw, record.attempt)


def _nothing() -> None:
    """There is nothing to let go of."""


async def _at_once() -> None:
    """There is nothing to wait for."""


def _never(item: str) -> bool:
    return False


@dataclass(frozen=True)
class Workspace:
    """An opened run.

    Attributes:
        close_item: Tells the journal that an item's stage is through.
        prompt_hash: Hash of a call's template with all its parts.
        close: Lets go of the models once the run is over.
        under_way: How many model calls were sent and not answered yet.
        drain: Waits for their replies and files them.
        paid: US dollars that all replies in the run's folder have cost.
        begun: Whether an item had replies when the run was opened.
    """

    config: RunConfig
    store: ArtifactStore
    pipeline: Pipeline
    chat: Recording
    close_item: Callable[[str], None]
    prompt_hash: Callable[[AnyCall], str]
    close: Callable[[], None] = _nothing
    under_way: Callable[[], int] = int
    drain: Callable[[], Awaitable[None]] = _at_once
    paid: Callable[[], Decimal] = Decimal
    begun: Callable[[str], bool] = _never

    def identity(self, step: Step[Any, Any], catalog: Catalog | None = None) -> str:
        """The fingerprint of a stage in this run."""
        return identity(self.config, step, self.prompt_hash, catalog)


_OF_BINDING = (
    "model",
    "api_base",
    "temperature",
    "max_tokens",
    "reasoning_tokens",
    "structured",
    "seed",
    "extra",
)
"""What of a binding makes other replies; prices and patience do not."""


def binding_of(config: RunConfig, role: Role) -> Binding:
    """The model bound to a role."""
    return config.models.get(role) or config.models["default"]


def identity(
    config: RunConfig,
    step: Step[Any, Any],
    prompt_hash: Callable[[AnyCall], str],
    catalog: Catalog | None = None,
) -> str:
    """The fingerprint of a stage: code version, prompts, models, settings, services."""
    fields = config_fields(config)
    settings = {
        path: value
        for path, value in fields.items()
        if any(path == name or path.startswith(f"{name}.") for name in step.settings)
    }
    roles = sorted({call.role for call in step.calls})
    models: dict[str, JsonValue] = {}
    for role in roles:
        binding = binding_of(config, role)
        models[role.value] = {
            **binding.model_dump(mode="json", include=set(_OF_BINDING)),
            "fallbacks": list(binding.fallbacks),
        }
        if asks_small(binding):
            models[f"{role.value} questions"] = QUESTIONS
    return stage_fingerprint(
        stage=step.stage.name.value,
        version=step.stage.version,
        config=settings,
        prompts={call.name: prompt_hash(call) for call in step.calls},
        models=models,
        upstream=digest(catalog.model_dump(mode="json")) if catalog else "",
    )
