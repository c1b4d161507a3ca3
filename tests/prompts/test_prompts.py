"""Templates are found, checked, overridden; their examples are replies that we would accept."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from runtime.prompts import BUILT_IN, PromptError, Prompts
from runtime.reading import read
from schemas.calls.call import Call
from schemas.calls.judging import JUDGE_PHENOMENON, LABEL_BLIND, JudgeInput
from schemas.calls.simulation import EXACT_VALUE, USER_TURN, ExactValueInput
from schemas.calls.views import Line, SlotView
from tests.prompts.calls import CALLS
from world.language import parse

JUDGED = JudgeInput(
    now="Monday",
    assistant=(),
    conversation=(Line(kind="user", text="hi"),),
    phenomenon="cancel",
    description="The user calls off a task.",
    question="Does the user call it off?",
)


def test_every_call_has_a_template_and_every_template_a_call() -> None:
    assert Prompts().problems(CALLS) == []
    named = {path.stem for path in BUILT_IN.glob("*.jinja") if not path.name.startswith("_")}
    assert named == {call.name for call in CALLS}


def examples(call: Call[Any, Any]) -> list[str]:
    source = "\n".join(path.read_text() for path in BUILT_IN.glob("*.jinja"))
    own = (BUILT_IN / f"{call.name}.jinja").read_text()
    if "_language.jinja" in own:
        own += (BUILT_IN / "_language.jinja").read_text()
    assert own.split("\n")[0] in source
    return re.findall(r"^-> (\{.*\})$", own, re.MULTILINE)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_the_examples_in_a_prompt_are_replies_we_accept(call: Call[Any, Any]) -> None:
    texts = [text for text in examples(call) if '"left"' not in text]
    assert texts
    for text in texts:
        assert read(text, call.reply).model_dump(mode="json") == json.loads(text)


def test_the_statements_in_the_language_prompt_parse() -> None:
    statements = [s for text in examples(LABEL_BLIND) for s in json.loads(text)["statements"]]
    assert len(statements) > 10
    for statement in statements:
        parse(statement)


def test_the_statements_in_the_language_description_parse() -> None:
    source = (BUILT_IN / "_language.jinja").read_text()
    part = source[source.index("# Statements") : source.index("# Signals")]
    columns = [re.split(r"\s{3,}", line.strip())[0] for line in part.split("\n")]
    statements = [text for text in columns if re.match(r"(x\d+(\.\w+)?.* = |\w+(\.\w+)?\()", text)]
    assert len(statements) >= 16
    for statement in statements:
        parse(statement)


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.jinja").write_text(text)
    return tmp_path


OWN = """{% block system %}Judge.{% endblock %}
{% block user %}{% from "_views.jinja" import dialogue_lines %}
{{ now }}{{ assistant }}
{{ dialogue_lines(conversation) }}{{ phenomenon }}{{ description }}{{ question }}{% endblock %}"""


def test_a_folder_of_the_users_own_overrides_single_templates(tmp_path: Path) -> None:
    prompts = Prompts(folder(tmp_path, judge_phenomenon=OWN))
    assert prompts.problems(CALLS) == []
    assert prompts.render(JUDGE_PHENOMENON, JUDGED) == [
        {"role": "system", "content": "Judge."},
        {
            "role": "user",
            "content": (
                'Monday()\nUSER: "hi"\ncancelThe user calls off a task.Does the user call it off?'
            ),
        },
    ]
    built_in = Prompts()
    assert prompts.prompt_hash(JUDGE_PHENOMENON) != built_in.prompt_hash(JUDGE_PHENOMENON)
    assert prompts.prompt_hash(USER_TURN) == built_in.prompt_hash(USER_TURN)


def test_overriding_a_shared_part_changes_the_hash_of_those_that_use_it(tmp_path: Path) -> None:
    views = (BUILT_IN / "_views.jinja").read_text() + "\n"
    prompts = Prompts(folder(tmp_path, _views=views.replace("USER", "HUMAN")))
    assert 'HUMAN: "hi"' in prompts.render(JUDGE_PHENOMENON, JUDGED)[1]["content"]
    built_in = Prompts()
    assert prompts.prompt_hash(JUDGE_PHENOMENON) != built_in.prompt_hash(JUDGE_PHENOMENON)


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {"judge_phenomenon": OWN + "{{ persona }}"},
            "judge_phenomenon.jinja uses 'persona', which is no field of JudgeInput; it has "
            "assistant, conversation, description, now, phenomenon, question",
        ),
        (
            {"judge_phenomenon": OWN.replace("{{ question }}", "")},
            "judge_phenomenon.jinja never shows 'question'",
        ),
        (
            {"judge_phenomenon": OWN.replace("block system", "block sys")},
            "judge_phenomenon.jinja lacks the block 'system'",
        ),
        (
            {"judge_phenomenon": OWN + "{% if %}"},
            "the prompt judge_phenomenon.jinja is broken at line 4: Expected an expression, "
            "got 'end of statement block'",
        ),
        (
            {"judge_phenomenon": OWN.replace("_views", "_vews")},
            "there is no prompt _vews.jinja",
        ),
    ],
)
def test_a_template_that_does_not_fit_is_named(
    tmp_path: Path, files: dict[str, str], problem: str
) -> None:
    assert Prompts(folder(tmp_path, **files)).problems(CALLS) == [problem]


def test_a_file_that_belongs_to_no_call_is_named(tmp_path: Path) -> None:
    (problem,) = Prompts(folder(tmp_path, judge_phenomena=OWN)).problems(CALLS)
    assert problem.startswith("judge_phenomena.jinja in the prompt folder belongs to no call")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PromptError, match=r"'.*nowhere' does not exist"):
        Prompts(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "attack",
    [
        "{{ conversation.__class__.__mro__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ question.format.__globals__ }}",
    ],
)
def test_a_template_cannot_reach_python(tmp_path: Path, attack: str) -> None:
    own = OWN.replace("{{ question }}", "{{ question }}" + attack)
    with pytest.raises(PromptError, match=r"unsafe|undefined"):
        Prompts(folder(tmp_path, judge_phenomenon=own)).render(JUDGE_PHENOMENON, JUDGED)


def test_a_lone_surrogate_is_replaced_since_it_cannot_be_sent() -> None:
    slot = SlotView(name="city", description="where", type="string")
    data = ExactValueInput(utterance="to \ud83d Köln", slot=slot, value="Köln")
    (_, user) = Prompts().render(EXACT_VALUE, data)
    assert user["content"].encode()
    assert "to ? Köln" in user["content"]
