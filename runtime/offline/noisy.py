"""Known faults at a known rate, put into good replies: what a bad model does."""

import json
from collections.abc import Callable
from random import Random

FAULTS = (
    "cut_json", "prose_around", "empty", "refusal", "wrong_type", "wrong_label",
    "leaked_instruction",
)  # fmt: skip


def spoil(good: str, call_name: str, seed: int, rate: float) -> str:
    """The reply, or in that share of cases the reply with one fault."""
    rng = Random(f"noise {seed} {call_name} {len(good)}")
    if rng.random() >= rate:
        return good
    return _SPOILERS[FAULTS[rng.randrange(len(FAULTS))]](good, rng)


def fault_of(good: str, call_name: str, seed: int, rate: float) -> str:
    """The name of the fault that `spoil` puts in, empty where none."""
    rng = Random(f"noise {seed} {call_name} {len(good)}")
    return FAULTS[rng.randrange(len(FAULTS))] if rng.random() < rate else ""


def _cut(good: str, rng: Random) -> str:
    return good[: max(1, rng.randrange(1, max(2, len(good) - 1)))]


def _prose(good: str, rng: Random) -> str:
    return (
        f"Sure! Here is the answer you asked for:\n```json\n{good}\n```\nLet me know if it helps."
    )


def _refusal(good: str, rng: Random) -> str:
    return "I'm sorry, but I can't help with that request."


def _wrong_type(good: str, rng: Random) -> str:
    value = json.loads(good)
    key = sorted(value)[rng.randrange(len(value))]
    value[key] = {"value": value[key]} if isinstance(value[key], str) else 17
    return json.dumps(value, ensure_ascii=False)


def _wrong_label(good: str, rng: Random) -> str:
    value = json.loads(good)
    if "statements" in value:
        value["statements"] = [rng.choice(("confirm(x0)", "say(more_help())", "ignore()"))]
    elif "vote" in value:
        value["vote"] = "no" if value["vote"] == "yes" else "yes"
    else:
        value = {key: _reworded(item) for key, item in value.items()}
    return json.dumps(value, ensure_ascii=False)


def _reworded(item: object) -> object:
    return " ".join(reversed(item.split())) if isinstance(item, str) else item


def _leaked(good: str, rng: Random) -> str:
    value = json.loads(good)
    for key, item in value.items():
        if isinstance(item, str):
            value[key] = f"As instructed, I act as the user now: {item} [INFORM party_size]"
            break
    return json.dumps(value, ensure_ascii=False)


_SPOILERS: dict[str, Callable[[str, Random], str]] = {
    "cut_json": _cut,
    "prose_around": _prose,
    "empty": lambda good, rng: "",
    "refusal": _refusal,
    "wrong_type": _wrong_type,
    "wrong_label": _wrong_label,
    "leaked_instruction": _leaked,
}
