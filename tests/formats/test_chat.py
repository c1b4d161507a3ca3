"""Chats with tool calls, read by datasets, jsonschema and a chat template that are not ours."""

import json
from pathlib import Path
from typing import Any

import datasets
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jsonschema import Draft202012Validator

from formats.chat import ChatStyle, chat_rows, typed
from formats.publication import Published
from formats.tools import call_arguments, faults, read_tools, tool_of
from runtime.parquet import to_bytes
from schemas.base import Value
from schemas.export import ChatRow
from schemas.plan import Split
from schemas.service import Catalog
from tests.formats.events import CATALOG, CLOCK, DATA, published
from tests.scenes import CATALOG as TABLES
from tests.scenes import with_note

PLAIN = ChatStyle()
TEMPLATE = Path(__file__).parent / "templates" / "qwen2_5.jinja"


def chat(item: Published | None = None, style: ChatStyle = PLAIN) -> dict[str, Any]:
    """The dialogue's row as JSONL has it."""
    rows, left_out = chat_rows([item or published()], CATALOG, style)
    assert left_out == ()
    return typed(rows[0])


def noted(name: str = "00000-00") -> Published:
    """A dialogue over services that come from no tools."""
    candidate = with_note(name)
    return Published(candidate.dialogue, candidate.annotation, Split.TEST)


def render(row: dict[str, Any]) -> str:
    """The chat as transformers renders it: its own settings of the sandbox, its own tojson."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(messages=row["messages"], tools=row["tools"])


def test_only_calls_of_the_backend_are_tool_calls() -> None:
    messages = chat()["messages"]
    assert [(m["role"], len(m.get("tool_calls", ()))) for m in messages] == [
        ("system", 0),
        ("user", 0),
        ("assistant", 1),  # find_events
        ("tool", 0),
        ("assistant", 0),
        ("user", 0),
        ("assistant", 0),  # asks to confirm
        ("user", 0),
        ("assistant", 1),  # create_event, refused
        ("tool", 0),
        ("assistant", 0),
        ("user", 0),
        ("assistant", 1),  # create_event with the alternative
        ("tool", 0),
        ("assistant", 0),
    ]
    assert messages[0]["content"] == (
        "You help people by using tools. It is Monday 2 March 2026, 09:00 (Europe/Rome)."
    )


def test_arguments_are_the_canonical_values_in_the_tools_own_terms() -> None:
    calls = [call["function"] for m in chat()["messages"] for call in m.get("tool_calls", ())]
    event = {
        "title": "Lunch",
        "start": "2026-03-06T13:00:00+01:00",
        "place": {"street-name": "Via Roma 5", "city": "Rome"},
        "guests": ["Anna", "Ben"],
        "visibility": None,
        "source": "assistant",
        "reminder_minutes": 15,
    }
    assert calls == [
        {"name": "find_events", "arguments": {"day": "2026-03-03"}},
        {"name": "create_event", "arguments": event},
        {"name": "create_event", "arguments": {**event, "start": "2026-03-06T15:00:00+01:00"}},
    ]


def test_tools_answer_with_what_they_found_made_or_refused() -> None:
    answers = [json.loads(m["content"]) for m in chat()["messages"] if m["role"] == "tool"]
    assert answers[0] == {
        "count": 1,
        "results": [
            {
                "title": "Budget review",
                "start": "2026-03-03T14:00:00+01:00",
                "place": {"city": "Oslo"},
                "day": "2026-03-03",
            }
        ],
    }
    assert answers[1]["error"] == "the room is taken"
    (alternative,) = answers[1]["alternatives"]
    assert (alternative["title"], alternative["start"]) == ("Lunch", "2026-03-06T15:00:00+01:00")
    assert answers[2]["success"] is True
    assert answers[2]["result"]["start"] == "2026-03-06T15:00:00+01:00"


def test_calls_and_answers_belong_together() -> None:
    messages = chat()["messages"]
    made = [call["id"] for m in messages for call in m.get("tool_calls", ())]
    assert made == ["call00000", "call00001", "call00002"]
    assert [m["tool_call_id"] for m in messages if m["role"] == "tool"] == made


def test_the_tools_are_those_that_were_imported() -> None:
    imported = json.loads((DATA / "openai.json").read_text(encoding="utf-8"))
    tools = chat()["tools"]
    assert [json.dumps(tool) for tool in tools[:2]] == [json.dumps(tool) for tool in imported[:2]]
    # The third is in the shape of OpenAI's newer API: templates want the older one.
    assert tools[2] == {
        "type": "function",
        "function": {"name": "cancel_event", "parameters": imported[2]["parameters"]},
    }


@pytest.mark.parametrize("item", [published(), noted()])
def test_jsonschema_accepts_the_tools_and_every_call(item: Published) -> None:
    rows, left_out = chat_rows([item], TABLES if item.split is Split.TEST else CATALOG)
    assert left_out == ()
    row: dict[str, Any] = typed(rows[0])
    parameters = {tool["function"]["name"]: tool["function"]["parameters"] for tool in row["tools"]}
    for schema in parameters.values():
        Draft202012Validator.check_schema(schema)
    calls = [c["function"] for m in row["messages"] for c in m.get("tool_calls", ())]
    assert calls
    for call in calls:
        Draft202012Validator(parameters[call["name"]]).validate(call["arguments"])


def test_a_call_that_its_tool_refuses_leaves_the_dialogue_out() -> None:
    tool = tool_of(CATALOG, CATALOG.services[0], CATALOG.services[0].intents[2])
    assert faults(tool, {"event_id": "7"}) == ("/event_id: '7' does not match '^[a-z]+-[0-9]+$'",)
    item = published()
    broken = item.labels.turns[1].calls[0].model_copy(update={"parameters": {}})
    turn = item.labels.turns[1].model_copy(update={"calls": (broken,)})
    turns = (item.labels.turns[0], turn, *item.labels.turns[2:])
    labels = item.labels.model_copy(update={"turns": turns})
    rows, left_out = chat_rows([Published(item.dialogue, labels, Split.TRAIN)], CATALOG)
    assert rows == ()
    assert left_out[0].reason == (
        "calls find_events with arguments that it refuses: /: 'day' is a required property"
    )


def test_mixed_dialogues_are_left_out() -> None:
    rows, left_out = chat_rows([published(Split.MIXED)], CATALOG)
    assert (rows, left_out[0].dialogue_id) == ((), "00007-00")


def test_every_tool_can_be_offered_and_the_system_message_chosen() -> None:
    both = Catalog(services=(*CATALOG.services, *TABLES.services))
    rows, _ = chat_rows([published()], both, ChatStyle(system="Now: {now}", all_tools=True))
    assert len(json.loads(rows[0].tools)) == 6
    assert rows[0].messages[0].content == "Now: Monday 2 March 2026, 09:00 (Europe/Rome)"
    assert chat(style=ChatStyle(system=""))["messages"][0]["role"] == "user"


def test_a_real_chat_template_renders_calls_and_answers() -> None:
    text = render(chat())
    assert text.count("<|im_start|>user") == 7  # four turns of the user, three answers of tools
    assert (
        '<tool_call>\n{"name": "find_events", "arguments": {"day": "2026-03-03"}}\n</tool_call>'
    ) in text
    assert '<tool_response>\n{"error": "the room is taken"' in text
    listed = text.partition("</tools>\n\n")[0].rpartition("<tools>\n")[2].splitlines()
    assert [json.loads(tool)["function"]["name"] for tool in listed] == [
        "create_event",
        "find_events",
        "cancel_event",
    ]


def test_datasets_reads_the_parquet_form_without_padded_arguments(tmp_path: Path) -> None:
    rows, _ = chat_rows([published()], CATALOG)
    more, _ = chat_rows([noted()], TABLES)
    path = tmp_path / "train.parquet"
    path.write_bytes(to_bytes((*rows, *more), ChatRow, "test"))
    loaded = datasets.load_dataset(
        "parquet", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache")
    )
    assert loaded.num_rows == 2
    calls = [
        json.loads(call["function"]["arguments"])
        for row in loaded
        for message in row["messages"]
        for call in message["tool_calls"] or ()
    ]
    assert [sorted(call) for call in calls] == [
        ["day"],
        ["guests", "place", "reminder_minutes", "source", "start", "title", "visibility"],
        ["guests", "place", "reminder_minutes", "source", "start", "title", "visibility"],
        ["date", "party_size", "restaurant_name"],
        ["contact"],
    ]
    assert json.loads(loaded[0]["tools"])[0]["function"]["name"] == "create_event"


def test_datasets_reads_the_jsonl_form_as_it_was_written(tmp_path: Path) -> None:
    rows, _ = chat_rows([published()], CATALOG)
    more, _ = chat_rows([noted()], TABLES)
    written = [typed(row) for row in (*rows, *more)]
    path = tmp_path / "train.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in written), encoding="utf-8")
    loaded = datasets.load_dataset(
        "json", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache")
    )
    assert [row["tools"] for row in loaded] == [row["tools"] for row in written]
    assert [row["messages"] for row in loaded] == [row["messages"] for row in written]
    assert [render(row) for row in loaded] == [render(row) for row in written]


@pytest.mark.parametrize(
    ("parameters", "arguments"),
    [
        ({"at": "20:30"}, {"max-level": None, "at": "20:30:00+01:00"}),
        ({"at": "20:30", "max_level": 3}, {"max-level": 3, "at": "20:30:00+01:00"}),
    ],
)
def test_names_times_and_nulls_in_the_tools_terms(
    parameters: dict[str, Value], arguments: dict[str, Value]
) -> None:
    catalog = Catalog(services=read_tools(DATA / "anthropic.json").services)
    service, intent = next(pair for pair in catalog.intents() if pair[1].name == "send_alert")
    tool = tool_of(catalog, service, intent)
    found = call_arguments(service, intent, tool, parameters, CLOCK)
    assert found == arguments
    assert faults(tool, found) == ()
