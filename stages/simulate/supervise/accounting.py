"""How often the supervisors were asked, mended something, and were right."""

from collections import defaultdict
from collections.abc import Iterable

from schemas.dialogue import Dialogue, Supervised
from schemas.run import SupervisionRow
from schemas.verdict import Rejection


def account(
    dialogues: Iterable[Dialogue], rejections: Iterable[Rejection]
) -> tuple[SupervisionRow, ...]:
    """One row for each supervisor and kind of name that came up.

    Args:
        dialogues: All that were simulated to their end, published or not.
        rejections: All items that were dropped on the way there.
    """
    rows: dict[tuple[str, str], list[Supervised]] = defaultdict(list)
    all_of_them = (
        *(one for dialogue in dialogues for one in dialogue.supervised),
        *(one for rejection in rejections for one in rejection.supervised),
    )
    for one in all_of_them:
        rows[one.supervisor.value, one.kind.value].append(one)
    return tuple(
        SupervisionRow(
            supervisor=supervisor,
            kind=kind,
            asked=len(found),
            mended=sum(bool(one.given) for one in found),
            right=sum(one.right for one in found if one.given),
        )
        for (supervisor, kind), found in sorted(rows.items())
    )
