"""Fire of a plan on its own side: on stands, on its trench, on its infantry as it comes (FF-ART-28).

What falls by the plan is held against the turn it falls in; a point on which fire is ordered against the turns in
which the plan leaves it there.
"""

from collections.abc import Iterator
from itertools import compress
from typing import Final

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.artillery.bombardments import PLANNED
from rules.flanders_fields.artillery.deviation import DeviationFacts, landings, why_it_stays
from rules.flanders_fields.fire_plan.findings import PlanFinding, advice, warning
from rules.flanders_fields.fire_plan.lying import Post, posts_of
from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.written import BombardmentLine, Reference, WeaponLine
from rules.flanders_fields.game.survey import guns
from rules.flanders_fields.game.survey.followers import LOOKS_AHEAD
from rules.flanders_fields.game.survey.own_troops import OwnTroops, in_a_hundred, listed
from rules.flanders_fields.game.survey.plan_lines import ASTRAY_WITHIN_MM, spot_of, stand_of
from rules.flanders_fields.vocabulary import ARTILLERY, Side, UnitClass
from rules.kernel.shapes import Outline, moved, rectangle
from rules.tabletop.field import rims
from rules.tabletop.measure import gap_mm
from rules.tabletop.outlines import touched

_CLAUSE: Final = "FF-ART-28"
_WORTH_SAYING: Final = 0.05
_FARTHER: Final = "lay the point farther off"


def fire_clashes(own: OwnTroops) -> Iterator[PlanFinding]:
    """What a plan's bombardments would do to its own side, and the fire that is ordered on its points."""
    if not own.book.behaviour("AMB-307", {"everyone": True, "enemies_only": False}):
        return
    for line in own.plan.bombardments if own.book.table(PLANNED).has("phase") else ():
        weapon = own.plan.weapon(line.weapon)
        if weapon and weapon.kind in ARTILLERY and line.at and line.turn:
            yield from (one.of(line.id) for one in _clashes(own, line, line.at, line.turn, weapon))
    for weapon in own.plan.weapons:
        for post in posts_of(weapon, own.plan):
            yield from (one.of(post.line) for one in _if_ordered(own, weapon, post))


def _ground(own: OwnTroops, weapon: WeaponLine, at: Reference) -> Outline:
    """What a weapon's fire on a point covers; nothing for a machine gun whose line of fire nobody knows yet."""
    gun = stand_of(own.field, weapon)
    if weapon.kind is UnitClass.MACHINE_GUN and not gun:
        return ()
    kind = FireAreaKind.BATTERY if weapon.kind in ARTILLERY else FireAreaKind(weapon.kind.value)
    return guns.area(own.field, own.plan.side, kind, spot_of(own.field, own.plan.side, at), own.book, gun)


def _stands_in(own: OwnTroops, outline: Outline) -> list[str]:
    near, stands = [name for name in own.field.near(outline) if name in own.placed()], own.field.stands
    return list(compress(near, touched(outline, (stands[name].stand for name in near))))


def _clashes(
    own: OwnTroops, line: BombardmentLine, at: Reference, turn: int, weapon: WeaponLine
) -> Iterator[PlanFinding]:
    outline = _ground(own, weapon, at)
    if not outline:
        return
    hit = _stands_in(own, outline)
    stays = turn == 1 or own.plan.side is Side.DEFENDER
    if hit:
        says = f"{listed(own.field, hit)} of its own side {'is' if len(hit) == 1 else 'are'} in its area"
        told = (
            warning(_CLAUSE, f"{says} in turn {turn}", _FARTHER)
            if stays
            else advice(_CLAUSE, f"{says}, unless they have moved by turn {turn}", _FARTHER)
        )
        yield told.on(turn, *rims(own.field, hit))
    elif stays and own.trench_in(outline):
        says = f"It falls on its own front trench at {in_words(at)}"
        yield warning(_CLAUSE, says, _FARTHER).on(turn, outline)
    yield from _on_those_who_come(own, outline, turn)
    if not stand_of(own.field, weapon):
        yield from _strays(own, at, outline, hit, turn)


def _on_those_who_come(own: OwnTroops, outline: Outline, turn: int) -> Iterator[PlanFinding]:
    chance = own.comes_under(outline, turn) if turn > 1 else 0.0
    if chance < _WORTH_SAYING:
        return
    clear = next(
        (before for before in range(turn - 1, 0, -1) if own.comes_under(outline, before) < _WORTH_SAYING), None
    )
    instead = f"fire there in turn {clear} at the latest" if clear else _FARTHER
    comes = f"Own infantry that goes straight on{own.from_there}"
    says = f"{comes} is in its area in turn {turn} {in_a_hundred(chance)}"
    yield warning(_CLAUSE, says, instead).on(turn, outline)


def _if_ordered(own: OwnTroops, weapon: WeaponLine, post: Post) -> Iterator[PlanFinding]:
    """Whom of its own side fire on a point would meet, while the plan leaves the point there (FF-FPL-05, FF-FPL-06)."""
    outline = _ground(own, weapon, post.at)
    if not outline:
        return
    hit, first = _stands_in(own, outline), post.turn
    stays = first == 1 or own.plan.side is Side.DEFENDER
    if hit and stays:
        says = f"Fire that is ordered there hits {listed(own.field, hit)} of its own side"
        yield warning(_CLAUSE, says, _FARTHER).on(first, *rims(own.field, hit))
    elif stays and own.trench_in(outline):
        says = f"Fire that is ordered there falls on its own front trench at {in_words(post.at)}"
        yield warning(_CLAUSE, says, _FARTHER).on(first, outline)
    # A battery is laid anew by orders as the attack goes on; what stays in its arc all day is said in advance.
    elif weapon.kind not in ARTILLERY:
        yield from _comes_there(own, outline, range(max(2, first), 1 + (post.until or LOOKS_AHEAD)))


def _comes_there(own: OwnTroops, outline: Outline, turns: range) -> Iterator[PlanFinding]:
    """The first turn in which own infantry may be under the fire of a point."""
    chances = ((turn, own.comes_under(outline, turn)) for turn in turns)
    turn, chance = next(((turn, chance) for turn, chance in chances if chance >= _WORTH_SAYING), (0, 0.0))
    if turn:
        comes = f"own infantry that goes straight on{own.from_there}"
        says = f"From turn {turn} {comes} may be under it, then {in_a_hundred(chance)}"
        instead = f"order fire there until turn {turn - 1}, and look before it is ordered later"
        yield advice(_CLAUSE, says, instead).on(turn, outline)


def _strays(own: OwnTroops, at: Reference, outline: Outline, hit: list[str], turn: int) -> Iterator[PlanFinding]:
    """Own stands that it spares on its point and may strike if it deviates (FF-DEV-01)."""
    falls = DeviationFacts(registered=False)
    if why_it_stays(falls, own.book):
        return
    spot = spot_of(own.field, own.plan.side, at)
    stands = own.field.stands
    near = [
        name
        for name in own.field.near(rectangle(2 * ASTRAY_WITHIN_MM, 2 * ASTRAY_WITHIN_MM, at=spot))
        if own.is_placed(stands[name]) and name not in hit and gap_mm(stands[name].stand, spot) < ASTRAY_WITHIN_MM
    ]
    bases = [stands[name].stand for name in near]
    ways = 1 if own.plan.side is Side.ATTACKER else -1
    chance, struck = 0.0, dict[str, None]()
    for (right, ahead), likely in landings(falls, own.book).items() if near else ():
        there = moved(outline, (ways * right, ways * ahead))
        met = list(compress(near, touched(there, bases)))
        chance += float(likely) if met else 0.0
        struck.update(dict.fromkeys(met))
    if chance >= _WORTH_SAYING:
        says = f"If nobody sees it fall, it strays onto {listed(own.field, struck)} {in_a_hundred(chance)}"
        instead = "lay the point farther off, or let it be observed"
        yield advice("FF-DEV-01", says, instead).on(turn, *rims(own.field, struck))
