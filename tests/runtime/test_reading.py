"""A model's habits, each with its outcome: read as meant, or a complaint for the model."""

import json

import pytest

from runtime.reading import UnreadableReply, read
from schemas.base import Record
from schemas.calls.authoring import DraftSlot, ProposeIntentsReply, WriteSchemaReply
from schemas.calls.judging import JudgeReply
from schemas.calls.planning import (
    CoherenceReply,
    IntentPathReply,
    RealisticValuesReply,
    WordsForSlot,
)
from schemas.calls.simulation import ExactValueReply, StatementsReply, UserTurnReply

GOOD = UserTurnReply(utterance="For 4, please.")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"utterance": "For 4, please."}', id="as asked"),
        pytest.param('  \n{"utterance": "For 4, please."}\n\n', id="space around"),
        pytest.param('\ufeff{"utterance": "For 4, please."}', id="byte order mark"),
        pytest.param('```json\n{"utterance": "For 4, please."}\n```', id="fence"),
        pytest.param('```\n{"utterance": "For 4, please."}\n```', id="fence without language"),
        pytest.param('Sure! Here is it:\n{"utterance": "For 4, please."}', id="prose before"),
        pytest.param('{"utterance": "For 4, please."}\nHope it helps {:)', id="prose after"),
        pytest.param(
            '<think>{"utterance": "For 5?"} no, 4</think>{"utterance": "For 4, please."}',
            id="thinking block with a draft in it",
        ),
        pytest.param(
            'the user wants {"utterance": "5"}</think>\n{"utterance": "For 4, please."}',
            id="thinking block whose opening tag the chat template swallowed",
        ),
        pytest.param("{'utterance': 'For 4, please.'}", id="single quotes"),
        pytest.param('{"utterance": "For 4, please.",}', id="trailing comma"),
        pytest.param('{utterance: "For 4, please."}', id="bare key"),
        pytest.param('{"utterance": "For 4, please."', id="closing brace forgotten"),
        pytest.param('{"Utterance": "For 4, please."}', id="key in other case"),
        pytest.param('{"utterance": "For 4, please.", "mood": "calm"}', id="extra key"),
        pytest.param('{"reply": {"utterance": "For 4, please."}}', id="wrapper"),
        pytest.param('{"utterance": "User: For 4, please."}', id="own label"),
        pytest.param(
            '{"utterance": "For 4, please."} {"utterance": "For 4, please."}', id="said twice"
        ),
        pytest.param('{"utterance": "For 4, please."} {"note": 1}', id="another object after it"),
    ],
)
def test_a_reply_is_read_as_it_was_meant(text: str) -> None:
    assert read(text, UserTurnReply) == GOOD


def test_what_stands_in_quotes_stays_as_it_is() -> None:
    said = "It's \"Luigi's\" {really} <b>, at 7:30 — naïve ```x``` 😀"
    text = f"Here:\n```json\n{json.dumps({'utterance': said})}\n```"
    assert read(text, UserTurnReply).utterance == said


@pytest.mark.parametrize(
    ("text", "model", "expected"),
    [
        pytest.param(
            '{"reason": "r", "vote": "YES."}',
            JudgeReply,
            JudgeReply(reason="r", vote="yes"),
            id="enumeration in other case",
        ),
        pytest.param(
            '{"reason": "r", "vote": false}',
            JudgeReply,
            JudgeReply(reason="r", vote="no"),
            id="boolean for yes or no",
        ),
        pytest.param(
            '{"reason": "r", "vote": True}',
            JudgeReply,
            JudgeReply(reason="r", vote="yes"),
            id="Python literal",
        ),
        pytest.param(
            '{"changes": null}', CoherenceReply, CoherenceReply(), id="null for an empty list"
        ),
        pytest.param(
            '{"words": null}', ExactValueReply, ExactValueReply(words=""), id="null for no words"
        ),
        pytest.param(
            '{"changes": [{"goal": "1", "slot": "day", "words": 4}]}',
            CoherenceReply,
            CoherenceReply.model_validate({"changes": [{"goal": 1, "slot": "day", "words": "4"}]}),
            id="numbers as strings and strings as numbers",
        ),
        pytest.param(
            '{"values": {"city": "Rome", "people": 4}}',
            RealisticValuesReply,
            RealisticValuesReply(
                values=(
                    WordsForSlot(slot="city", words="Rome"),
                    WordsForSlot(slot="people", words="4"),
                )
            ),
            id="mapping for a list of pairs",
        ),
        pytest.param(
            '["say(x2)"]', StatementsReply, StatementsReply(statements=("say(x2)",)), id="bare list"
        ),
        pytest.param(
            '{"statements": "x1.a = 1\\nx1.b = 2"}',
            StatementsReply,
            StatementsReply(statements=("x1.a = 1", "x1.b = 2")),
            id="lines for a list",
        ),
        pytest.param(
            '{"statements": ["x1.name = \\"O\'Hara\\""]}',
            StatementsReply,
            StatementsReply(statements=('x1.name = "O\'Hara"',)),
            id="quotes within a statement",
        ),
        pytest.param(
            '{"reason": "r", "path": "find_tables"}',
            IntentPathReply,
            IntentPathReply(reason="r", path=("find_tables",)),
            id="one value for a list",
        ),
        pytest.param(
            '{"descriptions": ["book a table",]}',
            ProposeIntentsReply,
            ProposeIntentsReply(descriptions=("book a table",)),
            id="trailing comma in a list",
        ),
    ],
)
def test_forms_are_fitted_where_no_meaning_is_guessed(
    text: str, model: type[Record], expected: Record
) -> None:
    assert read(text, model) == expected


def test_an_object_within_a_broken_one_is_not_the_answer() -> None:
    change = {"goal": 1, "slot": "day", "words": "Monday"}
    text = '{"changes": [' + json.dumps(change) + ",]}"
    assert read(text, CoherenceReply) == CoherenceReply.model_validate({"changes": [change]})
    with pytest.raises(UnreadableReply):
        read('{"changes": [' + json.dumps(change) + ', {"goal": 2, "slot', CoherenceReply)


def test_a_schema_with_other_words_for_types_and_names() -> None:
    slot = {"name": "Party Size", "description": "people", "type": "int", "required": "true"}
    text = json.dumps(
        {"name": "reserve table", "entity": "tables", "needs_confirmation": "yes", "slots": [slot]}
    )
    reply = read(text, WriteSchemaReply)
    assert (reply.name, reply.entity, reply.needs_confirmation) == ("reserve_table", "tables", True)
    assert reply.slots == (
        DraftSlot(name="party_size", description="people", type="integer", required=True),
    )


@pytest.mark.parametrize(
    ("text", "model", "complaint"),
    [
        pytest.param("", UserTurnReply, "is empty", id="empty"),
        pytest.param(" \n", UserTurnReply, "is empty", id="blank"),
        pytest.param("<think>hm, let me", UserTurnReply, "is empty", id="only thinking"),
        pytest.param("For 4, please.", UserTurnReply, "no JSON object", id="only prose"),
        pytest.param("{}", UserTurnReply, "no JSON object", id="empty object"),
        pytest.param(
            '{"utterance": "For 4, ple', UserTurnReply, "no JSON object", id="cut within words"
        ),
        pytest.param('{"utterance": ""}', UserTurnReply, "'utterance'", id="empty words"),
        pytest.param(
            '{"words": "x"}', UserTurnReply, "'utterance': Field required", id="other key"
        ),
        pytest.param('{"utterance": null}', UserTurnReply, "'utterance'", id="null for words"),
        pytest.param('{"utterance": ["a"]}', UserTurnReply, "'utterance'", id="list for words"),
        pytest.param(
            '{"utterance": "4"} or {"utterance": "5"}',
            UserTurnReply,
            "2 different JSON objects",
            id="two answers",
        ),
        pytest.param(
            '{"reason": "r", "vote": "maybe"}', JudgeReply, "got 'maybe'", id="no legal value"
        ),
        pytest.param(
            '{"reason": "r", "vote": "oui"}', JudgeReply, "got 'oui'", id="value in other language"
        ),
        pytest.param(
            '{"utterance": "For 4, please.\\nAssistant: Sure, for when?"}',
            UserTurnReply,
            "another speaker",
            id="speaks for the other side",
        ),
        pytest.param(
            '{"utterance": "For 4. </conversation> Now"}',
            UserTurnReply,
            "tags of the instructions",
            id="leaks tags",
        ),
        pytest.param(
            json.dumps({"utterance": "for 4 " * 8}), UserTurnReply, "repeats itself", id="loop"
        ),
        pytest.param('{"statements": []}', StatementsReply, "'statements'", id="empty list"),
        pytest.param('{"note": {"goal": 1}}', CoherenceReply, "'goal'", id="unknown object"),
        pytest.param('{"goal": ' + "[" * 5000, UserTurnReply, "no JSON object", id="deep nesting"),
    ],
)
def test_what_cannot_be_used_brings_a_complaint(
    text: str, model: type[Record], complaint: str
) -> None:
    with pytest.raises(UnreadableReply) as raised:
        read(text, model)
    assert complaint in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "As an AI, I do not book tables.",
    ],
)
def test_refusals_are_known_as_such(text: str) -> None:
    with pytest.raises(UnreadableReply) as raised:
        read(text, UserTurnReply)
    assert raised.value.refused


def test_a_polite_user_is_no_refusal() -> None:
    said = "I'm sorry, I can't tell you the date."
    assert read(json.dumps({"utterance": said}), UserTurnReply).utterance == said


def test_a_reply_cut_at_the_limit_counts_only_where_it_is_complete() -> None:
    assert read('{"utterance": "For 4, please."} And now', UserTurnReply, cut=True) == GOOD
    for text in ('{"utterance": "For 4, please.', '{"utterance": "For 4, please."'):
        with pytest.raises(UnreadableReply, match="cut at the token limit"):
            read(text, UserTurnReply, cut=True)


def test_thanks_said_twice_are_no_loop() -> None:
    said = "Thanks, thanks, thanks a lot, no no no, that is all for now, bye bye."
    assert read(json.dumps({"utterance": said}), UserTurnReply).utterance == said
