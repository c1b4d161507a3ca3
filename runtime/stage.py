"""The stage contract: what a stage is given, what it returns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.config import RunConfig
from schemas.service import Catalog
from schemas.verdict import Rejection

ItemT = TypeVar("ItemT", contravariant=True)
OutT = TypeVar("OutT", covariant=True)


class StageName(StrEnum):
    """The pipeline's stages, in order."""

    INTENTS = "intents"
    SCHEMAS = "schemas"
    PLANS = "plans"
    SIMULATE = "simulate"
    ANNOTATE = "annotate"
    VALIDATE = "validate"
    COMPILE = "compile"
    REVIEW_SAMPLE = "review_sample"


class BadReply(Exception):
    """A model's reply stayed unusable; the item is rejected, the run goes on.

    Attributes:
        refused: True where the model declined instead of failing.
    """

    def __init__(self, message: str, *, refused: bool = False) -> None:
        super().__init__(message)
        self.refused = refused


class Chat(Protocol):
    """The gateway as stages see it."""

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """Renders the call's prompt from `data`, asks the role's model, reads the reply.

        Args:
            call: Which call it is.
            data: The only thing the prompt is rendered from.
            site: Where in the run it is made.
            check: Raises ValueError where a well-formed reply is unusable; its message is fed
                back to the model like a parser's complaint.

        Raises:
            BadReply: After the last re-ask.
        """
        ...

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """The model string bound to the call's role."""
        ...


@dataclass(frozen=True)
class StageContext:
    """What a stage may use: no clock, no files, no environment, no global randomness.

    Attributes:
        seed: Derived from the run's seed and the item's id.
        catalog: The run's services, empty before the stage `schemas` is through.
    """

    chat: Chat
    seed: int
    catalog: Catalog
    config: RunConfig


class ItemStage(Protocol[ItemT, OutT]):
    """A stage over single items: same item, seed and replies give the same output.

    Every item becomes an output or a rejection.
    """

    @property
    def name(self) -> StageName:
        """Which stage it is."""
        ...

    @property
    def version(self) -> int:
        """Bumped when the stage's meaning changes."""
        ...

    async def run(self, item: ItemT, ctx: StageContext) -> OutT | Rejection:
        """Makes one output of one item."""
        ...


class CorpusStage(Protocol[ItemT, OutT]):
    """A stage over the whole corpus (dedup, splits, sampling)."""

    @property
    def name(self) -> StageName:
        """Which stage it is."""
        ...

    @property
    def version(self) -> int:
        """Bumped when the stage's meaning changes."""
        ...

    def run(self, items: Sequence[ItemT], ctx: StageContext) -> Sequence[OutT]:
        """Makes outputs of all items."""
        ...
