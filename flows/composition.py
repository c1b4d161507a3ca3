"""Dialoom's own pipeline, put together."""

from dataclasses import replace

from flows.overlap import published_texts
from flows.pipeline import JudgedStorage, Pipeline, RowStorage, Step
from schemas.annotation import AnnotatedDialogue
from schemas.authoring import IntentBrief, IntentProposal
from schemas.calls import authoring, judging, planning, simulation, supervision
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.service import ServiceSchema
from stages import compile as compiling
from stages import intents, plans, schemas
from stages.annotate import ANNOTATE
from stages.simulate import SIMULATE
from stages.validate import VALIDATE


def _author(item: IntentBrief | ServiceSchema) -> str:
    return item.brief_id if isinstance(item, IntentBrief) else item.name


def dialoom() -> Pipeline:
    """Dialoom's own pipeline."""
    return Pipeline(
        requests=intents.requests,
        intents=Step(
            intents.INTENTS,
            RowStorage("intents", IntentProposal),
            lambda item: item.request_id,
            (authoring.PROPOSE_INTENTS,),
            ("seed",),
        ),
        schemas=Step(
            schemas.SCHEMAS,
            RowStorage("schemas", ServiceSchema),
            _author,
            (authoring.WRITE_SCHEMA, authoring.COMPLETE_SERVICE, authoring.DRAW_VALUES),
            ("seed", "clock", "intents.value_draws", "intents.values_per_draw"),
        ),
        assemble=schemas.assemble,
        lay_cells=plans.lay_cells,
        plans=Step(
            plans.PLANS,
            RowStorage("plans", Plan),
            lambda item: item.dialogue_id,
            (
                planning.INTENT_PATH,
                planning.NEXT_CONTEXT,
                planning.LIKELY_VALUE,
                planning.REALISTIC_VALUES,
                planning.COHERENCE,
                planning.QUERY_ENTITY,
            ),
            ("seed", "clock", "mix", "phenomena", "simulation"),
        ),
        simulate=Step(
            SIMULATE,
            RowStorage("dialogues", Dialogue),
            lambda item: item.dialogue_id,
            (
                simulation.USER_TURN,
                simulation.SYSTEM_STATEMENTS,
                simulation.EXACT_VALUE,
                simulation.RESPONSE,
                supervision.SUPERVISE_NAME,
                supervision.SUPERVISE_ANSWER,
            ),
            ("seed", "simulation"),
        ),
        annotate=Step(
            ANNOTATE,
            RowStorage("annotations", AnnotatedDialogue),
            lambda item: item.dialogue_id,
        ),
        validate=Step(
            replace(VALIDATE, published=published_texts),
            JudgedStorage(),
            lambda item: item.plan.dialogue_id,
            (judging.LABEL_BLIND, judging.LABEL_PRIVILEGED, judging.JUDGE_PHENOMENON),
            ("seed", "simulation", "validation"),
        ),
        select=compiling.select,
        compile=compiling.compile_dataset,
    )
