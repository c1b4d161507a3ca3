"""What the two speakers are told where a small model speaks: what to say, in a line."""

from collections.abc import Iterator, Sequence

from runtime.local.shots import Shots
from runtime.local.words import one, pointed_at
from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView, ResponseInput, UserTurnInput

USER_TASK = (
    "You are a person who talks to an assistant. Say what the list says, and nothing else, in one "
    "short natural sentence or two."
)
VOICE_TASK = (
    "You are an assistant who talks to a user. Say what the list says, and nothing else, in one "
    "short natural sentence or two."
)

_MOVES = {
    ActType.REQUEST: "ask for",
    ActType.AFFIRM: "agree",
    ActType.NEGATE: "say no",
    ActType.REQUEST_ALTS: "ask for another one",
    ActType.AFFIRM_INTENT: "accept the offer",
    ActType.NEGATE_INTENT: "turn the offer down",
    ActType.THANK_YOU: "thanks",
    ActType.GOODBYE: "goodbye",
    ActType.CANCEL: "call off, you have changed your mind",
    ActType.HOLD: "ask to wait, you have to think about it",
    ActType.IRRELEVANT: "a remark that has nothing to do with the question",
    ActType.OVERHEARD: "talk to somebody else in the room",
    ActType.SARCASTIC: "a sarcastic joke",
    ActType.UNANSWERABLE: "you do not know the",
    ActType.OUT_OF_SCOPE: "ask for something else",
    ActType.PRESUME: "ask about what is done already",
}

USER_SHOTS: Shots = (
    ("Say: want to order a cake", "Hi, I'd like to order a cake."),
    ("Say: want to plan a party; guests = 20", "Could you plan a party for 20 guests?"),
    ("Assistant: For which day?\nSay: day = next Friday", "Next Friday would be great."),
    (
        "Assistant: How many guests?\nSay: guests = 12; day = 4 May",
        "We'll be 12 guests, and make it 4 May.",
    ),
    ("Assistant: Shall I order it?\nSay: agree", "Yes, please do that."),
    (
        "Assistant: A cake with plums to 5 Long Lane. Is that right?\n"
        "Say: say no; topping = cherries",
        "No, the topping should be cherries.",
    ),
    ("Assistant: How many guests?\nSay: guests = 4, no, guests = 5", "4, sorry, I mean 5."),
    (
        "Assistant: To which address?\nSay: address = that of the party",
        "To the same address as the party, please.",
    ),
    ("Assistant: Do you want gift wrap?\nSay: gift wrap = no", "No gift wrap, thanks."),
    ("Assistant: I found 2 cakes. The first has plums.\nSay: take this one", "I'll take that one."),
    (
        "Assistant: I found 2 cakes. The first has plums.\nSay: ask for another one",
        "Is there another one?",
    ),
    ("Assistant: I found 1 party.\nSay: ask for address", "What is the address?"),
    (
        "Assistant: For which day?\nSay: talk to somebody else in the room",
        "Leo, put your shoes on, we leave in a minute!",
    ),
    (
        "Assistant: For which day?\nSay: talk to somebody else in the room, with the words 6 June",
        "Anna, didn't you say 6 June?",
    ),
    (
        "Assistant: What topping?\nSay: a remark that has nothing to do with the question",
        "My neighbour has got a new dog.",
    ),
    (
        "Assistant: What colour?\nSay: a sarcastic joke",
        "Oh sure, the colour of my tears, obviously.",
    ),
    (
        "Assistant: Is that right?\nSay: ask to wait, you have to think about it",
        "Wait, don't do it yet, I have to think about it.",
    ),
    (
        "Assistant: Is that right?\nSay: call off, you have changed your mind: order a cake",
        "I've changed my mind, please cancel the cake.",
    ),
    ("Assistant: What colour?\nSay: you do not know the colour", "I can't say the colour yet."),
    (
        "Assistant: For which day?\nSay: ask for something else: sing a song",
        "Could you sing a song for me first?",
    ),
    (
        "Assistant: For which day?\nSay: ask about what is done already: order a cake",
        "Is the cake that you ordered on its way?",
    ),
    (
        "Assistant: Anything else?\nSay: want to find existing cakes; want to plan a party",
        "Please find my existing cakes, and plan a party for me as well.",
    ),
    ("Assistant: Your cake is ordered.\nSay: thanks; goodbye", "Thank you very much, goodbye."),
    ("Assistant: Anything else?\nSay: say no; thanks", "No, that's all, thank you."),
)

VOICE_SHOTS: Shots = (
    ("User: I want to plan a party.\nSay: ask for day", "Sure. For which day?"),
    (
        "User: With plums.\nSay: topping = plums; address = 5 Long Lane; ask whether that is right",
        "So the topping is plums and the address is 5 Long Lane. Is that right?",
    ),
    ("User: Yes.\nSay: done: order a cake", "All done, your cake is ordered."),
    (
        "User: Yes.\nSay: done: order a cake; ask for guests",
        "Your cake is ordered. Now, how many guests will come to the party?",
    ),
    (
        "User: Look up my cakes.\nSay: found = 2 cakes; offer topping = plums; offer day = 4 May",
        "I found 2 cakes. The first has plums as the topping, for 4 May.",
    ),
    ("User: Look up my cakes.\nSay: found = no cakes", "I found no cakes, I'm afraid."),
    ("User: And the address?\nSay: address = 5 Long Lane", "The address is 5 Long Lane."),
    (
        "User: Yes.\nSay: failed: the oven is broken; offer day = 6 May",
        "That did not work: the oven is broken. Would the day 6 May be all right instead?",
    ),
    (
        "User: To the address of my party.\nSay: ask which address: 5 Long Lane or 2 Bay Road",
        "Which address do you mean, 5 Long Lane or 2 Bay Road?",
    ),
    (
        "User: Can you fix my car?\nSay: refuse: that is nothing I can do; ask for day",
        "I'm sorry, that is nothing I can do. For which day shall it be?",
    ),
    ("User: Wait, I have to think.\nSay: you wait", "No problem, I'll wait."),
    ("User: I'll take that one.\nSay: ask for further wishes", "Good. Anything else?"),
    ("User: Thanks, bye.\nSay: goodbye", "Goodbye!"),
)


def user_line(data: UserTurnInput) -> str:
    """What the user is to say, after the assistant's last words."""
    said = [line.text for line in data.conversation if line.kind == "system"]
    before = f"Assistant: {' '.join(said[-1].split())}\n" if said else ""
    return f"{before}Say: {'; '.join(_moves(data.moves)) or 'react briefly'}"


def voice_line(data: ResponseInput) -> str:
    """What the assistant is to say, after the user's last words."""
    said = [line.text for line in data.conversation if line.kind == "user"]
    before = f"User: {' '.join(said[-1].split())}\n" if said else ""
    return f"{before}Say: {'; '.join(_acts(data))}"


def _moves(moves: Sequence[MoveView]) -> Iterator[str]:
    given: set[str] = set()
    for move in moves:
        again = move.act is ActType.INFORM and move.slot in given
        yield f"no, {_move(move)}" if again else _move(move)
        if move.act is ActType.INFORM:
            given.add(move.slot)


def _move(move: MoveView) -> str:
    match move.act:
        case ActType.INFORM_INTENT:
            return f"want to {move.intent}"
        case ActType.INFORM if pointed_at(move):
            return f"{move.slot} = that of the {one(move.refers_to)}"
        case ActType.INFORM | ActType.SELECT if move.words:
            return f"{move.slot} = {move.words}"
        case ActType.SELECT:
            return "take this one"
        case ActType.REQUEST | ActType.UNANSWERABLE:
            return f"{_MOVES[move.act]} {move.slot}"
        case ActType.CANCEL | ActType.PRESUME:
            return f"{_MOVES[move.act]}: {move.intent}"
        case ActType.OUT_OF_SCOPE:
            return f"{_MOVES[move.act]}: {move.words or move.remark}"
    line = _MOVES.get(move.act, "react briefly")
    return f"{line}, with the words {move.words or move.remark}" if move.words else line


def _acts(data: ResponseInput) -> Iterator[str]:
    confirms = [act for act in data.acts if act.act is ActType.CONFIRM]
    for act in data.acts:
        yield _act(act)
        if confirms and act is confirms[-1]:
            yield "ask whether that is right"
    if not data.acts:
        held = any(statement.startswith("hold(") for statement in data.done)
        yield "you wait" if held else "a neutral word"


def _act(act: ActView) -> str:
    if act.act is ActType.INFORM_COUNT:
        return f"found = {act.words if act.words != '0' else 'no'} {act.entity}"
    line = _ACTS.get(act.act, "goodbye")
    return line.format(s=act.slot, v=act.words, i=act.intent)


_ACTS = {
    ActType.REQUEST: "ask for {s}",
    ActType.CONFIRM: "{s} = {v}",
    ActType.INFORM: "{s} = {v}",
    ActType.OFFER: "offer {s} = {v}",
    ActType.NOTIFY_SUCCESS: "done: {i}",
    ActType.NOTIFY_FAILURE: "failed: {v}",
    ActType.CLARIFY: "ask which {s}: {v}",
    ActType.REFUSE: "refuse: {v}",
    ActType.OFFER_INTENT: "offer to {i}",
    ActType.REQ_MORE: "ask for further wishes",
}
