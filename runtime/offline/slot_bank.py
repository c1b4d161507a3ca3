"""Phrases that give a slot's value: those of every slot, and those of some.

`{slot}` is the slot's words; `slot_phrases` says what the other marks mean.
"""

PLAIN = (
    "with {v} as the {slot}",
    "with the {slot} set to {v}",
    "with {v} for the {slot}",
)
STATE = (
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
CHANGE = (
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
ANSWER = (
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
DATED = (
    "{on}{v}",
    "{on}{v} works for me",
    "{on}{v} would be best",
    "sometime {on}{v}",
    "it's {on}{v}",
    "it would be {on}{v}",
)
TIMED = (
    "{at}{v}",
    "{at}{v} works for me",
    "it's {at}{v}",
    "it would be {at}{v}",
)
COUNTED = (
    "{v} {n}",
    "there will be {v} {n}",
    "it'll be {v} {n}",
    "just the {v} {n}",
    "{v} {n} in total",
    "make it {v} {n}",
    "we need {v} {n}",
)
COUNTED_STATE = (
    "there will be {v} {n}",
    "it'll be {v} {n}",
    "{v} {n} in total",
    "make it {v} {n}",
    "we need {v} {n}",
    "put down {v} {n}",
    "for {v} {n}",
)
CREATED_ATTACH = ("from {v}", "made {v}", "just the {v} one", "only the {v} one")
CREATED_STATE = (
    "they should be from {v}",
    "they were made {v}",
    "I made them {v}",
    "it was {v}",
    "I mean the {v} one",
    "just the {v} one",
    "I'd like the {v} one",
)
CREATED = (
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
QUOTED = (
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
SPECIAL: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
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
