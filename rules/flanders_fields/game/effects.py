"""What fire has done so far to every stand it touched, and which battalions it shook."""

from collections.abc import Iterator
from dataclasses import field

from rules.flanders_fields.game.faces import MOST
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.state import Stand
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.morale.suppression import SuppressFacts, suppress
from rules.flanders_fields.orders.command import Attack, Shaken, UnderFire, raw_bonus_ends
from rules.flanders_fields.shelters.block_houses import Face, FacesHit, suppress_faces
from rules.flanders_fields.vocabulary import Cover, SuppressionSource, UnitClass
from rules.kernel.explain import Refusal, Step
from rules.kernel.values import dataclass


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
