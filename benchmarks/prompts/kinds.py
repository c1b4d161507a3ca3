"""What sort of statements a system turn takes."""

from collections.abc import Sequence

from checks.agreement import Question
from schemas.acts import ActType
from schemas.dialogue import Turn
from world.language import ProgramError, parse
from world.statements import Assign, Do, Open, Ref, Say, Statement

SPECIAL = frozenset({"ignore", "correction", "select", "more", "reference"})
"""Kinds that a model gets wrong first; they have a fixed share of the system's turns."""

_VERBS = ("confirm", "cancel", "hold", "ignore", "select", "more", "accept")


def kind_of(question: Question, user: Turn) -> str:
    """The kind of a step that answers the user's words, the rarest first."""
    statements = []
    for line in question.recorded:
        try:
            statements.append(parse(line))
        except ProgramError:
            return "other"
    values = [
        value
        for s in statements
        for value in (
            s.values
            if isinstance(s, Assign)
            else [v for _, v in s.arguments]
            if isinstance(s, Open)
            else ()
        )
    ]
    if any(isinstance(value, Ref) for value in values):
        return "reference"
    if _corrects(question, statements, user):
        return "correction"
    for verb in _VERBS:
        if any(isinstance(s, Do) and s.verb == verb for s in statements):
            return verb
    if any(isinstance(s, Open) for s in statements):
        return "open"
    if any(isinstance(s, Assign) for s in statements):
        return "fill"
    said = [s for s in statements if isinstance(s, Say)]
    names = {speech.verb for s in said for speech in s.acts}
    return min(names) if names else "say"


def _corrects(question: Question, statements: Sequence[Statement], user: Turn) -> bool:
    """A slot that had a value gets another, or the user says one slot twice in a turn."""
    tasks = question.before.tasks
    for statement in statements:
        if isinstance(statement, Assign):
            for target in statement.targets:
                task = tasks.get(target.task)
                if task is not None and target.slot in task.slots:
                    return True
    informed = [act.slot for act in user.acts if act.act is ActType.INFORM]
    return len(informed) != len(set(informed))
