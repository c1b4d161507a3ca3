"""Numbers and amounts of money in a user's words.

Digits are read by babel in the dialogue's locale, words by number-parser, currencies by babel's
names, codes and signs. The currency itself is no part of the value: it stays in the user's words.
"""

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import (
    NumberFormatError,
    get_currency_name,
    get_currency_symbol,
    get_group_symbol,
    get_territory_currencies,
    parse_decimal,
)
from number_parser import parse_number

from world.compound import collapse
from world.names import MAX_NUMBER

LONGEST = 60
"""Characters of a number, a date or a time in words; whatever is longer is none."""
_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(_UNITS)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    **{
        f"{ten} {_UNITS[unit]}": 10 * number + unit
        for number, ten in enumerate(_TENS, start=2)
        for unit in range(1, 10)
    },
    "a dozen": 12,
    "a couple": 2,
    "a couple of": 2,
    "a hundred": 100,
    "one hundred": 100,
}
"""English number words up to a hundred, in the spellings users say: what utterances are searched
for. Longer ones are read, too."""
_SLANG = ("bucks?", "quid")
_COUNTED = ("percent", "%", "people", "persons?", "guests?")
_SIGNED = re.compile(r"^(?:minus\s+|[-\u2212]\s*)", re.IGNORECASE)
_WORDS = re.compile(r"^[a-z]+(?:[ -][a-z]+)*$", re.IGNORECASE)
_ONE = re.compile(r"^an? (?=hundred|thousand|million|billion)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def read_number(text: str, locale: str) -> int | float | None:
    """The number that a text is, in digits of the locale or in words, or None.

    Args:
        text: With or without a currency, a percent sign, or the guests that are counted.
        locale: Whose separators the digits have; one that babel does not know counts as English.
    """
    if len(text) > LONGEST:
        return None
    said = collapse(text)
    sign = -1 if _SIGNED.match(said) else 1
    before, behind = _around()
    bare = behind.sub("", before.sub("", _SIGNED.sub("", said)))
    number = _amount(bare, known_locale(locale))
    if number is None or abs(number) > MAX_NUMBER:
        return None
    number *= sign
    return int(number) if number == number.to_integral_value() else float(number)


def _amount(said: str, locale: Locale) -> Decimal | None:
    if not any(letter.isdigit() for letter in said):
        return _in_words(said)
    digits, power = said, 1
    for suffix, size in _compact(locale):
        if said.endswith(suffix) and said[: -len(suffix)].strip()[-1:].isdigit():
            digits, power = said[: -len(suffix)].strip(), size
            break
    if any(map(str.isalpha, digits)):
        return None
    group = get_group_symbol(locale)
    try:
        spaced = digits.replace(" ", group) if group.isspace() else digits
        return power * parse_decimal(spaced, locale=locale, strict=True)
    except (NumberFormatError, InvalidOperation):
        return None  # the second for more digits than decimals have by default


def _in_words(said: str) -> Decimal | None:
    plain = said.casefold().replace("-", " ")
    if plain in NUMBER_WORDS:
        return Decimal(NUMBER_WORDS[plain])
    if not _WORDS.match(plain) or plain.endswith(" and"):
        return None
    number = parse_number(_ONE.sub("one ", plain), language="en")
    return None if number is None else Decimal(number)


@lru_cache(maxsize=32)
def known_locale(tag: str) -> Locale:
    """The locale of a BCP 47 tag; one that babel does not know counts as English."""
    try:
        return Locale.parse(tag.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


@lru_cache(maxsize=32)
def _compact(locale: Locale) -> tuple[tuple[str, int], ...]:
    """What the locale writes for thousands, millions and so on, with its size, longest first."""
    found = {"k": 1000}
    for lengths in locale.compact_decimal_formats.values():
        for sizes in lengths.values():
            for size, form in sizes.items():
                suffix = str(form.pattern).strip("0\xa0 ").replace("'", "")
                if suffix:
                    found.setdefault(suffix, int(size))
    return tuple(sorted(found.items(), key=lambda pair: -len(pair[0])))


@lru_cache(maxsize=1)
def currency_words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Signs and codes of the currencies in use, and what English calls them."""
    english = Locale("en")
    codes = {
        code
        for territory in map(str, english.territories)
        if len(territory) == 2
        for code in map(str, get_territory_currencies(territory))
    }
    signs = codes | {get_currency_symbol(code, english) for code in codes}
    names = {
        get_currency_name(code, count=count, locale=english).split()[-1].lower()
        for code in codes
        for count in (1, 2)
    }
    return tuple(sorted(signs, key=lambda sign: (-len(sign), sign))), tuple(sorted(names))


@lru_cache(maxsize=1)
def _around() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What may stand before a number, and what behind it."""
    signs, names = currency_words()
    sign = "|".join(map(re.escape, signs))
    behind = "|".join([*map(re.escape, names), *_SLANG, *_COUNTED, sign])
    return (
        # Codes in capitals: 'try 5' and 'all 4' are no lira and no lek.
        re.compile(rf"^(?:{sign})\s*(?=\d)"),
        re.compile(rf"(?:(?<=\d)\s*|(?<=\w)\s+|(?<=\dk))(?:{behind})$", re.IGNORECASE),
    )
