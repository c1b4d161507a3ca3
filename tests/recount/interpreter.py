"""Recomputes state, active intents, requested slots, calls, signals and the final world."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tests.recount.reading import Line, Pointer, Special, made_when, plain, read

NO_VALUES = ("OVERHEARD", "SARCASTIC", "IRRELEVANT")


@dataclass
class Task:
    """An opened intent."""

    number: int
    service: str
    intent: str
    slots: dict[str, Any] = field(default_factory=dict)
    status: str = "collecting"
    held: bool = False


@dataclass
class Turn:
    """What one exchange comes to."""

    frames: dict[str, dict[str, Any]]
    calls: list[dict[str, Any]]
    signals: list[tuple[str, int | None, list[dict[str, Any]]]]
    snapshot: str


class Interpreter:
    """One dialogue's state."""

    def __init__(self, dialogue: dict[str, Any], services: list[dict[str, Any]]) -> None:
        self.services = {s["name"]: s for s in services if s["name"] in dialogue["services"]}
        self.now = datetime.fromisoformat(dialogue["clock"]["now"])
        self.world = dialogue["world"]
        self.entities = [dict(entity) for entity in self.world["entities"]]
        self.tasks: dict[int, Task] = {}
        self.latest: dict[str, int] = {}
        self.idle: set[str] = set()
        self.current = ""
        self.brought: dict[int, list[dict[str, Any]]] = {}
        self.signal_task: dict[int, int] = {}
        self.says: dict[int, list[dict[str, Any]]] = {}
        self.offered: set[tuple[int, int]] = set()
        self.attempts: dict[tuple[str, str], int] = {}
        self.used: set[int] = set()
        self.acts: list[dict[str, Any]] = []
        self.touched: set[str] = set()
        self.calls: list[dict[str, Any]] = []
        self.due: dict[int, bool] = {}
        self.more_of: dict[int, list[dict[str, Any]]] = {}
        self.to_offer: list[int] = []
        self.led_on: set[int] = set()

    def exchange(self, user: dict[str, Any], system: dict[str, Any] | None) -> Turn:
        """A user turn and its answer."""
        self.acts, self.touched, self.calls = user["acts"], set(), []
        signals: list[tuple[str, int | None, list[dict[str, Any]]]] = []
        for step in system["steps"] if system else ():
            if not any(signal["kind"] == "error" for signal in step["signals"]):
                signals += self._step(step, system["acts"] if system else [])
        return Turn(self._frames(), self.calls, signals, self._snapshot())

    def final(self) -> list[dict[str, Any]]:
        """Entities that were made or called off."""
        return [e for e in self.entities if e.get("fresh") or e.get("gone")]

    # executing

    def _step(self, step: dict[str, Any], said: list[dict[str, Any]]) -> list[Any]:
        self.due, self.more_of, self.to_offer = {}, {}, []
        for statement in step["statements"]:
            self._execute(read(statement["text"]), statement["index"], said)
        # The record's own numbers: which signal has which is a matter of counting on.
        numbers = [signal["index"] for signal in step["signals"]]
        settled = [
            self._settle(self.tasks[task], perform, number)
            for (task, perform), number in zip(self.due.items(), numbers, strict=False)
        ]
        assert len(numbers) == len(settled) + len(self.to_offer)
        return [*settled, *(("hint_offer", task, []) for task in self.to_offer)]

    def _execute(self, line: Line, number: int, said: list[dict[str, Any]]) -> None:
        if line.verb == "open":
            self._open(line, number)
        elif line.verb == "write":
            for target, written in zip(line.target, line.arguments, strict=True):
                self._write(target, self._meant(written, self._task_slot(target)))
        elif line.verb == "append":
            old = self.tasks[line.target.number].slots.get(line.target.slot, [])
            found = self._meant(line.arguments[0], self._task_slot(line.target))
            found = found if isinstance(found, list) else [found]
            self._write(line.target, [*(old if isinstance(old, list) else []), *found])
        elif line.verb == "say":
            self.says[number] = said
            for verb, pointers in line.arguments:
                self._offer(verb, pointers)
        else:
            self._act(line)

    def _open(self, line: Line, number: int) -> None:
        service, intent = self._find(line.target)
        named = dict(line.named)
        carry = named.pop("carry", self.services[service]["carries_slots"])
        task = Task(number, service, intent)
        if carry and service in self.latest:
            mine = self._slot_names(service, intent)
            whole = self.services[service]["carries_slots"]
            before = self.tasks[self.latest[service]].slots
            task.slots = {k: v for k, v in before.items() if whole or k in mine}
        self._touch(task)
        self.idle.discard(service)
        self.due[number] = False
        for slot, written in named.items():
            target = Pointer(number, None, slot)
            self._write(target, self._meant(written, self._task_slot(target)))

    def _write(self, target: Pointer, meant: Any) -> None:
        task = self.tasks[target.number]
        old = task.slots.get(target.slot)
        if target.slot not in task.slots or plain(old) != plain(meant):
            task.slots[target.slot] = meant
        self._taken_up(task)

    def _taken_up(self, task: Task) -> None:
        task.held, task.status = False, "collecting"
        self._touch(task)
        self.due[task.number] = False

    def _act(self, line: Line) -> None:
        verb, at = line.verb, line.target
        if verb == "decline":
            service, _ = self._find(at)
            self.idle.add(service)
            self._touch_service(service)
        elif verb == "clear":
            self.tasks[at.number].slots.pop(at.slot)
            self._taken_up(self.tasks[at.number])
        elif verb == "hold":
            self.tasks[at.number].held = True
            self._touch(self.tasks[at.number])
        elif verb == "confirm":
            self._confirm(self.tasks[at.number])
        elif verb == "cancel":
            self._cancel(at)
        elif verb == "select":
            self._select(self.tasks[self.signal_task[at.number]])
        elif verb in ("accept", "more"):
            self._go_on(verb, at)

    def _select(self, task: Task) -> None:
        """A result is chosen; where the world knows what could follow, that is hinted at once."""
        self._touch(task)
        known = {(f["service"], f["intent"]) for f in self.world["follow_ups"]}
        if (task.service, task.intent) in known and task.number not in self.led_on:
            self.led_on.add(task.number)
            self.to_offer.append(task.number)

    def _confirm(self, task: Task) -> None:
        for optional in self._intent(task)["optional"]:
            default = optional["default"]
            if optional["name"] not in task.slots and default not in (None, "dontcare"):
                task.slots[optional["name"]] = default
        task.held = False
        self._touch(task)
        self.due[task.number] = True

    def _cancel(self, at: Pointer) -> None:
        if at.entity is None:
            task = self.tasks[at.number]
            task.status, task.held = "cancelled", False
            self._touch(task)
            self.due.pop(task.number, None)
            return
        entity = self.brought[at.number][at.entity]
        entity["cancelled"] = entity["gone"] = True
        self._touch_service(entity["service"])

    def _go_on(self, verb: str, at: Pointer) -> None:
        task = self.tasks[self.signal_task[at.number]]
        if verb == "accept":
            for slot, written in self.brought[at.number][at.entity or 0]["values"].items():
                self._write(Pointer(task.number, None, slot), written)
            self.due[task.number] = True
            return
        found = self.brought[at.number]
        rest = [e for n, e in enumerate(found) if (at.number, n) not in self.offered]
        self.more_of[task.number] = rest
        self._touch(task)
        self.due[task.number] = False

    def _offer(self, verb: str, pointers: tuple[Any, ...]) -> None:
        for at in pointers:
            if not isinstance(at, Pointer) or at.number not in self.brought:
                continue
            if verb == "signal" and self.brought[at.number]:
                self.offered.add((at.number, 0))
            elif verb == "offer":
                self.offered.add((at.number, at.entity or 0))
            elif verb == "clarify":
                self.offered |= {(at.number, n) for n in range(len(self.brought[at.number]))}

    # what a written value means

    def _meant(self, written: Any, slot: dict[str, Any]) -> Any:
        if isinstance(written, Special):
            return written
        if isinstance(written, Pointer):
            return _fitted(self._held(written, slot), slot)
        spoken = [
            act
            for act in self.acts
            if act["slot"] == slot["name"]
            and act["service"] in ("", slot["service"])
            and act["act"] not in NO_VALUES
            and act["value"] is not None
        ]
        words = str(written).replace(".0", "") if isinstance(written, float) else str(written)
        for act in spoken:
            if act["surface"] and plain(act["surface"]) == plain(words):
                return act["value"]
        for act in spoken:
            if plain(act["value"]) == plain(_fitted(written, slot)):
                return act["value"]
        # The same value in other words than the act's: only the act can be meant.
        return spoken[-1]["value"] if spoken else _fitted(written, slot)

    def _held(self, at: Pointer, slot: dict[str, Any]) -> Any:
        if at.entity is not None:
            return self.brought[at.number][at.entity]["values"][at.slot]
        if at.number in self.tasks:
            return self.tasks[at.number].slots[at.slot]
        told = [a for a in self.says[at.number] if a["slot"] == at.slot and a["value"] is not None]
        mine = [act for act in told if act["service"] == slot["service"]]
        return (mine or told)[-1]["value"]

    # what the backend does

    def _settle(self, task: Task, perform: bool, number: int) -> Any:
        kind, found = self._signal(task, perform, number)
        self.brought[number], self.signal_task[number] = found, task.number
        return kind, task.number, [entity["values"] for entity in found]

    def _signal(self, task: Task, perform: bool, number: int) -> tuple[str, list[dict[str, Any]]]:
        intent = self._intent(task)
        if task.number in self.more_of:
            task.status = "performed"
            return "result", self.more_of[task.number]
        known = [s for s, held in task.slots.items() if held != Special("unknown")]
        if any(slot not in known for slot in intent["required"]):
            task.status = "collecting"
            return "hint_value", []
        if intent["transactional"] and intent["needs_confirmation"] and not perform:
            task.status = "awaiting_confirmation"
            return "hint_confirm", []
        return self._call(task, intent, number)

    def _call(
        self, task: Task, intent: dict[str, Any], number: int
    ) -> tuple[str, list[dict[str, Any]]]:
        sent = {
            name: task.slots[name]
            for name in self._slot_names(task.service, task.intent)
            if name in task.slots and not isinstance(task.slots[name], Special)
        }
        success, found = self._backend(task, intent, sent, number)
        self.calls.append(
            {
                "service": task.service,
                "intent": task.intent,
                "parameters": sent,
                "success": success,
                "results": [dict(entity["values"]) for entity in found],
            }
        )
        task.status = "performed" if success else "failed"
        if not success:
            return "failed", found
        return ("perform" if intent["transactional"] else "result"), found

    def _backend(
        self, task: Task, intent: dict[str, Any], sent: dict[str, Any], number: int
    ) -> tuple[bool, list[dict[str, Any]]]:
        key = (task.service, task.intent)
        nth = self.attempts.get(key, 0)
        self.attempts[key] = nth + 1
        for failure in self.world["failures"]:
            if (failure["service"], failure["intent"], failure["nth"]) == (*key, nth):
                alternatives = [self._entity(task, row, number) for row in failure["alternatives"]]
                return False, alternatives
        if not intent["transactional"]:
            return True, self._query(task.service, intent, sent)
        made = self._entity(task, sent, number)
        made["fresh"] = True
        self.entities.insert(0, made)
        return True, [made]

    def _entity(self, task: Task, values: dict[str, Any], number: int) -> dict[str, Any]:
        return {
            "service": task.service,
            "type": self._intent(task)["entity"],
            "values": dict(values),
            "created_at": (self.now + timedelta(seconds=number)).isoformat(),
            "cancelled": False,
        }

    def _query(
        self, service: str, intent: dict[str, Any], sent: dict[str, Any]
    ) -> list[dict[str, Any]]:
        created = intent["created_slot"]
        wanted = {slot: plain(v) for slot, v in sent.items() if slot != created}
        found = [
            entity
            for entity in self.entities
            if (entity["service"], entity["type"]) == (service, intent["entity"])
            and not entity["cancelled"]
            and all(
                s in entity["values"] and plain(entity["values"][s]) == wanted[s] for s in wanted
            )
        ]
        found.sort(key=lambda entity: datetime.fromisoformat(entity["created_at"]), reverse=True)
        if created not in sent:
            return found
        start, end, pick = made_when(sent[created], self.now)
        found = [e for e in found if start <= datetime.fromisoformat(e["created_at"]) < end]
        if pick:
            return found[:1] if pick == "latest" else found[-1:]
        return found

    # reading it off

    def _frames(self) -> dict[str, dict[str, Any]]:
        services = {a["service"] for a in self.acts if a["service"] in self.services}
        services |= self.touched
        if not services and self.current:
            services = {self.current}
        return {service: self._frame(service) for service in sorted(services)}

    def _frame(self, service: str) -> dict[str, Any]:
        task = self.tasks.get(self.latest.get(service, -1))
        active = task is not None and task.status != "cancelled" and service not in self.idle
        asked = {
            act["slot"]
            for act in self.acts
            if act["act"] == "REQUEST" and act["slot"] and act["service"] in ("", service)
        }
        return {
            "active_intent": task.intent if task is not None and active else "NONE",
            "requested_slots": sorted(asked),
            "state": {k: _shown(v) for k, v in sorted(task.slots.items())} if task else {},
        }

    def _snapshot(self) -> str:
        tasks = [
            (
                t.number,
                t.service,
                t.intent,
                t.status,
                t.held,
                sorted((k, _shown(v)) for k, v in t.slots.items()),
            )
            for t in self.tasks.values()
        ]
        return repr(
            (tasks, sorted(self.idle), [(e["values"], e["cancelled"]) for e in self.final()])
        )

    # looking up

    def _touch(self, task: Task) -> None:
        self.tasks[task.number] = task
        self.latest[task.service] = task.number
        if not self.services[task.service]["carries_slots"]:
            self.idle.discard(task.service)
        self._touch_service(task.service)

    def _touch_service(self, service: str) -> None:
        self.touched.add(service)
        self.current = service

    def _find(self, name: tuple[str, str]) -> tuple[str, str]:
        found = [
            (service["name"], intent["name"])
            for service in self.services.values()
            for intent in service["intents"]
            if intent["name"] == name[1] and name[0] in ("", service["name"])
        ]
        assert len(found) == 1, f"{name} is not one intent"
        return found[0]

    def _intent(self, task: Task) -> dict[str, Any]:
        intents = self.services[task.service]["intents"]
        found: dict[str, Any] = next(i for i in intents if i["name"] == task.intent)
        return found

    def _slot_names(self, service: str, intent: str) -> list[str]:
        schema = next(i for i in self.services[service]["intents"] if i["name"] == intent)
        return [*schema["required"], *(slot["name"] for slot in schema["optional"])]

    def _task_slot(self, at: Pointer) -> dict[str, Any]:
        task = self.tasks[at.number]
        slots = self.services[task.service]["slots"]
        slot = next(slot for slot in slots if slot["name"] == at.slot)
        return {**slot, "service": task.service}


def _fitted(held: Any, slot: dict[str, Any]) -> Any:
    """A literal or referenced value in the type of the slot it is written to."""
    if slot["type"] in ("integer", "number") and isinstance(held, str):
        number = float(held)
        return int(number) if number.is_integer() else number
    if slot["type"] == "string" and isinstance(held, int | float) and not isinstance(held, bool):
        return str(int(held)) if float(held).is_integer() else str(held)
    return " ".join(held.split()) if isinstance(held, str) else held


def _shown(held: Any) -> Any:
    return held.name if isinstance(held, Special) else held
