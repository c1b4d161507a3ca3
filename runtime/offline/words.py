"""Small facts of English that wording and understanding share."""

import keyword
import re

NUMBER_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]

_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}
_TRUE = {"yes", "true", "y", "yeah", "yep", "sure", "1", "yes please", "on"}
_FALSE = {"no", "false", "n", "nope", "0", "no thanks", "no thank you", "off"}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[A-Za-z0-9']+")
_SINGULARS = {
    "people": "person",
    "children": "child",
    "movies": "movie",
    "taxis": "taxi",
    "buses": "bus",
}
_NAMED = {"full", "first", "last", "middle", "user", "file", "account", "nick"}
_HYPHENATED = {
    "check in": "check-in",
    "check out": "check-out",
    "pick up": "pick-up",
    "drop off": "drop-off",
    "pickup": "pick-up",
    "dropoff": "drop-off",
}
_UNCOUNTED = {"news", "series", "address", "business", "class", "fitness", "bus", "gas", "express"}


def humanize(name: str) -> str:
    """A schema name in words: 'partySize', 'party_size' and 'class_' give 'party size', 'class'."""
    return " ".join(_CAMEL.sub(" ", name).replace("_", " ").replace("-", " ").split()).lower()


def schema_name(name: str) -> str:
    """A name as the schema has it: without the underscore that programs add to keywords."""
    bare = name[:-1]
    return bare if name.endswith("_") and keyword.iskeyword(bare) else name


def program_name(name: str) -> str:
    """A schema name as programs write it: keywords get a trailing underscore."""
    return f"{name}_" if keyword.iskeyword(name) else name


def spoken(slot: str) -> str:
    """A slot's words as people say them: 'restaurant' for 'restaurant name', 'check-in date'."""
    if slot.endswith(" name") and slot.split()[0] not in _NAMED:
        slot = slot.removesuffix(" name")
    for apart, joined in _HYPHENATED.items():
        slot = slot.replace(apart, joined)
    return slot


def singular(noun: str) -> str:
    """The singular of a plural noun, by rule: 'hotel rooms' gives 'hotel room'."""
    head, _, last = noun.rpartition(" ")
    return f"{head} {_singular_word(last)}".strip()


def _singular_word(word: str) -> str:
    low = word.lower()
    if low in _SINGULARS:
        return _SINGULARS[low]
    if low in _UNCOUNTED or not low.endswith("s") or low.endswith("ss"):
        return word
    if low.endswith("ies") and len(low) > 4:
        return word[:-3] + "y"
    if low.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def plural(noun: str) -> str:
    """The plural of a singular noun, by rule; plurals stay as they are."""
    head, _, last = noun.rpartition(" ")
    low = last.lower()
    irregular = {one: many for many, one in _SINGULARS.items()}
    if low in irregular:
        many = irregular[low]
    elif _singular_word(last) != last or low in _UNCOUNTED - {"address", "class", "bus"}:
        many = last
    elif low.endswith("y") and low[-2:-1] not in "aeiou":
        many = last[:-1] + "ies"
    elif low.endswith(("ch", "sh", "x", "ss", "z", "us")):
        many = last + "es"
    else:
        many = last + "s"
    return f"{head} {many}".strip()


def article(phrase: str) -> str:
    """The indefinite article that fits a phrase."""
    word = phrase.lstrip("\"'").lower()
    if word.startswith(("hour", "honest", "heir", "8", "11 ", "18 ", "11:", "18:")):
        return "an"
    if re.match(r"(uni|use|usu|eu|one\b|once|ukr|url|u\b)", word):
        return "a"
    return "an" if word[:1] in "aeiou" and word[:1] else "a"


def number(text: str) -> int | float | None:
    """The number that a text says as a whole, in digits or in words, or None."""
    low = text.strip().lower().replace(",", "")
    if low in NUMBER_WORDS:
        return NUMBER_WORDS.index(low)
    if low in _TENS:
        return _TENS[low]
    if re.fullmatch(r"-?\d{1,15}", low):
        return int(low)
    if re.fullmatch(r"-?\d{1,15}\.\d{1,10}", low):
        return float(low)
    return None


def polarity(text: str) -> bool | None:
    """What a text says of a yes-or-no slot, None where it is neither."""
    low = text.strip().lower().rstrip(".!")
    if low in _TRUE:
        return True
    if low in _FALSE:
        return False
    if re.match(r"(no|not|without|don't|skip)\b", low):
        return False
    if re.match(r"(yes|with|include|including|add)\b", low):
        return True
    return None


def content_words(text: str) -> frozenset[str]:
    """The words of a text that tell something, lower-cased and in the singular."""
    dull = {"the", "a", "an", "of", "for", "to", "in", "on", "at", "my", "your", "is", "and", "s"}
    return frozenset(_singular_word(w) for w in _WORD.findall(text.lower()) if w not in dull)


def capitalized(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def listed(parts: list[str], joint: str = "and") -> str:
    """Parts as a list in English: 'a, b and c'."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def agreeing(text: str, slot: str) -> str:
    """'What's the items?' becomes 'What are the items?'; it is the head noun that counts."""
    head = slot.split(" of ", 1)[0]
    if not slot or singular(head) == head:
        return text
    for one, many in (
        (f"hat's the {slot}", f"hat are the {slot}"),
        (f"hat is the {slot}", f"hat are the {slot}"),
        (f"hat's its {slot}", f"hat are its {slot}"),
        (f"hat the {slot} is", f"hat the {slot} are"),
        (f"he {slot} is ", f"he {slot} are "),
        (f"he {slot} I have here is ", f"he {slot} I have here are "),
    ):
        text = text.replace(one, many)
    return text
