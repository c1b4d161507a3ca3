"""Playing a plan, turn by turn, until the user's agenda is through."""

from dataclasses import dataclass

from phenomena.agenda import Agenda, LostPatience
from runtime.stage import BadReply, StageContext, StageName
from schemas.calls.simulation import RESPONSE, SYSTEM_STATEMENTS, USER_TURN
from schemas.dialogue import Dialogue, EndReason, Speaker, Turn
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Plan
from schemas.verdict import Rejection, RejectionCode
from stages.simulate.response_turn import word
from stages.simulate.scene import Scene, Stopped
from stages.simulate.system_turn import answer
from stages.simulate.user_turn import speak
from world.executor import Executor
from world.gold import Gold, GoldError


@dataclass(frozen=True)
class Simulate:
    """Simulates the user, the system and the backend of one dialogue."""

    name: StageName = StageName.SIMULATE
    version: int = 5

    async def run(self, item: Plan, ctx: StageContext) -> Dialogue | Rejection:
        """The dialogue of a plan."""
        services = ctx.catalog.only(item.services)
        agenda = Agenda(item, services)
        scene = Scene(
            plan=item,
            ctx=ctx,
            services=services,
            agenda=agenda,
            gold=Gold(services, agenda.task_of),
            executor=Executor(services, item.world, item.clock),
        )
        try:
            await _play(scene)
        except BadReply as problem:
            code = RejectionCode.REFUSED if problem.refused else RejectionCode.BAD_REPLY
            return _rejected(scene, code, problem)
        except Stopped as problem:
            return _rejected(scene, problem.code, problem)
        except (LostPatience, GoldError) as problem:
            return _rejected(scene, RejectionCode.SYSTEM_STUCK, problem)
        early = any(PhenomenonTag.EARLY_END in turn.planned_phenomena for turn in scene.turns)
        return Dialogue(
            dialogue_id=item.dialogue_id,
            services=item.services,
            clock=item.clock,
            world=item.world,
            turns=tuple(scene.turns),
            end=EndReason.EARLY_END if early else EndReason.COMPLETE,
            models={
                USER_TURN.role.value: ctx.chat.model_of(USER_TURN),
                SYSTEM_STATEMENTS.role.value: ctx.chat.model_of(SYSTEM_STATEMENTS),
                RESPONSE.role.value: ctx.chat.model_of(RESPONSE),
            },
            supervised=tuple(scene.memory.supervised),
        )


async def _play(scene: Scene) -> None:
    while True:
        move = scene.agenda.move()
        scene.turns.append(await speak(scene, move))
        executor, steps, thrown_away = await answer(scene)
        words, reworded = await word(scene, executor, steps)
        said = executor.said or ()
        scene.turns.append(
            Turn(
                index=len(scene.turns),
                speaker=Speaker.SYSTEM,
                utterance=words,
                acts=said,
                steps=steps,
                repairs=thrown_away + reworded,
            )
        )
        scene.executor = executor
        scene.agenda.answered(executor, said)
        if move.ends:
            return
        if len(scene.turns) >= scene.ctx.config.simulation.max_turns:
            raise Stopped(RejectionCode.TOO_LONG, f"not through after {len(scene.turns)} turns")


def _rejected(scene: Scene, code: RejectionCode, problem: Exception) -> Rejection:
    return Rejection(
        item=scene.plan.dialogue_id,
        stage=StageName.SIMULATE,
        code=code,
        detail=str(problem),
        supervised=tuple(scene.memory.supervised),
    )


SIMULATE = Simulate()
