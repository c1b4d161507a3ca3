"""Random intents, slots and values, some of them awkward, for measuring understanding."""

from dataclasses import dataclass
from random import Random

from schemas.calls.views import IntentView, SlotView

CALENDAR = ("next Friday", "May 2nd", "2026-05-01", "tomorrow", "the 5th of June", "in two weeks")
CLOCK = ("8pm", "7:30 pm", "19:15", "noon", "10 in the morning", "half past six")
NAMES = (
    "Joe's Diner", "Cafe Le Chic", "The Olive Garden", "Salt and Pepper", "Smith, Jones and Sons",
    "Who's Next?", "St. Mary's", "Bread & Butter", "La Petite Boulangerie", "At Home Cafe",
)  # fmt: skip
PLACES = ("Boston", "New York", "12 Oak Street", "near the station", "Boston, MA", "Saint-Malo")
TEXTS = (
    "Let's meet for lunch", "Hello, how are you?", "I'll be late. Don't wait for me!",
    "Thank you", "No, that's all, thanks", "Can you call me back?", "Change the date to Friday",
)  # fmt: skip
KINDS = ("standard", "deluxe", "window seat", "extra large", "jazz", "compact")

SLOTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("restaurant_name", "string", NAMES),
    ("stylist", "string", ("Maria Lopez", "Dr. Who", "Anna")),
    ("date", "date", CALENDAR),
    ("departure_date", "date", CALENDAR),
    ("return_date", "string", CALENDAR),
    ("check_in_date", "date", CALENDAR),
    ("check_out_date", "date", CALENDAR),
    ("time", "time", CLOCK),
    ("pickup_time", "string", CLOCK),
    ("party_size", "integer", ("1", "4", "12", "two")),
    ("number_of_rooms", "integer", ("1", "3")),
    ("passengers", "integer", ("2", "5")),
    ("quantity", "integer", ("2", "10")),
    ("driver_age", "integer", ("25", "40")),
    ("origin", "string", PLACES),
    ("destination", "string", PLACES),
    ("location", "string", PLACES),
    ("delivery_address", "string", PLACES),
    ("insurance", "boolean", ("yes", "no")),
    ("has_live_music", "boolean", ("yes", "no")),
    ("message_body", "string", TEXTS),
    ("subject", "string", ("Invoice", "Job Offer", "Re: your order")),
    ("notes", "string", TEXTS),
    ("special_requests", "string", ("a quiet table, please", "gluten-free options", "no nuts")),
    ("room_type", "string", KINDS),
    ("genre", "string", KINDS),
    ("budget", "number", ("200", "49.5")),
    ("duration", "string", ("30 minutes", "an hour", "2 hours")),
    ("contact_number", "string", ("555-123-4567", "555 0987")),
    ("email_address", "string", ("jane.doe@example.com",)),
    ("recipient", "string", ("Mom", "John Smith", "road runners club")),
    ("class", "string", ("economy", "business")),
    ("frobnication_level", "string", ("high", "medium-rare", "42b")),
    ("wifi_needed", "boolean", ("yes", "no")),
)  # fmt: skip

INTENTS = (
    ("reserve_table", "reserve a table at a restaurant", "reservations"),
    ("book_flight", "book a flight", "flights"),
    ("send_message", "send a message", "messages"),
    ("rent_car", "rent a car", "car_rentals"),
    ("play_song", "play a song", "songs"),
    ("order_takeaway", "Order takeaway food from a restaurant.", "orders"),
    ("schedule_meeting", "schedule meeting", "meetings"),
    ("frobnicate_widget", "frobnicate the widget", "widgets"),
    ("find_reservations", "find existing reservations", "reservations"),
    ("find_flights", "Query intent for finding existing flights", "flights"),
)


@dataclass(frozen=True)
class Sample:
    """An intent with a value for each of its slots."""

    intent: IntentView
    others: tuple[IntentView, ...]
    values: dict[str, str]


def program_name(name: str) -> str:
    return "class_" if name == "class" else name


def draw(rng: Random) -> Sample:
    """A random intent among others, with values; the schema shows only some of these."""
    names = rng.sample(INTENTS, 3)
    views = [_view(rng, *name) for name in names]
    pools = {program_name(slot): pool for slot, _, pool in SLOTS}
    values: dict[str, str] = {}
    for slot in views[0].slots:
        left = [v for v in pools[slot.name] if v not in values.values()] or list(pools[slot.name])
        values[slot.name] = rng.choice(left)
    return Sample(views[0], tuple(views[1:]), values)


def _view(rng: Random, name: str, description: str, entity: str) -> IntentView:
    chosen = rng.sample(SLOTS, rng.randint(3, 7))
    return IntentView(
        name=name,
        service=entity,
        description=description,
        transactional=not name.startswith("find"),
        needs_confirmation=not name.startswith("find"),
        entity=entity,
        slots=tuple(
            SlotView(
                name=program_name(slot),
                description="",
                type=type_,
                required=place < 3,
                example_values=tuple(rng.sample(pool, min(2, len(pool)))),
            )
            for place, (slot, type_, pool) in enumerate(chosen)
        ),
    )
