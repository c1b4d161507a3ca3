"""Small calls and configs that the gateway's tests ask with."""

from pathlib import Path
from typing import Any, Literal

from runtime.endpoints import Endpoints
from runtime.gateway import Gateway
from runtime.journal import Journal
from schemas.acts import ActType
from schemas.calls.call import Role, Site
from schemas.calls.simulation import MoveView, UserTurnInput
from schemas.calls.views import Line
from schemas.config import Binding, Limits, ProposedIntents, RunConfig, Sources

USER_TURN_DATA = UserTurnInput(
    persona="Ann, a nurse",
    style="brief",
    goals=(),
    conversation=(Line(kind="system", text="For how many people?"),),
    moves=(MoveView(act=ActType.INFORM, slot="party size", type="integer", words="4"),),
)
SITE = Site(item="0001-0", turn=2)
GOOD = '{"utterance": "For 4, please."}'


def config(
    *,
    limits: dict[str, Any] | None = None,
    models: dict[Literal["default"] | Role, Binding] | None = None,
    **binding: Any,
) -> RunConfig:
    """A run whose default model is bound as given."""
    bound = {"default": Binding(**binding)} if binding else models
    return RunConfig(
        intents=Sources(propose=(ProposedIntents(domain="food", count=1),)),
        limits=Limits(**(limits or {})),
        **({"models": bound} if bound else {}),
    )


def gateway(run: Path, settings: RunConfig, *, reuse: tuple[Path, ...] = ()) -> Gateway:
    """A gateway over litellm whose pauses are short."""
    return Gateway(
        settings,
        Journal(run, reuse=reuse),
        endpoints=Endpoints(settings.limits, first_pause_s=0.01),
    )
