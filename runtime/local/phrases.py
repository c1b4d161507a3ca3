"""Ways to say what is to be said, for models too small to be trusted with more than a choice.

`{v}` is a value, `{s}` a slot, `{i}` an intent's description, `{n}` the noun of its entity; a
tilde stands for a stretch of the model's own words.
"""

from schemas.acts import ActType

Ways = tuple[str, ...]

OPENINGS: Ways = (
    "I'd like to {i}",
    "I want to {i}",
    "Please {i}",
    "I need to {i}",
    "Hi, I'd like to {i}",
    "Next, I'd like to {i}",
    "I also need to {i}",
    "Now I want to {i}",
)
FURTHER: Ways = (" and {i}", ", and also {i}")
WITH: Ways = (" with {v} as the {s}", ", the {s} is {v}", " with {v} for the {s}")
WITH_SAME: Ways = (" with the same {s} as the {n}", ", the {s} is the same as for the {n}")
SINCE: Ways = (" from {v}", ", those from {v}")
GIVES: Ways = (
    "{v}, please.",
    "The {s} is {v}.",
    "I'd like {v} for the {s}.",
    "{v} would be good.",
    "Let's say {v}.",
    "{v} for the {s}.",
    "Make the {s} {v}.",
    "The {s} should be {v}.",
)
NAMES: Ways = (
    "The {s} is {v}.",
    "I'd like {v} for the {s}.",
    "{v} for the {s}.",
    "Make the {s} {v}.",
    "The {s} should be {v}.",
)
"""Where it has to be plain which slot the value is of."""
COUNTS: Ways = ("{v} {s}, please.", "Make that {v} {s}.", "It's {v} {s}.")
"""Where the slot says what there is a number of, such as guests."""
SLIPS: Ways = (
    "{v}, no, sorry, {w}.",
    "The {s} is {v}, I mean {w}.",
    "{v}, no wait, make that {w}.",
)
SINCE_ALONE: Ways = ("From {v}.", "The ones from {v}.", "Those from {v}, please.")
SAME: Ways = (
    "The same {s} as the {n}.",
    "Use the {s} of the {n}, please.",
    "Take the {s} of the {n}.",
    "The {s} is the same as for the {n}.",
)
FLAGS: dict[str, Ways] = {
    "yes": ("With {s}, please.", "I'd like {s}."),
    "no": ("Without {s}, please.", "I don't need {s}."),
}
MOVES: dict[ActType, Ways] = {
    ActType.REQUEST: (
        "What is the {s}?",
        "Can you tell me the {s}?",
        "And the {s}?",
        "What {s} is that?",
        "Tell me the {s}, please.",
    ),
    ActType.AFFIRM: (
        "Yes, please.",
        "Yes, that's right.",
        "Yes, go ahead.",
        "That's correct.",
        "Sure, go ahead.",
        "Perfect, please do that.",
        "Yes, that works.",
    ),
    ActType.NEGATE: (
        "No, that's not right.",
        "No.",
        "No, not like that.",
        "No, one thing is wrong.",
    ),
    ActType.SELECT: (
        "I'll take that one.",
        "That one, please.",
        "Yes, that's the one.",
        "Great, that one.",
    ),
    ActType.REQUEST_ALTS: (
        "Is there another one?",
        "Do you have a different one?",
        "Not that one. What else is there?",
        "Show me another one, please.",
    ),
    ActType.AFFIRM_INTENT: ("Yes, please do.", "Yes, I'd like that."),
    ActType.NEGATE_INTENT: ("No, I don't need that.", "No, leave that."),
    ActType.THANK_YOU: ("Thank you.", "Thanks a lot.", "Great, thank you."),
    ActType.GOODBYE: ("Goodbye.", "Bye.", "See you later."),
    ActType.CANCEL: (
        "I've changed my mind, please cancel that.",
        "Forget it, I don't want the {n} any more.",
        "Please call the {n} off, I don't need it any more.",
    ),
    ActType.HOLD: (
        "Wait, I have to think about it first.",
        "Hang on, don't do it yet.",
        "Give me a moment, I'm not sure yet.",
    ),
    ActType.IRRELEVANT: ("By the way, ~", "Oh, I just noticed that ~", "You know, ~"),
    ActType.SARCASTIC: ("Oh sure, ~", "Yeah, right, ~", "Of course, because ~"),
    ActType.UNANSWERABLE: (
        "I don't know the {s} yet.",
        "I can't tell you the {s} right now.",
        "I'm not sure about the {s}.",
    ),
    ActType.OUT_OF_SCOPE: (
        "First, can you {v}?",
        "Could you {v} before that?",
        "Wait, can you also {v}?",
    ),
    ActType.PRESUME: (
        "Is everything fine with the {n} you already made for me?",
        "How about the {n} that you made for me earlier?",
    ),
}
LEAVES: Ways = ("Sorry, I have to go, goodbye.", "I have to leave now, bye.")
ENOUGH: Ways = ("No, that's all.", "No, nothing else.", "No, that's everything.")
REFUSES: Ways = ("No, I don't want that.", "No, that's no use to me.", "No, let's leave it then.")
ASIDES: Ways = ("Hang on, {p}, ~", "{p}, ~", "Not now, {p}, ~")
ASIDES_WITH: Ways = ("{p}, did you say {v}?", "No, {p}, ~ {v}.", "{p}, I told you, {v}.")
PEOPLE: Ways = ("Leo", "Anna", "Mum", "Tom", "Nina", "darling")
WHICH: Ways = ("I mean {v}.", "The one with {v}.", "{v} is the one I mean.")

ASKS: Ways = (
    "What is the {s}?",
    "Which {s} would you like?",
    "Could you tell me the {s}?",
    "What {s} should I put down?",
    "May I have the {s}, please?",
)
ASKS_SEVERAL: Ways = ("Could you tell me the {s}?", "What about the {s}?", "And the {s}, please?")
ASKS_SINCE: Ways = ("When were the {r} made?", "From when are the {r}?")
CHECKS: Ways = ("So that's ", "Let me check: ", "I have ", "To confirm: ")
CHECKED: Ways = (". Is that right?", ". Is that correct?", ". Shall I go ahead?")
COUNT_ITEM: Ways = ("{v} {s}", "for {v} {s}")
ITEM: Ways = ("{v} for the {s}", "{v} as the {s}")
FLAG_ITEMS: dict[str, str] = {"yes": "with {s}", "no": "without {s}"}
FOUND: Ways = ("I found {v} {n}.", "I see {v} {n}.", "There are {v} {n}.")
FOUND_ONE: Ways = ("I found one {n}.", "I see one {n}.")
FOUND_NONE: Ways = ("I found no {n}.", "I'm afraid there are no {n}.")
OFFERS: Ways = ("The first one has ", "One of them has ", "There is one with ")
OFFERS_ONE: Ways = ("It has ", "It is the one with ")
INSTEAD: Ways = ("Would {v} for the {s} be okay instead?", "Shall I try {v} for the {s} instead?")
ACTS: dict[ActType, Ways] = {
    ActType.INFORM: ("The {s} is {v}.", "It's {v} for the {s}."),
    ActType.NOTIFY_SUCCESS: (
        "All done.",
        "That's done for you.",
        "It's all set.",
        "Great, everything is booked.",
    ),
    ActType.NOTIFY_FAILURE: (
        "I'm sorry, that didn't work: {v}.",
        "Unfortunately, that isn't possible: {v}.",
    ),
    ActType.CLARIFY: ("Which {s} do you mean, {v}?",),
    ActType.REFUSE: ("I'm sorry, {v}.",),
    ActType.OFFER_INTENT: ("Would you like me to {i}?",),
    ActType.REQ_MORE: (
        "Is there anything else?",
        "Can I do anything else for you?",
        "Do you need anything else?",
    ),
    ActType.GOODBYE: ("Goodbye!", "Goodbye, have a nice day!", "Bye, take care!"),
}
STANDS_BY: Ways = ("No problem, I'll wait.", "Of course, I'll wait.")
NODS: Ways = ("Okay.", "Alright.")
