"""Values that users say, by what their slot is about."""

import re
from collections.abc import Callable
from datetime import date
from random import Random

from runtime.offline.dates import some_date, some_time
from runtime.offline.kinds import Kind, kind

_CITIES = (
    "Boston", "Chicago", "Seattle", "Denver", "Portland", "Austin", "San Diego", "Philadelphia",
    "London", "Paris", "Berlin", "Madrid", "Rome", "Lisbon", "Vienna", "Dublin", "Edinburgh",
    "Amsterdam", "Copenhagen", "Prague",
)  # fmt: skip
_PEOPLE = (
    "Maria Lopez", "James Carter", "Aisha Khan", "Peter Novak", "Emily Stone", "Daniel Kim",
    "Sofia Rossi", "Oliver Grant", "Hannah Weber", "Lucas Martin", "Priya Patel", "Noah Bennett",
    "Grace Turner", "Omar Haddad", "Clara Jensen", "Victor Hughes",
)  # fmt: skip
_ADDRESSES = (
    "12 Oak Street", "48 Maple Avenue", "7 Harbour Road", "221 Station Street", "35 Mill Lane",
    "90 Park Avenue", "16 Cedar Court", "5 Bridge Street", "143 Elm Drive", "62 High Street",
    "27 River Walk", "8 Orchard Close",
)  # fmt: skip
_DURATIONS = (
    "30 minutes", "45 minutes", "an hour", "2 hours", "90 minutes", "20 minutes", "3 hours",
    "an hour and a half", "15 minutes", "half an hour",
)  # fmt: skip
_CREATED = (
    "today", "yesterday", "last week", "this week", "this month", "last month", "most recent",
)  # fmt: skip

_BANK: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"restaurant", (
        "Luigi's Kitchen", "The Green Fork", "Sakura House", "Casa Verde", "Blue Lantern",
        "Old Mill Tavern", "Saffron Garden", "Harbor Grill", "Le Petit Jardin", "Taco Corner",
        "The Copper Pot", "Noodle Bar",
    )),
    (r"hotel", (
        "Grand Plaza", "Riverside Inn", "Hotel Aurora", "The Lighthouse", "Park View Hotel",
        "Old Town Lodge", "Seaside Resort", "Hotel Bellevue", "The Cornerstone",
        "City Garden Hotel",
    )),
    (r"cuisine|food type", (
        "Italian", "Japanese", "Mexican", "Indian", "Thai", "Greek", "French", "Korean",
        "Vietnamese", "Spanish", "Lebanese", "Ethiopian",
    )),
    (r"room type|room class|room preference", (
        "single room", "double room", "twin room", "suite", "family room", "king room", "studio",
        "deluxe double",
    )),
    (r"car (type|class|size)|vehicle", (
        "compact", "SUV", "sedan", "convertible", "minivan", "hatchback", "pickup truck",
        "electric car",
    )),
    (r"(seat|seating)", (
        "window seat", "aisle seat", "front row", "balcony", "quiet corner", "outdoor terrace",
    )),
    (r"class$|cabin", ("economy", "premium economy", "business", "first")),
    (r"airline", ("Skyway", "Northern Air", "Blue Jet", "Transcontinental", "Coastal Airlines")),
    (r"(stylist|barber|therapist|instructor|trainer|tutor|teacher|coach|doctor|dentist|vet|guide"
     r"|agent|mechanic|photographer|recipient|contact|assignee|host|attendee|person|payee"
     r"|customer|patient|guest|passenger|driver|full)( name)?$|^name$", _PEOPLE),
    (r"(dish|meal|menu item|^items?$|grocer)", (
        "margherita pizza", "chicken curry", "vegetable lasagna", "beef burrito", "pad thai",
        "caesar salad", "tomato soup", "sushi platter", "falafel wrap", "mushroom risotto",
    )),
    (r"movie|film", (
        "The Silent Harbor", "Night Train", "Paper Moons", "The Last Orchard", "Falling Upward",
        "Second Sunrise", "Broken Compass", "The Glass River", "Winter Keys", "Two Left Shoes",
    )),
    (r"song|track", (
        "Golden Roads", "Midnight Bloom", "River of Light", "Paper Planes Home", "Slow Tide",
        "Open Windows", "Neon Rain", "Morning Letters", "Wild Clover", "Echo Park",
    )),
    (r"artist|band|singer|musician", (
        "The Velvet Pines", "Nora Lane", "Echo District", "Julian Frost", "Blue Harbor",
        "Marisol Vega", "The Night Owls", "Amber Fields", "Static Hearts", "Theo Marsh",
    )),
    (r"album|playlist", (
        "Summer Mix", "Late Night Drive", "Morning Coffee", "Quiet Hours", "Road Trip",
        "Workout Boost", "Rainy Sunday", "Old Favourites",
    )),
    (r"podcast|episode", (
        "The Curious Mind", "City Stories", "Tech Today", "Kitchen Science", "History Bites",
        "Deep Space Talk", "The Daily Walk", "Money Made Simple",
    )),
    (r"book|novel", (
        "The Orchard Keeper", "A Map of Rivers", "Lighthouse Summer", "The Clockmaker",
        "Salt and Cedar", "Letters North", "The Quiet Coast", "Under Copper Skies",
    )),
    (r"genre", (
        "jazz", "rock", "comedy", "drama", "thriller", "classical", "documentary", "folk",
        "science fiction", "romance",
    )),
    (r"event|show|concert|play$|performance", (
        "Spring Jazz Night", "City Marathon", "Harbor Lights Festival", "Opera Gala",
        "Street Food Fair", "Winter Ballet", "Comedy Evening", "Science Day",
    )),
    (r"(service|treatment|appointment|procedure|cut) ?(type)?$", (
        "haircut", "deep cleaning", "check-up", "massage", "manicure", "consultation",
        "beard trim", "oil change", "facial", "tune-up",
    )),
    (r"(tour|activity|exercise|workout|class|lesson|course|sport)( type| name)?$", (
        "walking tour", "yoga", "pilates", "spin class", "kayaking", "swimming", "pottery",
        "rock climbing", "boat trip", "tennis",
    )),
    (r"payment|pay(ing)? (with|method)|card", (
        "credit card", "debit card", "cash", "gift card", "bank transfer", "mobile wallet",
    )),
    (r"account", ("checking account", "savings account", "joint account", "business account")),
    (r"currency", ("dollars", "euros", "pounds", "yen", "francs")),
    (r"language", ("English", "Spanish", "French", "German", "Italian", "Japanese", "Portuguese")),
    (r"colou?r", ("black", "white", "navy blue", "red", "forest green", "silver", "beige")),
    (r"^size$|clothing|shoe", ("small", "medium", "large", "extra large")),
    (r"(product|item|article)( name)?$", (
        "desk lamp", "wireless headphones", "running shoes", "coffee grinder", "rain jacket",
        "travel mug", "yoga mat", "bluetooth speaker",
    )),
    (r"brand|store|shop|retailer", ("Greenleaf", "Harvest Market", "Corner Store", "Fresh and Co")),
    (r"(symptom|issue|problem|reason)", (
        "sore throat", "back pain", "strange noise", "leaking tap", "flat tyre", "headache",
        "broken screen", "slow internet",
    )),
    (r"medication|medicine|drug|prescription", (
        "ibuprofen", "allergy tablets", "eye drops", "vitamin D", "cough syrup", "aspirin",
    )),
    (r"(pet|animal)", ("Bella", "Max", "Coco", "Milo", "Daisy", "Rocky")),
    (r"breed", ("beagle", "tabby cat", "poodle", "labrador", "siamese cat")),
    (r"(venue|gym|studio|salon|clinic|cinema|theat(er|re)|branch|library|garage)", (
        "Downtown Center", "Northside Branch", "Lakeview Studio", "Main Street Clinic",
        "Riverfront Hall", "The Annex",
    )),
    (r"(room|device|appliance|light)( name)?$", (
        "living room", "kitchen", "bedroom", "office", "hallway", "garage",
    )),
    (r"special request|request|preference|dietary|amenit", (
        "a quiet table", "vegetarian options", "a high chair", "wheelchair access",
        "late check-in", "extra pillows", "a birthday cake", "a ground floor room",
    )),
    (r"(subject|title|task|label|todo|reminder|project|list)( name)?$", (
        "Team meeting", "Pick up laundry", "Call the bank", "Water the plants", "Pay the rent",
        "Project update", "Grocery run", "Dentist visit", "Buy a gift", "Return library books",
    )),
    (r"(message|body|text|content|note|comment|instruction|feedback|caption|description)", (
        "I will be there soon", "Please call me back", "Running ten minutes late",
        "Happy birthday to you", "See you at the station", "Leave it at the front door",
        "Bring the blue folder", "The meeting was moved", "Ring the bell twice",
        "Thanks for all your help",
    )),
    (r"(priority|urgency|importance)", ("low", "medium", "high")),
    (r"(difficulty|level|intensity)", ("beginner", "intermediate", "advanced")),
    (r"(frequency|repeat|recurrence)", ("every day", "every week", "once a month", "on weekdays")),
    (r"(category|type|kind)$", ("standard", "basic", "premium", "deluxe", "express", "regular")),
    (r"mood", ("happy", "relaxed", "energetic", "romantic", "melancholic")),
    (r"(plan|package|membership|subscription)", ("basic plan", "family plan", "premium plan")),
    (r"(reference|code|number|confirmation|tracking| id$|^id$)", (
        "AX4821", "BK7093", "QT1157", "RM6640", "ZL2398", "HV5512", "DN8076", "KP3349",
    )),
    (r"(license|plate)", ("KLM 482", "BRT 907", "HWS 315", "DGA 664")),
)  # fmt: skip

_PLAIN = (
    "the standard one", "the usual", "the first option", "the basic one", "the large one",
    "the small one", "the new one", "the old one",
)  # fmt: skip


def some_values(
    slot: str, type_: str, description: str, count: int, base: date, rng: Random
) -> list[str]:
    """Values for a slot, by its words and its description, at most `count`, all different."""
    pool = _pool(slot, type_, description, base, rng, count)
    rng.shuffle(pool)
    return list(dict.fromkeys(pool))[:count]


def _pool(
    slot: str, type_: str, description: str, base: date, rng: Random, count: int
) -> list[str]:
    what = kind(slot, type_)
    if what in _DRAWN:
        return [_DRAWN[what](base, rng) for _ in range(3 * count)]
    if type_ in ("integer", "number"):
        return _numbers(slot, type_, what, rng)
    if what is Kind.PLACE and "address" in slot:
        return list(_ADDRESSES)
    if what in _BY_KIND:
        return list(_BY_KIND[what])
    return _by_words(slot, description)


_EMAILS = tuple(f"{name.lower().replace(' ', '.')}@example.com" for name in _PEOPLE)
_PRICES = tuple(f"${n}" for n in (15, 20, 35, 40, 50, 75, 80, 100, 150, 200, 250, 500))
_BY_KIND: dict[Kind, tuple[str, ...]] = {
    Kind.BOOLEAN: ("yes", "no"),
    Kind.CREATED: _CREATED,
    Kind.DURATION: _DURATIONS,
    Kind.EMAIL: _EMAILS,
    Kind.MONEY: _PRICES,
    Kind.PLACE: _CITIES,
}
_DRAWN: dict[Kind, Callable[[date, Random], str]] = {
    Kind.DATE: some_date,
    Kind.TIME: lambda base, rng: some_time(rng),
    Kind.PHONE: lambda base, rng: f"555-{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",
}


def _by_words(slot: str, description: str) -> list[str]:
    for text in (slot, description.lower()):
        for pattern, values in _BANK:
            if re.search(pattern, text):
                return list(values)
    head = slot.split()[-1] if slot else "thing"
    return [*_PLAIN, *(f"{word} {head}" for word in ("standard", "deluxe", "classic", "simple"))]


def _numbers(slot: str, type_: str, what: Kind, rng: Random) -> list[str]:
    if what is Kind.MONEY:
        choices: tuple[float, ...] = (15, 20, 25, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 500)
    elif "rating" in slot or "stars" in slot:
        choices = (1, 2, 3, 4, 5)
    elif "year" in slot:
        choices = tuple(range(1985, 2026, 3))
    elif "age" in slot.split():
        choices = tuple(range(19, 70, 4))
    elif re.search(r"duration|minutes|length|time", slot):
        choices = (10, 15, 20, 30, 40, 45, 60, 75, 90, 120)
    elif re.search(r"volume|percent|level|brightness", slot):
        choices = tuple(range(5, 100, 5))
    elif re.search(r"calories|distance|weight|size|square", slot) and what is Kind.NUMBER:
        choices = (100, 150, 200, 250, 300, 350, 400, 450, 500)
    elif "temperature" in slot:
        choices = tuple(range(16, 27))
    else:
        choices = tuple(range(1, 11))
    if type_ == "number" and what is not Kind.MONEY:
        choices = (*choices, *(c + 0.5 for c in choices[:4]))
    return [f"{c:g}" for c in choices]
