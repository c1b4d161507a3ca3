"""What users say that is no slot value: openers, assents, refusals, leave-taking, and the like.

Understanding compiles the same lists into patterns, so nothing here may mean two things. In a
template `{vp}` is a verb phrase, `{ving}` its gerund, `{e}` an entity's noun, `{slot}` a slot's
words and `{r}` a remark.
"""

GREETINGS = (
    "Hi", "Hello", "Hey", "Hi there", "Hello there", "Hey there", "Good morning",
    "Good afternoon", "Hiya",
)  # fmt: skip

FILLERS = (
    "um", "uh", "hmm", "well", "so", "right", "let's see", "let me see", "you know", "please",
    "and", "also", "plus", "then", "oh", "oh and", "and also", "actually", "if possible",
    "if you can", "if that's okay", "if you don't mind", "thanks in advance", "for me", "quickly",
    "real quick", "quick one", "listen", "by the way though", "I suppose", "I guess", "as well",
    "too", "ah", "but", "next", "now", "with that out of the way", "one more thing",
    "another thing", "while I have you", "while we're at it", "since I'm here", "first of all",
    "to start with", "my mistake", "sorry about that", "sorry", "if that works", "let me think",
    "hm", "er", "and then", "mind you", "before I forget", "my apologies", "oops", "good",
    "erm", "okay so", "ok so", "uh let me see",
    "before that", "first, though", "one thing first", "something else first", "hang on a second",
    "let's park that for a second", "just a moment, first of all",
)  # fmt: skip

LEADS = {
    "plain": ("", "", ""),
    "chatty": (
        "So, ", "Okay so, ", "Well, ", "Let's see, ", "Hmm, ", "Oh, ", "Right, ", "Um, ", "Ah, ",
        "Let me think... ", "Well, let me see, ",
    ),
    "polite": ("", "", "Well, ", "Let me see, "),
    "terse": ("", ""),
    "hurried": ("", "Quickly: ", "Um, "),
}  # fmt: skip

OPENERS: dict[str, tuple[str, ...]] = {
    "plain": (
        "I'd like to {vp}", "I want to {vp}", "I need to {vp}", "I'm looking to {vp}",
        "I'm trying to {vp}", "Can you {vp}?", "Could you {vp}?", "Can you help me {vp}?",
        "I'm hoping to {vp}", "Help me {vp}", "Let's {vp}", "I have to {vp}",
        "Could you help me {vp}?", "I was hoping to {vp}", "I'm after some help {ving}",
    ),
    "chatty": (
        "I was wondering if you could help me {vp}", "I've been meaning to {vp}",
        "I'm thinking of {ving}", "It's time to {vp}", "I could use some help {ving}",
        "I finally want to {vp}", "What I want to do is {vp}", "My plan is to {vp}",
        "Any chance you can {vp}?", "I think I'd like to {vp}",
    ),
    "polite": (
        "Could you please {vp}?", "Would you mind {ving}?", "Would you be able to {vp}?",
        "I would like to {vp}", "Would it be possible to {vp}?", "May I ask you to {vp}?",
        "I'd appreciate it if you could {vp}", "Can I ask you to {vp}?",
        "I'd be grateful if you could {vp}",
    ),
    "terse": ("Please {vp}", "Need to {vp}", "Want to {vp}", "{vp}", "I need to {vp}"),
    "hurried": (
        "I need to {vp} quickly", "I have to {vp}, and I'm in a hurry", "I need you to {vp}",
        "Can you {vp} right away?", "I've got to {vp}", "I gotta {vp}", "Need to {vp}",
    ),
}  # fmt: skip

FURTHER_LEADS = (
    "Also, ", "Next, ", "And ", "Now, ", "One more thing, ", "Another thing: ",
    "While I have you, ", "While we're at it, ", "Since I'm here, ", "", "Then ",
    "With that out of the way, ",
)  # fmt: skip

TOGETHER_LEADS = (
    "Also, ", "And ", "And also, ", "Oh, and ", "Plus, ", "While we're at it, ", "Then, too, ",
)  # fmt: skip

SWITCH_LEADS = (
    "Before that, ", "First, though, ", "One thing first: ", "Hang on a second, ",
    "Before I forget, ",
    "Something else first: ", "Let's park that for a second. ", "Just a moment, first of all, ",
)  # fmt: skip

FURTHER_OPENERS = (
    "I also need to {vp}", "I also want to {vp}", "I'd also like to {vp}", "can you also {vp}?",
    "could you also {vp}?", "now I need to {vp}", "next I want to {vp}", "I still have to {vp}",
    "I need to {vp} too", "I also have to {vp}", "can you {vp} as well?", "let's {vp} too",
    "now I'd like to {vp}", "could you {vp} next?",
)  # fmt: skip

AFFIRM = (
    "yes", "yes, that's right", "yes, that's correct", "that's right", "correct", "yep", "yeah",
    "yes, please do", "that's all correct", "yes, all good", "looks good", "sounds good",
    "perfect", "exactly", "yes, go ahead", "please go ahead", "yep, that's it", "that's it",
    "yes, everything is correct", "that looks right", "yes, that works", "that works",
    "all correct", "yep, all good", "yes, exactly", "sure, go ahead", "go for it",
    "yeah, that's fine", "yes, that sounds right", "absolutely", "that's perfect", "spot on",
    "sure", "okay", "ok", "fine", "of course", "definitely", "yes, let's do that",
    "let's do that", "yes please", "yes indeed", "yup", "right, that's it", "that's fine",
    "great, do it", "do it", "yes, you got it", "you got it", "confirmed", "I confirm",
    "that's what I want", "great", "yes, all of that is right", "everything looks right",
    "sounds perfect", "it's all correct",
)  # fmt: skip

TAKE_UP = (
    "yes, please do that", "yes please", "sure, go ahead", "yes, go ahead", "absolutely", "sure",
    "yes, let's do that", "let's do that", "definitely", "yes, please do", "of course",
)  # fmt: skip
"""Of AFFIRM: what also answers an offer to go on."""

RESUME = (
    "okay, go ahead and do it now", "alright, I'm ready, please go ahead",
    "okay, I've decided, go ahead", "I've thought about it, yes, go ahead",
    "okay, let's go ahead with it", "alright, go ahead now", "okay, I'm sure now, please do it",
    "right, I've checked, go ahead", "yes, you can go ahead now",
    "okay, I'm back, go ahead and finish it", "I'm ready now, go ahead",
    "okay, please confirm it now", "alright, let's do it now", "fine, let's go through with it",
    "yes, I'm sure, go ahead now", "okay, that settles it, please go ahead",
    "I've made up my mind, go ahead", "all checked, please go ahead with it",
    "thanks for waiting, you can do it now", "okay, you can confirm it now", "yes, now I'm ready",
    "go ahead and confirm it now",
)  # fmt: skip

NEGATE = (
    "no", "nope", "no, not quite", "not quite", "no, that's wrong", "that's not right",
    "that's not quite right", "no, that's not right", "no, wait", "hold on, no", "no, sorry",
    "almost, but no", "nearly, but no", "hmm, no", "no, one thing is off", "one thing is off",
    "there's a mistake", "I made a mistake", "no, I made a mistake", "that isn't right",
    "no, there's one mistake",
)  # fmt: skip

DECLINE = (
    "no, thank you", "no thanks", "no, leave it then", "no, that doesn't work for me",
    "that won't work for me", "no, I'd rather not", "no, never mind then", "no, let's leave it",
    "that doesn't suit me", "no, I'll pass", "I'll pass on that", "no, that's no good for me",
    "I'd rather not", "then let's leave it", "no, drop it then", "no, not that one",
)  # fmt: skip

TURN_DOWN = (
    "no, thank you", "no thanks", "no, I'd rather not", "I'd rather not", "no, not right now",
    "not right now", "no, not yet, thanks", "no, I'll pass", "I'll pass on that",
)  # fmt: skip
"""Answers to an offer to go on, beside those of DECLINE."""

ACCEPT = (
    "yes, that works", "okay, let's take that", "sure, that works too", "yes, take that one",
    "that's fine, go with that", "okay, go with that instead", "yes, please do that instead",
    "alright, that'll do", "that'll do", "fine, let's do that instead", "yes, that's fine by me",
    "sure, let's go with that", "okay, that works for me", "yes, use that",
    "that's okay, take it",
)  # fmt: skip

HOLD = (
    "hold on, let me think about it", "let me think about it for a moment",
    "wait, don't do it yet", "don't confirm it yet", "give me a moment to think",
    "not yet, I need to check something first", "hang on, I want to check something first",
    "could you hold that for a moment?", "hold off on that for now",
    "please wait, I'm not sure yet", "I'm not quite ready to confirm",
    "just a second, let me check my calendar", "let me check with my partner first",
    "can you wait a minute before doing that?", "let me double-check first, don't go ahead yet",
    "one moment, I need to think it over", "I need a minute to decide", "let me sleep on it",
    "wait a second, I want to be sure first", "don't go ahead just yet",
    "hold that thought for a minute", "hmm, let me think it over first",
    "not just yet, give me a minute", "I'd like to think about it first",
)  # fmt: skip

CANCEL = (
    "forget the {e}", "forget about the {e}", "cancel the {e}", "please cancel the {e}",
    "I don't want the {e} anymore", "let's not go through with the {e}", "scrap the {e}",
    "never mind about the {e}", "I've changed my mind, cancel the {e}", "drop the {e}, please",
    "I changed my mind about the {e}, please cancel it", "call off the {e}",
    "let's cancel the {e}", "can you cancel the {e}?", "I won't be needing the {e} after all",
    "cancel that", "forget it", "never mind, cancel it", "I've changed my mind, forget it",
    "let's call it off", "please cancel it", "I don't want it anymore", "scrap that",
    "let's drop it", "I'd rather not do this after all, cancel it",
    "on second thought, cancel that",
)  # fmt: skip

THANKS = (
    "thanks", "thank you", "thanks a lot", "thank you so much", "great, thanks", "many thanks",
    "perfect, thank you", "thanks, that's helpful", "thanks so much", "cheers",
    "much appreciated", "that's great, thanks", "wonderful, thank you", "awesome, thanks",
    "thank you very much", "I appreciate it", "thanks a bunch", "lovely, thank you",
    "excellent, thanks",
)  # fmt: skip

NEGATE_THANKS = (
    "no, that's all, thanks", "no, thank you, that's all", "nothing else, thanks",
    "that's everything, thank you", "no, that's it, thank you", "nope, that's all, thanks",
    "no, I'm all set, thanks", "that will be all, thank you",
    "no, that's everything, thanks a lot", "I'm good, thanks", "no thanks, that's all for now",
    "nothing more, thank you", "that's all I needed, thanks", "no, that covers it, thank you",
    "nope, I'm done, thanks", "no, we're done, thank you", "that's all for today, thanks",
    "no, nothing else, thank you", "no, that was everything, cheers", "I think that's it, thanks",
    "all done, thank you", "no, that's it for now, thanks", "nope, nothing else, thank you",
    "no, I have all I need, thanks",
)  # fmt: skip

GOODBYE = (
    "bye", "goodbye", "bye bye", "have a nice day", "have a good one", "see you",
    "talk to you later", "that's all, bye", "take care", "have a great day", "bye for now",
    "see you later", "bye then", "have a lovely day", "until next time",
)  # fmt: skip

EARLY_GOODBYE = (
    "sorry, I have to go, bye", "something came up, I've got to go, bye",
    "I have to run, goodbye", "oh, my bus is here, bye", "I need to leave now, goodbye",
    "sorry, got to go, talk to you later", "I'm out of time, bye",
    "someone's at the door, I have to go, bye", "my battery is dying, bye",
    "I've got to hang up, goodbye", "sorry, I can't do this right now, bye",
    "my meeting is starting, bye", "I have to stop here, goodbye", "got to dash, bye",
    "my phone is about to die, goodbye", "we'll have to leave it there, bye",
)  # fmt: skip

REQUEST = (
    "what's the {slot}?", "what is the {slot}?", "can you tell me the {slot}?",
    "could you give me the {slot}?", "do you have the {slot}?", "and the {slot}?",
    "I need to know the {slot}", "what's its {slot}?", "could you tell me what the {slot} is?",
    "do you know the {slot}?", "I'd also like to know the {slot}", "tell me the {slot}",
    "may I have the {slot}?", "can I get the {slot}?", "what about the {slot}?",
    "could I have the {slot}?", "would you tell me the {slot}?", "give me the {slot}",
)  # fmt: skip

ALTERNATIVES = (
    "is there anything else?", "do you have any others?", "what else is there?",
    "are there any other ones?", "can you show me another one?", "not that one, what else?",
    "do you have something else?", "any other options?", "what are the other ones?",
    "show me the next one", "what's the next one?", "hmm, that's not the one, anything else?",
    "is there another one?", "could you look for another one?",
    "I meant another one, what else is there?", "not that one, is there another?", "any others?",
    "that's not it, what else did you find?",
)  # fmt: skip

SELECT = (
    "that's the one", "I'll take that one", "yes, that one", "that one, please",
    "that's the one I meant", "that one is fine", "let's go with that one",
    "I'll go with that one", "that's what I was looking for",
    "yes, that's the one I was looking for", "great, that one", "that one looks good",
    "I'd like that one", "perfect, that one", "good, I'll take it", "that's it, that one",
)  # fmt: skip

SELECT_NAMED = (
    "I mean the one with {r}", "it's {r} that I mean",
    "I'll take {r}", "the one with {r}", "I meant the one with {r}",
    "let's go with the one with {r}", "the one with {r}, please", "it's the one with {r}",
)  # fmt: skip

PRESUME = (
    "can you change the {e} you made for me?", "is the {e} you already made still on?",
    "what about the {e} you made for me earlier?", "could you move the {e} you made for me?",
    "about the {e} you already made, can it still be changed?",
    "I got no message about the {e} you made", "can you send me the details of the {e} you made?",
    "remind me, the {e} you made for me is confirmed, right?",
    "I wanted to ask about the {e} you already made for me",
    "did the {e} you made for me go through all right?",
    "is everything fine with the {e} you made?",
)  # fmt: skip

OUT_OF_SCOPE = (
    "quick question, can you {r}?", "something else entirely, could you {r}?",
    "wait, can you {r} first?", "could you {r} in the meantime?", "before that, can you {r}?",
    "just curious, can you {r}?", "do you think you could {r}?", "I don't suppose you could {r}?",
    "are you able to {r}?", "could you maybe {r}?", "can you by any chance {r}?",
    "oh, can you {r} while I think?",
)  # fmt: skip

HESITATIONS = (
    "um", "uh", "hmm", "er", "erm", "okay so", "uh, let me see", "um, let me think", "hmm, okay so",
    "uh, okay so", "er, you know", "um, uh",
)  # fmt: skip

UNANSWERABLE = (
    "I don't know the {slot} yet", "I'm not sure about the {slot} yet",
    "can we come back to the {slot}? I don't know it yet", "no idea about the {slot} yet",
    "I don't know the {slot}", "I'm not sure about the {slot}", "I can't tell you the {slot}",
    "no idea what the {slot} is", "I don't remember the {slot}", "I couldn't tell you the {slot}",
    "sorry, I don't have the {slot}", "I've forgotten the {slot}",
)  # fmt: skip

REPAIRS = (
    "no wait", "no, wait", "sorry, I mean", "I mean", "scratch that", "no, sorry", "or rather",
    "hang on, no", "wait, no", "no, actually", "actually no", "sorry, make that", "make that",
    "oh no, sorry", "correction", "no, I meant", "wait, I meant",
)  # fmt: skip

POINTERS = (
    "the same {slot} as the {e}", "use the {slot} from the {e}", "take the {slot} of the {e}",
    "the same as the {slot} of the {e}", "use the {slot} of the {e}",
    "the {slot} is the same as for the {e}", "same {slot} as for the {e}",
    "whatever the {slot} of the {e} is", "the {slot} from the {e}, please",
    "go with the {slot} from the {e}", "just use the same {slot} as the {e}",
)  # fmt: skip

ATTACHED_POINTERS = (
    "with the same {slot} as the {e}", "using the {slot} from the {e}",
    "with the {slot} from the {e}", "for the same {slot} as the {e}",
)  # fmt: skip
