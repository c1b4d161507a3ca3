"""Stage 2: a service with a transactional intent and its query twin for each description.

Services that were imported pass through, once what their source does not say has been asked for;
slots without any example value get some drawn.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from formats.tools import completing
from runtime.stage import BadReply, StageContext, StageName
from schemas.authoring import IntentBrief
from schemas.calls.authoring import (
    COMPLETE_SERVICE,
    DRAW_VALUES,
    WRITE_SCHEMA,
    DraftConstraint,
    DraftSlot,
    DrawValuesInput,
    WriteSchemaInput,
    WriteSchemaReply,
)
from schemas.calls.call import Site
from schemas.calls.views import IntentOutline
from schemas.service import (
    Catalog,
    Constraint,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)
from schemas.verdict import Rejection, RejectionCode
from world.legal import can_hold, canonical_or_none
from world.transcript import intent_outline, now_text, slot_values

CREATED = (
    "today",
    "yesterday",
    "last week",
    "this week",
    "this month",
    "last month",
    "most recent",
)
"""What users say for when the thing they look for was made."""

ORDERED = frozenset({SlotType.INTEGER, SlotType.NUMBER, SlotType.DATE, SlotType.TIME})
_OURS = frozenset({"config", "proposed"})
"""Origins of services that this stage names itself."""
_ORDERING = frozenset({"<", "<=", ">", ">="})


@dataclass(frozen=True)
class WriteSchemas:
    """Writes the schema of a brief, or completes an imported one."""

    name: StageName = StageName.SCHEMAS
    version: int = 1

    async def run(
        self, item: IntentBrief | ServiceSchema, ctx: StageContext
    ) -> ServiceSchema | Rejection:
        """One service, every slot of it with values a user may say."""
        ident = item.brief_id if isinstance(item, IntentBrief) else item.name
        try:
            if isinstance(item, IntentBrief):
                service = await _write(item, ctx)
            else:
                service = await _completed(item, ctx)
            service = await _with_values(service, ident, ctx)
        except BadReply as problem:
            code = RejectionCode.REFUSED if problem.refused else RejectionCode.SCHEMA_INVALID
            return Rejection(item=ident, stage=self.name, code=code, detail=str(problem))
        for intent in service.intents:
            for constraint in intent.constraints:
                if not can_hold(constraint, service, ctx.config.clock):
                    return Rejection(
                        item=ident,
                        stage=self.name,
                        code=RejectionCode.SCHEMA_INVALID,
                        detail=f"no example values meet {_text(constraint)} of {intent.name}",
                    )
        return service


def assemble(services: Sequence[ServiceSchema]) -> tuple[Catalog, tuple[Rejection, ...]]:
    """The run's catalog.

    Two services over the same kind of entity live side by side under numbered names; the same
    transactional intent a second time for the same entity is a duplicate. Imported services are
    told apart by their own names: two providers may well offer the same intent.
    """
    kept: list[ServiceSchema] = []
    rejected: list[Rejection] = []
    for service in services:
        acting = {(i.name, i.entity) for i in service.intents if i.transactional}
        known = {(i.name, i.entity) for s in kept for i in s.intents if i.transactional}
        provider = service.origin not in _OURS and service.name not in {s.name for s in kept}
        if acting & known and not provider:
            rejected.append(
                Rejection(
                    item=service.name,
                    stage=StageName.SCHEMAS,
                    code=RejectionCode.DUPLICATE_INTENT,
                    detail=f"{min(acting & known)[0]} is there already",
                )
            )
            continue
        names = {other.name for other in kept}
        name, number = service.name, 2
        while name in names:
            name, number = f"{service.name}_{number}", number + 1
        kept.append(service.model_copy(update={"name": name}))
    return Catalog(services=tuple(kept)), tuple(rejected)


async def _write(brief: IntentBrief, ctx: StageContext) -> ServiceSchema:
    question = WriteSchemaInput(
        domain=brief.domain,
        description=brief.description,
        existing=brief.existing,
        slots=brief.slots,
        constraints=tuple(_text(c) for c in brief.constraints),
    )
    reply = await ctx.chat.ask(
        WRITE_SCHEMA,
        question,
        Site(item=brief.brief_id),
        check=lambda draft: _check_draft(draft, brief),
    )
    return build_service(reply, brief)


async def _completed(service: ServiceSchema, ctx: StageContext) -> ServiceSchema:
    """An imported service with what its source does not say."""
    question = completing.question(service)
    if question is None:
        return service
    reply = await ctx.chat.ask(
        COMPLETE_SERVICE,
        question,
        Site(item=service.name),
        check=lambda reply: completing.check(reply, service),
    )
    return completing.completed(service, reply)


def _check_draft(draft: WriteSchemaReply, brief: IntentBrief) -> None:
    names = [slot.name for slot in (*draft.slots, *draft.result_slots)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"the slot {twice[0]!r} is there twice")
    if not any(slot.required for slot in draft.slots):
        raise ValueError("at least one slot has to be required")
    missing = [slot for slot in brief.slots if slot not in names]
    if missing:
        raise ValueError(f"the slot {missing[0]!r} was asked for and is missing")
    types = {slot.name: SlotType(slot.type) for slot in draft.slots}
    rules: tuple[DraftConstraint | Constraint, ...] = (*draft.constraints, *brief.constraints)
    for rule in rules:
        for name in (rule.left, rule.right):
            if name not in types:
                raise ValueError(f"a constraint names {name!r}, which is no slot of the intent")
            if rule.operator in _ORDERING and types[name] not in ORDERED:
                raise ValueError(f"{name!r} cannot be ordered: its type is {types[name]}")


def build_service(draft: WriteSchemaReply, brief: IntentBrief) -> ServiceSchema:
    """The service of a draft, its query twin derived as LUCID derives it.

    The twin takes every slot of the intent but dates and times, all optional, and requires
    `date_of_<entity>`: when the thing it looks for was made.
    """
    created = f"date_of_{draft.entity}"
    slots = tuple(_slot(slot) for slot in (*draft.slots, *draft.result_slots))
    acting = IntentSchema(
        name=draft.name,
        description=brief.description,
        transactional=True,
        needs_confirmation=draft.needs_confirmation,
        required=tuple(slot.name for slot in draft.slots if slot.required),
        optional=tuple(OptionalSlot(name=s.name) for s in draft.slots if not s.required),
        entity=draft.entity,
        constraints=(
            *brief.constraints,
            *(Constraint(**rule.model_dump()) for rule in draft.constraints),
        ),
    )
    searched = [slot.name for slot in draft.slots if slot.type not in ("date", "time")]
    query = IntentSchema(
        name=f"find_{draft.entity}",
        description=f"find existing {draft.entity.replace('_', ' ')}",
        transactional=False,
        needs_confirmation=False,
        required=(created,),
        optional=tuple(OptionalSlot(name=name) for name in searched),
        result_slots=tuple(slot.name for slot in slots),
        entity=draft.entity,
        query_of=draft.name,
        created_slot=created,
    )
    made = SlotSchema(
        name=created,
        description=f"when the {draft.entity.replace('_', ' ')} were made",
        example_values=CREATED,
    )
    return ServiceSchema(
        name=draft.entity,
        description=brief.description,
        domains=(brief.domain,),
        slots=(*slots, made),
        intents=(acting, query),
        origin="proposed" if brief.proposed else "config",
    )


def _slot(draft: DraftSlot) -> SlotSchema:
    return SlotSchema(
        name=draft.name,
        description=draft.description,
        type=SlotType(draft.type),
        categorical=bool(draft.possible_values),
        possible_values=draft.possible_values,
    )


async def _with_values(service: ServiceSchema, ident: str, ctx: StageContext) -> ServiceSchema:
    """The service with values drawn for every slot that has none."""
    drawn = await asyncio.gather(
        *(_draw(service, number, slot, ident, ctx) for number, slot in enumerate(service.slots))
    )
    return service.model_copy(update={"slots": tuple(drawn)})


async def _draw(
    service: ServiceSchema, number: int, slot: SlotSchema, ident: str, ctx: StageContext
) -> SlotSchema:
    if slot.possible_values or slot.example_values or slot.type is SlotType.BOOLEAN:
        return slot
    created = {intent.created_slot for intent in service.intents}
    if slot.name in created:
        return slot.model_copy(update={"example_values": CREATED})
    intent = _an_intent_with(service, slot.name)
    sources = ctx.config.intents
    replies = await asyncio.gather(
        *(
            ctx.chat.ask(
                DRAW_VALUES,
                DrawValuesInput(
                    intent=intent,
                    slot=slot_values(slot),
                    count=sources.values_per_draw,
                    draw=draw,
                    draws=sources.value_draws,
                    now=now_text(ctx.config.clock),
                ),
                Site(item=ident, turn=number, draw=draw),
            )
            for draw in range(sources.value_draws)
        )
    )
    merged = dict.fromkeys(value for reply in replies for value in reply.values)
    fit = tuple(v for v in merged if canonical_or_none(v, slot, ctx.config.clock) is not None)
    if not fit:
        raise BadReply(f"none of {len(merged)} drawn values is a {slot.type} for {slot.name}")
    return slot.model_copy(update={"example_values": fit})


def _an_intent_with(service: ServiceSchema, slot: str) -> IntentOutline:
    for intent in service.intents:
        if slot in intent.slot_names:
            return intent_outline(service, intent)
    giving = (i for i in service.intents if slot in i.result_slots)
    return intent_outline(service, next(giving, service.intents[0]))


def _text(constraint: Constraint) -> str:
    return f"{constraint.left} {constraint.operator} {constraint.right}"


SCHEMAS = WriteSchemas()
