"""How a model is asked for JSON, from the strictest way it knows to none at all."""

from typing import Any

from runtime.asking import Question, strict_schema
from runtime.local.choices import choice_grammar

STEP_DOWN = {
    "grammar": "json_schema",
    "json_schema": "json_object",
    "tools": "json_object",
    "json_object": "none",
}
"""What is tried where an endpoint refuses a way."""
WHAT_IS_REFUSED = frozenset({"response_format", "tools", "tool_choice"})
"""Parameters whose refusal means that the way is not known."""
REPLY = "reply"
"""Name of the tool whose arguments are the reply."""


def asked_for(mode: str, question: Question, *, lengths: bool) -> dict[str, Any]:
    """The parameters of a request that ask for JSON in this way.

    Args:
        mode: One of `Binding.structured`, `auto` aside.
        question: What is asked.
        lengths: Whether the endpoint takes bounds on strings.
    """
    if mode == "none":
        return {}
    if mode == "json_object":
        return {"response_format": {"type": "json_object"}}
    grammar = question.grammar or (choice_grammar(question.data) if mode == "grammar" else "")
    if grammar:
        return {"extra_body": {"grammar": grammar}}
    schema = strict_schema(question.schema, lengths=lengths)
    if mode == "tools":
        function = {"name": REPLY, "description": "Your reply.", "parameters": schema}
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": REPLY}},
        }
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": question.call, "strict": True, "schema": schema},
        }
    }
