"""The user's turn: a model words the move that the agenda decided on."""

from checks.grounding import user_faults
from checks.privileged import goal_views, move_views
from checks.wording import user_wording
from phenomena import BY_TAG
from phenomena.phenomenon import Move
from schemas.calls.simulation import USER_TURN, UserTurnInput
from schemas.dialogue import Speaker, Turn
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
                goals=goal_views(plan.goals[: scene.agenda.current + 1], scene.ctx.catalog),
                conversation=conversation(scene.turns),
                moves=move_views(move.acts, plan.goals, scene.ctx.catalog),
                phenomenon=" ".join(BY_TAG[p.tag].instruction for p in placements),
                complaint=complaint,
            ),
            scene.site(draw=repair),
        )
        faults = _faults(scene, move, reply.utterance)
        if not faults:
            return Turn(
                index=len(scene.turns),
                speaker=Speaker.USER,
                utterance=reply.utterance,
                acts=move.acts,
                planned_phenomena=tuple(p.tag for p in placements),
                repairs=repair,
            )
        complaint = "; ".join(faults)
    raise Stopped(RejectionCode.USER_OFF_PLAN, complaint)


def _faults(scene: Scene, move: Move, utterance: str) -> tuple[str, ...]:
    return (
        *user_wording(utterance, scene.services),
        *user_faults(
            utterance,
            move.acts,
            scene.earlier,
            scene.services,
            scene.plan.clock,
            (scene.plan.persona.name,),
        ),
    )
