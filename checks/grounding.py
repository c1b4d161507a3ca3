"""Rung 4: nobody says what they cannot know.

The user states the values of this turn's moves, or repeats what was said before; the system
states values of the dialogue state and of signals, counts what was found, and claims a success
only where one was signalled. The simulation asks the same two functions before it lets a
wording stand.
"""

from collections.abc import Iterator, Sequence

from checks.check import Check, Finding
from checks.claims import act_faults
from checks.explain import (
    Known,
    known_entities,
    known_number,
    known_state,
    schema_texts,
    schema_words,
    unexplained,
    unexplained_names,
)
from checks.imported import is_planned
from checks.reported import system_reported, user_reported
from checks.stance import stance_faults
from checks.vocabulary import foreign_values
from schemas.acts import Act, ActType
from schemas.annotation import AnnotatedDialogue, TurnAnnotation
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue, Speaker, Step
from schemas.plan import Plan
from schemas.service import Catalog
from schemas.verdict import RejectionCode
from schemas.world import Clock
from world.align import find, verbatim
from world.values import same

_NOT_MEANT = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})


def user_faults(
    utterance: str,
    acts: Sequence[Act],
    earlier: Sequence[str],
    catalog: Catalog,
    clock: Clock,
    names: Sequence[str] = (),
) -> tuple[str, ...]:
    """What is wrong with a user's wording, in sentences for whoever words it again.

    Args:
        utterance: The wording.
        acts: What it is to express.
        earlier: All utterances before it, either speaker's.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
        names: Further names the user may say, such as their own.
    """
    return (
        *stance_faults(utterance, acts, catalog, clock),
        *(
            f"it does not say {act.surface!r}"
            for act in acts
            if _unsaid(act, utterance, catalog, clock)
        ),
        *_extra(utterance, list(_known_acts(acts, catalog)), acts, earlier, catalog, clock, names),
    )


def system_faults(
    utterance: str,
    acts: Sequence[Act],
    steps: Sequence[Step],
    known: Sequence[Known],
    earlier: Sequence[str],
    catalog: Catalog,
    clock: Clock,
) -> tuple[str, ...]:
    """What is wrong with a system's wording, in sentences for whoever words it again.

    Args:
        utterance: The wording.
        acts: What its `say` stands for.
        steps: The programs of the turn.
        known: The dialogue state after them, and the entities of all signals so far.
        earlier: All utterances before it; of the newest one, the user's, words may be repeated.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
    """
    counts = [known_number(act.count) for act in acts if act.count is not None]
    explained = [*known, *_known_acts(acts, catalog), *counts]
    signals = [signal for step in steps for signal in step.signals]
    reasons = [signal.reason for signal in signals] + [str(a.value) for a in acts if a.value]
    faults = [
        f"it states {words!r}, which is neither in the state nor in a signal"
        for words in unexplained(utterance, explained, reasons, clock)
        if not verbatim(words, " ".join(earlier[-1:]))
    ]
    texts = (*earlier, *reasons, *_texts(explained), *schema_texts(catalog))
    faults += [
        f"it names {name!r}, which nobody gave" for name in unexplained_names(utterance, texts)
    ]
    heard = (*earlier, *reasons, *_texts(explained), *schema_words(catalog))
    faults += [
        f"it states {value!r}, which nobody gave"
        for value in foreign_values(utterance, acts, heard, catalog)
    ]
    faults += act_faults(
        utterance, acts, {signal.kind for signal in signals}, known, catalog, clock
    )
    return tuple(faults)


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds values that nobody could know, and claims that do not follow."""
    dialogue = candidate.dialogue
    own = catalog.only(dialogue.services)
    return (
        *_user_turns(candidate, own),
        *_system_turns(dialogue, candidate.annotation, own, is_planned(candidate)),
    )


def _user_turns(candidate: Candidate, catalog: Catalog) -> Iterator[Finding]:
    plan, turns = candidate.plan, candidate.annotation.turns
    for place, turn in enumerate(turns):
        if turn.speaker is not Speaker.USER:
            continue
        if not is_planned(candidate):
            for detail in user_reported(turn, catalog, plan.clock):
                yield Finding(RejectionCode.USER_UNGROUNDED, f"the user: {detail}", turn.index)
            continue
        earlier = [t.utterance for t in turns[:place]]
        faults = user_faults(
            turn.utterance, turn.acts, earlier, catalog, plan.clock, (plan.persona.name,)
        )
        for detail in (*faults, *_unplanned(turn, turns[:place], plan)):
            yield Finding(RejectionCode.USER_UNGROUNDED, f"the user: {detail}", turn.index)


def _system_turns(
    dialogue: Dialogue, annotation: AnnotatedDialogue, catalog: Catalog, planned: bool
) -> Iterator[Finding]:
    state: dict[str, list[Known]] = {}
    brought: list[Known] = []
    earlier: list[str] = []
    for turn in annotation.turns:
        for frame in turn.frames:
            state[frame.service] = list(known_state(catalog, frame.service, frame.state))
        for step in turn.steps:
            for signal in step.signals:
                brought += known_entities(catalog, signal.entities)
        if turn.speaker is Speaker.SYSTEM:
            known = [*(k for values in state.values() for k in values), *brought]
            faults = (
                system_faults(
                    turn.utterance, turn.acts, turn.steps, known, earlier, catalog, dialogue.clock
                )
                if planned
                else system_reported(turn, known, catalog, dialogue.clock)
            )
            for detail in faults:
                yield Finding(RejectionCode.SYSTEM_UNGROUNDED, f"the system: {detail}", turn.index)
        earlier.append(turn.utterance)


def _unsaid(act: Act, utterance: str, catalog: Catalog, clock: Clock) -> bool:
    """Whether a value that has to be in the user's words is not."""
    if act.act is not ActType.INFORM or act.reference is not None or not act.surface:
        return False
    slot = catalog.service(act.service).slot(act.slot)
    return find(act.value, utterance, slot, clock, act.surface) is None


def _known_acts(acts: Sequence[Act], catalog: Catalog) -> Iterator[Known]:
    for act in acts:
        if act.service and act.slot and act.value is not None:
            slot = catalog.service(act.service).slot(act.slot)
            yield Known(slot, act.value, (act.surface,) if act.surface else ())


def _extra(
    utterance: str,
    known: Sequence[Known],
    acts: Sequence[Act],
    earlier: Sequence[str],
    catalog: Catalog,
    clock: Clock,
    names: Sequence[str],
) -> Iterator[str]:
    # What is not meant may be wild: a sarcastic answer names a number no plan has.
    if any(act.act in _NOT_MEANT for act in acts):
        return
    # Of what was said before, people repeat their own words and what they were just told.
    earlier = (*earlier[::2], *earlier[-1:])
    stated = unexplained(utterance, known, [act.surface for act in acts], clock)
    heard = " ".join(earlier)
    for words in stated:
        if not verbatim(words, heard):
            yield f"it states {words!r}, which was not to be said"
    texts = (*earlier, *names, *(act.surface for act in acts), *schema_texts(catalog))
    for name in unexplained_names(utterance, texts):
        yield f"it names {name!r}, which was not to be said"
    known_texts = (*earlier, *(act.surface for act in acts), *_texts(known), *schema_words(catalog))
    for value in foreign_values(utterance, acts, known_texts, catalog):
        yield f"it states {value!r}, which was not to be said"


def _unplanned(turn: TurnAnnotation, before: Sequence[TurnAnnotation], plan: Plan) -> Iterator[str]:
    planned = {
        (goal.service, goal.intent): [(slot.slot, slot.value) for slot in goal.slots]
        for goal in plan.goals
    }
    for place in plan.placements:
        goal = plan.goals[place.goal]
        planned[(goal.service, goal.intent)].append((place.slot, place.value))
    mentioned = [
        value
        for earlier in before
        for step in earlier.steps
        for signal in step.signals
        for entity in signal.entities
        for value in entity.values.values()
    ]
    for act in turn.acts:
        if act.act is not ActType.INFORM or act.value is None:
            continue
        legal = [v for slot, v in planned.get((act.service, act.intent), ()) if slot == act.slot]
        if not any(same(act.value, value) for value in (*legal, *mentioned)):
            yield f"{act.slot} is given the value {act.value!r}, which the plan does not have"


def _texts(known: Sequence[Known]) -> Iterator[str]:
    for item in known:
        yield from item.surfaces
        yield str(item.value)


CHECK = Check(
    "grounding",
    5,
    4,
    frozenset({RejectionCode.USER_UNGROUNDED, RejectionCode.SYSTEM_UNGROUNDED}),
    run,
)
