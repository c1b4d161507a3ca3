"""The offline model as a litellm provider, and what is known of models before they are asked."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from runtime import litellm_client, offline
from runtime.asking import strict_schema
from runtime.endpoints import fallback
from runtime.gateway import FatalModelError
from runtime.litellm_client import LitellmClient
from runtime.stage import BadReply
from schemas.base import Record
from schemas.calls.authoring import WriteSchemaReply
from schemas.calls.call import Site
from schemas.calls.planning import CoherenceReply
from schemas.calls.simulation import USER_TURN
from schemas.config import Binding
from schemas.run import CallOutcome
from tests.fake_server import FakeServer
from tests.runtime.asking import GOOD, SITE, USER_TURN_DATA, config, gateway


async def test_the_offline_model_is_handed_the_input_object_and_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[tuple[str, Record, int]] = []

    def reply(call: str, data: Record, seed: int) -> str:
        handed.append((call, data, seed))
        return GOOD

    monkeypatch.setattr(offline, "reply", reply)
    chat = gateway(tmp_path, config(model="offline/agenda"))
    await chat.ask(USER_TURN, USER_TURN_DATA, SITE)
    ((call, data, seed),) = handed
    assert (call, data) == ("user_turn", USER_TURN_DATA)
    assert 0 <= seed < 2**31
    (record,) = chat.records(SITE.item)
    assert (record.answered_by, record.cost_usd) == ("offline/agenda", "0")
    assert (record.tokens_in, record.outcome) == (None, CallOutcome.OK)


async def test_it_answers_as_the_module_does(tmp_path: Path) -> None:
    chat = gateway(tmp_path, config(model="offline/agenda"))
    said = {
        (await chat.ask(USER_TURN, USER_TURN_DATA, Site("0001-0", turn=n))).utterance
        for n in range(0, 20, 2)
    }
    assert all("4" in utterance for utterance in said)
    again = gateway(tmp_path / "again", config(model="offline/agenda"))
    assert said == {
        (await again.ask(USER_TURN, USER_TURN_DATA, Site("0001-0", turn=n))).utterance
        for n in range(0, 20, 2)
    }


async def test_the_noisy_one_has_faults_at_the_rate_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates: list[float] = []

    def noisy(call: str, data: Record, seed: int, rate: float) -> str:
        rates.append(rate)
        return "hm"

    monkeypatch.setattr(offline, "noisy_reply", noisy)
    chat = gateway(tmp_path, config(model="offline/noisy", extra={"rate": 0.25}))
    with pytest.raises(BadReply):
        await chat.ask(USER_TURN, USER_TURN_DATA, SITE)
    assert rates == [0.25] * 3


async def test_a_fault_of_ours_in_it_is_not_taken_for_a_lost_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(call: str, data: Record, seed: int) -> str:
        raise KeyError("a bug")

    monkeypatch.setattr(offline, "reply", broken)
    chat = gateway(tmp_path, config(model="offline/agenda"))
    with pytest.raises(KeyError, match="a bug"):
        await chat.ask(USER_TURN, USER_TURN_DATA, SITE)


async def test_an_unknown_offline_model_is_named(tmp_path: Path) -> None:
    sentence = "there is no model 'offline/agend'; there are offline/agenda and offline/noisy"
    chat = gateway(tmp_path, config(model="offline/agend"))
    with pytest.raises(FatalModelError, match=sentence):
        await chat.ask(USER_TURN, USER_TURN_DATA, SITE)
    assert LitellmClient().facts(Binding(model="offline/agend")).problem == sentence


async def test_the_offline_model_can_stand_in_for_a_server_that_is_down(tmp_path: Path) -> None:
    with FakeServer() as server:
        url = server.url
    settings = config(
        limits={"attempts_per_call": 2},
        model="openai/fake",
        api_base=url,
        fallbacks=("offline/agenda",),
    )
    chat = gateway(tmp_path, settings)
    await chat.ask(USER_TURN, USER_TURN_DATA, SITE)
    *_, record = chat.records(SITE.item)
    assert (record.model, record.answered_by) == ("openai/fake", "offline/agenda")


def test_prices_come_from_the_config_then_from_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        litellm_client._litellm().model_cost,
        "openai/priced",
        {
            "litellm_provider": "openai",
            "input_cost_per_token": 2.5e-06,
            "output_cost_per_token": 1e-05,
            "cache_read_input_token_cost": 1.25e-06,
            "max_input_tokens": 128000,
        },
    )
    client = LitellmClient()
    known = client.prices(Binding(model="openai/priced"))
    assert known is not None
    assert known.of(1_000_000, 100_000, 400_000) == Decimal("1.5") + Decimal("0.5") + Decimal(1)
    own = client.prices(Binding(model="openai/priced", input_price=Decimal(4)))
    assert own is not None
    # A cached price that belongs to another input price is no discount.
    assert own.of(1_000_000, 0, 500_000) == 4
    assert client.prices(Binding(model="openai/unpriced")) is None
    assert client.prices(Binding(model="openai/unpriced", input_price=Decimal(1))) is None
    assert client.facts(Binding(model="openai/priced")).context_tokens == 128000


@pytest.mark.parametrize(
    ("binding", "expected"),
    [
        ({"model": "openai/gpt-4o-mini"}, ("openai", "json_schema", ("OPENAI_API_KEY",), "")),
        ({"model": "openai/gpt-3.5-turbo"}, ("openai", "tools", ("OPENAI_API_KEY",), "")),
        (
            {"model": "anthropic/claude-3-haiku-20240307", "api_key_env": "MY_KEY"},
            ("anthropic", "json_schema", ("MY_KEY",), ""),
        ),
        (
            {"model": "openai/own", "api_base": "http://127.0.0.1:9/v1"},
            ("openai", "json_schema", (), ""),
        ),
        (
            {"model": "openai/own", "api_base": "http://127.0.0.1:9/v1", "structured": "none"},
            ("openai", "none", (), ""),
        ),
        ({"model": "offline/agenda"}, ("offline", "none", (), "")),
        (
            {"model": "gpt5-tubro"},
            (
                "",
                "none",
                (),
                "nobody knows the model 'gpt5-tubro': write it as provider/model",
            ),
        ),
    ],
)
def test_what_is_known_of_a_model(
    binding: dict[str, Any], expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
    facts = LitellmClient().facts(Binding(**binding))
    assert (facts.provider, facts.structured, facts.missing_keys, facts.problem) == expected


def test_a_fallback_takes_along_what_belongs_to_the_same_provider() -> None:
    binding = Binding(
        model="openai/big",
        api_base="http://127.0.0.1:9/v1",
        api_key_env="KEY",
        temperature=0.1,
        input_price=Decimal(1),
        extra={"top_p": 0.5},
        fallbacks=("openai/small", "anthropic/x"),
    )
    same, foreign = (fallback(binding, model) for model in binding.fallbacks)
    assert (same.model, same.api_base, same.api_key_env) == (
        "openai/small",
        "http://127.0.0.1:9/v1",
        "KEY",
    )
    assert (foreign.model, foreign.api_base, foreign.api_key_env) == ("anthropic/x", None, None)
    assert (same.temperature, same.input_price, same.extra) == (0.1, None, {})


def test_a_strict_schema_is_closed_and_requires_everything() -> None:
    strict = strict_schema(WriteSchemaReply.model_json_schema(), lengths=False)
    assert strict["additionalProperties"] is False
    assert strict["required"] == [*WriteSchemaReply.model_fields]
    slot = strict["$defs"]["DraftSlot"]
    # A property may be called like an annotation.
    assert slot["properties"]["description"] == {"type": "string"}
    assert slot["required"] == ["name", "description", "type", "required", "possible_values"]
    assert slot["properties"]["name"] == {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}
    assert "title" not in slot
    assert "default" not in slot["properties"]["possible_values"]
    lengths = strict_schema(CoherenceReply.model_json_schema(), lengths=True)
    words = lengths["$defs"]["CoherenceChange"]["properties"]["words"]
    assert words == {"type": "string", "minLength": 1, "maxLength": 400}
    assert lengths["properties"]["changes"]["maxItems"] == 12


@pytest.mark.parametrize(
    ("model", "tokens"),
    [("openai/o3-mini", 600), ("openai/gpt-4o-mini", 100), ("openai/somebody-elses", 100)],
)
def test_thinking_has_a_budget_of_its_own(model: str, tokens: int) -> None:
    binding = Binding(model=model, max_tokens=100, reasoning_tokens=500)
    assert LitellmClient().most_tokens(binding) == tokens
