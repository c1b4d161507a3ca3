"""The schema writer's part: intents of a domain, the schema of a description, slot values."""

import re
from datetime import date
from random import Random

from runtime.offline.domain_bank import ALIASES, INTENTS
from runtime.offline.intent_phrases import verb_phrases
from runtime.offline.kinds import Kind, kind
from runtime.offline.values import some_values
from runtime.offline.words import content_words, humanize, plural, singular
from schemas.calls.authoring import (
    DraftConstraint,
    DraftSlot,
    DrawValuesInput,
    DrawValuesReply,
    ProposeIntentsInput,
    ProposeIntentsReply,
    WriteSchemaInput,
    WriteSchemaReply,
)

_BASE = date(2026, 3, 2)
_Entry = tuple[str, str, str, str]
_FRAMES = (
    "book a {d} appointment", "order {d} supplies", "schedule a {d} consultation",
    "join a {d} class", "rent {d} equipment", "ask for a {d} quote", "report a {d} problem",
    "buy a {d} voucher", "leave a {d} review", "reserve a {d} workshop place",
    "hire a {d} expert", "sign up for a {d} event",
)  # fmt: skip


def propose_intents(data: ProposeIntentsInput, seed: int) -> ProposeIntentsReply:
    """Descriptions of a domain's everyday intents that do not exist yet."""
    rng = Random(f"propose {seed} {data.domain}")
    known = [content_words(text) for text in data.existing]
    domain = _domain(data.domain)
    own = [entry[0] for entry in INTENTS.get(domain, ())]
    about = singular(humanize(data.domain))
    frames = [frame.replace("{d}", about) for frame in _FRAMES]
    others = [e[0] for name, group in INTENTS.items() if name != domain for e in group]
    for group in (own, frames, others):
        rng.shuffle(group)
    new: list[str] = []
    for text in (*own, *frames, *others):
        words = content_words(text)
        if all(len(words & old) < 0.75 * max(len(words), len(old)) for old in known):
            new.append(text)
            known.append(words)
        if len(new) == min(data.count, 50):
            break
    return ProposeIntentsReply(descriptions=tuple(new or frames[:1]))


def _domain(name: str) -> str:
    """The bank's domain that a user's domain means, empty where it has none like it."""
    low = name.lower()
    if low in INTENTS:
        return low
    scores = {key: sum(alias in low for alias in aliases) for key, aliases in ALIASES.items()}
    best = max(scores, key=lambda key: scores[key])
    return best if scores[best] else ""


def write_schema(data: WriteSchemaInput, seed: int) -> WriteSchemaReply:
    """A schema from the bank where it knows the intent, else one made from the words."""
    known = _known(data)
    name, entity, slots, results, rules = _from_bank(known) if known else _made(data, seed)
    slots = _with_demanded(slots, results, data)
    results = [slot for slot in results if slot.name not in {s.name for s in slots}]
    names = {slot.name for slot in slots}
    return WriteSchemaReply(
        name=name,
        entity=entity,
        needs_confirmation=True,
        slots=tuple(slots[:10]),
        result_slots=tuple(results[:4]),
        constraints=tuple(rule for rule in rules if {rule.left, rule.right} <= names),
    )


def _known(data: WriteSchemaInput) -> _Entry | None:
    words = content_words(data.description)
    best, score = None, 0.0
    for group in INTENTS.values():
        for entry in group:
            theirs = content_words(entry[0])
            share = len(words & theirs) / max(1, len(words | theirs))
            if share > score:
                best, score = entry, share
    return best if score >= 0.6 else None


_Draft = tuple[str, str, list[DraftSlot], list[DraftSlot], list[DraftConstraint]]


def _from_bank(entry: _Entry) -> _Draft:
    _, name, entity, text = entry
    text, _, rules = text.partition(" ! ")
    given, _, facts = text.partition(" => ")
    noun = singular(humanize(entity))
    slots = [_slot(part, noun) for part in given.split()]
    results = [_slot(part, noun) for part in facts.split()]
    constraints = [_constraint(rule) for rule in rules.split(" ! ") if rule]
    return name, entity, slots, results, constraints


def _slot(text: str, noun: str) -> DraftSlot:
    required = not text.endswith("?")
    name, _, type_ = text.rstrip("?").partition(":")
    return DraftSlot.model_validate(
        {
            "name": name,
            "description": f"the {humanize(name)} of the {noun}",
            "type": type_ or "string",
            "required": required,
            "possible_values": _possible(name),
        }
    )


_CATEGORICAL: dict[str, tuple[str, ...]] = {
    "priority": ("low", "medium", "high"),
    "cabin_class": ("economy", "business", "first"),
    "level": ("beginner", "intermediate", "advanced"),
    "difficulty": ("easy", "medium", "hard"),
    "quality": ("standard", "high"),
    "van_size": ("small", "medium", "large"),
}


def _possible(name: str) -> tuple[str, ...]:
    return _CATEGORICAL.get(name, ())


def _constraint(text: str) -> DraftConstraint:
    left, operator, right = text.split()
    return DraftConstraint.model_validate({"left": left, "operator": operator, "right": right})


# What a description that the bank does not know may ask for, by words in it.
_HINTS: tuple[tuple[str, str], ...] = (
    (r"flight|train|bus|ferry|journey|trip|transfer from|ride", "origin destination"),
    (r"taxi|cab|pickup|shuttle", "pickup_address destination"),
    (r"hotel|room|accommodation|apartment|stay|cottage|campsite", "location check_in_date:date"
     " check_out_date:date number_of_guests:integer"),
    (r"hire", "service_type location date:date time:time"),
    (r"rent|borrow|lease", "item_name location start_date:date end_date:date"),
    (r"deliver|ship|courier|parcel", "item_name delivery_address delivery_date:date"),
    (r"order|buy|purchase", "item_name quantity:integer"),
    (r"ticket", "event_name date:date number_of_tickets:integer"),
    (r"table|restaurant|dinner|lunch|brunch", "restaurant_name date:date time:time"
     " party_size:integer"),
    (r"pay|transfer|donate|money|bill", "recipient amount:number"),
    (r"message|text|letter|note", "recipient message_body"),
    (r"email", "recipient subject message_body"),
    (r"call|meeting|meet", "contact_name date:date time:time"),
    (r"remind|alarm|timer", "title date:date time:time"),
    (r"appointment|session|lesson|class|visit|consultation|viewing|check|inspection|repair"
     r"|clean|massage|therapy|interview|tour", "service_type date:date time:time"),
    (r"review|rate|feedback|rating", "item_name rating:integer review_text?"),
    (r"play|watch|listen|stream", "title artist?"),
    (r"register|enrol|sign up|join|subscribe|membership|apply", "full_name email_address"
     " start_date:date"),
    (r"cancel|return|refund|complain|report|claim", "item_name reason"),
    (r"party|group|team|event|reception|picnic", "number_of_people:integer date:date"),
)  # fmt: skip


def _made(data: WriteSchemaInput, seed: int) -> _Draft:
    """A schema made from the words of a description: a verb, a noun, and what these suggest."""
    phrases = verb_phrases(data.description)
    verb, noun = _verb_and_noun(phrases.full)
    noun = noun or "request"
    low = data.description.lower()
    texts: dict[str, str] = {}
    for pattern, hinted in _HINTS:
        if re.search(rf"\b(?:{pattern})", low) and len(texts) < 4:
            for part in hinted.split():
                texts.setdefault(re.split(r"[:?]", part)[0], part)
    if len(texts) < 2:
        for part in ("item_name", "full_name", "date:date"):
            texts.setdefault(re.split(r"[:?]", part)[0], part)
    texts.setdefault("notes", "notes?")
    item = f"{_identifier(noun.split()[-1])}_type"
    slots = [_slot(part.replace("item_name", item), noun) for part in texts.values()]
    names = [slot.name for slot in slots]
    rules = [
        _constraint(f"{first} < {second}")
        for first, second in (("start_date", "end_date"), ("check_in_date", "check_out_date"))
        if first in names and second in names
    ]
    facts = [_slot("reference_number", noun)]
    made = f"{singular(noun)} order" if verb == "order" else noun  # nobody has made 'foods'
    entity = _identifier(plural(made))
    return _identifier(f"{verb} {noun}"), entity, _unique(slots), facts, rules


def _unique(slots: list[DraftSlot]) -> list[DraftSlot]:
    return list({slot.name: slot for slot in slots}.values())[:8]


_OBJECT = re.compile(
    r"(\w+)(?: (?:up|out|in|down|off)\b)?(?: (?:for|to|in|at|about|on)\b)?"
    r"(?: (?:an?|the|my|your|our|some|new|me)\b)* ?(.*)"
)


def _verb_and_noun(phrase: str) -> tuple[str, str]:
    """'sign up for a newsletter' gives 'sign' and 'newsletter'."""
    match = _OBJECT.match(phrase)
    verb, noun = match.groups() if match else (phrase, "")
    return verb, " ".join(re.split(r"\b(?:for|to|at|from|in|with|by|on|of)\b", noun)[0].split()[:3])


def _identifier(text: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", text.lower().replace("'s", "")).strip("_")[:40].strip("_")
    return name if name and name[0].isalpha() else f"item_{name}".rstrip("_")


def _with_demanded(
    slots: list[DraftSlot], results: list[DraftSlot], data: WriteSchemaInput
) -> list[DraftSlot]:
    """The slots with those that the user insists on, and those that rules name."""
    named = [part for rule in data.constraints for part in re.split(r" *(?:[<>]=?|!=) *", rule)]
    present = {slot.name for slot in slots}
    wanted = [name for name in dict.fromkeys((*data.slots, *named)) if name not in present]
    ordered = {part for rule in data.constraints if "!=" not in rule for part in rule.split()}
    added = [_typed(name, ordered=name in ordered) for name in wanted]
    keep = max(1, 10 - len(added))
    return [*added, *slots[:keep]] if len(slots) + len(added) > 10 else [*slots, *added]


def _typed(name: str, *, ordered: bool) -> DraftSlot:
    what = kind(humanize(name), "string")
    type_ = {Kind.DATE: "date", Kind.TIME: "time", Kind.MONEY: "number"}.get(what, "string")
    if type_ == "string" and (kind(humanize(name), "integer") is Kind.COUNT or ordered):
        type_ = "integer"
    return _slot(f"{name}:{type_}", "the request")


def draw_values(data: DrawValuesInput, seed: int) -> DrawValuesReply:
    """Words that users say for one slot; every draw gives others."""
    rng = Random(f"draw {seed} {data.intent.name} {data.slot.name} {data.draw}")
    if data.slot.possible_values:
        values = list(data.slot.possible_values)
        rng.shuffle(values)
        return DrawValuesReply(values=tuple(values[: max(1, min(data.count, 30))]))
    words = humanize(data.slot.name)
    context = f"{data.intent.description} {data.slot.description}"
    found = some_values(words, data.slot.type, context, max(1, min(data.count, 30)), _BASE, rng)
    return DrawValuesReply(values=tuple(found))
