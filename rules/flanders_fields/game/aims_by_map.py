"""What the map would choose for a deed: who comes first, who lies under what falls, which work a plan means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rules.flanders_fields.artillery.game.zones import zones
from rules.flanders_fields.cards.game.drawing import FLANK
from rules.flanders_fields.game.facts_by_map import drifting, in_area, in_work, on_line, under
from rules.flanders_fields.game.models import MOTORS
from rules.flanders_fields.game.naming import name_of
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.survey import aiming, assault, cards, positions, shooting
from rules.flanders_fields.game.survey.arcs import HOUSE_FACES
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.marches import fire_met
from rules.flanders_fields.game.survey.moving_to import ways_told
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.shelters.block_houses import FacesFire, faces_fire
from rules.flanders_fields.shooting.game.deeds import ready
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.asking import Ask, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.tabletop.proposed import Surveyed, values

Chosen = Proposal | None


def _shots(seated: SeatDeeds, field: Field, told: Told, _ask: Ask) -> Chosen:
    """Each stand at whoever comes first for it; a machine gun at those too who lie in the beaten zone behind."""
    unit = seated.state.units[told["unit"]]
    if unit.kind in MOTORS:
        return None
    rows = list[dict[str, str]]()
    for firer in ready(seated, unit, moving=False):
        for target in _first_targets(seated, field, firer):
            rows += [{"firer": firer, "target": one} for one in (target, *_behind(seated, field, firer, target))]
    firsts = dict.fromkeys(row["target"] for row in rows)
    names = ", ".join(field.stands[one].name for one in firsts)
    return Proposal(rows, Origin.MAP, f"first by target priority: {names}") if rows else None


def first_target(seated: SeatDeeds, field: Field, firer: str) -> str:
    """Who comes first by target priority of those in range, arc and sight; empty where nobody does."""
    if not field.has(firer):
        return ""
    found = field.once(("first", firer), lambda: shooting.first_choice(field, firer, seated.table.book))
    return next(iter(found), "")


def _first_targets(seated: SeatDeeds, field: Field, firer: str) -> tuple[str, ...]:
    """Who comes first for a stand; of a block house for each face that may fire (FF-BLK-03)."""
    if field.has(firer) and field.stands[firer].unit_class is UnitClass.BLOCK_HOUSE:
        return field.once(("first by faces", firer), lambda: tuple(_by_faces(seated, field, firer)))
    target = first_target(seated, field, firer)
    return (target,) if target else ()


def _by_faces(seated: SeatDeeds, field: Field, firer: str) -> Iterator[str]:
    """The first target of each face; whoever two faces bear on is left to the first, and so is its beaten zone."""
    book, hit = seated.table.book, seated.state.stands[firer].faces
    fired_at = set[str]()
    for face, edge in HOUSE_FACES.items():
        if isinstance(faces_fire(FacesFire(firing=(face,), faces=hit), book), Refusal):
            continue
        found = shooting.enemies(field, firer, book, edge, in_range=True)
        first = shooting.target_order(field, firer, book, tuple(one for one in found if one.stand not in fired_at))
        if first:
            yield first[0]
            fired_at |= {first[0], *_behind(seated, field, firer, first[0])}


def _behind(seated: SeatDeeds, field: Field, firer: str, target: str) -> Iterator[str]:
    if field.stands[firer].unit_class in (UnitClass.MACHINE_GUN, UnitClass.BLOCK_HOUSE):
        found = field.once(
            ("zone told", firer, target), lambda: aiming.in_zone(field, firer, target, seated.table.book)
        )
        yield from (one.stand for one in found)


def _rows(found: Iterable[Surveyed], ask: Ask, why: str) -> Chosen:
    """A row for each stand that may be told."""
    rows = [{"stand": one.stand} for one in found]
    most = len(rows) if ask.most is None else int(ask.most)
    return Proposal(rows[:most], Origin.MAP, why) if rows else None


def _in_area(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(in_area(seated, field, seated.state.units[told["unit"]]), ask, "some of its base lies in the area")


def _in_gas(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(drifting(seated, field, told["cloud"])[0], ask, "the cloud touches it on its way")


def _in_work(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(in_work(seated, field, told), ask, "it stands in the work")


def _on_line(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    return _rows(on_line(seated, field, told), ask, "it stands on the line of the attack")


def _under(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """Those who are alike are told together: all who have the cover of the first."""
    waiting = [one for one in under(seated, field, told["barrage"]) if one.stand in (ask.among or ())]
    if not waiting:
        return None
    first = _alike(waiting[0])
    return Proposal(
        [one.stand for one in waiting if _alike(one) == first], Origin.MAP, "under the barrage, in the same cover"
    )


def _alike(one: Surveyed) -> tuple[Any, ...]:
    facts = values(one.facts)
    return tuple(facts.get(name) for name in ("cover", "overlap", "target_armour_in_cover"))


def _touching(_seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """An enemy that the stand has come up against already."""
    stand = told.get("stand", "")
    met = (
        [one for one in assault.touching_enemies(field, stand) if one in (ask.among or ())] if field.has(stand) else []
    )
    return Proposal(met[0], Origin.MAP, f"it touches {field.stands[met[0]].name}") if met else None


def _through(seated: SeatDeeds, field: Field, told: Told, _ask: Ask) -> Chosen:
    """The fire that attacks who moves there now, on the ways to the places that were told (FF-MVZ-02)."""
    live, book = {point.unit for point in zones(seated.table)}, seated.table.book
    rows = [
        {"zone": met.stand, "stand": stand}
        for stand, way in ways_told(told).items()
        if field.has(stand)
        for met in fire_met(field, stand, way, book)
        if met.stand in live
    ]
    return Proposal(rows, Origin.MAP, "its way leads through it") if rows else None


def _farthest_right(seated: SeatDeeds, field: Field, _told: Told, _ask: Ask) -> Chosen:
    """The platoon that a card on the flank takes (FF-CRD-16)."""
    awaited = seated.state.cards.awaited
    found = cards.farthest_right(field, awaited.drawer) if awaited and awaited.acts_as == FLANK else None
    return Proposal([found.value], Origin.MAP, found.whence) if found else None


def _under_a_shell(seated: SeatDeeds, field: Field, told: Told, ask: Ask) -> Chosen:
    """Whom a shell catches where it was laid (FF-CRD-25)."""
    awaited = seated.state.cards.awaited
    if awaited is None or told.get("along_cm") is None or told.get("up_cm") is None:
        return None
    spot = spot_of(field, awaited.chooser, told["along_cm"], told["up_cm"], "")
    return _rows(
        cards.under_a_shell(field, awaited.chooser, spot, (), seated.table.book), ask, "it lies under the shell"
    )


def _piece(seated: SeatDeeds, _field: Field, told: Told, ask: Ask) -> Chosen:
    """The work that the plan means: that of its name, or else the nearest of its kind (FF-HUR-03)."""
    state = seated.state
    planned = next(one.name.casefold() for one in state.plan.works if one.id == told["work"])
    called = {piece: (name_of(state, piece) or piece).casefold() for piece in ask.among or () if piece}
    same = next((piece for piece, name in called.items() if name == planned), None)
    if same:
        return Proposal(same, Origin.MAP, "it bears the name in the plan")
    return next((Proposal(piece, Origin.MAP, "the nearest of its kind") for piece in called), None)


def _front_line(seated: SeatDeeds, field: Field, _told: Told, ask: Ask) -> Chosen:
    found = list[str]()
    for name in ask.among or ():
        unit = seated.state.units[name]
        near = positions.in_front_line(field, unit.stands[0], unit.kind, seated.table.book)
        found += [name] if near and near.value else []
    return Proposal(found, Origin.MAP, "in his front line") if found else None


CHOSEN: Final[Mapping[tuple[str, str], Callable[[SeatDeeds, Field, Told, Ask], Chosen]]] = {
    ("fire", "shots"): _shots,
    ("fire_on_area", "stands"): _in_area,
    ("roll_under_barrage", "stands"): _under,
    ("move_unit", "zones"): _through,
    ("move_command_stand", "zones"): _through,
    ("cross_wire", "zones"): _through,
    ("go_in", "target"): _touching,
    ("gas_attacks", "caught"): _in_gas,
    ("bombard_work", "stands"): _in_work,
    ("name_air_targets", "targets"): _on_line,
    ("bombard_work", "piece"): _piece,
    ("say_what_it_takes", "on"): _farthest_right,
    ("say_what_it_takes", "shelled"): _under_a_shell,
    ("roll_deep_suppression", "in_front_line"): _front_line,
}
"""By the deed, and the ask in which stands are chosen."""


def chosen(seated: SeatDeeds, field: Field, kind: str, ask: Ask, told: Told) -> Chosen:
    """What the map would choose for an ask of a deed, if it can tell."""
    finds = CHOSEN.get((kind, ask.name))
    return finds(seated, field, told, ask) if finds else None
