"""Cases of the two parts that speak: the user simulator and the assistant's voice."""

from collections.abc import Iterator

from benchmarks.prompts.recording import Recording
from benchmarks.prompts.verdicts import Case
from checks.explain import Known, known_entities, known_state
from checks.grounding import system_faults, user_faults
from checks.wording import user_wording, wording
from schemas.calls.call import Site
from schemas.calls.simulation import (
    RESPONSE,
    USER_TURN,
    ResponseInput,
    ResponseReply,
    UserTurnInput,
    UserTurnReply,
)
from schemas.candidate import Candidate
from schemas.dialogue import Speaker, Turn
from schemas.service import Catalog
from world.executor import Executor


def user_cases(recording: Recording) -> Iterator[Case]:
    """Every user turn; usable is a wording that the simulation lets stand."""
    asked = _inputs(recording, USER_TURN.name)
    for candidate in recording.candidates:
        catalog = recording.catalog.only(candidate.dialogue.services)
        for turn in candidate.dialogue.turns:
            data = asked.get((candidate.dialogue.dialogue_id, turn.index))
            if turn.speaker is Speaker.USER and isinstance(data, UserTurnInput):
                yield _user_case(candidate, turn, data, catalog)


def _user_case(candidate: Candidate, turn: Turn, data: UserTurnInput, catalog: Catalog) -> Case:
    earlier = [line.text for line in data.conversation]

    def wrong(reply: UserTurnReply) -> str:
        name = candidate.plan.persona.name
        return "; ".join(
            (
                *user_wording(reply.utterance, catalog),
                *user_faults(
                    reply.utterance, turn.acts, earlier, catalog, candidate.plan.clock, (name,)
                ),
            )
        )

    planned = ", ".join(tag.value for tag in turn.planned_phenomena)
    kind = planned or "+".join(dict.fromkeys(act.act.value for act in turn.acts))
    site = Site(candidate.dialogue.dialogue_id, turn.index)
    return Case(USER_TURN, data, site, kind, wrong, turn.utterance, planned)


def response_cases(recording: Recording) -> Iterator[Case]:
    """Every system turn; usable is a wording that the simulation lets stand."""
    asked = _inputs(recording, RESPONSE.name)
    for candidate in recording.candidates:
        dialogue = candidate.dialogue
        catalog = recording.catalog.only(dialogue.services)
        executor = Executor(catalog, dialogue.world, dialogue.clock)
        for turn in dialogue.turns:
            if turn.speaker is Speaker.USER:
                executor.hear(turn.utterance, turn.acts)
                continue
            for step in turn.steps:
                executor.run(step.written)
            data = asked.get((dialogue.dialogue_id, turn.index))
            if isinstance(data, ResponseInput):
                known = _known(executor, catalog)
                yield _response_case(candidate, turn, data, catalog, known)


def _response_case(
    candidate: Candidate, turn: Turn, data: ResponseInput, catalog: Catalog, known: list[Known]
) -> Case:
    earlier = [line.text for line in data.conversation]

    def wrong(reply: ResponseReply) -> str:
        return "; ".join(
            (
                *wording(reply.response, catalog),
                *system_faults(
                    reply.response,
                    turn.acts,
                    turn.steps,
                    known,
                    earlier,
                    catalog,
                    candidate.plan.clock,
                ),
            )
        )

    kind = "+".join(dict.fromkeys(act.act.value for act in turn.acts)) or "nothing"
    site = Site(candidate.dialogue.dialogue_id, turn.index)
    return Case(RESPONSE, data, site, kind, wrong, turn.utterance)


def _inputs(recording: Recording, call: str) -> dict[tuple[str, int], object]:
    """The first input of each turn: later ones have a complaint in them."""
    found: dict[tuple[str, int], object] = {}
    for asked in recording.asked:
        if asked.call.name == call:
            found.setdefault((asked.site.item, asked.site.turn), asked.data)
    return found


def _known(executor: Executor, catalog: Catalog) -> list[Known]:
    known: list[Known] = []
    for task in executor.tasks.values():
        known += known_state(catalog, task.service, task.slots.values())
    for signal in executor.signals.values():
        known += known_entities(catalog, signal.entities)
    return known
