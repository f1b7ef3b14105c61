"""Effects of fire: suppression, kills, block-house faces, morale tests due, deviation."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace
from typing import Final

from rules.flanders_fields.fire_areas import DeviationFacts, Unobserved, why_it_stays
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.state.artillery import FiresBy
from rules.flanders_fields.game.state.game import Battalion, GameState, Stand, Unit
from rules.flanders_fields.morale import SupportedBattalion, SuppressFacts, morale_due, support_tests, suppress
from rules.flanders_fields.orders import Attack, CommanderKilled, Shaken, UnderFire, field_promotion, raw_bonus_ends
from rules.flanders_fields.shelters import FACES, Face, FacesHit, suppress_faces
from rules.flanders_fields.vocabulary import (
    CREWED_WEAPONS,
    MORTARS,
    Cover,
    DueKind,
    Fate,
    Level,
    SuppressionSource,
    Threshold,
    UnitClass,
)
from rules.kernel.explanations import Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.rule_modules import Event

# The faces of a block house

FACE_VALUES: Final = tuple(f"{face}_face" for face in FACES)
"""What is corrected of a block house's stand: its faces in their order."""


MOST: Final = 2
"""The levels a living stand can have."""


def mark_all_faces(state: GameState, stand: str) -> None:
    """A level that was set for the whole block house is that of every face."""
    one = state.stands[stand]
    if one.faces and max(one.faces) != one.levels:
        state.stands[stand] = replace(one, faces=tuple(one.levels for _ in one.faces))


def mark_face(state: GameState, stand: str, what: str, levels: int) -> None:
    """One face is set; the stand counts as suppressed as the worst of them."""
    one, place = state.stands[stand], FACE_VALUES.index(what)
    faces = tuple(levels if number == place else level for number, level in enumerate(one.faces))
    state.stands[stand] = replace(one, faces=faces, levels=min(max(faces), MOST))


# What fire has done so far to every stand it touched, and which battalions it shook


@dataclass(slots=True)
class Effects:
    """What a fire action has done so far to every stand it touched."""

    table: JudgedTable
    stands: dict[str, Stand] = field(default_factory=dict)
    touched: dict[str, StandChange] = field(default_factory=dict)
    suppressed_units: set[str] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)

    def now(self, stand: str) -> StandChange:
        """The stand as it is at this moment of the fire action."""
        known = self.table.state.stands[stand]
        return self.touched.get(stand, StandChange(stand, known.levels, known.alive, known.on_wire, known.faces))

    def kill(self, stand: str) -> None:
        """The stand is removed, unless it sits in a deep shelter."""
        if self._is_below(stand):
            return
        now = self.now(stand)
        self.touched[stand] = StandChange(stand, now.levels, False, now.on_wire, now.faces)

    def suppress(self, stand: str, source: SuppressionSource, cover: Cover, face: Face | None = None) -> None:
        """A suppress result on a stand, spread to its company where the weapon spreads (FF-SUP-06, AMB-80).

        `face` is the one hit of a block house; fire on an area hits all of them.
        """
        state = self.table.state
        if self._is_below(stand):
            return
        if state.stands[stand].faces:
            self._suppress_faces(stand, source, face)
            return
        unit = state.units.get(state.stands[stand].unit)
        below = state.shelters.below
        group = [name for name in (unit.stands if unit else (stand,)) if self.now(name).alive and name not in below]
        facts = SuppressFacts(
            source=source,
            unit_class=unit.kind if unit else UnitClass.MACHINE_GUN,
            levels=tuple(self.now(name).levels for name in group),
            results=tuple(int(name == stand) for name in group),
            already=unit is not None and unit.id in self.suppressed_units,
            company_suppressions=unit.company_suppressions if unit else 0,
            command_stand=unit is None,
            in_hard_cover=cover in (Cover.HARD, Cover.FORTIFIED),
        )
        answer = suppress(facts, self.table.book)
        if isinstance(answer, Refusal):
            raise AssertionError(answer.because)
        if unit and answer.value.whole_company:
            self.suppressed_units.add(unit.id)
        self.steps.extend(answer.steps)
        for name, levels, killed in zip(group, answer.value.levels, answer.value.killed, strict=True):
            if levels != self.now(name).levels or killed:
                self.touched[name] = StandChange(name, levels, not killed, self.now(name).on_wire)

    def _is_below(self, stand: str) -> bool:
        """Whether nothing reaches it (FF-DSH-02)."""
        below = stand in self.table.state.shelters.below
        if below:
            self.steps.append(Step("FF-DSH-02", "It sits in a deep shelter: nothing reaches it"))
        return below

    def _suppress_faces(self, stand: str, source: SuppressionSource, face: Face | None) -> None:
        by_rifles = source in (SuppressionSource.RIFLES, SuppressionSource.LIGHT_MACHINE_GUN)
        facts = FacesHit(faces=self.now(stand).faces, hit=face, by_rifles=by_rifles)
        answer = suppress_faces(facts, self.table.book)
        if isinstance(answer, Refusal):
            raise AssertionError(answer.because)
        self.steps.extend(answer.steps)
        levels = answer.value.levels
        self.touched[stand] = StandChange(stand, min(max(levels), MOST), not answer.value.killed, faces=levels)


def shaken_by(table: JudgedTable, targets: tuple[str, ...], effects: Effects) -> Iterator[str]:
    """The battalions, or by house rule the companies, that count as fired on from now (FF-ORD-21, AMB-15)."""
    found: dict[str, None] = {}
    for target in targets:
        unit = table.state.units.get(table.state.stands[target].unit)
        battalion = table.state.battalion_of(unit) if unit else table.state.commanding(target)
        if battalion is None or battalion.id not in table.state.battalions:
            continue
        answer = raw_bonus_ends(UnderFire(attack=Attack.FIRE, suffered=target in effects.touched), table.book)
        if answer.value is Shaken.BATTALION:
            found[battalion.id] = None
        elif answer.value is Shaken.COMPANY and unit is not None:
            found[unit.id] = None
    yield from found


# What losses call for


@dataclass(frozen=True, slots=True)
class MoraleCalled:
    """Losses have brought a battalion to a morale test."""

    battalion: str
    threshold: Threshold
    left: int
    started: int


@dataclass(frozen=True, slots=True)
class CommanderLost:
    """A command stand was killed."""

    formation: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class SupportLost:
    """A battalion is gone: the crewed weapons of its regiment that supported it roll for themselves."""

    battalion: str
    weapons: tuple[str, ...]
    reasons: Reasons


def after_losses(table: JudgedTable, changes: Sequence[StandChange]) -> Iterator[Event]:
    """The events that follow from stands that have just died (FF-MOR-01, FF-MOR-02, FF-CMD-09)."""
    state = table.state
    dead = {change.stand for change in changes if not change.alive and state.stands[change.stand].alive}
    for name in dead:
        formation = state.commanding(name)
        if formation is not None:
            level = Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL
            answer = field_promotion(CommanderKilled(level=level), table.book)
            yield CommanderLost(formation.id, reasons(answer))
    for battalion in state.battalions.values():
        lost = len([stand for stand in state.rifle_stands(battalion) if stand.id in dead])
        if lost and battalion.fate is Fate.STANDS:
            left = state.platoons_left(battalion) - lost
            yield from _called(table, battalion, left)
            if not left:
                yield from support_lost(table, battalion, SupportedBattalion(destroyed=True), dead)


def support_lost(
    table: JudgedTable, battalion: Battalion, facts: SupportedBattalion, dead: Collection[str]
) -> Iterator[SupportLost]:
    """The crewed weapons of its regiment roll where they supported a battalion that is gone (FF-MOR-06, AMB-86).

    `dead`: the stands that fall with the same blow. Which of them supported it the players know.
    """
    if not battalion.on_table:
        # Nobody supports it there, and who asked would tell everybody of it.
        return
    answer = support_tests(facts, table.book)
    units = (table.state.units[name] for name in table.state.regiments[battalion.regiment].units)
    standing = (unit for unit in units if any(stand.id not in dead for stand in table.state.living(unit)))
    standing = (unit for unit in standing if not table.state.off_table(unit.id))
    weapons = tuple(unit.id for unit in standing if unit.kind in CREWED_WEAPONS)
    if answer.value and weapons:
        yield SupportLost(battalion.id, weapons, reasons(answer))


def _called(table: JudgedTable, battalion: Battalion, left: int) -> Iterator[MoraleCalled]:
    waiting = {due.threshold for due in table.state.due if due.kind is DueKind.MORALE and due.of == battalion.id}
    for threshold in morale_due(battalion.started, left, battalion.tests, table.book):
        if threshold not in waiting:
            yield MoraleCalled(battalion.id, threshold, left, battalion.started)


# Why fire comes down where it was aimed


def why_it_falls_there(
    table: JudgedTable, unit: Unit, by: FiresBy = FiresBy.ORDER, observed: bool = False
) -> Step | None:
    """Why the fire of a weapon does not deviate; None where that is to be rolled (FF-DEV-01, AMB-310)."""
    point = table.state.guns.point_of(unit.id)
    facts = DeviationFacts(
        fire=Unobserved.SOS if by is FiresBy.SOS else _comes_down(unit),
        observed=observed or table.state.air.sees_point_of(unit.id),
        on_table=unit.on_table,
        point_used=point is not None and point.used,
        registered=point is not None and point.registered,
    )
    return why_it_stays(facts, table.book)


def _comes_down(unit: Unit) -> Unobserved:
    if unit.kind in MORTARS:
        return Unobserved.MORTAR
    return Unobserved.MACHINE_GUN if unit.kind is UnitClass.MACHINE_GUN else Unobserved.ARTILLERY
