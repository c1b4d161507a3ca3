"""What SGD's documentation says of its files, checked with nothing but the standard library.

Written from the dataset's README (Rastogi et al., 2020): which fields there are, which acts each
speaker has, what spans, states, calls and results may hold. It knows nothing of Dialoom.
"""

from collections.abc import Iterator
from typing import Any

USER_ACTS = frozenset(
    {
        *("INFORM_INTENT", "NEGATE_INTENT", "AFFIRM_INTENT", "INFORM", "REQUEST", "AFFIRM"),
        *("NEGATE", "SELECT", "REQUEST_ALTS", "THANK_YOU", "GOODBYE"),
    }
)
SYSTEM_ACTS = frozenset(
    {
        *("INFORM", "REQUEST", "CONFIRM", "OFFER", "NOTIFY_SUCCESS", "NOTIFY_FAILURE"),
        *("INFORM_COUNT", "OFFER_INTENT", "REQ_MORE", "GOODBYE"),
    }
)
OF_INTENT = frozenset({"INFORM_INTENT", "OFFER_INTENT"})
"""Acts whose slot is the word intent, and whose value an intent of the service."""
SLOTLESS = frozenset(
    {
        *("AFFIRM", "NEGATE", "AFFIRM_INTENT", "NEGATE_INTENT", "REQUEST_ALTS", "THANK_YOU"),
        *("GOODBYE", "NOTIFY_SUCCESS", "NOTIFY_FAILURE", "REQ_MORE"),
    }
)
VALUED = frozenset({"INFORM", "OFFER", "CONFIRM", "INFORM_COUNT"})
DONTCARE = "dontcare"

Json = dict[str, Any]


def faults(dialogue: Json, schema: list[Json]) -> list[str]:
    """What of a dialogue is not as documented, a sentence each."""
    services = {service["service_name"]: service for service in schema}
    found = list(_keys("dialogue", dialogue, {"dialogue_id", "services", "turns"}))
    if found:
        return found
    said: set[str] = {DONTCARE}
    for index, turn in enumerate(dialogue["turns"]):
        where = f"{dialogue['dialogue_id']} turn {index}"
        for fault in _turn(turn, index, services, set(dialogue["services"])):
            found.append(f"{where}: {fault}")
        said |= _values(turn)
        found += [f"{where}: {fault}" for fault in _unsaid(turn, said)]
    used = {frame["service"] for turn in dialogue["turns"] for frame in turn["frames"]}
    if not used or not used <= set(dialogue["services"]):
        found.append(f"{dialogue['dialogue_id']}: its frames are of {sorted(used)}")
    return found


def schema_faults(schema: list[Json]) -> list[str]:
    """What of a schema is not as documented."""
    found: list[str] = []
    for service in schema:
        found += _keys("service", service, {"service_name", "description", "slots", "intents"})
        names = {slot["name"] for slot in service["slots"]}
        for slot in service["slots"]:
            keys = {"name", "description", "is_categorical", "possible_values"}
            found += _keys("slot", slot, keys)
            if slot["is_categorical"] and not slot["possible_values"]:
                found.append(f"categorical {slot['name']} has no possible values")
        for intent in service["intents"]:
            keys = {"name", "description", "is_transactional", "required_slots"}
            found += _keys("intent", intent, keys | {"optional_slots", "result_slots"})
            named = {*intent["required_slots"], *intent["optional_slots"], *intent["result_slots"]}
            found += [f"{intent['name']} names {slot}" for slot in sorted(named - names)]
    return found


def _keys(what: str, record: Json, wanted: set[str], optional: frozenset[str] = frozenset()) -> Any:
    for key in sorted(wanted - record.keys()):
        yield f"the {what} has no {key}"
    for key in sorted(record.keys() - wanted - optional):
        yield f"the {what} has {key}, which no {what} has"


def _turn(turn: Json, index: int, services: dict[str, Json], listed: set[str]) -> Iterator[str]:
    yield from _keys("turn", turn, {"speaker", "utterance", "frames"})
    speaker = "SYSTEM" if index % 2 else "USER"
    if turn["speaker"] != speaker:
        yield f"the speaker is {turn['speaker']}"
    if not turn["utterance"].strip():
        yield "nothing is said"
    own = [frame["service"] for frame in turn["frames"]]
    if not own or len(own) > len(set(own)):
        yield f"its frames are of {own}"
    for frame in turn["frames"]:
        if frame["service"] not in listed or frame["service"] not in services:
            yield f"{frame['service']} is no service of the dialogue"
        else:
            yield from _frame(frame, turn, services[frame["service"]], speaker)


def _frame(frame: Json, turn: Json, service: Json, speaker: str) -> Iterator[str]:
    wanted = {"service", "slots", "actions"} | ({"state"} if speaker == "USER" else set())
    calls = frozenset({"service_call", "service_results"})
    yield from _keys("frame", frame, wanted, calls if speaker == "SYSTEM" else frozenset())
    slots = {slot["name"]: slot for slot in service["slots"]}
    intents = {intent["name"]: intent for intent in service["intents"]}
    for action in frame["actions"]:
        yield from _action(action, slots, intents, speaker)
    yield from _spans(frame, turn["utterance"], slots)
    if speaker == "USER" and "state" in frame:
        yield from _state(frame, slots, intents)
    if "service_call" in frame:
        yield from _call(frame, slots, intents)
    elif "service_results" in frame:
        yield "results without a call"


def _action(action: Json, slots: Json, intents: Json, speaker: str) -> Iterator[str]:
    yield from _keys("action", action, {"act", "slot", "values", "canonical_values"})
    act, slot, values = action["act"], action["slot"], action["values"]
    if act not in (USER_ACTS if speaker == "USER" else SYSTEM_ACTS):
        yield f"{act} is no act of the {speaker}"
    if len(values) != len(action["canonical_values"]):
        yield f"{act} {slot} has other canonical values than values"
    if act in VALUED and not values:
        yield f"{act} {slot} has no value"
    yield from _about(action, slots, intents)


def _about(action: Json, slots: Json, intents: Json) -> Iterator[str]:
    """What an act is about: an intent, a number, a slot, or nothing."""
    act, slot, values = action["act"], action["slot"], action["values"]
    if act in OF_INTENT:
        right = slot == "intent" and set(values) <= set(intents)
    elif act == "INFORM_COUNT":
        right = slot == "count" and all(v.isdigit() for v in action["canonical_values"])
    elif act in SLOTLESS:
        right = not slot and not values
    else:
        right = slot in slots or (act == "SELECT" and slot == "")
        yield from _legal(slots.get(slot), action["canonical_values"], act)
    if not right:
        yield f"{act} has the slot {slot!r} with {values}"


def _legal(slot: Json | None, values: list[str], what: str) -> Iterator[str]:
    if slot is not None and slot["is_categorical"]:
        for value in values:
            if value not in (*slot["possible_values"], DONTCARE):
                yield f"{what}: {value!r} is no value of {slot['name']}"


def _spans(frame: Json, utterance: str, slots: Json) -> Iterator[str]:
    said = {
        (action["slot"], value.casefold())
        for action in frame["actions"]
        for value in action["values"]
    }
    for span in frame["slots"]:
        yield from _keys("span", span, {"slot", "start", "exclusive_end"})
        slot, start, end = span["slot"], span["start"], span["exclusive_end"]
        if slot not in slots or slots[slot]["is_categorical"]:
            yield f"a span of {slot}, which is no slot of free values"
        if not 0 <= start < end <= len(utterance):
            yield f"the span of {slot} is out of bounds"
        elif (slot, utterance[start:end].casefold()) not in said:
            yield f"the span of {slot} is {utterance[start:end]!r}, which no act has"


def _state(frame: Json, slots: Json, intents: Json) -> Iterator[str]:
    state = frame["state"]
    yield from _keys("state", state, {"active_intent", "requested_slots", "slot_values"})
    active = state["active_intent"]
    if active != "NONE" and active not in intents:
        yield f"the active intent is {active}"
    named = [a["values"][0] for a in frame["actions"] if a["act"] == "INFORM_INTENT"]
    if named and active != named[-1]:
        yield f"the user names {named[-1]}, the active intent is {active}"
    asked = sorted({a["slot"] for a in frame["actions"] if a["act"] == "REQUEST"})
    if state["requested_slots"] != asked:
        yield f"{asked} are requested, the state has {state['requested_slots']}"
    for slot, values in state["slot_values"].items():
        if slot not in slots:
            yield f"the state has {slot}, which is no slot"
        elif not values or len(values) > len(set(values)):
            yield f"the state has {values} for {slot}"
        else:
            if slots[slot]["is_categorical"] and len(values) > 1:
                yield f"the state has several values for categorical {slot}"
            yield from _legal(slots[slot], values, "the state")


def _call(frame: Json, slots: Json, intents: Json) -> Iterator[str]:
    call = frame["service_call"]
    yield from _keys("call", call, {"method", "parameters"})
    intent = intents.get(call["method"])
    if intent is None:
        yield f"{call['method']} is called, which is no intent"
        return
    known = {*intent["required_slots"], *intent["optional_slots"]}
    for slot in sorted(call["parameters"].keys() - known):
        yield f"{call['method']} is called with {slot}, which it does not take"
    for slot, value in call["parameters"].items():
        yield from _legal(slots.get(slot), [value], call["method"])
    if "service_results" not in frame:
        yield "a call without results"
    for row in frame.get("service_results", ()):
        for slot, value in row.items():
            if slot not in slots:
                yield f"a result has {slot}, which is no slot"
            elif not isinstance(value, str):
                yield f"the result's {slot} is no string"
            else:
                yield from _legal(slots[slot], [value], "a result")


def _values(turn: Json) -> set[str]:
    """Every value that the turn's acts and results bring, as said and in canonical form."""
    found: set[str] = set()
    for frame in turn["frames"]:
        for action in frame["actions"]:
            found |= {*action["values"], *action["canonical_values"]}
        for row in frame.get("service_results", ()):
            found |= set(row.values())
    return found


def _unsaid(turn: Json, said: set[str]) -> Iterator[str]:
    """States hold only what one of the two has said, or a call has brought, by then."""
    for frame in turn["frames"]:
        for slot, values in frame.get("state", {}).get("slot_values", {}).items():
            for value in values:
                if value not in said:
                    yield f"the state has {value!r} for {slot}, which nobody has said"
