"""What the system says: `{slot}` a slot's words, `{v}` a value, `{vp}`/`{ving}` an intent."""

REQUEST = (
    "What's the {slot}?", "What is the {slot}, please?", "Could you tell me the {slot}?",
    "Which {slot} would you like?", "What {slot} should I use?", "What should the {slot} be?",
    "Please tell me the {slot}.", "Can you give me the {slot}?", "And the {slot}?",
    "What {slot} would you like?", "May I have the {slot}, please?",
    "I just need the {slot} now, please.", "What would you like the {slot} to be?",
    "I'll need the {slot}, please.",
)  # fmt: skip

REQUEST_BOOLEAN = (
    "Would you like {b}?", "Do you want {b}?", "Should I include {b}?", "Shall I add {b}?",
    "How about {b}, yes or no?", "Do you need {b}?",
)  # fmt: skip

REQUEST_COUNT = (
    "How many {n} is it for? I need the {slot}.", "What's the {slot}?",
    "How many {n} will there be?", "How many {n}, please?", "Can you tell me how many {n}?",
    "How many {n} should I put down?",
)  # fmt: skip

REQUEST_CREATED = (
    "Roughly when were the {e} made?", "When did you make the {e}?",
    "When were the {e} made, as far as you know?", "Around what date were the {e} made?",
    "Do you know when the {e} were made?", "About when were the {e} made?",
)  # fmt: skip

REQUEST_TEXT = (
    "What should the {slot} say?", "What would you like the {slot} to be?", "What's the {slot}?",
    "Please give me the {slot}.", "What should I put as the {slot}?", "And what is the {slot}?",
)  # fmt: skip

CONFIRM_VERB = (
    "So you want to {d}. Is that correct?", "Let me check: you want to {d}. Is that right?",
    "Please confirm: you want to {d}. Is everything correct?", "Shall I go ahead and {d}?",
    "To confirm, I'm about to {d}. Shall I go ahead?", "I will {d}. Does that look right?",
    "Just to be sure, you'd like to {d}. Is that right?", "Okay, I'll {d}. Can you confirm that?",
    "You'd like me to {d}. Do you confirm?", "Should I go ahead and {d}?",
    "Then I'll {d}. Is that all correct?", "You want to {d}. Is that correct?",
)  # fmt: skip

CONFIRM = (
    "So that's {d}. Is that correct?", "Let me check: {d}. Is that right?",
    "Please confirm: {d}. Is everything correct?", "To confirm, {d}. Shall I go ahead?",
    "I have {d}. Does that look right?", "Just to be sure: {d}. Should I go ahead?",
    "Here's what I have: {d}. Is that all correct?", "Okay, {d}. Can you confirm that?",
    "Before I go ahead: {d}. Is that right?", "Alright: {d}. Do you confirm?",
)  # fmt: skip

CONFIRM_BARE = (
    "Shall I go ahead and {vp}?", "Do you confirm that I should {vp}?", "Should I go ahead?",
    "Everything is ready. Do you confirm?",
)  # fmt: skip

SUCCESS = (
    "All done, your {e} is all set.", "Great, your {e} is taken care of.",
    "Done! Your {e} is confirmed.", "Your {e} is all set.", "That's done. Your {e} is sorted.",
    "Perfect, the {e} is confirmed.", "It's done, your {e} is ready.",
    "Good news: your {e} went through.",
)  # fmt: skip

SUCCESS_BARE = (
    "All done.", "That's done for you.", "It's all set.", "Done!", "That went through.",
    "Great, that's taken care of.", "Perfect, that's done.", "Okay, that's done now.",
)  # fmt: skip

FAILURE = (
    "I'm sorry, that didn't go through.", "Unfortunately, that isn't possible.",
    "Sorry, that didn't work out.", "I'm afraid that couldn't be done.",
)  # fmt: skip

FAILURE_REASON = (
    "I'm sorry, that didn't go through: {v}.", "Unfortunately, that isn't possible: {v}.",
    "I'm afraid that didn't work: {v}.",
)  # fmt: skip

COUNT_NONE = (
    "I'm sorry, I found {v} {e}.", "Unfortunately there are {v} {e} that match.",
    "I looked, but there are {v} {e} like that, so nothing fits.",
)  # fmt: skip
COUNT_ONE = ("I found {v} {e}.", "There is {v} {e} that matches.", "I see {v} {e}.")
COUNT_MANY = (
    "I found {v} {e}.", "There are {v} {e} that match.", "I see {v} {e} here.",
    "You have {v} {e} that fit.",
)  # fmt: skip

OFFER = (
    "There's one {d}. Is that the one?", "One of them is {d}. Is this the one you mean?",
    "Here is one {d}.", "How about the one {d}?", "I have one {d}. Does that fit?",
    "The first one is {d}. Is that it?", "I can see one {d}.",
    "I see one {d}. Do you mean that one?",
    "Is it the one {d}?", "The one I see is {d}. Is that right for you?",
)  # fmt: skip

OFFER_ALTERNATIVE = (
    "How about {d} instead?", "Would {d} work instead?",
    "I could do it with {d} instead. Is that okay?",
    "There is an alternative with {d}. Would that work?", "Shall I try {d} instead?",
)  # fmt: skip

INFORM = (
    "The {slot} is {v}.", "For the {slot}, I have {v}.",
    "The {slot} I have here is {v}.", "That would be {v} for the {slot}.",
    "I see {v} as the {slot}.",
)  # fmt: skip

MORE_HELP = (
    "Is there anything else I can do for you?", "Can I help you with anything else?",
    "Anything else?", "What else can I do for you?", "Is there anything else you need?",
    "Do you need anything else?", "Can I do anything else for you today?",
    "Would you like me to do anything else?", "Is there something else I can help with?",
)  # fmt: skip

GOODBYE = (
    "Goodbye!", "Have a great day!", "Take care, goodbye!", "Thanks for talking to me. Bye!",
    "Have a nice day!", "Bye, and have a good one!", "See you next time!",
    "All the best, goodbye!", "Until next time!",
)  # fmt: skip

OFFER_INTENT = ("Would you like to {vp}?", "Should I {vp} for you?", "Do you want me to {vp}?")
CLARIFY = (
    "Which {slot} do you mean, {v}?", "There are several: {v}. Which {slot} is it?",
    "Is the {slot} {v}?", "I have {v} here. Which {slot} do you mean?",
    "Do you mean {v} for the {slot}?", "That could be {v}. Which {slot} should I take?",
)  # fmt: skip
CLARIFY_BARE = (
    "There's more than one match. Which {slot} do you mean?",
    "Could you say which {slot} you mean?",
)  # fmt: skip
REFUSE = (
    "I'm sorry, {v}.", "Sorry, {v}.", "I'm afraid {v}.", "Unfortunately, {v}.",
    "I'd help if I could, but {v}.",
)  # fmt: skip
REFUSE_BARE = ("I'm sorry, I can't help with that.", "I'm afraid that's not something I can do.")
BACK = (
    "Now back to the {e}.", "Back to the {e}, then.", "Now for the {e}.",
    "Let's go on with the {e}.", "Now, about the {e}.", "Then let's get back to the {e}.",
)  # fmt: skip
LEFT_OPEN = (
    "That's fine, we can come back to it.", "No problem, let's leave that for now.",
    "Okay, we'll sort that out later.", "Sure, we'll get back to that.",
    "Alright, I'll ask again later.",
)  # fmt: skip

HELD = (
    "Sure, take your time.", "No problem, I'll wait.", "Of course, just let me know.",
    "Alright, I'll hold it for now.", "No rush, tell me when you're ready.",
    "Okay, I won't do anything yet.", "Sure, I'll leave it as it is until you say so.",
)  # fmt: skip
CANCELLED = (
    "Okay, I've called that off.", "Alright, that's cancelled.", "No problem, I've dropped it.",
    "Sure, consider it cancelled.", "Understood, I won't go ahead with it.",
)  # fmt: skip
IGNORED = (
    "Sorry, I didn't quite catch that.", "I'm not sure that was for me.", "Right.",
    "Okay, back to it.", "Noted. Let's get back to this.", "I see. Let's carry on.",
    "Hm, let's go on with this.",
)  # fmt: skip
SELECTED = (
    "Great, that one then.",
    "Okay, noted.",
    "Good, I've got that one.",
    "Alright, that's the one.",
)
ACKNOWLEDGED = ("Okay.", "Alright.", "Sure.", "Got it.", "Of course.", "Understood.", "No problem.")
STARTED = (
    "Sure.", "Of course.", "Okay.", "Happy to help.", "Certainly.", "Gladly.", "Sure thing.",
    "Let's do that.", "", "", "",
)  # fmt: skip
WRITTEN = ("Got it.", "Okay.", "Sure.", "Alright.", "Thanks.", "Great.", "Noted.", "", "", "", "")
CHANGED = (
    "No problem, I've changed that.",
    "Sure, I've updated it.",
    "Okay, changed.",
    "Got it, updated.",
)
WELCOME = (
    "You're welcome.",
    "My pleasure.",
    "Happy to help.",
    "Glad I could help.",
    "No problem at all.",
)
