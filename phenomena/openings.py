"""What the two phenomena of an opening share: how many values come with it."""

from phenomena.phenomenon import Host, Turns
from phenomena.reading import Exchange, exchanges
from schemas.dialogue import SignalKind


def sayable(host: Host) -> tuple[str, ...]:
    """Slots of the goal that the user will say and no other phenomenon claims."""
    return tuple(s.slot for s in host.goal.slots if s.slot not in host.taken | host.carried)


def rich_openings(turns: Turns, *, complete: bool) -> tuple[int, ...]:
    """User turns that open a task with at least two values.

    Args:
        turns: The dialogue.
        complete: True for openings after which nothing is missing, False for the others.
    """
    return tuple(
        exchange.user.index
        for exchange in exchanges(turns)
        if _values(exchange) >= 2 and _complete(exchange) is complete
    )


def _values(exchange: Exchange) -> int:
    opening = exchange.opened()
    return len(exchange.informed(opening)) if opening is not None else 0


def _complete(exchange: Exchange) -> bool:
    return not exchange.signalled(SignalKind.HINT_VALUE)
