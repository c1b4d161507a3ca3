"""Small calls, configs and gateways that tests ask with."""

from pathlib import Path
from typing import Any, Literal

from runtime.endpoints import Endpoints
from runtime.gateway import Gateway
from runtime.journal import Journal
from schemas.acts import ActType
from schemas.calls.call import Role, Site
from schemas.calls.simulation import USER_TURN, MoveView, UserTurnInput, UserTurnReply
from schemas.calls.views import Line
from schemas.config import Binding, Limits, ProposedIntents, RunConfig, Sources
from schemas.run import CallOutcome
from tests.fake_server import FakeServer

USER_TURN_DATA = UserTurnInput(
    persona="Ann, a nurse",
    style="brief",
    goals=(),
    conversation=(Line(kind="system", text="For how many people?"),),
    moves=(MoveView(act=ActType.INFORM, slot="party size", type="integer", words="4"),),
)
SITE = Site(item="0001-0", turn=2)
GOOD = '{"utterance": "For 4, please."}'
OK = UserTurnReply(utterance="For 4, please.")


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


def over(
    server: FakeServer, run: Path, limits: dict[str, Any] | None = None, **more: Any
) -> Gateway:
    """A gateway to the fake server."""
    return gateway(run, config(limits=limits, model="openai/fake", api_base=server.url, **more))


async def ask(chat: Gateway, site: Site = SITE) -> UserTurnReply:
    """Asks for the user's turn."""
    return await chat.ask(USER_TURN, USER_TURN_DATA, site)


def outcomes(chat: Gateway) -> list[CallOutcome]:
    """What became of the requests since the last time."""
    return [record.outcome for record in chat.records(SITE.item)]
