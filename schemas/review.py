"""What reviewers found in a sample."""

from enum import StrEnum

from schemas.base import Record


class LabelKind(StrEnum):
    """Which label is wrong; a reviewer's reason begins with it: `state: the date is a day off`."""

    STATEMENT = "statement"
    STATE = "state"
    ACT = "act"
    SPAN = "span"
    CALL = "call"
    PHENOMENON = "phenomenon"
    OTHER = "other"
    """The reason names none of the others."""


class Rate(Record):
    """A share of judged items with its 95% Wilson interval.

    Attributes:
        rate, low, high: None where nothing was judged.
    """

    count: int
    of: int
    rate: float | None = None
    low: float | None = None
    high: float | None = None


class Estimate(Record):
    """A share of the whole dataset, estimated from the stratified sample.

    Attributes:
        effective: Size of a plain random sample that would be as informative (Kish); the Wilson
            interval is that of such a sample.
    """

    rate: float
    low: float
    high: float
    effective: float


class Agreement(Record):
    """How far two files agree on the items that both judge.

    Attributes:
        column: The verdict compared.
        observed: Share of items with the same verdict.
        kappa: Cohen's kappa, None where both files say one and the same throughout.
    """

    first: str
    second: str
    column: str
    items: int
    observed: float
    kappa: float | None


class ReviewSummary(Record):
    """The numbers of one or more filled sample files.

    An item that several files judge counts as wrong where half of them or more say so.

    Attributes:
        files: Names of the files.
        sampled: Items in the sample.
        judged: Items with a verdict on their labels.
        label_errors: Items whose labels are wrong.
        dataset_label_errors: The same for the whole dataset, None where nothing was judged.
        by_kind: Items wrong in a label of that kind, of all judged.
        by_phenomenon: Items with wrong labels, of those said to show the phenomenon.
        by_intent: Items with wrong labels, of those with the intent.
        natural: Items that read as people talk.
        realised: Items in which every phenomenon said to be there happens.
        realised_by_phenomenon: The same, of those said to show the phenomenon.
    """

    files: tuple[str, ...]
    sampled: int
    judged: int
    label_errors: Rate
    dataset_label_errors: Estimate | None
    by_kind: dict[LabelKind, Rate]
    by_phenomenon: dict[str, Rate]
    by_intent: dict[str, Rate]
    natural: Rate
    realised: Rate
    realised_by_phenomenon: dict[str, Rate]
    agreement: tuple[Agreement, ...] = ()
