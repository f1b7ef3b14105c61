"""What is proposed for each fact of a deed before it is told: remembered, then by the map, then the commonest value."""

from collections.abc import Iterator, Mapping
from functools import partial

from rules.flanders_fields.game.seated import SeatDeeds
from rules.kernel.asking import Ask, AskKind, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.filling import Guessed
from rules.kernel.stage import Deed, nothing
from rules.kernel.values import replace


def proposing_facts(deed: Deed[SeatDeeds]) -> Deed[SeatDeeds]:
    """The same deed, with what is known of each of its facts before those values that are only the commonest."""
    if deed.asks is nothing:
        return deed

    def asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
        return _with_facts(deed.kind, deed.asks(seated, told), seated, told)

    return replace(deed, asks=asks)


def _with_facts(
    kind: str, asks: Iterator[Ask | Refusal], seated: SeatDeeds, told: Told, rows: str = "", row: Told | None = None
) -> Iterator[Ask | Refusal]:
    row = told if row is None else row
    for ask in asks:
        if isinstance(ask, Refusal) or ask.kind is AskKind.DICE:
            yield ask
        elif ask.row is not None:
            found = [*_chosen(kind, ask, seated, told)]
            yield replace(ask, row=partial(_row, kind, ask, seated, told), proposals=(*found, *ask.proposals))
        else:
            found = [] if isinstance(row, Guessed) else list(_known(kind, ask, seated, told, rows, row))
            yield replace(ask, proposals=(*found, *ask.proposals)) if found else ask


def _row(kind: str, rows: Ask, seated: SeatDeeds, told: Told, row: Told) -> Iterator[Ask | Refusal]:
    assert rows.row is not None
    return _with_facts(kind, rows.row(row), seated, told, rows.name, row)


def _known(kind: str, ask: Ask, seated: SeatDeeds, told: Told, rows: str, row: Told) -> Iterator[Proposal]:
    if not rows:
        yield from _chosen(kind, ask, seated, told)
    if rows != "zones":
        # How it is covered on its way through fire tells nothing of where it stood.
        yield from remembered_of(seated, ask.name.rpartition(".")[2], told, row)
    measured = _measured(kind, seated, told, rows, row).get(ask.name.rpartition(".")[2])
    if measured is None:
        return
    # What counts untold is the same whether or not the map has it too: it would only fill the card.
    if measured.value != ask.usual and (ask.among is None or measured.value in ask.among):
        yield measured


def _chosen(kind: str, ask: Ask, seated: SeatDeeds, told: Told) -> Iterator[Proposal]:
    """What the map would choose, where stands are to be chosen."""
    if seated.field is None or ask.kind not in (AskKind.ONE, AskKind.SEVERAL, AskKind.ROWS):
        return
    # The libraries of the map are loaded with the first map, not with the service.
    from rules.flanders_fields.game.aims_by_map import chosen

    found = chosen(seated, seated.field, kind, ask, told)
    if found is not None:
        yield found


def _measured(kind: str, seated: SeatDeeds, told: Told, rows: str, row: Told) -> Mapping[str, Proposal]:
    if seated.field is None:
        return {}
    # The libraries of the map are loaded with the first map, not with the service.
    from rules.flanders_fields.game.facts_by_map import measured

    return measured(seated, kind, rows, told, row)


def remembered_of(seated: SeatDeeds, fact: str, told: Told, row: Told) -> Iterator[Proposal]:
    """What was told before of the stand that the fact is about, or of the two, and still holds."""
    whom, by = _about(told, row)
    if fact == "cover" and (cover := seated.remembered.cover_of(whom)) is not None:
        yield Proposal(cover.cover.value, Origin.REMEMBERED, "told before, and it has not moved since")
    if fact == "range_cm" and by and (apart := seated.remembered.between(by, whom)) is not None:
        yield Proposal(apart.cm, Origin.REMEMBERED, "told before, and neither has moved since")


def _about(told: Told, row: Told) -> tuple[str, str]:
    """The stand that is fired at, struck or met, and the one that fires at it, if any."""
    inner = told.get("caught") if row is told else None
    one = inner if isinstance(inner, Mapping) else row
    whom = one.get("target") or one.get("stand") or next(iter(told.get("stands") or ()), "")
    by = one.get("firer") or (told.get("stand") if one.get("target") else "")
    return (str(whom), str(by or "")) if not isinstance(whom, Mapping) else ("", "")
