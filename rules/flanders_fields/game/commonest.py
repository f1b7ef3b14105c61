"""What is taken of a fact that nobody told: the commonest value; and of a distance the bands that matter."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.flanders_fields.game.brief_words import BRIEF
from rules.flanders_fields.game.fact_bands import bands
from rules.flanders_fields.game.models import cover_on_open_ground
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.vocabulary import Cover, Going, Side
from rules.kernel.asking import NEEDED, Ask, AskKind, FigureBand, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.stage import Deed, nothing
from rules.kernel.values import replace

BEHIND_CM: Final = 5.0
"""Stands of one company behind each other: within the depth of any beaten zone (FF-RNG-11)."""


def proposing(deed: Deed[SeatDeeds]) -> Deed[SeatDeeds]:
    """The same deed, which proposes the commonest value of whatever has to be told and can be left open."""
    if deed.asks is nothing:
        return deed

    def asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
        return _proposing(deed.kind, deed.asks(seated, told), seated, told, told)

    return replace(deed, asks=asks)


def _proposing(
    kind: str, asks: Iterator[Ask | Refusal], seated: SeatDeeds, told: Told, row: Told
) -> Iterator[Ask | Refusal]:
    for ask in asks:
        if isinstance(ask, Refusal):
            yield ask
        elif ask.row is not None:
            yield _with_rows(kind, ask, ask.row, seated, told)
        else:
            name = ask.name.rpartition(".")[2]
            given = _allowed(ask, bands(seated, kind, name, told)) if ask.kind is AskKind.CM else ()
            brief = BRIEF.get(name, "")
            asked = replace(ask, brief=brief, bands=given or ask.bands) if given or brief != ask.brief else ask
            left_open = asked.usual is NEEDED and not asked.proposals and name in COMMONEST
            yield COMMONEST[name](asked, seated, told, row) if left_open else asked


def _allowed(ask: Ask, found: tuple[FigureBand, ...]) -> tuple[FigureBand, ...]:
    """Return the bands whose values the prompt takes."""
    least, most = (float("-inf") if ask.least is None else ask.least), (float("inf") if ask.most is None else ask.most)
    return tuple(band for band in found if least <= band.value <= most)


def _with_rows(
    kind: str, ask: Ask, of_row: Callable[[Told], Iterator[Ask | Refusal]], seated: SeatDeeds, told: Told
) -> Ask:
    brief = BRIEF.get(ask.name, "")
    return replace(ask, brief=brief, row=lambda row: _proposing(kind, of_row(row), seated, told, row))


def _assumed(value: object, why: str) -> tuple[Proposal, ...]:
    return (Proposal(value, Origin.ASSUMED, why),)


def _cover(ask: Ask, seated: SeatDeeds, told: Told, row: Told) -> Ask:
    """Who defends lies in an ordinary trench, who attacks is on open ground (FF-COV-05, FF-COV-T2)."""
    one = told.get("caught", {}) if row is told and isinstance(told.get("caught"), Mapping) else row
    stand = str(one.get("target") or one.get("stand") or next(iter(told.get("stands") or ()), ""))
    there = seated.state.stands.get(stand)
    if there is not None and there.side is Side.ATTACKER:
        found = cover_on_open_ground(seated.state, stand, seated.table.book)
        return replace(ask, proposals=_assumed(found.value, "not told: who attacks is on open ground (FF-COV-T2)"))
    return replace(ask, proposals=_assumed(Cover.MEDIUM.value, "not told: most open trenches are Medium (FF-COV-05)"))


def _going(ask: Ask, _seated: SeatDeeds, _told: Told, _row: Told) -> Ask:
    among = ask.among or (Going.CROSS_COUNTRY.value,)
    value = Going.CROSS_COUNTRY.value if Going.CROSS_COUNTRY.value in among else among[0] if among else None
    return ask if value is None else replace(ask, proposals=_assumed(value, "not told: the plainest ground"))


def _range(ask: Ask, _seated: SeatDeeds, _told: Told, _row: Told) -> Ask:
    """In range and not at short range, if nobody says otherwise (FF-RNG-11, FF-RNG-T1): the widest of the bands."""
    within = ask.bands[:-1] or ask.bands
    return _in_band(ask, within[-1]) if within else ask


def _in_band(ask: Ask, band: FigureBand) -> Ask:
    return replace(ask, proposals=_assumed(band.value, f"not told: {band.says}"))


def _near(ask: Ask, _seated: SeatDeeds, _told: Told, _row: Told) -> Ask:
    """Within the limit, where only that counts: else nobody would ask."""
    return _in_band(ask, ask.bands[0]) if ask.bands else ask


def _observed(ask: Ask, _seated: SeatDeeds, _told: Told, _row: Told) -> Ask:
    return replace(ask, proposals=_assumed(True, "not told: what nobody observes is rolled for first (FF-DEV-01)"))


def _behind(ask: Ask, _seated: SeatDeeds, told: Told, _row: Told) -> Ask:
    far = BEHIND_CM * max(1, len(told.get("shots") or ()) - 1)
    usual = _assumed(far, "not told: they stand one behind the other")
    return replace(ask, proposals=usual, bands=(FigureBand("in its zone", far),))


def _stand(ask: Ask, _seated: SeatDeeds, told: Told, _row: Told) -> Ask:
    """Of the stands of a unit the first that may do it: they come in their order."""
    if not told.get("unit") or not ask.among:
        return ask
    return replace(ask, proposals=_assumed(ask.among[0], "not told: the first that may"))


def _front(ask: Ask, _seated: SeatDeeds, _told: Told, _row: Told) -> Ask:
    """The front, else the first side that has a gun (FF-BLK-12, FF-TNK-01)."""
    among = ask.among or ("front",)
    value = "front" if "front" in among else among[0]
    return replace(ask, proposals=_assumed(value, f"not told: its {value}"))


COMMONEST: Final[Mapping[str, Callable[[Ask, SeatDeeds, Told, Told], Ask]]] = {
    "cover": _cover,
    "going": _going,
    "range_cm": _range,
    "behind_cm": _behind,
    "stand": _stand,
    "observed": _observed,
    "distance_cm": _near,
    "face": _front,
    "sector": _front,
    "from_position_cm": _near,
}
"""By the name of the fact, which is the same in every command."""
