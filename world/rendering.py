"""Writing statements in canonical form."""

import json

from schemas.base import Value
from world.names import escape
from world.statements import (
    SHAPES,
    Append,
    Assign,
    Clear,
    Decline,
    Do,
    Expression,
    Literal,
    Name,
    Open,
    Ref,
    Say,
    Special,
    Speech,
    Statement,
    Target,
)


def render(statement: Statement) -> str:
    """The statement in canonical form."""
    match statement:
        case Open(name, arguments, carry):
            parts = [f"{escape(slot)}={render_expression(value)}" for slot, value in arguments]
            parts += [f"carry={carry}"] if carry is not None else []
            return f"{render_name(name)}({', '.join(parts)})"
        case Assign(targets, values):
            left = ", ".join(_render_target(target) for target in targets)
            return f"{left} = {', '.join(render_expression(value) for value in values)}"
        case Append(target, value):
            return f"{_render_target(target)}.append({render_expression(value)})"
        case Clear(target):
            return f"clear({_render_target(target)})"
        case Do(verb, ref):
            return f"{verb}({'' if ref is None else render_ref(ref)})"
        case Decline(name):
            return f"decline({render_name(name)})"
        case Say(acts):
            return f"say({', '.join(_render_speech(act) for act in acts)})"


def render_name(name: Name) -> str:
    """An intent's name as programs write it."""
    bare = escape(name.intent)
    return f"{escape(name.service)}.{bare}" if name.service else bare


def render_ref(ref: Ref) -> str:
    """A reference as programs write it."""
    entity = "" if ref.entity is None else f"[{ref.entity}]"
    return f"x{ref.index}{entity}" + (f".{escape(ref.slot)}" if ref.slot else "")


def render_expression(value: Expression) -> str:
    """A value as programs write it."""
    match value:
        case Special():
            return value.value
        case Ref():
            return render_ref(value)
        case Literal():
            return render_value(value.value)


def render_value(value: Value) -> str:
    """A literal as programs write it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(render_value(item) for item in value)}]"
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(
                f"{json.dumps(k, ensure_ascii=False)}: {render_value(v)}" for k, v in value.items()
            )
            + "}"
        )
    return repr(value)


def _render_target(target: Target) -> str:
    return f"x{target.task}.{escape(target.slot)}"


def _render_speech(act: Speech) -> str:
    if act.verb == "signal":
        return render_ref(act.refs[0])
    if SHAPES[act.verb] == "reason":
        return f"{act.verb}({render_value(act.reason)})"
    parts = [render_name(act.name)] if act.name is not None else []
    parts += [render_ref(ref) for ref in act.refs]
    if act.wording or act.value is not None:
        parts.append(render_value(act.wording))
    if act.value is not None:
        parts.append(render_expression(act.value))
    return f"{act.verb}({', '.join(parts)})"
