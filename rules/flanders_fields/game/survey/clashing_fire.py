"""Planned fire that would fall on its own side: on stands, on its trench, on its infantry as it comes (FF-ART-28)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.areas import AreaKind
from rules.flanders_fields.bombardments import PLANNED
from rules.flanders_fields.deviation import DeviationFacts, landings, why_it_stays
from rules.flanders_fields.fire_plan.findings import Finding, advice, warning
from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.written import BombardmentLine, Reference, WeaponLine
from rules.flanders_fields.game.survey import guns
from rules.flanders_fields.game.survey.own_troops import OwnTroops, in_a_hundred, listed
from rules.flanders_fields.game.survey.plan_lines import ASTRAY_WITHIN_MM, spot_of, stand_of
from rules.flanders_fields.vocabulary import ARTILLERY, Side
from rules.geometry.measure import gap_mm
from rules.geometry.outlines import touches
from rules.kernel.shapes import Outline, moved

_CLAUSE: Final = "FF-ART-28"
_WORTH_SAYING: Final = 0.05


def fire_clashes(own: OwnTroops) -> Iterator[Finding]:
    """What every bombardment of a plan would do to its own side; fire on points that are ordered is not foreseen."""
    if not own.book.table(PLANNED).has("phase"):
        return
    if not own.book.behaviour("AMB-307", {"everyone": True, "enemies_only": False}):
        return
    for line in own.plan.bombardments:
        weapon = own.plan.weapon(line.weapon)
        if weapon and weapon.kind in ARTILLERY and line.at and line.turn:
            yield from (one.of(line.id) for one in _clashes(own, line, line.at, line.turn, weapon))


def _clashes(own: OwnTroops, line: BombardmentLine, at: Reference, turn: int, weapon: WeaponLine) -> Iterator[Finding]:
    spot, gun = spot_of(own.field, own.plan.side, at), stand_of(own.field, weapon)
    outline = guns.area(own.field, own.plan.side, AreaKind.BATTERY, spot, own.book, gun)
    if not outline:
        return
    hit = [name for name in own.placed() if touches(outline, own.field.stands[name].stand)]
    stays = turn == 1 or own.plan.side is Side.DEFENDER
    if hit:
        says = f"{listed(own.field, hit)} of its own side {'is' if len(hit) == 1 else 'are'} in its area"
        if stays:
            yield warning(_CLAUSE, f"{says} in turn {turn}", "lay the point farther off")
        else:
            yield advice(_CLAUSE, f"{says}, unless they have moved by turn {turn}", "lay the point farther off")
    elif stays and own.trench_in(outline):
        says = f"It falls on its own front trench at {in_words(at)}"
        yield warning(_CLAUSE, says, "lay the point farther off")
    yield from _on_those_who_come(own, outline, turn)
    if not gun:
        yield from _strays(own, at, outline, hit)


def _on_those_who_come(own: OwnTroops, outline: Outline, turn: int) -> Iterator[Finding]:
    chance = own.comes_under(outline, turn) if turn > 1 else 0.0
    if chance < _WORTH_SAYING:
        return
    clear = next(
        (before for before in range(turn - 1, 0, -1) if own.comes_under(outline, before) < _WORTH_SAYING), None
    )
    instead = f"fire there in turn {clear} at the latest" if clear else "lay the point farther off"
    says = f"Own infantry that goes straight on is in its area in turn {turn} {in_a_hundred(chance)}"
    yield warning(_CLAUSE, says, instead)


def _strays(own: OwnTroops, at: Reference, outline: Outline, hit: list[str]) -> Iterator[Finding]:
    """Own stands that it spares on its point and may strike if it deviates (FF-DEV-01)."""
    falls = DeviationFacts(registered=False)
    if why_it_stays(falls, own.book):
        return
    spot = spot_of(own.field, own.plan.side, at)
    near = [
        name
        for name in own.placed()
        if name not in hit and gap_mm(own.field.stands[name].stand, spot) < ASTRAY_WITHIN_MM
    ]
    turn = 1 if own.plan.side is Side.ATTACKER else -1
    chance, struck = 0.0, dict[str, None]()
    for (right, ahead), likely in landings(falls, own.book).items() if near else ():
        there = moved(outline, (turn * right, turn * ahead))
        met = [name for name in near if touches(there, own.field.stands[name].stand)]
        chance += float(likely) if met else 0.0
        struck.update(dict.fromkeys(met))
    if chance >= _WORTH_SAYING:
        says = f"If nobody sees it fall, it strays onto {listed(own.field, struck)} {in_a_hundred(chance)}"
        yield advice("FF-DEV-01", says, "lay the point farther off, or let it be observed")
