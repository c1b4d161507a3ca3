"""Words a user's moves and understands them again, as a dialogue would."""

import json
from collections.abc import Sequence
from random import Random

from runtime.offline import reply
from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView, ResponseInput, SystemInput, UserTurnInput
from schemas.calls.views import GoalView, IntentView, Line, ValueView
from tests.offline.random_services import Sample

STYLES = (
    "terse", "polite, in full sentences", "casual and friendly", "brisk", "talkative", "plain",
)  # fmt: skip


def slot_words(name: str) -> str:
    return name.rstrip("_").replace("_", " ")


def inform(sample: Sample, slot: str, words: str = "", refers_to: str = "") -> MoveView:
    view = next(s for s in sample.intent.slots if s.name == slot)
    return MoveView(
        act=ActType.INFORM,
        intent=sample.intent.description,
        entity=sample.intent.entity.replace("_", " "),
        slot=slot_words(slot),
        type=view.type,
        words="" if refers_to else words or sample.values[slot],
        refers_to=refers_to,
    )


def act(sample: Sample, kind: ActType, **fields: str) -> MoveView:
    return MoveView(
        act=kind,
        intent=sample.intent.description,
        entity=sample.intent.entity.replace("_", " "),
        **fields,
    )


def say(sample: Sample, moves: Sequence[MoveView], conversation: Sequence[Line], seed: int) -> str:
    """The user's words."""
    given = {m.slot for m in moves}
    data = UserTurnInput(
        persona="somebody",
        style=STYLES[seed % len(STYLES)],
        goals=(
            GoalView(
                number=0,
                intent=sample.intent.name,
                description=sample.intent.description,
                values=tuple(
                    ValueView(slot=slot.rstrip("_"), words=words)
                    for slot, words in sample.values.items()
                    if slot_words(slot) in given or seed % 2
                ),
            ),
        ),
        conversation=tuple(conversation),
        moves=tuple(moves),
    )
    return str(json.loads(reply("user_turn", data, seed))["utterance"])


def program(sample: Sample, transcript: Sequence[Line], rng: Random) -> tuple[str, ...]:
    """The system's statements."""
    intents: list[IntentView] = [sample.intent, *sample.others]
    rng.shuffle(intents)
    data = SystemInput(
        intents=tuple(intents), now="Monday 2 March 2026", transcript=tuple(transcript)
    )
    return tuple(json.loads(reply("system_statements", data, rng.randrange(1000)))["statements"])


def respond(
    acts: Sequence[ActView], done: Sequence[str], conversation: Sequence[Line], seed: int
) -> str:
    """The system's words."""
    data = ResponseInput(conversation=tuple(conversation), done=tuple(done), acts=tuple(acts))
    return str(json.loads(reply("response", data, seed))["response"])


def line(kind: str, text: str, number: int | None = None) -> Line:
    return Line(kind=kind, text=text, number=number)
