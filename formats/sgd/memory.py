"""What an SGD dialogue's earlier turns left for later ones to refer to."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from schemas.acts import Act, ActType
from world.statements import Ref


@dataclass(frozen=True)
class Mention:
    """A value that the system said.

    Attributes:
        ref: How a program refers to it.
        kind: The act it was said in.
        place: Which of the entities named at once it belongs to, from 0.
    """

    ref: Ref
    kind: ActType
    slot: str
    value: str
    surface: str
    place: int


@dataclass
class ServiceMemory:
    """What was said about one service.

    Attributes:
        fresh: Since the user last turned to it.
        confirms: Asked to be confirmed and not affirmed yet, the last one of each slot.
        proposals: Offered in place of what failed, and not affirmed yet, the last of each slot.
        offers: Of the last turn that offered something.
        selected: Whether the user made a choice of these offers.
        entities: The entities offered then, by place.
        intent: The intent last offered.
        mentions: All, oldest first.
    """

    fresh: list[Mention] = field(default_factory=list)
    confirms: dict[str, Mention] = field(default_factory=dict)
    proposals: dict[str, Mention] = field(default_factory=dict)
    offers: list[Mention] = field(default_factory=list)
    selected: bool = False
    entities: dict[int, Ref] = field(default_factory=dict)
    intent: str = ""
    mentions: list[Mention] = field(default_factory=list)

    def settle(self) -> None:
        """Forgets what was asked: it is affirmed, or the user wants something else."""
        self.confirms.clear()
        self.proposals.clear()


class Memory:
    """The memories of all services."""

    def __init__(self) -> None:
        self._services: dict[str, ServiceMemory] = {}

    def of(self, service: str) -> ServiceMemory:
        """One service's."""
        return self._services.setdefault(service, ServiceMemory())

    def elsewhere(self, service: str) -> tuple[Mention, ...]:
        """What was said about other services, newest first."""
        found = [m for s, memory in self._services.items() if s != service for m in memory.mentions]
        return tuple(sorted(found, key=lambda mention: -mention.ref.index))

    def entities_elsewhere(self, service: str) -> tuple[Ref, ...]:
        """The entities last offered of other services."""
        return tuple(
            ref
            for name, memory in self._services.items()
            if name != service
            for ref in memory.entities.values()
        )

    def hear_system(
        self, say: int, acts: Iterable[Act], entities: dict[str, dict[int, Ref]]
    ) -> None:
        """Remembers what a `say` said.

        Args:
            say: Its number.
            acts: All of its acts.
            entities: The entities it offered, by service and place.
        """
        acts = tuple(acts)
        for service in dict.fromkeys(act.service for act in acts if act.service):
            own = [act for act in acts if act.service == service]
            self._remember(self.of(service), say, own, entities.get(service, {}))

    def _remember(
        self, memory: ServiceMemory, say: int, acts: list[Act], entities: dict[int, Ref]
    ) -> None:
        offers: list[Mention] = []
        failed = any(act.act is ActType.NOTIFY_FAILURE for act in acts)
        for act in acts:
            if act.act is ActType.OFFER_INTENT:
                memory.intent = act.intent
        for mention in _mentions(say, acts):
            memory.fresh.append(mention)
            memory.mentions.append(mention)
            if mention.kind is ActType.CONFIRM:
                memory.confirms[mention.slot] = mention
            if mention.kind is ActType.OFFER:
                offers.append(mention)
                if failed:
                    memory.proposals[mention.slot] = mention
        if offers:
            memory.offers, memory.entities, memory.selected = offers, entities, False


def _mentions(say: int, acts: list[Act]) -> Iterable[Mention]:
    """Values by slot; where a slot has several, each is referred to by its place."""
    valued = [act for act in acts if act.slot and isinstance(act.value, str)]
    slots = [act.slot for act in valued]
    for number, act in enumerate(valued):
        place = slots[:number].count(act.slot)
        alone = slots.count(act.slot) == 1
        yield Mention(
            ref=Ref(say, None if alone else place, act.slot),
            kind=act.act,
            slot=act.slot,
            value=str(act.value),
            surface=act.surface,
            place=place,
        )
