"""Where the labels of a dialogue and the recount differ."""

from collections import Counter
from typing import Any

from tests.recount.interpreter import Interpreter, Turn
from tests.recount.reading import plain


def compare(dialogue: Any, annotation: Any, catalog: Any) -> list[str]:
    """Recounts a dialogue and says where its labels differ, in sentences; empty where nowhere.

    Args:
        dialogue: The record, as a model or as its JSON.
        annotation: Its labels, likewise.
        catalog: The services, likewise.
    """
    record, labels, services = _json(dialogue), _json(annotation), _json(catalog)["services"]
    interpreter = Interpreter(record, services)
    found: list[str] = []
    seen: dict[str, str] = {}
    turns = record["turns"]
    for place in range(0, len(turns), 2):
        system = turns[place + 1] if place + 1 < len(turns) else None
        ours = interpreter.exchange(turns[place], system)
        user_labels = labels["turns"][place]
        found += [f"turn {place}: {what}" for what in _frames(ours, user_labels)]
        if system is not None:
            system_labels = labels["turns"][place + 1]
            found += [f"turn {place + 1}: {what}" for what in _system(ours, system_labels)]
            known = seen.setdefault(system_labels["state_hash"], ours.snapshot)
            if known != ours.snapshot:
                found.append(f"turn {place + 1}: one hash stands for two states")
    return [*found, *_final(interpreter, labels)]


def _json(item: Any) -> Any:
    return item.model_dump(mode="json") if hasattr(item, "model_dump") else item


def _frames(ours: Turn, labels: dict[str, Any]) -> list[str]:
    theirs = {
        frame["service"]: {
            "active_intent": frame["active_intent"],
            "requested_slots": list(frame["requested_slots"]),
            "state": {slot["slot"]: slot["value"] for slot in frame["state"]},
        }
        for frame in labels["frames"]
    }
    if plain(theirs) == plain(ours.frames):
        return []
    if theirs.keys() != ours.frames.keys():
        return [f"frames of {sorted(theirs)}, recounted {sorted(ours.frames)}"]
    return [
        f"{service}: {what} is {theirs[service][what]!r}, recounted {frame[what]!r}"
        for service, frame in ours.frames.items()
        for what in frame
        if plain(theirs[service][what]) != plain(frame[what])
    ]


def _system(ours: Turn, labels: dict[str, Any]) -> list[str]:
    calls = [
        {
            "service": call["service"],
            "intent": call["intent"],
            "parameters": call["parameters"],
            "success": call["success"],
            "results": [entity["values"] for entity in call["results"]],
        }
        for call in labels["calls"]
    ]
    signals = [
        (signal["kind"], signal["task"], [entity["values"] for entity in signal["entities"]])
        for step in labels["steps"]
        for signal in step["signals"]
        if signal["kind"] != "error"
    ]
    found = []
    if plain(calls) != plain(ours.calls):
        found.append(f"calls are {calls}, recounted {ours.calls}")
    if [(k, t, plain(e)) for k, t, e in signals] != [(k, t, plain(e)) for k, t, e in ours.signals]:
        found.append(f"signals are {signals}, recounted {ours.signals}")
    return found


def _final(interpreter: Interpreter, labels: dict[str, Any]) -> list[str]:
    ours = Counter(_entity(entity) for entity in interpreter.final())
    theirs = Counter(_entity(entity) for entity in labels["final_entities"])
    if ours == theirs:
        return []
    return [f"at the end there is {sorted(theirs)}, recounted {sorted(ours)}"]


def _entity(entity: dict[str, Any]) -> str:
    values = sorted((name, repr(plain(held))) for name, held in entity["values"].items())
    return repr((entity["service"], entity["type"], entity["cancelled"], values))
