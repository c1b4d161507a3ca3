"""What every text is held to that is read as a value, found in an utterance, or dates something.

An input is one byte for the kind of slot, one for the locale, one that says how often the text is
repeated (to reach a megabyte), and the text in UTF-8; what stands after a line break is an
utterance.
"""

import json
import time
from datetime import datetime

from benchmarks.fuzz.program_target import SECONDS, Broken
from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from schemas.world import Clock
from world.align import find, find_all, said_special
from world.created import created
from world.values import canonical, same, text_of

HEADER = 3
LOCALES = ("en-US", "de-DE", "fr-FR", "en-IN")
_NOW = datetime(2026, 3, 2, 9, 0)
_MEGABYTE = 1_000_000


def _slots() -> tuple[SlotSchema, ...]:
    plain = [SlotSchema(name="s", type=kind) for kind in SlotType]
    items = [
        SlotSchema(name="s", type=SlotType.ARRAY, item_type=kind)
        for kind in (SlotType.INTEGER, SlotType.NUMBER, SlotType.DATE, SlotType.BOOLEAN)
    ]
    closed = [
        SlotSchema(name="has_s", categorical=True, possible_values=values)
        for values in (("True", "False"), ("1", "2", "none"), ("salt and pepper", "off"))
    ]
    return (*plain, *items, *closed)


SLOTS = _slots()


def encoded(kind: int, text: str, utterance: str = "") -> bytes:
    """A text as an input, for the slot of that number."""
    return bytes([kind, 0, 0]) + f"{text}\n{utterance}".encode()


def hold(data: bytes) -> None:
    """Reads one input.

    Raises:
        Broken: Where what comes of it is no value, or takes too long.
    """
    header = data[:HEADER].ljust(HEADER, b"\0")
    try:
        text, _, utterance = data[HEADER:].decode("utf-8").partition("\n")
    except UnicodeDecodeError:
        return
    if header[2] >= 250 and text:
        text = text * (_MEGABYTE // len(text))
    slot = SLOTS[header[0] % len(SLOTS)]
    clock = Clock(now=_NOW, locale=LOCALES[header[1] % len(LOCALES)])
    start = time.process_time()
    value = _read(text, slot, clock)
    if value is not None:
        _settled(value, slot, clock)
        find_all(value, utterance or text, slot, clock, text)
    for name in ("dontcare", "unknown"):
        said_special(name, utterance or text)
    try:
        created(text, clock)
    except ValueError as refused:
        str(refused).encode()
    taken = time.process_time() - start
    if taken > SECONDS:
        raise Broken(f"it took {taken:.1f} s")


def _read(text: str, slot: SlotSchema, clock: Clock) -> Value:
    try:
        return canonical(text, slot, clock)
    except ValueError as refused:
        if len(str(refused)) > 1000:
            raise Broken("a sentence of more than 1,000 characters") from refused
        return None


def _settled(value: Value, slot: SlotSchema, clock: Clock) -> None:
    """A canonical value is JSON, equals itself, and reads as itself again."""
    json.dumps(value, allow_nan=False)
    if not same(value, value):
        raise Broken(f"{value!r} is not the same as itself")
    again = canonical(value, slot, clock)
    if not same(again, value):
        raise Broken(f"{value!r} reads as {again!r} the second time")
    if isinstance(value, str) and find(value, value, slot, clock, text_of(value)) is None:
        raise Broken(f"{value!r} is not found in itself")
