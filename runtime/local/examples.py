"""Examples that small models learn each question from: what is shown, and the answer."""

from enum import StrEnum

from runtime.local.shots import Shots
from runtime.local.situation import Just


class Reading(StrEnum):
    """What a user's words do."""

    GIVES = "gives it"
    UNSURE = "cannot say"
    ASIDE = "not an answer"
    NEW = "new wish"
    YES = "yes"
    BOTH = "yes, and a new wish"
    DECLINES = "turns it down"
    CHANGES = "changes a detail"
    WAIT = "wait"
    OFF = "call it off"
    TAKES = "takes it"
    OTHERS = "another one"
    ASKS = "asks for a detail"
    THANKS = "thanks"
    BYE = "goodbye"
    REFUSED = "something else entirely"


READINGS: dict[Just, tuple[tuple[str, Reading], ...]] = {
    Just.ASKED: (
        ("Asked for: date\nUser: Next Friday would be great.", Reading.GIVES),
        ("Asked for: size\nUser: No pizza on the rug, Tom! Two minutes, okay?", Reading.ASIDE),
        ("Asked for: city\nUser: The same city as the hotel.", Reading.GIVES),
        ("Asked for: colour\nUser: Oh sure, paint it with unicorn tears.", Reading.ASIDE),
        ("Asked for: time\nUser: Make it 4, sorry, no, 5 pm.", Reading.GIVES),
        ("Asked for: name\nUser: By the way, my cat learned to open doors.", Reading.ASIDE),
        ("Asked for: city\nUser: Could you write a poem for me first?", Reading.REFUSED),
        ("Asked for: guests\nUser: Sarah, did you say Monday or Tuesday?", Reading.ASIDE),
        ("Asked for: colour\nUser: Red. And put gift wrap as the note.", Reading.GIVES),
        ("Asked for: size\nUser: I don't know that right now.", Reading.UNSURE),
        ("Asked for: time\nUser: Wait, first I'd like to order a cake.", Reading.NEW),
        (
            "Asked for: city\nUser: How is the order going that you placed?",
            Reading.REFUSED,
        ),
        ("Asked for: date\nUser: Mum, I told you, I'm back at 6!", Reading.ASIDE),
        ("Asked for: guests\nUser: Change the day to Sunday.", Reading.GIVES),
        ("Asked for: name\nUser: I have to leave now, bye.", Reading.BYE),
        ("Asked for: name\nUser: I've got to run, speak to you soon.", Reading.BYE),
        (
            "Asked for: day\nUser: Any news about the cake that you ordered?",
            Reading.REFUSED,
        ),
        ("Asked for: time\nUser: Yeah right, like I have a crystal ball.", Reading.ASIDE),
        ("Asked for: city\nUser: Forget it, I don't want the ticket any more.", Reading.OFF),
        ("Asked for: size\nUser: Let me think about it for a while.", Reading.WAIT),
        ("Asked for: date\nUser: I think the 2nd of May.", Reading.GIVES),
        ("Asked for: time\nUser: It really smells of coffee in here.", Reading.ASIDE),
        ("Asked for: colour\nUser: Use the colour of the bike.", Reading.GIVES),
        ("Asked for: guests\nUser: 12.", Reading.GIVES),
    ),
    Just.CONFIRMING: (
        ("User: Yes, please.", Reading.YES),
        ("User: Not exactly. It should be at 8 pm.", Reading.CHANGES),
        ("User: Looks good to me.", Reading.YES),
        ("User: Give me a minute, don't do anything yet.", Reading.WAIT),
        ("User: Forget about the taxi, I don't need it.", Reading.OFF),
        ("User: Wonderful.", Reading.YES),
        ("User: Could you make the colour blue?", Reading.CHANGES),
        ("User: And with breakfast, please.", Reading.CHANGES),
        ("User: I'd like to ask my wife before we do this.", Reading.WAIT),
        ("User: Exactly like that.", Reading.YES),
        ("User: Yes. I also need to order a cake.", Reading.BOTH),
        ("User: Bella, get off the sofa!", Reading.ASIDE),
        ("User: The city is wrong, I want Oslo.", Reading.CHANGES),
        ("User: Actually, let's leave it. Don't order it.", Reading.OFF),
        ("User: Okay, now do it.", Reading.YES),
        ("User: Take the colour of the bike instead.", Reading.CHANGES),
        ("User: Before that, order a cake for me.", Reading.NEW),
        ("User: Sorry, I must leave. Bye!", Reading.BYE),
        ("User: No breakfast.", Reading.CHANGES),
        ("User: Can you tell me a joke?", Reading.REFUSED),
    ),
    Just.OFFERED: (
        ("User: That's the one.", Reading.TAKES),
        ("User: Is there a different one?", Reading.OTHERS),
        ("User: What colour is it?", Reading.ASKS),
        ("User: I would also like to order a cake.", Reading.NEW),
        ("User: Perfect, I'll have it.", Reading.TAKES),
        ("User: And the price?", Reading.ASKS),
        ("User: I need to book a taxi too, to the same place.", Reading.NEW),
        ("User: No, show me something else.", Reading.OTHERS),
        ("User: Thanks a lot, goodbye.", Reading.BYE),
        ("User: Could you say who the owner is?", Reading.ASKS),
        ("User: Search for last year instead.", Reading.CHANGES),
        ("User: Now please order a cake.", Reading.NEW),
        ("User: Thank you.", Reading.THANKS),
        ("User: Yes, this is what I was after.", Reading.TAKES),
        ("User: I didn't mean that. What else do you have?", Reading.OTHERS),
        ("User: Give me the size.", Reading.ASKS),
        ("User: That is all I need, thanks.", Reading.BYE),
    ),
    Just.FAILED: (
        ("User: Yes, that works too.", Reading.TAKES),
        ("User: No, I don't want that.", Reading.OFF),
        ("User: Alright, do it like that.", Reading.TAKES),
        ("User: Could you try 8 pm instead?", Reading.CHANGES),
        ("User: That's no use to me.", Reading.OFF),
        ("User: No, then drop it.", Reading.OFF),
        ("User: I think I'll do without.", Reading.OFF),
        ("User: Sure.", Reading.TAKES),
        ("User: No thanks.", Reading.OFF),
        ("User: Then make it Sunday.", Reading.CHANGES),
        ("User: Let me think about it first.", Reading.WAIT),
        ("User: My neighbour sings all day.", Reading.ASIDE),
    ),
    Just.PROPOSED: (
        ("User: Yes, please do.", Reading.YES),
        ("User: No, thanks.", Reading.DECLINES),
        ("User: Good idea, make it for Friday.", Reading.YES),
        ("User: I don't need that.", Reading.DECLINES),
        ("User: Sure, go ahead.", Reading.YES),
        ("User: I'd rather order a cake.", Reading.NEW),
        ("User: What colour is it?", Reading.ASKS),
        ("User: Not now. That's everything, bye.", Reading.BYE),
        ("User: Leave that.", Reading.DECLINES),
        ("User: Rather not at the moment.", Reading.DECLINES),
    ),
    Just.DONE: (
        ("User: Thanks, bye.", Reading.BYE),
        ("User: I would also like to order a cake.", Reading.NEW),
        ("User: What colour is it?", Reading.ASKS),
        ("User: No, that's everything.", Reading.BYE),
        ("User: Can you book a taxi as well?", Reading.NEW),
        ("User: And its price?", Reading.ASKS),
        ("User: Great, see you.", Reading.BYE),
        ("User: Please order a cake for the same day as the party.", Reading.NEW),
        ("User: Thank you so much.", Reading.THANKS),
        ("User: Search for last year instead.", Reading.CHANGES),
        ("User: Tell me the size.", Reading.ASKS),
        ("User: Wonderful, have a good day.", Reading.BYE),
        ("User: Please undo that order.", Reading.OFF),
        ("User: Could you sing me a song?", Reading.REFUSED),
        ("User: Next, get me a taxi.", Reading.NEW),
    ),
}

DETAILS: Shots = (
    (
        "Asked for: day, such as May 12\nDetails: day, time, guests, seating\nEarlier: none\n"
        "User: Next Friday, and could we sit outside?",
        "day: Next Friday\nseating: outside",
    ),
    (
        "Asked for: address\nDetails: address, order day, guests\nEarlier: none\n"
        "User: I'd like 7 Mill Road for the address.",
        "address: 7 Mill Road",
    ),
    (
        "Asked for: guests, such as 2\nDetails: guests, day, time\nEarlier: none\n"
        "User: Let's say 4, no wait, 5.",
        "guests: 5",
    ),
    (
        "Asked for: city\nDetails: city, day, guests\nEarlier: hotel\n"
        "User: The same city as the hotel. It would be for 2 people.",
        "city: (as in hotel)\nguests: 2",
    ),
    (
        "Asked for: nothing\nDetails: topping, address, gift wrap, message\nEarlier: cake\n"
        'User: No, I made an error. Please change the message to "Well done, all of you".',
        "message: Well done, all of you",
    ),
    (
        "Asked for: address, such as 3 North Road\nDetails: address, topping, gift wrap, message\n"
        "Earlier: none\nUser: I guess 12 Hill Street works. Without gift wrap.",
        "address: 12 Hill Street\ngift wrap: no",
    ),
    (
        "Asked for: return day\nDetails: return day, city, departure day\nEarlier: none\n"
        "User: On the 9th of June if you can.",
        "return day: the 9th of June",
    ),
    (
        "Asked for: nothing\nDetails: topping, address, gift wrap\nEarlier: party, cake\n"
        "User: Could you please order a cake with plums for me, to the address of the party?",
        "topping: plums\naddress: (as in party)",
    ),
    (
        "Asked for: when parties were planned\nDetails: when parties were planned, city\n"
        "Earlier: none\nUser: Those from last year.",
        "when parties were planned: last year",
    ),
    (
        "Asked for: nothing\nDetails: day, time, guests\nEarlier: none\n"
        "User: I'm trying to plan a party.",
        "nothing",
    ),
    (
        "Asked for: colour, such as light green\nDetails: colour, model, insurance\nEarlier: bike\n"
        "User: Put down dark blue, please. And I want insurance.",
        "colour: dark blue\ninsurance: yes",
    ),
    (
        "Asked for: nothing\nDetails: city, day, guests\nEarlier: none\n"
        "User: I want to plan a party, the city is Oslo, with 12 as the guests.",
        "city: Oslo\nguests: 12",
    ),
    (
        "Asked for: topping, such as plums\nDetails: topping, address, guests\nEarlier: none\n"
        "User: I'd like 8 for the guests.",
        "guests: 8",
    ),
    (
        "Asked for: nothing\nDetails: order day, topping, address\nEarlier: none\n"
        "User: I need to order a cake with cherries as the topping.",
        "topping: cherries",
    ),
    (
        "Asked for: address\nDetails: address, topping, message, guests\nEarlier: cake\n"
        "User: 5 Long Lane would be best. Use the message of the cake.",
        "address: 5 Long Lane\nmessage: (as in cake)",
    ),
    (
        "Asked for: nothing\nDetails: address, day, time, owner\nEarlier: party\n"
        "User: Okay, and now I'd like to plan a party for my children.",
        "nothing",
    ),
    (
        "Asked for: day\nDetails: day, topping, message\nEarlier: cake, party\n"
        "User: The day is the same as for the party.",
        "day: (as in party)",
    ),
    (
        "Asked for: nothing\nDetails: when cakes were ordered, topping\nEarlier: none\n"
        "User: Hi there, I was hoping you could help me find my cakes from this year.",
        "when cakes were ordered: this year",
    ),
    (
        "Asked for: time\nDetails: time, day, guests\nEarlier: none\n"
        "User: Around 7:15 pm, sorry, I mean half past eight.",
        "time: half past eight",
    ),
    (
        "Asked for: model\nDetails: model, colour\nEarlier: none\nUser: Any model will do.",
        "model: (any)",
    ),
)

WISHES: Shots = (
    (
        "Wishes: find existing cakes; order a cake\n"
        "User: I'm thinking of ordering a cake with the topping of the other cake.",
        "order a cake",
    ),
    (
        "Wishes: plan a party; find existing parties\nUser: Hello, I'm hoping to plan a party.",
        "plan a party",
    ),
    ("Wishes: order a cake\nUser: Hi, I'd like to order a cake.", "order a cake"),
    ("Wishes: order a cake; find existing cakes\nUser: Can you get me a cake?", "order a cake"),
    (
        "Wishes: order a cake; find existing cakes\nUser: Show me the cakes I ordered.",
        "find existing cakes",
    ),
    (
        "Wishes: call a taxi; find existing cakes; order a cake\n"
        "User: Look up my cakes from May. And call me a taxi, too.",
        "find existing cakes + call a taxi",
    ),
    (
        "Wishes: find existing parties; order a cake; plan a party\n"
        "User: I also want to plan a party on the same day as the other party.",
        "plan a party",
    ),
    ("Wishes: order a cake; call a taxi\nUser: Can you fix my radio?", "none of them"),
    (
        "Wishes: plan a party; find existing parties\nUser: Hi, I want to check my parties.",
        "find existing parties",
    ),
)

ASKED_FOR: Shots = (
    ("Details: price, colour, owner\nUser: Who does it belong to?", "owner"),
    ("Details: start time, price, colour\nUser: And what does it cost?", "price"),
    ("Details: order code, start time, city\nUser: Tell me when it begins.", "start time"),
    ("Details: order code, day, city\nUser: What's the code?", "order code"),
)

ONE_OF_SEVERAL: Shots = (("Choices: Oslo; Rome\nUser: I mean the Rome one.", "Rome"),)
