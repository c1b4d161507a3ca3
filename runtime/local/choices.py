"""What the supervisors may be answered, as grammars: one of the choices, words that were said."""

from runtime.local.gbnf import Grammar, group, in_json, literal, rules, span_rules
from schemas.calls.supervision import UNANSWERABLE, SuperviseAnswerInput, SuperviseNameInput


def name_grammar(data: SuperviseNameInput) -> Grammar:
    """The grammar of a SuperviseNameReply to this question."""
    names = group(in_json(name) for name in data.legal)
    opening, closing = literal('{"choice": "'), literal('"}')
    return Grammar(rules(root=f"{opening} {names} {closing}"))


def answer_grammar(data: SuperviseAnswerInput) -> Grammar:
    """The grammar of a SuperviseAnswerReply to this question."""
    spans = span_rules(data.utterance, '""', in_json)
    answers = group([in_json(UNANSWERABLE), *(["span"] if spans else [])])
    opening, closing = literal('{"words": "'), literal('"}')
    return Grammar(rules(root=f"{opening} {answers} {closing}", **spans))
