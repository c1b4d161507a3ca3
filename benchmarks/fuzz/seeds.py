"""Texts and words that the fuzzing of values begins with."""

SEED_VALUES = (
    *("Thai Spice", "4", "twenty-five", "1,200", "$20", "12.5%", "1.200,5", "-3", "a dozen", "1e9"),
    *("yes", "no", "none", "2026-05-01", "next Friday", "tomorrow", "18th of September 2021"),
    *("in two weeks", "8pm", "half past 7 in the evening", "quarter to nine pm", "noon", "14:30"),
    *("red, blue and green", '["a", 1, null]', '{"a": {"b": [1]}}', "[NaN, Infinity]", "[1e999]"),
    *("most recent", "last week", "in July", "I don't care", "I do not know", "2026-13-45"),
    *("\u0000", "\u202eabc", "ｎｅｘｔ Friday", "٣ people", "５", "1\u00a0200,5", "é", "e\u0301"),
    "[" * 400,
    '{"a":' * 400 + "1" + "}" * 400,
    "9" * 400,
)
VALUE_WORDS = (
    *("next ", "last ", "this ", "in ", " of ", " ago", "today", "tomorrow", "week", "month"),
    *("monday", "friday", "may", "july", "half past ", "quarter to ", "o'clock", " am", "pm"),
    *("midnight", "evening", "morning", "$", "€", "£", "%", " people", "dollars", "and ", ", "),
    *("]", '{"', '":', "}", "NaN", "Infinity", "null", "true", "1e308", "00:", ":59", "2026-"),
    *("don't know", "whatever", "any", "either", "not ", "the ", "first", "1st", "twenty"),
    *("hundred", "noon", "year", "[", "-", "0", "k", "thousand", "USD ", "h", " from now"),
    *("\u00a0", "\u202f", "\u2212", "٣", "五", "½", "Ⅷ", "\u0000", "\ud7ff", "😀"),
)
