"""The schema supervisor: names that the schema does not have, brought back by multiple choice."""

from collections.abc import Iterator, Sequence

from schemas.calls.supervision import (
    SUPERVISE_NAME,
    Choice,
    SuperviseNameInput,
    SuperviseNameReply,
)
from schemas.dialogue import Mend, Named, Supervisor
from schemas.service import Catalog
from stages.simulate.supervise.attempt import Attempt
from world.executor import Executor
from world.language import escape, parse, render
from world.lookup import intent_names, legal_slots
from world.mending import renamed
from world.names import Outside
from world.statements import Append, Assign, Clear, Open, Target

MOST = 8
"""Names of one program."""


async def mended(
    attempt: Attempt, executor: Executor, catalog: Catalog, program: Sequence[str], step: int
) -> tuple[tuple[str, ...], tuple[Mend, ...]] | None:
    """A refused program with legal names, and what was put in; None where that cannot be done.

    Args:
        attempt: At the turn.
        executor: That refused it; it is left as it is.
        catalog: The dialogue's services.
        program: As it was written.
        step: Number of the step that it was refused in.
    """
    lines, mends = list(program), list[Mend]()
    while len(mends) < MOST:
        outside = executor.outside(lines)
        if outside is None:
            return (tuple(lines), tuple(mends)) if mends else None
        place = MOST * step + len(mends)
        mend = await _mend(attempt, executor, catalog, lines, outside, place)
        if mend is None or not mend.given:
            return None
        mends.append(mend)
        number = outside.statement
        lines[number] = render(renamed(parse(lines[number]), outside, mend.given))
    return None


async def _mend(
    attempt: Attempt,
    executor: Executor,
    catalog: Catalog,
    program: Sequence[str],
    outside: Outside,
    place: int,
) -> Mend | None:
    filled = _filled(executor, program, outside)
    question = question_of(catalog, outside, filled)
    if not question.choices:
        return None
    given = attempt.memory.known(outside, question)
    if given is None or (given and given not in _legal(catalog, outside)):
        reply = await attempt.ask(SUPERVISE_NAME, question, place)
        given = "" if reply is None else chosen(reply, question)
        attempt.memory.learn(outside, question, given)
    mend = Mend(
        supervisor=Supervisor.SCHEMA,
        kind=outside.kind,
        service=outside.service,
        intent=outside.intent,
        slot=outside.slot,
        found=outside.name,
        given=given,
    )
    if mend in attempt.doubted:
        return None
    attempt.mends.append(mend)
    return mend


def question_of(catalog: Catalog, outside: Outside, filled: set[str]) -> SuperviseNameInput:
    """The multiple-choice question about a name.

    Args:
        catalog: The dialogue's services.
        outside: The name that they do not have.
        filled: Slots, as programs write them, that are no choice any more.
    """
    owner = description = ""
    if outside.kind is Named.SLOT:
        owner = outside.intent
        description = catalog.intent(outside.service, outside.intent).description
    elif outside.kind is Named.VALUE:
        slot = catalog.service(outside.service).slot(outside.slot)
        owner, description = slot.name, slot.description
    choices = tuple(choice for choice in _choices(catalog, outside) if choice.name not in filled)
    return SuperviseNameInput(
        kind=outside.kind,
        name=outside.name,
        owner=owner,
        description=description,
        choices=choices,
    )


def chosen(reply: SuperviseNameReply, question: SuperviseNameInput) -> str:
    """The choice that a reply names, empty where it is none of them."""
    said = reply.choice.strip().casefold()
    return next((c.name for c in question.choices if c.name.casefold() == said), "")


def _legal(catalog: Catalog, outside: Outside) -> set[str]:
    return {choice.name for choice in _choices(catalog, outside)}


def _choices(catalog: Catalog, outside: Outside) -> Iterator[Choice]:
    if outside.kind is Named.INTENT:
        for name, (_, intent) in zip(intent_names(catalog), catalog.intents(), strict=True):
            yield Choice(name=name, description=intent.description)
        return
    service = catalog.service(outside.service)
    if outside.kind is Named.VALUE:
        yield from (Choice(name=value) for value in service.slot(outside.slot).possible_values)
        return
    for slot in map(service.slot, legal_slots(service, service.intent(outside.intent))):
        values = slot.possible_values if slot.categorical else ()
        yield Choice(name=escape(slot.name), description=slot.description, values=values)


def _filled(executor: Executor, program: Sequence[str], outside: Outside) -> set[str]:
    """Slots that have a value already: of the task that the name is written for."""
    if outside.kind is not Named.SLOT:
        return set()
    statements = [parse(line) for line in program]
    first = executor.next_index
    at = statements[outside.statement]
    match at:
        case Open():
            number = first + outside.statement
        case Assign(targets, _):
            number = next(t.task for t in targets if t.slot == outside.name)
        case Append(target) | Clear(target):
            number = target.task
        case _:
            return set()
    written = set(executor.tasks[number].slots) if number in executor.tasks else set()
    for place, statement in enumerate(statements):
        if isinstance(statement, Open) and first + place == number:
            written |= {slot for slot, _ in statement.arguments}
        elif isinstance(statement, Assign):
            written |= {slot for slot in _of_task(statement.targets, number)}
    return {escape(slot) for slot in written}


def _of_task(targets: Sequence[Target], number: int) -> Iterator[str]:
    return (target.slot for target in targets if target.task == number)
