"""The system's words for what its program said."""

import json
from collections.abc import Sequence

from checks.explain import Known, known_entities, known_state
from checks.grounding import system_faults
from checks.wording import wording
from schemas.acts import Act, ActType
from schemas.calls.simulation import RESPONSE, ActView, ResponseInput
from schemas.dialogue import SignalKind, Step
from schemas.verdict import RejectionCode
from stages.simulate.scene import Scene, Stopped
from world.executor import Executor
from world.transcript import conversation, meaning, wish
from world.values import text_of


async def word(scene: Scene, executor: Executor, steps: Sequence[Step]) -> tuple[str, int]:
    """The system's utterance, checked against state and signals, and the wordings thrown away.

    Raises:
        Stopped: Where no wording stands.
        BadReply: Where the model's replies are unusable.
    """
    said = executor.said or ()
    known = _known(scene, executor)
    complaint = ""
    for repair in range(scene.attempts):
        reply = await scene.ctx.chat.ask(
            RESPONSE,
            ResponseInput(
                conversation=conversation(scene.turns),
                done=tuple(s.text for step in steps for s in step.statements),
                acts=tuple(_view(act, scene, executor) for act in said),
                complaint=complaint,
            ),
            scene.site(draw=repair),
        )
        faults = (
            *wording(reply.response, scene.services),
            *system_faults(
                reply.response,
                said,
                steps,
                known,
                scene.earlier,
                scene.services,
                scene.plan.clock,
            ),
        )
        if not faults:
            return reply.response, repair
        complaint = f"{'; '.join(faults)}; it was {json.dumps(reply.response, ensure_ascii=False)}"
    raise Stopped(RejectionCode.RESPONSE_UNGROUNDED, complaint)


def _known(scene: Scene, executor: Executor) -> list[Known]:
    """What the system may state: every task's values, every signal's entities."""
    known: list[Known] = []
    for task in executor.tasks.values():
        known += known_state(scene.services, task.service, task.slots.values())
    for signal in executor.signals.values():
        known += known_entities(scene.services, signal.entities)
    return known


def _view(act: Act, scene: Scene, executor: Executor) -> ActView:
    intent = scene.services.intent(act.service, act.intent) if act.service and act.intent else None
    return ActView(
        act=act.act,
        slot=act.slot.replace("_", " "),
        meaning=_meaning(act, scene),
        words=_words(act, executor),
        assumed=act.act is ActType.CONFIRM and not _is_told(act, executor),
        intent="" if intent is None else wish(intent),
        entity="" if intent is None else intent.entity.replace("_", " "),
    )


def _meaning(act: Act, scene: Scene) -> str:
    if not (act.service and act.slot):
        return ""
    service = scene.services.service(act.service)
    return meaning(service, service.intent(act.intent) if act.intent else None, act.slot)


def _is_told(act: Act, executor: Executor) -> bool:
    """Whether the state has the value; a default enters it with the user's yes."""
    return any(
        act.slot in task.slots
        for task in executor.tasks.values()
        if (task.service, task.intent) == (act.service, act.intent)
    )


def _words(act: Act, executor: Executor) -> str:
    """The value as the user said it where they did, else as the backend has it."""
    if act.act is ActType.NOTIFY_FAILURE:
        failed = [s for s in executor.signals.values() if s.kind is SignalKind.FAILED]
        return failed[-1].reason if failed else ""
    if act.value is None:
        return ""
    if act.act is ActType.CLARIFY and isinstance(act.value, list):
        return " or ".join(text_of(option) for option in act.value)
    if isinstance(act.value, bool):
        return "yes" if act.value else "no"
    for task in reversed(list(executor.tasks.values())):
        state = task.slots.get(act.slot)
        if (task.service, task.intent) == (act.service, act.intent) and state is not None:
            same = state.value == act.value and state.variants
            return state.variants[-1] if same else text_of(act.value)
    return text_of(act.value)
