"""Proposals for the facts of commands: remembered, from the map, or the default."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from rules.flanders_fields.artillery import DEPTH
from rules.flanders_fields.artillery import MEASURES as OF_CALLS
from rules.flanders_fields.barrages import SIZES
from rules.flanders_fields.cards import MEASURES as OF_CARDS
from rules.flanders_fields.fire_eligibility import Distance, greatest_range, least_range, short_range
from rules.flanders_fields.game import map_proposals
from rules.flanders_fields.game.engine import CHAPTERS
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.creation import CREATING_DEEDS
from rules.flanders_fields.game.stand_types import MOTORS, cover_on_open_ground, marksmen, weapon_of
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.mortars import SQUARES
from rules.flanders_fields.order_roll import REACH
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Firer, Going, Side, UnitClass
from rules.kernel.commands import Deed, nothing
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import replace
from rules.kernel.prompts import NEEDED, Ask, AskKind, FigureBand, Guessed, Origin, Proposal, Told

# What a fact is called where room is scarce, by the name of its field

BRIEF: Final[Mapping[str, str]] = {
    "armour_in_cover": "In a building",
    "battalion_farthest_cm": "Battalion from the C.O.",
    "began_inside": "Began inside",
    "behind_cm": "Zone",
    "belts": "Belts of wire",
    "centre_inside": "Centre inside",
    "commander_in_gas": "C.O. in gas",
    "commander_sees_it": "C.O. sees it",
    "commanders": "Commanders near",
    "cover": "Cover",
    "coverage": "In the cloud",
    "crossing_wire": "Crossing wire",
    "direct_sight": "Sees it",
    "distance_cm": "Distance",
    "face": "Face",
    "farthest_platoon_cm": "From the C.O.",
    "firer_in_gas": "In gas",
    "friends_in_line": "Friends in line",
    "from_the_flank": "From the flank",
    "front_trench_cm": "Front trench",
    "goes_forward": "Goes forward",
    "going": "Ground",
    "ground_outside": "Just outside",
    "in_arc": "In its arc",
    "in_column": "In column",
    "in_gas": "In gas",
    "line_crosses": "Between",
    "mad_minute": "Mad Minute",
    "moved_in": "Moved in",
    "note": "Note",
    "observed": "Observed",
    "open_sights": "Open sights",
    "overlap": "Of its base",
    "own_sight": "Sees the enemy",
    "pals": "Pals",
    "passes_over": "Passes one over",
    "professionalism": "Professionalism",
    "prussian_discipline": "Discipline",
    "range_cm": "Distance",
    "sector": "Sector",
    "slope": "Slope",
    "stand": "Who",
    "staff_bonus": "Staff bonus",
    "stands_in_front": "Stands in front",
    "straight_out": "Straight out",
    "supporter": "Behind it",
    "supported": "Supported",
    "trenches_crossed": "Trenches crossed",
    "zones": "Through fire",
}


# The bands of a distance that matter to a deed

MM_IN_CM: Final = 10
BEYOND_CM: Final = 5.0
"""So far past a limit lies the figure that stands for all beyond it."""
Bands = tuple[FigureBand, ...]


ANY: Final[Bands] = (FigureBand("any distance", 50.0),)
"""Of a weapon for which these tables set no range (FF-RCB-15)."""


class LimitOfBand(NamedTuple):
    """A limit that belongs to what lies within it: its table and its key there."""

    table: str
    key: str

    def cm(self, book: RuleBook) -> float:
        """The limit in cm."""
        return book.table(self.table).number(self.key).value / MM_IN_CM


def within_or_over(limit_cm: float) -> Bands:
    """Two bands: to a limit, itself included, and over it."""
    return (FigureBand(f"up to {limit_cm:g}", limit_cm / 2), FigureBand(f"over {limit_cm:g}", limit_cm + BEYOND_CM))


LIMITS: Final[Mapping[str, LimitOfBand]] = {
    "farthest_platoon_cm": LimitOfBand(REACH, "commander"),
    "battalion_farthest_cm": LimitOfBand(REACH, "commander"),
    "front_trench_cm": LimitOfBand(REACH, "front_line"),
    "own_trench_cm": LimitOfBand(DEPTH, "front_line"),
    "enemy_trench_cm": LimitOfBand(DEPTH, "front_line"),
    "distance_cm": LimitOfBand(SIZES, "strip"),
    "battalion_cm": LimitOfBand(SQUARES, "support"),
    "from_position_cm": LimitOfBand(OF_CALLS, "from_position"),
    "apart_cm": LimitOfBand(OF_CARDS, "apart"),
}
"""Facts of which only counts whether they are beyond a limit, by their names (FF-ORD-15, FF-DSU-05, FF-BAR-23)."""


def of_shots(seated: SeatDeeds, unit: Unit, *, indirect: bool) -> Bands:
    """The bands of a unit's weapon: too near, short range, in range, out of it (FF-RNG-T1, FF-RNG-06, FF-RNG-11)."""
    firer, book = _firer(unit), seated.table.book
    if firer is None:
        return ()
    far = marksmen(seated.state, unit, book)
    asked = Distance(firer=firer, range_cm=1.0, indirect=indirect, long_range_marksmanship=far)
    most, short = greatest_range(asked, book), None if indirect else short_range(firer, book)
    if most is None:
        return ANY
    least, end = least_range(firer, book), most.value / MM_IN_CM
    begins = least.value / MM_IN_CM if least else 0.0
    found = [FigureBand(f"under {begins:g}", begins / 2)] if begins else []
    if short:
        near = short.value / MM_IN_CM
        found.append(FigureBand(f"under {near:g}", near / 2))
        begins = near
    says = f"{begins:g} to {end:g}" if begins else f"up to {end:g}"
    return (*found, FigureBand(says, (begins + end) / 2), FigureBand(f"over {end:g}", end + BEYOND_CM))


def _firer(unit: Unit) -> Firer | None:
    """A block house fires as one; of a tank, whose sides have their own weapons, the machine guns that most have."""
    if unit.kind is UnitClass.BLOCK_HOUSE:
        return Firer.BLOCK_HOUSE
    return Firer.TANK_LMG if unit.kind in MOTORS else weapon_of(unit)


def of_shot(seated: SeatDeeds, kind: str, told: Told) -> Bands:
    """The same of the weapon that a deed is about."""
    stand = seated.state.stands.get(str(told.get("stand", "")))
    unit = seated.state.units.get(str(told.get("unit", "") or (stand.unit if stand else "")))
    return of_shots(seated, unit, indirect=kind == "fire_on_area") if unit else ()


def bands(seated: SeatDeeds, kind: str, name: str, told: Told) -> Bands:
    """The bands of a fact of a deed; none where every figure may make a difference, or none does."""
    if name == "range_cm":
        return of_shot(seated, kind, told)
    limit = LIMITS.get(name)
    return within_or_over(limit.cm(seated.table.book)) if limit else ()


# What is taken of a fact that nobody told

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


# What is proposed for each fact of a deed before it is told


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
    found = map_proposals.chosen(seated, seated.field, kind, ask, told)
    if found is not None:
        yield found


def _measured(kind: str, seated: SeatDeeds, told: Told, rows: str, row: Told) -> Mapping[str, Proposal]:
    if seated.field is None:
        return {}
    return map_proposals.measured(seated, kind, rows, told, row)


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


# What may be done in a game

DEEDS: Final = tuple(proposing_facts(proposing(deed)) for deed in CHAPTERS.deeds())
"""What may be done in a game that has begun."""
ALL_DEEDS: Final = (*CREATING_DEEDS, *DEEDS)


def deeds_of(state: GameState) -> Sequence[Deed[SeatDeeds]]:
    """The deeds of a game; before there is one, to begin it."""
    return DEEDS if state.facts else CREATING_DEEDS
