"""The values of a goal: realistic, coherent with one another and with the goals before it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from runtime.stage import StageContext
from schemas.acts import Reference
from schemas.base import Value
from schemas.calls.call import Site
from schemas.calls.planning import (
    COHERENCE,
    LIKELY_VALUE,
    NEXT_CONTEXT,
    REALISTIC_VALUES,
    CoherenceChange,
    CoherenceInput,
    CoherenceReply,
    LikelyValueInput,
    LikelyValueReply,
    NextContextInput,
    RealisticValuesInput,
    WordsForSlot,
)
from schemas.calls.views import GoalView, SlotValues, ValueView
from schemas.plan import Goal, PlannedSlot
from schemas.service import IntentSchema, ServiceSchema, SlotSchema, SlotType
from world.created import created
from world.legal import broken_rule, canonical_or_none
from world.names import escape, unescape
from world.transcript import intent_outline, now_text, slot_values

SAMPLE = 8
"""Example values shown for a slot that is to be filled."""


@dataclass(frozen=True)
class Filler:
    """Fills the goals of one dialogue, one after the other.

    Attributes:
        who: The user's persona.
        several: Queries are to find more than one, so nothing like 'the most recent' is shown.
    """

    dialogue_id: str
    story: str
    who: str
    ctx: StageContext
    rng: Random
    several: bool = False

    @cached_property
    def _created(self) -> frozenset[str | None]:
        """Slots that say when something was made."""
        return frozenset(intent.created_slot for _, intent in self.ctx.catalog.intents())

    async def fill(
        self,
        service: ServiceSchema,
        intent: IntentSchema,
        before: tuple[GoalView, ...],
        fixed: Mapping[str, PlannedSlot],
    ) -> Goal:
        """The next goal.

        Args:
            service: The service it is about.
            intent: Its intent.
            before: The goals so far, with what their queries find.
            fixed: Slots whose value is settled (it flows from an earlier result).

        Raises:
            BadReply: Where the model gives no usable values.
        """
        number = len(before)
        slots = self._chosen(intent, fixed)
        reply = await self.ctx.chat.ask(
            NEXT_CONTEXT,
            NextContextInput(
                story=self.story,
                who=self.who,
                before=before,
                intent=intent_outline(service, intent),
                told=tuple(_told(intent, slot) for slot in slots),
                carried=_values({slot: planned.surface for slot, planned in fixed.items()}),
            ),
            Site(item=self.dialogue_id, turn=number),
        )
        known = {slot: planned.surface for slot, planned in fixed.items()}
        for slot in slots:
            if service.slot(slot).type is SlotType.BOOLEAN and slot not in known:
                known[slot] = self.rng.choice(("yes", "no"))
        pivot = next((slot for slot in slots if slot not in known), None)
        if pivot is not None:
            known[pivot] = await self._likely(service, intent, pivot, reply.context, before, known)
        rest = tuple(slot for slot in slots if slot not in known)
        if rest:
            known |= await self._realistic(service, intent, reply.context, before, known, rest)
        return Goal(
            number=number,
            service=service.name,
            intent=intent.name,
            context=reply.context,
            slots=tuple(
                fixed.get(slot) or self.planned(service.slot(slot), known[slot]) for slot in slots
            ),
        )

    def planned(self, slot: SlotSchema, words: str) -> PlannedSlot:
        """A slot with the user's words and what they mean."""
        value = canonical_or_none(words, slot, self.ctx.config.clock)
        return PlannedSlot(slot=slot.name, value=value, surface=words)

    def sample(self, slot: SlotSchema) -> SlotValues:
        """A slot as prompts show it, with a sample of its values."""
        known = slot.possible_values or slot.example_values
        if self.several and slot.name in self._created:
            known = tuple(words for words in known if not self._picks_one(words)) or known
        chosen = self.rng.sample(known, min(SAMPLE, len(known)))
        made = "when they were made or booked" if slot.name in self._created else ""
        return slot_values(slot, chosen, made)

    def _picks_one(self, words: str) -> bool:
        try:
            return bool(created(words, self.ctx.config.clock).pick)
        except ValueError:
            return True

    async def coherent(
        self, goals: tuple[Goal, ...], shown: tuple[GoalView, ...]
    ) -> tuple[Goal, ...]:
        """The goals with what the model finds incoherent changed.

        Args:
            goals: The goals.
            shown: The same as the model sees them; what stays there is not changed.

        Raises:
            BadReply: Where the model asks for changes that cannot be made.
        """
        question = CoherenceInput(
            story=self.story, goals=shown, now=now_text(self.ctx.config.clock)
        )

        def possible(reply: CoherenceReply) -> None:
            for change in reply.changes:
                _may_change(change, shown)
            self._apply(goals, reply)

        reply = await self.ctx.chat.ask(
            COHERENCE, question, Site(item=self.dialogue_id), check=possible
        )
        return self._apply(goals, reply)

    def _apply(self, goals: tuple[Goal, ...], reply: CoherenceReply) -> tuple[Goal, ...]:
        changed = list(goals)
        for change in reply.changes:
            goal = changed[change.goal]
            name = unescape(change.slot)
            service = self.ctx.catalog.service(goal.service)
            self._check(service, (WordsForSlot(slot=name, words=change.words),))
            new = self.planned(service.slot(name), change.words)
            slots = tuple(new if s.slot == name else s for s in goal.slots)
            changed[change.goal] = goal.model_copy(update={"slots": slots})
        return tuple(changed)

    def _chosen(self, intent: IntentSchema, fixed: Mapping[str, PlannedSlot]) -> tuple[str, ...]:
        share = self.ctx.config.mix.optional_slot
        drawn = [slot.name for slot in intent.optional if self.rng.random() < share]
        wanted = (*intent.required, *drawn, *fixed)
        if not wanted and intent.optional:
            wanted = (self.rng.choice(intent.optional).name,)
        return tuple(slot for slot in intent.slot_names if slot in wanted)

    async def _likely(
        self,
        service: ServiceSchema,
        intent: IntentSchema,
        name: str,
        context: str,
        before: tuple[GoalView, ...],
        known: Mapping[str, str],
    ) -> str:
        slot = service.slot(name)
        question = LikelyValueInput(
            intent=intent_outline(service, intent),
            slot=self.sample(slot),
            context=context,
            before=before,
            fixed=_values(known),
            now=now_text(self.ctx.config.clock),
        )

        def legal(reply: LikelyValueReply) -> None:
            self._check_words(slot, reply.value)

        reply = await self.ctx.chat.ask(
            LIKELY_VALUE, question, Site(item=self.dialogue_id, turn=len(before)), check=legal
        )
        return reply.value

    async def _realistic(
        self,
        service: ServiceSchema,
        intent: IntentSchema,
        context: str,
        before: tuple[GoalView, ...],
        known: Mapping[str, str],
        rest: tuple[str, ...],
    ) -> dict[str, str]:
        question = RealisticValuesInput(
            story=self.story,
            intent=intent_outline(service, intent),
            context=context,
            before=before,
            slots=tuple(self.sample(service.slot(slot)) for slot in rest),
            fixed=_values(known),
            now=now_text(self.ctx.config.clock),
        )
        reply = await self.ctx.chat.ask(
            REALISTIC_VALUES,
            question,
            Site(item=self.dialogue_id, turn=len(before)),
            check=lambda reply: self.check_filled(service, intent, reply.values, rest, known),
        )
        return words_by_slot(reply.values, rest)

    def check_filled(
        self,
        service: ServiceSchema,
        intent: IntentSchema,
        entries: tuple[WordsForSlot, ...],
        wanted: tuple[str, ...],
        known: Mapping[str, str],
    ) -> None:
        """Raises ValueError where a slot is missing, a value illegal or a rule broken."""
        self._check(service, entries)
        given = words_by_slot(entries, wanted)
        missing = [slot for slot in wanted if slot not in given]
        if missing:
            raise ValueError(f"a value for {missing[0]} is missing")
        words = {**known, **given}
        values: dict[str, Value] = {
            slot: canonical_or_none(said, service.slot(slot), self.ctx.config.clock)
            for slot, said in words.items()
        }
        rule = broken_rule(intent, values)
        if rule is not None:
            raise ValueError(f"the values break the rule {rule.left} {rule.operator} {rule.right}")

    def _check(self, service: ServiceSchema, entries: Iterable[WordsForSlot]) -> None:
        names = {slot.name for slot in service.slots}
        for entry in entries:
            name = unescape(entry.slot)
            if name not in names:
                raise ValueError(f"{entry.slot!r} is no slot of the intent")
            self._check_words(service.slot(name), entry.words)

    def _check_words(self, slot: SlotSchema, words: str) -> None:
        if slot.name in self._created:
            created(words, self.ctx.config.clock)
        if canonical_or_none(words, slot, self.ctx.config.clock) is None:
            legal = f" (one of {', '.join(slot.possible_values)})" if slot.categorical else ""
            raise ValueError(f"{words!r} is no {slot.type.value} for {slot.name}{legal}")


def _told(intent: IntentSchema, slot: str) -> str:
    """A slot that the user will tell, in words that leave no doubt of what it asks."""
    if slot != intent.created_slot:
        return escape(slot)
    return f"{escape(slot)} (when the {intent.entity.replace('_', ' ')} were made or booked)"


def _values(words: Mapping[str, str]) -> tuple[ValueView, ...]:
    return tuple(ValueView(slot=escape(slot), words=said) for slot, said in words.items())


def _may_change(change: CoherenceChange, shown: tuple[GoalView, ...]) -> None:
    if not 0 <= change.goal < len(shown):
        raise ValueError(f"there is no goal {change.goal}")
    names = {v.slot for v in shown[change.goal].values if not v.stays}
    if unescape(change.slot) not in names:
        legal = f"; only {', '.join(sorted(names))}" if names else ""
        raise ValueError(f"goal {change.goal}: {change.slot!r} cannot be changed{legal}")


def words_by_slot(entries: Iterable[WordsForSlot], wanted: Iterable[str]) -> dict[str, str]:
    """The words for the wanted slots; prompts show slots under the names of programs."""
    given = {unescape(entry.slot): entry.words for entry in entries}
    return {slot: given[slot] for slot in wanted if slot in given}


def flowing(slot: SlotSchema, value: Value, reference: Reference) -> PlannedSlot:
    """A slot whose value flows from an earlier result."""
    surface = value if isinstance(value, str) else str(value)
    return PlannedSlot(slot=slot.name, value=value, surface=surface, reference=reference)
