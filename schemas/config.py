"""The run's configuration: one YAML file, this model behind it."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    Field,
    NonNegativeInt,
    PositiveInt,
    StringConstraints,
    model_validator,
)

from schemas.base import Record
from schemas.calls.call import Role
from schemas.phenomenon import LUCID, PhenomenonTag
from schemas.service import Constraint, Identifier
from schemas.world import Clock

Share = Annotated[float, Field(ge=0, le=1)]
Dollars = Annotated[Decimal, Field(ge=0)]
SlotName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=48)]
"""A slot that is yet to be written, in the form that the schema writer uses."""


def _said(text: str) -> str:
    """A description that says something."""
    if not any(character.isalnum() for character in text):
        raise ValueError("says nothing: describe the intent in a few words")
    return text


Description = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=500), AfterValidator(_said)
]

DEFAULT_QUOTAS: dict[PhenomenonTag, Share] = {
    tag: 0.08 if tag in LUCID else 0.03 for tag in PhenomenonTag
}
"""LUCID's twelve at the share that its dataset has them in, the others at a smaller one."""


class DescribedIntent(Record):
    """An intent in the user's words; the schema writer does the rest.

    Attributes:
        constraints: Cross-slot rules the user insists on.
        slots: Slot names the user insists on.
    """

    domain: Identifier
    description: Description
    slots: tuple[SlotName, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    @model_validator(mode="after")
    def _fits(self) -> "DescribedIntent":
        twice = sorted({name for name in self.slots if self.slots.count(name) > 1})
        if twice:
            raise ValueError(f"names the slot {twice[0]!r} twice")
        rules = {(rule.left, rule.operator[0], rule.right) for rule in self.constraints}
        for left, operator, right in rules:
            opposite = {"<": ">", ">": "<"}.get(operator)
            against = (left, opposite, right) in rules or (right, operator, left) in rules
            if left == right or (opposite and against and not self._may_be_equal):
                raise ValueError(f"no values meet the rules between {left!r} and {right!r}")
        return self

    @property
    def _may_be_equal(self) -> bool:
        return all(rule.operator in ("<=", ">=", "!=") for rule in self.constraints)


class ProposedIntents(Record):
    """Intents that the schema writer is to propose for a domain."""

    domain: Identifier
    count: PositiveInt


class IntentOverride(Record):
    """What an imported intent is, whatever its file says; what is not given stays as it is.

    Attributes:
        transactional: Whether it changes something; one that does not needs no confirmation.
        needs_confirmation: Whether the user has to confirm first.
    """

    transactional: bool | None = None
    needs_confirmation: bool | None = None


class Sources(Record):
    """Where intents come from; at least one of the three.

    Attributes:
        imported: Paths of service files that `dialoom import` wrote.
        overrides: Imported intents that are something else, by name, bare or as Service.Intent.
    """

    described: tuple[DescribedIntent, ...] = ()
    propose: tuple[ProposedIntents, ...] = ()
    imported: tuple[str, ...] = ()
    overrides: dict[str, IntentOverride] = {}
    value_draws: PositiveInt = 3
    values_per_draw: PositiveInt = 8

    @model_validator(mode="after")
    def _not_empty(self) -> "Sources":
        if not (self.described or self.propose or self.imported):
            raise ValueError("names no intent: give described, propose or imported")
        said = [" ".join(intent.description.casefold().split()) for intent in self.described]
        twice = sorted({text for text in said if said.count(text) > 1})
        if twice:
            raise ValueError(f"describes {twice[0]!r} twice; take one out or tell them apart")
        return self


class Target(Record):
    """How much is wanted.

    Attributes:
        accepted: Number of dialogues to publish, one per cell.
        attempts: Attempts per cell before it is given up.
    """

    accepted: PositiveInt = 60
    attempts: PositiveInt = 6


class Mix(Record):
    """Shares of all cells. Flow counts only dialogues with more than one goal.

    `flow`, `failure` and `offers` are the shares of `anaphora`, `backend_failure` and
    `offered_intent` under another name: the larger one counts.

    Attributes:
        goals: Exact shares of dialogues by their number of intents, such as {1: 0.5, 2: 0.5};
            takes the place of `multi_intent` and `max_goals` where given.
        intents: Shares of dialogues by primary intent, bare or as Service.Intent; the other
            primary intents share the rest evenly.
        max_phenomena: In one dialogue, those aside that lie over a turn's words, follow from a
            flowing value, or are the system's to begin. LUCID has up to two.
        triplets: Give each dialogue with an ambiguous reference two siblings of the same plan:
            one in which the user had chosen before, one in which they say which in the same
            breath.
    """

    multi_intent: Share = 0.5
    query_first: Share = 0.25
    flow: Share = 0.25
    max_goals: Annotated[int, Field(ge=1, le=5)] = 3
    optional_slot: Share = 0.2
    failure: Share = 0.1
    """Of all dialogues, those in which the backend refuses a call once."""
    offers: Share = 0.2
    """Of all dialogues, those in which the system offers what could follow a chosen result."""
    goals: dict[Annotated[int, Field(ge=1, le=5)], Share] = {}
    intents: dict[str, Share] = {}
    max_phenomena: Annotated[int, Field(ge=0, le=8)] = 3
    triplets: bool = False
    primary_intents: Literal["transactional", "all"] = "transactional"
    """Which intents get cells of their own; query intents then come as companions."""

    @model_validator(mode="after")
    def _add_up(self) -> "Mix":
        if sum(self.goals.values()) > 1 + 1e-9:
            raise ValueError(f"goals adds up to {sum(self.goals.values()):g}; at most 1")
        if sum(self.intents.values()) > 1 + 1e-9:
            raise ValueError(f"intents adds up to {sum(self.intents.values()):g}; at most 1")
        return self


class Splits(Record):
    """Shares of seen dialogues; dialogues over held-out intents alone are test_held_out."""

    dev: Share = 0.1
    test: Share = 0.1
    held_out: tuple[str, ...] = ()
    """Intent names, bare or as Service.Intent."""

    @model_validator(mode="after")
    def _add_up(self) -> "Splits":
        if self.dev + self.test > 1:
            raise ValueError(f"dev and test are {self.dev + self.test:g} of all; at most 1")
        return self


class Simulation(Record):
    """Bounds of the turn loop."""

    max_turns: Annotated[int, Field(ge=2, le=200)] = 50
    max_steps: Annotated[int, Field(ge=1, le=20)] = 6
    """System programs in one turn."""
    repairs: NonNegativeInt = 2
    """How often a turn is asked again with the complaint of a cheap check."""
    schema_supervisor: bool = True
    """Bring intents, slots and closed values that the schema does not have back to those that it
    has, by a multiple-choice question to the system's model."""
    parser_supervisor: bool = True
    """Write a required slot that the user answered and the system's program left out, by a
    question about that slot to the system's model."""


class LocalRuntime(Record):
    """How a `local:` model is served; it changes how fast replies come, not what is asked.

    Attributes:
        threads: Of the processor; one less than there are cores where it is not given. On a machine
            that has other work to do as well, one thread is faster than two that wait for each
            other.
        slots: Prompts whose beginning is kept, so that a dialogue's next turn is read quickly.
        context: Tokens of prompt and reply together, in each slot.
        requests: How many are answered at once.
    """

    threads: PositiveInt | None = None
    slots: PositiveInt = 10
    context: Annotated[int, Field(ge=512)] = 4096
    requests: PositiveInt = 2


class Binding(Record):
    """A model for a role; in YAML its model string alone will do.

    Attributes:
        model: A litellm model string, `offline/agenda`, or `local:` and the path of a GGUF file.
        api_base: Endpoint of an OpenAI-compatible server.
        api_key_env: Name of the environment variable with the key, never the key itself.
        input_price, output_price, cached_price: US dollars per million tokens, where litellm
            has none or another one.
    """

    model: str
    api_base: str | None = None
    api_key_env: str | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    max_tokens: PositiveInt = 1024
    reasoning_tokens: NonNegativeInt = 4096
    """Beyond max_tokens, for models that litellm knows to think before they answer."""
    timeout_s: Annotated[float, Field(gt=0)] = 120
    structured: Literal["auto", "grammar", "json_schema", "tools", "json_object", "none"] = "auto"
    """How JSON is asked for. `grammar` is llama.cpp's: it also leaves out names and values that
    there are not, which is what makes small models usable."""
    seed: bool = True
    """Send a seed derived from the call site."""
    fallbacks: tuple[str, ...] = ()
    input_price: Dollars | None = None
    output_price: Dollars | None = None
    cached_price: Dollars | None = None
    extra: dict[str, str | int | float | bool] = {}
    """Further parameters for this model, passed through as they are."""
    local: LocalRuntime = LocalRuntime()

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, given: Any) -> Any:
        return {"model": given} if isinstance(given, str) else given


class Validation(Record):
    """The ladder's upper rungs: how many label predictions have to agree, who judges.

    Attributes:
        judges: How many votes of the judge role's model each judgement takes; the majority
            counts.
        panel: Models that judge instead, with one vote each.
        overlap: JSONL files of published dialogues, such as benchmarks, that nothing generated
            may repeat.
    """

    blind: NonNegativeInt = 2
    privileged: NonNegativeInt = 1
    agreement: Literal["all", "majority"] = "all"
    judge_phenomena: bool = True
    judge_wording: bool = False
    """Ask the judges of every dialogue whether people could talk so, and are taken as they mean
    it: two more questions a dialogue."""
    judges: PositiveInt = 1
    panel: tuple[Binding, ...] = ()
    truncate: bool = True
    """Keep a failed dialogue up to its last good checkpoint, marked, where its cell allows."""
    overlap: tuple[str, ...] = ()


class Limits(Record):
    """What the run may use."""

    concurrency: PositiveInt = 16
    shard_size: PositiveInt = 20
    requests_per_minute: PositiveInt | None = None
    tokens_per_minute: PositiveInt | None = None
    max_cost_usd: Dollars | None = None
    unpriced: Literal["refuse", "allow"] = "refuse"
    attempts_per_call: PositiveInt = 5
    reasks: NonNegativeInt = 2


class RunConfig(Record):
    """Everything a run depends on."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")] = "run"
    seed: int = 0
    output: Annotated[str, Field(min_length=1)] = "outputs"
    clock: Clock = Clock(now=datetime(2026, 3, 2, 9, 0))
    intents: Sources
    target: Target = Target()
    mix: Mix = Mix()
    phenomena: dict[PhenomenonTag, Share] = DEFAULT_QUOTAS
    """Shares of all dialogues that are to show each; those not named are not asked for. Where
    these are the defaults, a phenomenon that no intent can host is left out; else it is an
    error."""
    splits: Splits = Splits()
    simulation: Simulation = Simulation()
    validation: Validation = Validation()
    models: dict[Literal["default"] | Role, Binding] = {"default": Binding(model="offline/agenda")}
    prompts: str | None = None
    """A folder whose templates override the built-in ones."""
    limits: Limits = Limits()

    def binding(self, role: Role, seat: int = 0) -> Binding:
        """The model bound to a role; each judge of a panel of models has its own."""
        if role is Role.JUDGE and self.validation.panel:
            return self.validation.panel[seat]
        return self.models.get(role) or self.models["default"]

    @property
    def judges(self) -> tuple[Binding, ...]:
        """Who gives each of the votes on a judgement."""
        alone = (self.binding(Role.JUDGE),) * self.validation.judges
        return self.validation.panel or alone
