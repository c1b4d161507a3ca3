"""What the supervisors may be answered, as grammars: one of the choices, words that were said."""

from runtime.local.gbnf import group, in_json, literal, rules, span_rules
from schemas.base import Record
from schemas.calls.supervision import UNANSWERABLE, SuperviseAnswerInput, SuperviseNameInput


def choice_grammar(data: Record) -> str:
    """The grammar of the reply to a supervisor's question, empty for any other call."""
    if isinstance(data, SuperviseNameInput):
        return name_grammar(data)
    if isinstance(data, SuperviseAnswerInput):
        return answer_grammar(data)
    return ""


def name_grammar(data: SuperviseNameInput) -> str:
    """The grammar of a SuperviseNameReply to this question."""
    names = group(in_json(name) for name in data.legal)
    opening, closing = literal('{"choice": "'), literal('"}')
    return rules(root=f"{opening} {names} {closing}")


def answer_grammar(data: SuperviseAnswerInput) -> str:
    """The grammar of a SuperviseAnswerReply to this question."""
    spans = span_rules(data.utterance)
    answers = group([in_json(UNANSWERABLE), *(["span"] if spans else [])])
    opening, closing = literal('{"words": "'), literal('"}')
    return rules(root=f"{opening} {answers} {closing}", **spans)
