"""Speech that is no answer: small talk, words meant for somebody else, sarcasm.

Each has marks that tell it from an answer. `{r}` is the remark, `{v}` a value heard in it.
"""

IRRELEVANT_MARKS = (
    "by the way, {r}", "funny thing, {r}", "random thought, {r}", "off topic, but {r}",
    "you know what? {r}", "oh, it's strange, {r}", "completely unrelated, but {r}",
    "guess what, {r}", "you won't believe it, {r}", "speaking of which, {r}",
    "that reminds me, {r}", "just thinking out loud, {r}", "on a different note, {r}",
    "I just noticed, {r}", "not that it matters, but {r}", "did I mention, {r}", "fun fact: {r}",
    "look at that, {r}", "what a day, {r}", "this has nothing to do with it, but {r}",
)  # fmt: skip

IRRELEVANT_REMARKS = (
    "my neighbour got a new dog", "it has been raining here all day",
    "I had the best coffee this morning", "my team won last night",
    "the traffic was terrible today", "I really need a holiday",
    "my cat is sitting on the keyboard", "there's a lovely smell from the bakery next door",
    "I can hear birds outside my window", "the new season of that show is really good",
    "I still haven't done the laundry", "my back hurts from all this sitting",
    "someone painted the house across the street pink", "it's getting dark so early these days",
    "I can't find my glasses anywhere", "the lift in our building is broken again",
    "my sister just started learning the violin", "I think I left the oven on",
    "there was a rainbow over the river just now",
    "I've been humming the same tune since breakfast",
)  # fmt: skip

OVERHEARD_MARKS = (
    "Honey, {r}", "Mum, {r}", "Dad, {r}", "Sam, {r}", "Tom, {r}", "Hey Anna, {r}", "Ben, {r}",
    "Kids, {r}", "Mia, {r}", "Hang on Leo, {r}", "Sorry Kate, {r}", "Oh hi Nina, {r}",
    "Not you, I'm talking to my brother: {r}", "Darling, {r}", "Hey Jack, {r}", "Guys, {r}",
)  # fmt: skip

OVERHEARD_REMARKS = (
    "can you turn the music down?", "have you fed the cat?", "put that down, please!",
    "the keys are on the kitchen table", "dinner is almost ready", "could you close the window?",
    "did you see where I put my phone?", "stop chasing the dog!", "your friend is at the door",
    "not now, I'm on the phone", "please put your shoes away", "have you finished your homework?",
    "can you pick up some milk later?", "the parcel has arrived", "leave your sister alone!",
)  # fmt: skip

OVERHEARD_VALUES = (
    "did you say {v}?", "was it {v} that you wanted?", "no, I told you {v}, remember?",
    "who said {v}?", "you keep saying {v}, are you sure?", "why did you write down {v}?",
    "is it {v} on your list?", "stop asking me about {v}!", "what was that about {v}?",
    "I thought you meant {v}!", "you had {v} last time, right?",
)  # fmt: skip

SARCASTIC = (
    "oh sure, because I obviously have all day for this", "yeah right, ask my crystal ball",
    "oh, how about never, does never work", "wow, what a thrilling question",
    "oh sure, why not a million of everything", "let me just ask my army of butlers",
    "oh great, another question, just what I always wanted",
    "obviously whatever the king of Spain would choose",
    "sure, and a unicorn to go with it, please", "oh, I don't know, maybe the moon",
    "brilliant, shall I tell you my shoe size too",
    "oh yes, because that's what keeps me up at night", "sure, let me consult the stars first",
    "oh wonderful, twenty questions, my favourite game",
    "yeah, because I've nothing better to do than answer that",
    "whatever a time traveller would say, obviously",
    "oh, surprise me, like my mother-in-law does", "yeah, sure, and pigs might fly",
    "oh absolutely, right after I finish counting the stars", "take a wild guess, genius",
)  # fmt: skip

SARCASTIC_VALUES = (
    "oh sure, {v}, because that makes so much sense", "yeah right, {v}, as if",
    "oh, obviously {v}, what else", "sure, {v}, and a pony too", "oh yes, {v}, in my dreams",
    "naturally, {v}, I'm made of money after all", 
    "oh of course, {v}, and then we all fly to the moon", "yeah, {v}, very funny",
    "ha, sure, {v}, wouldn't that be something",
)  # fmt: skip

SARCASTIC_REMARKS = (
    "oh sure, {r}", "yeah right, {r}", "oh, obviously, {r}", "oh yes of course, {r}", "wow, {r}",
    "oh brilliant, {r}",
)  # fmt: skip
