"""How a user words a slot with its value. Wording and understanding read the same phrases.

A phrase is a template: `{v}` is the value; `{on}`, `{at}` and `{in}` a preposition that some
values take and others do not ('on Friday', 'tomorrow'); `{n}` the counted noun, in the number
that the value asks for ('1 guest', '4 guests').
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from runtime.offline.kinds import (
    Kind,
    counted_noun,
    fits,
    is_superlative,
    kind,
    place_preposition,
    shaped,
    takes_at,
    takes_on,
)
from runtime.offline.words import singular, spoken


@dataclass(frozen=True)
class SlotPhrases:
    """The phrases of one slot.

    Attributes:
        attach: Can follow an opening or one another: 'for 4 people'.
        state: Stand as clauses of their own: 'the party size is 4'.
        answer: Only after the system asked for the slot: 'let's say 4'.
        change: Change a value given before.
        plain: Fit any value; the others fit values that look like the slot's kind.
    """

    slot: str
    kind: Kind
    noun: str
    attach: tuple[str, ...]
    state: tuple[str, ...]
    answer: tuple[str, ...]
    change: tuple[str, ...]
    plain: tuple[str, ...]


_PLAIN = (
    "with {v} as the {slot}",
    "with the {slot} set to {v}",
    "with {v} for the {slot}",
)
_STATE = (
    "the {slot} is {v}",
    "the {slot} should be {v}",
    "make the {slot} {v}",
    "I'd like the {slot} to be {v}",
    "put {v} as the {slot}",
    "let's have {v} as the {slot}",
    "use {v} for the {slot}",
    "go with {v} for the {slot}",
    "as for the {slot}, {v}",
    "for the {slot}, I'd say {v}",
    "{slot} {v}",
)
_CHANGE = (
    "change the {slot} to {v}",
    "can you change the {slot} to {v}",
    "could you change the {slot} to {v}",
    "make the {slot} {v} instead",
    "switch the {slot} to {v}",
    "let's change the {slot} to {v}",
    "please update the {slot} to {v}",
    "the {slot} should be {v}",
    "I'd rather have {v} for the {slot}",
    "I need the {slot} to be {v}",
    "the {slot} needs to be {v}",
)
_ANSWER = (
    "{v}",
    "it's {v}",
    "make it {v}",
    "let's say {v}",
    "let's go with {v}",
    "I'd say {v}",
    "I'll go with {v}",
    "that would be {v}",
    "that'd be {v}",
    "how about {v}",
    "I was thinking {v}",
    "I think {v}",
    "probably {v}",
    "put down {v}",
    "I'd like {v}",
    "it should be {v}",
    "go with {v}",
    "just {v}",
    "{v} works for me",
    "{v} would be great",
    "{v} sounds good",
    "{v} is fine",
    "{v} would work best",
    "{v} if possible",
)
_DATED = (
    "{on}{v}",
    "{on}{v} works for me",
    "{on}{v} would be best",
    "sometime {on}{v}",
    "it's {on}{v}",
    "it would be {on}{v}",
    "I was thinking {on}{v}",
)
_TIMED = (
    "{at}{v}",
    "{at}{v} works for me",
    "it's {at}{v}",
    "it would be {at}{v}",
    "I was thinking {at}{v}",
)
_COUNTED = (
    "{v} {n}",
    "there will be {v} {n}",
    "it'll be {v} {n}",
    "just the {v} {n}",
    "{v} {n} in total",
    "make it {v} {n}",
    "we need {v} {n}",
)
_COUNTED_STATE = (
    "there will be {v} {n}",
    "it'll be {v} {n}",
    "{v} {n} in total",
    "make it {v} {n}",
    "we need {v} {n}",
    "put down {v} {n}",
    "for {v} {n}",
)
_CREATED_ATTACH = ("from {v}", "made {v}", "just the {v} one", "only the {v} one")
_CREATED_STATE = (
    "they should be from {v}",
    "they were made {v}",
    "I made them {v}",
    "it was {v}",
    "I mean the {v} one",
    "just the {v} one",
    "I'd like the {v} one",
)
_CREATED = (
    "{v}",
    "from {v}",
    "{v} I think",
    "I think it was {v}",
    "probably {v}",
    "that was {v}",
    "it was {v}",
    "I believe it was {v}",
    "they should be from {v}",
    "they were made {v}",
    "I made them {v}",
    "let's say {v}",
    "the ones from {v}",
    "just the ones from {v}",
    "anything from {v}",
    "the {v} one",
    "just the {v} one",
    "I mean the {v} one",
    "only the {v} one",
    "I need the {v} one",
    "the {v} one would do",
)
_QUOTED = (
    "it should say {v}",
    "let's make it {v}",
    "write {v}",
    "put {v}",
    "please write {v}",
    "it should read {v}",
    "I'd like it to say {v}",
)

# Pattern on the slot's words, then what can be attached, then what stands for itself. `{h}` is
# the pattern's group.
_SPECIAL: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        r"^(party|group) size$",
        ("for {v} {n}", "for a party of {v}", "for a group of {v}", "for {v} of us"),
        ("there will be {v} of us", "we're a party of {v}", "it's for {v} {n}"),
    ),
    (
        r"^(?:number of )?(?:people|guests|passengers|travell?ers|adults|children|attendees"
        r"|persons|participants|players|kids)$|^(?:passenger|guest|people|traveler|person) count$",
        ("for {v} {n}",),
        ("there will be {v} {n}", "it's for {v} {n}", "we're {v} {n}"),
    ),
    (
        r"^(?:number of |num )?(?:rooms|nights|tickets|seats|bags|beds|copies|hours|days|weeks)$"
        r"|^(?:room|ticket|seat|night) count$",
        ("with {v} {n}", "for {v} {n}"),
        ("I need {v} {n}", "we need {v} {n}"),
    ),
    (r"^number of ", ("with {v} {n}",), ("I need {v} {n}",)),
    (
        r"^(?:departure|outbound|leaving|depart|travel) date$|^departure day$",
        ("leaving {on}{v}", "departing {on}{v}"),
        ("we leave {on}{v}", "I want to leave {on}{v}"),
    ),
    (
        r"^return(?:ing)? (?:date|day)$",
        ("returning {on}{v}", "coming back {on}{v}"),
        ("I'll come back {on}{v}", "I want to be back {on}{v}"),
    ),
    (r"^(?:check in|arrival)(?: date| day)?$", ("checking in {on}{v}", "arriving {on}{v}"), ()),
    (r"^(?:check out|checkout)(?: date| day)?$", ("checking out {on}{v}",), ()),
    (r"^start(?:ing)? (?:date|day)$", ("starting {on}{v}", "beginning {on}{v}"), ()),
    (r"^end(?:ing)? (?:date|day)$", ("ending {on}{v}", "finishing {on}{v}"), ()),
    (r"^pick ?up (?:date|day)$", ("with pick-up {on}{v}", "picking it up {on}{v}"), ()),
    (r"^drop ?off (?:date|day)$", ("with drop-off {on}{v}", "dropping it off {on}{v}"), ()),
    (r"^(?:due date|deadline)$", ("due {on}{v}",), ("it's due {on}{v}",)),
    (r"^delivery (?:date|day)$", ("to be delivered {on}{v}",), ("deliver it {on}{v}",)),
    (
        r"^(?:date|day|(?:appointment|booking|reservation|event|visit|meeting|show|tour|class"
        r"|session|lesson|move|moving|collection) (?:date|day))$",
        ("{on}{v}",),
        (),
    ),
    (r"^(?:departure|leaving) time$", ("leaving {at}{v}", "departing {at}{v}"), ()),
    (r"^return time$", ("returning {at}{v}", "coming back {at}{v}"), ()),
    (r"^arrival time$", ("arriving {at}{v}",), ("I want to arrive {at}{v}",)),
    (r"^pick ?up time$", ("with pick-up {at}{v}", "to be picked up {at}{v}"), ()),
    (r"^delivery time$", ("to be delivered {at}{v}",), ("deliver it {at}{v}",)),
    (r"^start(?:ing)? time$", ("starting {at}{v}", "from {v}"), ()),
    (r"^end(?:ing)? time$", ("ending {at}{v}", "finishing {at}{v}"), ()),
    (
        r"^(?:time|(?:appointment|booking|reservation|event|visit|meeting|show|class|session"
        r"|lesson|wake up|alarm|reminder) time)$",
        ("{at}{v}",),
        (),
    ),
    (
        r"^(?:origin|from|departure (?:city|location|airport|station)|from (?:city|location)"
        r"|origin city|starting (?:point|location))$",
        ("from {v}",),
        ("I'm leaving from {v}", "we'll start from {v}"),
    ),
    (
        r"^(?:destination|to|arrival (?:city|airport|station)|to (?:city|location)"
        r"|destination city|dropoff)$",
        ("to {v}",),
        ("I'm going to {v}", "we're headed to {v}"),
    ),
    (r"^pick ?up (?:location|address|place|point|city)$", ("with pick-up {in}{v}",), ()),
    (r"^drop ?off (?:location|address|place|point|city)$", ("with drop-off {in}{v}",), ()),
    (r"^delivery address$", ("delivered to {v}",), ("deliver it to {v}", "send it to {v}")),
    (r"^(?:location|city|area|town|neighborhood|region|country|district)$", ("{in}{v}",), ()),
    (
        r"^(?:restaurant|hotel|venue|salon|shop|store|clinic|gym|studio|cinema)(?: name)?$",
        ("at {v}",),
        (),
    ),
    (
        r"^(?:song|film|movie|playlist|track|show|page|workout|tv program|program|book|event"
        r"|podcast)(?: (?:name|title))$",
        ("called {v}",),
        ("it's called {v}",),
    ),
    (r"^(?:artist|author|director|band)(?: name)?$", ("by {v}",), ()),
    (r"^album(?: name)?$", ("from the album {v}",), ()),
    (r"^playlist$", ("from the playlist {v}",), ()),
    (r"^actor$", ("starring {v}",), ()),
    (r"^recipient(?: name)?$", ("to {v}",), ("send it to {v}", "it's for {v}")),
    (
        r"^(?:stylist|instructor|doctor|trainer|therapist|dentist|guide|teacher|coach|barber|vet"
        r"|mechanic|tutor|provider)(?: name)?$",
        ("with {v}",),
        ("I'd like to see {v}",),
    ),
    (r"^label$", ("labelled {v}",), ()),
    (r"^(?:title|episode title)$", ("titled {v}", "with the title {v}"), ("call it {v}",)),
    (r"^subject$", ("with the subject {v}",), ("the subject line is {v}",)),
    (
        r"^(?:message|body|message body|text|message text|content)$",
        ("saying {v}", "that says {v}"),
        ("tell them {v}", "the message should say {v}"),
    ),
    (
        r"^(?:notes?|additional notes|comments?|special instructions|review text|description)$",
        ("with the note {v}",),
        ("add the note {v}",),
    ),
    (r"^(?:duration|length)$", ("lasting {v}", "for {v}"), ("it should last {v}",)),
    (
        r"^(?:budget|max(?:imum)? price|price limit)$",
        ("on a budget of {v}",),
        ("my budget is {v}", "I can spend {v}"),
    ),
    (r"^amount$", ("for {v}",), ()),
    (
        r"^(?:phone|phone number|contact number|mobile number|telephone)$",
        ("under the number {v}",),
        ("my number is {v}", "you can reach me at {v}", "you can call me on {v}"),
    ),
    (r"^email(?: address)?$", (), ("my email is {v}", "you can email me at {v}")),
    (r"^special requests?$", ("with a special request for {v}",), ("I'd also ask for {v}",)),
    (r"^(?:quantity|count)$", (), ("I'd like {v} of them", "I need {v} of those")),
    (r"^language$", ("{in}{v}",), ()),
    (r"^streaming service$", ("on {v}",), ()),
    (r"^attachment$", ("with {v} attached",), ("attach {v}",)),
    (
        r"^(?:name|full name|customer name|guest name|patient name|passenger name)$",
        ("under the name {v}",),
        ("my name is {v}", "it's under {v}"),
    ),
)


@lru_cache(maxsize=4096)
def slot_phrases(slot: str, type_: str) -> SlotPhrases:
    """All phrases of a slot, by its words ('party size') and its schema type."""
    what, noun = kind(slot, type_), counted_noun(slot)
    attach, state = _special(slot)
    stated = _COUNTED_STATE if noun == slot else _STATE
    attach = tuple(p for p in attach if noun or "{n}" not in p)
    state = tuple(p for p in state if noun or "{n}" not in p)
    answer: tuple[str, ...] = _ANSWER
    if what is Kind.DATE:
        answer += _DATED
    elif what is Kind.TIME:
        answer += _TIMED
    elif what is Kind.TEXT:
        answer += _QUOTED
    elif noun:
        answer += _COUNTED
    if what is Kind.CREATED:
        attach, stated, answer = _CREATED_ATTACH, _CREATED_STATE, _CREATED
    plain = () if noun == slot else _PLAIN
    groups = (attach, (*state, *stated), answer, _CHANGE, plain)
    return SlotPhrases(slot, what, noun, *(_named(slot, group) for group in groups))


def _named(slot: str, group: tuple[str, ...]) -> tuple[str, ...]:
    """Phrases with the slot's name in them, in the number it asks for."""
    name = spoken(slot)
    many = singular(name) != name
    return tuple(
        (p.replace("{slot} is ", "{slot} are ") if many else p).replace("{slot}", name)
        for p in group
    )


def _special(slot: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for pattern, attach, state in _SPECIAL:
        if re.search(pattern, slot):
            return attach, state
    return (), ()


def demands_shape(phrase: str, what: Kind) -> bool:
    """Whether a phrase is only good for values that look like the slot's kind.

    Those with an optional preposition or a counted noun, and short ones that other slots share.
    """
    if what is Kind.PLACE or not shaped(what):
        return False
    return "{on}" in phrase or "{at}" in phrase or "{n}" in phrase or not _SAFE.search(phrase)


_SAFE = re.compile(r"\bthe [a-z]|\b(?:it|that|that'd|it's|say|I'd|I'll|down|with|just)\b|^\{v\}")


def usable(phrase: str, phrases: SlotPhrases, value: str) -> bool:
    """Whether a value sounds right in a phrase."""
    before, _, after = phrase.partition("{v}")
    picks = before.endswith("the ") and after.startswith(" one")
    if phrases.kind is Kind.CREATED and (before or after) and picks != is_superlative(value):
        return False
    if phrase.startswith("{in}") and not place_preposition(value):
        return False
    if demands_shape(phrase, phrases.kind) and not fits(phrases.kind, value):
        return False
    return not _repeats(before, after, value, phrases)


def _repeats(before: str, after: str, value: str, phrases: SlotPhrases) -> bool:
    words = value.lower().split()
    if not words:
        return True
    last = before.replace("{on}", "").replace("{at}", "").replace("{in}", "").split()[-1:]
    if last and (words[0] == last[0].lower() or {words[0], last[0].lower()} <= _PREPOSITIONS):
        return True
    if last and last[0].lower() == "the" and words[0] in ("a", "an", "my", "the"):
        return True
    if "{n}" in after:
        return words[-1] in (phrases.noun, singular(phrases.noun)) or len(words) > 1
    following = after.split()[:1]
    return bool(following) and following[0] == words[-1]


_PREPOSITIONS = frozenset(
    [
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "to",
        "with",
        "of",
        "near",
        "under",
        "before",
        "after",
        "around",
        "until",
        "as",
        "made",
    ]
)


def fill(phrase: str, phrases: SlotPhrases, value: str) -> str:
    """The phrase with the value in it."""
    noun = singular(phrases.noun) if value.lower() in ("1", "one", "a", "an") else phrases.noun
    text = phrase.replace("{n}", noun)
    text = text.replace("{on}", "on " if takes_on(value) else "")
    text = text.replace("{at}", "at " if takes_at(value) else "")
    text = text.replace("{in}", place_preposition(value))
    before, _, after = text.partition("{v}")
    return f"{before}{value}{after}"
