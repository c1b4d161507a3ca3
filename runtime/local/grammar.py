"""Which calls of the pipeline have a grammar of their own, made for the question at hand."""

from runtime.local.choices import answer_grammar, name_grammar
from runtime.local.gbnf import Grammar
from runtime.local.statements import statements_grammar
from runtime.local.words import response_grammar, user_grammar
from schemas.base import Record
from schemas.calls.simulation import ResponseInput, SystemInput, UserTurnInput
from schemas.calls.supervision import SuperviseAnswerInput, SuperviseNameInput


def grammar_for(data: Record) -> Grammar | None:
    """The narrowest grammar of a reply to this question; None where its schema has to do."""
    if isinstance(data, SystemInput):
        return statements_grammar(data)
    if isinstance(data, UserTurnInput):
        return user_grammar(data)
    if isinstance(data, ResponseInput):
        return response_grammar(data)
    if isinstance(data, SuperviseNameInput):
        return name_grammar(data)
    if isinstance(data, SuperviseAnswerInput):
        return answer_grammar(data)
    return None
