"""The program language: one statement a line, read with `ast`, never evaluated.

`parse` gives the statements of `world.statements`; `render` writes them in canonical form, and
parsing that gives the same statement again.
"""

import ast
import re
from functools import lru_cache
from typing import NoReturn

from world.expressions import expression_of, name_of, need_name, need_ref, ref_of, value_of
from world.names import (
    MAX_ITEMS,
    MAX_LENGTH,
    MAX_NODES,
    ProgramError,
    escape,
    nearest,
    unescape,
)
from world.rendering import render
from world.statements import (
    SHAPES,
    VERBS,
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
    Speech,
    Statement,
    Target,
)

__all__ = ["ProgramError", "escape", "nearest", "parse", "parse_reference", "render", "unescape"]


@lru_cache(maxsize=8192)
def parse(text: str) -> Statement:
    """Reads one statement.

    Raises:
        ProgramError: Where it is none; the message says what is wrong.
    """
    node = _tree(text)
    if isinstance(node, ast.Assign):
        return _assign(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _call(node.value)
    raise ProgramError("a statement is a call or an assignment to slots, such as x1.date = ...")


def parse_reference(text: str) -> Ref:
    """Reads a reference such as `x5[0].time`.

    Raises:
        ProgramError: Where the text is none.
    """
    tree = _tree(text)
    ref = ref_of(tree.value) if isinstance(tree, ast.Expr) else None
    if ref is None or not ref.slot:
        raise ProgramError("a reference names a slot, such as x5[0].time")
    return ref


def _tree(text: str) -> ast.stmt:
    if len(text) > MAX_LENGTH:
        raise ProgramError(f"a statement has at most {MAX_LENGTH} characters")
    try:
        body = ast.parse(text.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ProgramError("this is not a statement of the language") from None
    if len(body) != 1:
        raise ProgramError("write one statement at a time")
    if sum(1 for _ in ast.walk(body[0])) > MAX_NODES:
        raise ProgramError("the statement has too many parts")
    _refuse_confusables(text.strip(), body[0])
    return body[0]


def _refuse_confusables(text: str, tree: ast.stmt) -> None:
    """Beyond strings all is ASCII: Python would read a full-width `x` as the letter."""
    if text.isascii():
        return
    lines = [bytearray(line.encode()) for line in re.split(r"\r\n|\r|\n", text)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for row in range(node.lineno - 1, node.end_lineno or node.lineno):
                first = node.col_offset if row == node.lineno - 1 else 0
                last = node.end_col_offset if row == (node.end_lineno or 0) - 1 else None
                stop = len(lines[row]) if last is None else last
                lines[row][first:stop] = b" " * (stop - first)
    if not all(line.isascii() for line in lines):
        raise ProgramError("only strings may hold letters outside ASCII")


def _assign(node: ast.Assign) -> Statement:
    if len(node.targets) != 1:
        raise ProgramError("assign once: x1.date = ... or x1.date, x1.time = ..., ...")
    target = node.targets[0]
    if not isinstance(target, ast.Tuple):
        return Assign((_target(target),), (expression_of(node.value),))
    values = node.value.elts if isinstance(node.value, ast.Tuple) else []
    if len(values) != len(target.elts) or not values:
        raise ProgramError("give as many values as slots")
    targets = tuple(_target(element) for element in target.elts)
    if len(set(targets)) != len(targets):
        raise ProgramError("the same slot is written twice")
    return Assign(targets, tuple(expression_of(value) for value in values))


def _target(node: ast.expr) -> Target:
    ref = ref_of(node)
    if ref is None or ref.entity is not None or not ref.slot:
        raise ProgramError("only slots of tasks can be written, such as x1.date")
    return Target(ref.index, ref.slot)


def _call(node: ast.Call) -> Statement:
    if len(node.args) + len(node.keywords) > MAX_ITEMS:
        raise ProgramError(f"at most {MAX_ITEMS} arguments")
    if isinstance(node.func, ast.Name):
        verb = node.func.id
        if verb in _VERB_READERS:
            return _VERB_READERS[verb](node)
        if verb in VERBS:
            return _do(verb, node)
    elif isinstance(node.func, ast.Attribute) and (target := ref_of(node.func.value)) is not None:
        return _append(target, node)
    name = name_of(node.func)
    if name is None:
        _unknown_verb(node.func)
    return _open(name, node)


def _say(node: ast.Call) -> Statement:
    return Say(tuple(_speech(argument) for argument in _positional(node, "say")))


def _clear(node: ast.Call) -> Statement:
    return Clear(_target(_only(node, "clear(x1.date)")))


def _decline(node: ast.Call) -> Statement:
    return Decline(need_name(_only(node, "decline(BookTable)")))


_VERB_READERS = {"say": _say, "clear": _clear, "decline": _decline}


def _unknown_verb(node: ast.expr) -> NoReturn:
    if isinstance(node, ast.Name) and node.id in SHAPES:
        raise ProgramError(f"{node.id}(...) belongs inside say(...)")
    raise ProgramError(
        "call an intent, bare or as Service.Intent, or one of the verbs", tuple(VERBS)
    )


def _append(target: Ref, node: ast.Call) -> Statement:
    if not target.slot or target.entity is not None or getattr(node.func, "attr", "") != "append":
        raise ProgramError("the only method is append: x1.tags.append(...)")
    value = _only(node, "x1.tags.append(...)")
    return Append(Target(target.index, target.slot), expression_of(value))


def _positional(node: ast.Call, verb: str) -> list[ast.expr]:
    if node.keywords:
        raise ProgramError(f"{verb} takes no named arguments")
    return node.args


def _only(node: ast.Call, example: str) -> ast.expr:
    if len(node.args) != 1 or node.keywords:
        raise ProgramError(f"it takes one argument: {example}")
    return node.args[0]


def _do(verb: str, node: ast.Call) -> Statement:
    if verb == "ignore":
        if node.args or node.keywords:
            raise ProgramError("ignore() takes no argument")
        return Do(verb, None)
    example, wants_entity = VERBS[verb]
    ref = need_ref(_only(node, example), example)
    if ref.slot or (wants_entity is not None and (ref.entity is not None) != wants_entity):
        raise ProgramError(f"write it as {example}")
    return Do(verb, ref)


def _open(name: Name, node: ast.Call) -> Statement:
    if node.args:
        raise ProgramError("name the slots: intent(slot=value)")
    carry: bool | None = None
    arguments: list[tuple[str, Expression]] = []
    for argument in node.keywords:
        if argument.arg is None:
            raise ProgramError("name the slots: intent(slot=value)")
        if argument.arg == "carry":
            flag = argument.value.value if isinstance(argument.value, ast.Constant) else None
            if not isinstance(flag, bool):
                raise ProgramError("carry is True or False")
            carry = flag
        else:
            arguments.append((unescape(argument.arg), expression_of(argument.value)))
    return Open(name, tuple(arguments), carry)


def _speech(node: ast.expr) -> Speech:
    ref = ref_of(node)
    if ref is not None:
        if ref.slot or ref.entity is not None:
            raise ProgramError("say(x5) names a signal; for a value write inform(x5[0].time)")
        return Speech("signal", (ref,))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise ProgramError("say takes acts or a signal", tuple(SHAPES))
    verb = node.func.id
    if verb not in SHAPES:
        raise ProgramError(f"there is no act {verb!r}", nearest(verb, tuple(SHAPES)))
    return _ACTS[SHAPES[verb]](verb, _positional(node, verb))


def _speech_refs(verb: str, arguments: list[ast.expr]) -> Speech:
    """`offer(x5[0], x5[1])`, `offer(x5[0].time, "5 pm")`, `inform(Hotels.phone, "...", "...")`."""
    if not arguments:
        raise ProgramError(f"{verb} needs something to refer to, such as {verb}(x5)")
    name = name_of(arguments[0])
    if name is None and not any(_is_literal(argument) for argument in arguments):
        return Speech(verb, tuple(need_ref(argument, "x5") for argument in arguments))
    if len(arguments) > 3 or not all(_is_literal(argument) for argument in arguments[1:]):
        raise ProgramError(f'{verb} one thing in other words: {verb}(x5[0].time, "5 pm")')
    refs = () if name else (need_ref(arguments[0], "x5"),)
    words = value_of(arguments[1], 0) if len(arguments) > 1 else ""
    if not isinstance(words, str):
        raise ProgramError("the words of an act are a string")
    value = expression_of(arguments[2]) if len(arguments) > 2 else None
    return Speech(
        verb, refs, name, wording=words, value=value if isinstance(value, Literal) else None
    )


def _is_literal(node: ast.expr) -> bool:
    return not isinstance(node, ast.Name | ast.Attribute | ast.Subscript)


def _speech_task(verb: str, arguments: list[ast.expr]) -> Speech:
    name = name_of(arguments[0]) if len(arguments) == 1 else None
    if name is not None:
        return _speech_service(verb, arguments)
    if not arguments:
        raise ProgramError(f"{verb} needs a task, such as {verb}(x1)")
    return Speech(verb, tuple(need_ref(argument, "x1") for argument in arguments))


def _speech_clarify(verb: str, arguments: list[ast.expr]) -> Speech:
    return Speech(verb, tuple(need_ref(argument, "x5") for argument in arguments))


def _speech_name(verb: str, arguments: list[ast.expr]) -> Speech:
    if len(arguments) != 1:
        raise ProgramError(f"{verb} takes one intent")
    return Speech(verb, name=need_name(arguments[0]))


def _speech_reason(verb: str, arguments: list[ast.expr]) -> Speech:
    reason = value_of(arguments[0], 0) if len(arguments) == 1 else None
    if not isinstance(reason, str):
        raise ProgramError(f'{verb} takes a reason: {verb}("...")')
    return Speech(verb, reason=reason)


def _speech_service(verb: str, arguments: list[ast.expr]) -> Speech:
    if not arguments:
        return Speech(verb)
    name = name_of(arguments[0]) if len(arguments) == 1 else None
    if name is None or name.service:
        raise ProgramError(f"{verb}() takes no argument but a service")
    return Speech(verb, name=name)


_ACTS = {
    "refs": _speech_refs,
    "name": _speech_name,
    "reason": _speech_reason,
    "service": _speech_service,
    "task": _speech_task,
    "clarify": _speech_clarify,
}
