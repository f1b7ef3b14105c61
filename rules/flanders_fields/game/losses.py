"""What losses call for: morale tests at the thresholds, and replacements for dead commanders."""

from collections.abc import Collection, Iterator, Sequence

from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.state import Battalion
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.morale.nerve import SupportedBattalion as SupportFacts
from rules.flanders_fields.morale.nerve import morale_due, support_tests
from rules.flanders_fields.orders.command import CommanderKilled, field_promotion
from rules.flanders_fields.vocabulary import CREWED_WEAPONS, DueKind, Fate, Level, Threshold
from rules.kernel.chapters import Event
from rules.kernel.values import dataclass


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
                yield from support_lost(table, battalion, SupportFacts(destroyed=True), dead)


def support_lost(
    table: JudgedTable, battalion: Battalion, facts: SupportFacts, dead: Collection[str]
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
