"""Who the simulated users are."""

from schemas.plan import Persona

PERSONAS: tuple[Persona, ...] = (
    Persona(name="a busy parent", style="terse, a few words at a time"),
    Persona(name="a retired teacher", style="polite, in full sentences"),
    Persona(name="a student", style="casual and friendly"),
    Persona(name="a project manager", style="brisk and to the point"),
    Persona(name="a chatty neighbour", style="talkative, with small asides"),
    Persona(name="a nurse after a night shift", style="tired, short and plain"),
    Persona(name="a careful accountant", style="precise and formal"),
    Persona(name="a traveller", style="relaxed and cheerful"),
)
