"""Understanding of the offline model's own words, by hand-worked cases and by measurement."""

import json
from pathlib import Path
from random import Random

import pytest

from runtime.offline.understanding import Expected, understand
from schemas.acts import ActType
from schemas.calls.views import IntentView, SlotView
from tests.offline.exchange import act, inform, line, program, say
from tests.offline.measure import TESTS, Score, measure
from tests.offline.random_services import Sample

LUCID = Path(__file__).parents[3] / "shared" / "data" / "lucid_intents"


def slot(name: str, type_: str = "string", *examples: str, required: bool = True) -> SlotView:
    return SlotView(
        name=name, description="", type=type_, required=required, example_values=examples
    )


TABLE = IntentView(
    name="reserve_table",
    service="reservations",
    description="reserve a table at a restaurant",
    transactional=True,
    needs_confirmation=True,
    entity="reservations",
    slots=(
        slot("restaurant_name", "string", "Thai Spice"),
        slot("date", "date"),
        slot("time", "time"),
        slot("party_size", "integer"),
        slot("insurance", "boolean", required=False),
        slot("special_requests", required=False),
    ),
)


def heard(utterance: str, asked: str = "") -> list[tuple[str, str, str]]:
    current = TABLE if asked else None
    found = understand(utterance, (TABLE,), Expected(current=current, asked=asked))
    return [(h.act.value, h.slot, h.words) for h in found]


def test_an_opening_with_slots_of_every_kind() -> None:
    words = (
        "Hi, I'd like to reserve a table for 4 people, at The Green Fork and on May 2nd at 8pm "
        "with insurance."
    )
    assert heard(words) == [
        ("INFORM_INTENT", "", ""),
        ("INFORM", "party_size", "4"),
        ("INFORM", "restaurant_name", "The Green Fork"),
        ("INFORM", "date", "May 2nd"),
        ("INFORM", "time", "8pm"),
        ("INFORM", "insurance", "True"),
    ]


@pytest.mark.parametrize(
    ("words", "asked", "slot_name", "value"),
    [
        ("Um, let's say next Friday.", "date", "date", "next Friday"),
        ("On the 5th of June works for me.", "date", "date", "the 5th of June"),
        ("How about 7:30 pm?", "time", "time", "7:30 pm"),
        ("12 people in total.", "party_size", "party_size", "12"),
        ("Just two.", "party_size", "party_size", "two"),
        ("Smith, Jones and Sons.", "restaurant_name", "restaurant_name", "Smith, Jones and Sons"),
        ("The party size should be 6.", "date", "party_size", "6"),
        ("No, thank you.", "insurance", "insurance", "False"),
        (
            'Put "No, that\'s all, thanks" as the special requests.',
            "date",
            "special_requests",
            "No, that's all, thanks",
        ),
    ],
)
def test_an_answer(words: str, asked: str, slot_name: str, value: str) -> None:
    assert heard(words, asked) == [("INFORM", slot_name, value)]


def test_the_last_value_of_a_correction_comes_last() -> None:
    assert heard("For 4, no wait, 5.", "party_size")[-1] == ("INFORM", "party_size", "5")


def test_a_question_of_the_system_decides_what_a_bare_value_means() -> None:
    assert heard("8pm.", "time") == [("INFORM", "time", "8pm")]
    assert heard("8pm.", "restaurant_name")[0][1] == "time"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Yes, that's right.", "AFFIRM"),
        ("Hold on, let me think about it.", "HOLD"),
        ("Forget about the reservation.", "CANCEL"),
        ("Great, thanks.", "THANK_YOU"),
        ("Bye for now.", "GOODBYE"),
        ("By the way, my neighbour got a new dog.", "IRRELEVANT"),
        ("Honey, have you fed the cat?", "OVERHEARD"),
        ("Oh sure, why not a million of everything.", "SARCASTIC"),
        ("Is there anything else?", "REQUEST_ALTS"),
        ("That's the one.", "SELECT"),
    ],
)
def test_acts_without_a_value(words: str, kind: str) -> None:
    assert [act_[0] for act_ in heard(words, "date")] == [kind]


def test_words_that_nothing_covers_are_no_answer() -> None:
    found = heard("The quick brown fox jumps. Colourless green ideas sleep.", "party_size")
    assert {act_[0] for act_ in found} == {"IRRELEVANT"}


@pytest.fixture(scope="module")
def score() -> Score:
    return measure(rounds=60, seed=17)


@pytest.mark.parametrize("kind", sorted(TESTS))
def test_share_understood(kind: str, score: Score) -> None:
    assert score.tried[kind] >= 40
    assert score.share(kind) >= 0.95, [w for w in score.wrong if w[0] == kind][:3]


def test_share_understood_over_all(score: Score) -> None:
    assert score.share() >= 0.99


@pytest.mark.skipif(not LUCID.is_dir(), reason="shared/data/lucid_intents is not here")
@pytest.mark.parametrize("name", ["reserve_table", "send_email", "send_message"])
def test_values_nobody_here_wrote(name: str) -> None:
    raw = json.loads((LUCID / f"with_values_{name}.json").read_text())
    slots = []
    pools: dict[str, list[str]] = {}
    for key, spec in raw["args"].items():
        pools[key] = [str(v) for v in spec["values"]]
        type_ = {"int": "integer", "bool": "boolean", "float": "number"}.get(spec["type"], "string")
        slots.append(
            SlotView(
                name=key,
                description="",
                type=type_,
                required=not spec["optional"],
                example_values=tuple(pools[key][:5]),
            )
        )
    view = IntentView(
        name=raw["command"],
        service=raw["entity_name"],
        description=raw["description"],
        transactional=True,
        needs_confirmation=True,
        entity=raw["entity_name"],
        slots=tuple(slots),
    )
    right = 0
    for seed in range(60):
        rng = Random(seed)
        values = {key: rng.choice(pool) for key, pool in pools.items()}
        sample = Sample(view, (TABLE,) if name != "reserve_table" else (), values)
        given = list(values)[: 1 + seed % len(values)]
        moves = [act(sample, ActType.INFORM_INTENT), *(inform(sample, s) for s in given)]
        words = say(sample, moves, (), seed)
        got = program(sample, [line("user", words)], rng)
        types = {s.name: s.type for s in slots}
        wanted = ", ".join(
            f"{s}={values[s] if types[s] == 'integer' else json.dumps(values[s])}" for s in given
        )
        right += got == (f"{view.name}({wanted})",)
    assert right >= 57
