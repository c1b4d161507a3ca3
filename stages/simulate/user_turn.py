"""The user's turn: a model words the move that the agenda decided on."""

import json
from random import Random

from checks.grounding import user_faults
from checks.privileged import goal_views, move_views
from checks.wording import user_wording
from phenomena import BY_TAG
from phenomena.phenomenon import Move
from phenomena.speech_noise import ERRORS, garbled
from schemas.calls.simulation import USER_TURN, UserTurnInput
from schemas.dialogue import Speaker, Turn
from schemas.phenomenon import PhenomenonTag
from schemas.verdict import RejectionCode
from stages.simulate.scene import Scene, Stopped
from world.transcript import conversation


async def speak(scene: Scene, move: Move) -> Turn:
    """The user's turn, its words checked against the move.

    Raises:
        Stopped: Where no wording stands.
        BadReply: Where the model's replies are unusable.
    """
    plan = scene.plan
    placements = [plan.placements[place] for place in move.phenomena]
    complaint = ""
    for repair in range(scene.attempts):
        reply = await scene.ctx.chat.ask(
            USER_TURN,
            UserTurnInput(
                persona=plan.persona.name,
                style=plan.persona.style,
                goals=goal_views(plan.goals[: scene.agenda.reached], scene.ctx.catalog),
                conversation=conversation(scene.turns),
                moves=move_views(move.acts, plan.goals, scene.ctx.catalog),
                phenomenon=" ".join(filter(None, (BY_TAG[p.tag].instruction for p in placements))),
                complaint=complaint,
            ),
            scene.site(draw=repair),
        )
        faults = _faults(scene, move, reply.utterance)
        if not faults:
            return _heard(scene, move, reply.utterance, repair)
        complaint = f"{'; '.join(faults)}; it was {json.dumps(reply.utterance, ensure_ascii=False)}"
    raise Stopped(RejectionCode.USER_OFF_PLAN, complaint)


def _heard(scene: Scene, move: Move, utterance: str, repairs: int) -> Turn:
    """The turn, its words as a recogniser hears them where that is planned."""
    planned = tuple(scene.plan.placements[place].tag for place in move.phenomena)
    index = len(scene.turns)
    spoken = ""
    if PhenomenonTag.SPEECH_NOISE in planned:
        heard = _misheard(scene, move, utterance)
        spoken, utterance = (utterance, heard) if heard != utterance else ("", utterance)
    return Turn(
        index=index,
        speaker=Speaker.USER,
        utterance=utterance,
        acts=move.acts,
        planned_phenomena=planned,
        repairs=repairs,
        spoken=spoken,
    )


def _misheard(scene: Scene, move: Move, utterance: str) -> str:
    """What a recogniser makes of the words: as wrong as leaves the values where they were."""
    rng = Random(f"{scene.plan.seed}:{len(scene.turns)}")
    values = [act.surface for act in move.acts]
    for errors in (ERRORS, 0.0):
        heard = garbled(utterance, values, rng, errors)
        if not _ungrounded(scene, move, heard):
            return heard
    return utterance


def _faults(scene: Scene, move: Move, utterance: str) -> tuple[str, ...]:
    values = tuple(act.surface for act in move.acts)
    tags = [scene.plan.placements[place].tag for place in move.phenomena]
    return (
        *user_wording(utterance, scene.services),
        *_ungrounded(scene, move, utterance),
        *filter(None, (BY_TAG[tag].complaint(utterance, values) for tag in tags)),
    )


def _ungrounded(scene: Scene, move: Move, utterance: str) -> tuple[str, ...]:
    return user_faults(
        utterance,
        move.acts,
        scene.earlier,
        scene.services,
        scene.plan.clock,
        (scene.plan.persona.name,),
    )
