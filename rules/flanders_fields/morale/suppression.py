"""Battle suppression: levels added, spread to the company, death at three, recovery (FF-SUP, FF-DBS)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Firer, Level, SuppressionSource, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

SPREAD, LIMITS = "suppression/spread", "suppression/death"
COMPANIES = (UnitClass.RIFLE_COMPANY, UnitClass.CAVALRY)
SOURCES: Mapping[Firer, SuppressionSource] = {
    Firer.INFANTRY: SuppressionSource.RIFLES,
    Firer.CAVALRY: SuppressionSource.RIFLES,
    Firer.ANTI_TANK_RIFLE: SuppressionSource.RIFLES,
    Firer.LMG: SuppressionSource.LIGHT_MACHINE_GUN,
    Firer.TANK_LMG: SuppressionSource.LIGHT_MACHINE_GUN,
    Firer.MACHINE_GUN: SuppressionSource.MACHINE_GUN,
    Firer.BLOCK_HOUSE: SuppressionSource.BLOCK_HOUSE,
    Firer.FIELD_GUN: SuppressionSource.ARTILLERY,
    Firer.FIELD_HOWITZER: SuppressionSource.ARTILLERY,
    Firer.HEAVY_ARTILLERY: SuppressionSource.ARTILLERY,
    Firer.SUPER_HEAVY_ARTILLERY: SuppressionSource.ARTILLERY,
    Firer.LIGHT_MORTAR: SuppressionSource.MORTAR,
    Firer.MEDIUM_MORTAR: SuppressionSource.MORTAR,
    Firer.HEAVY_MORTAR: SuppressionSource.MORTAR,
    Firer.TANK_GUN: SuppressionSource.TANK_GUN,
    Firer.LIGHT_TANK_GUN: SuppressionSource.TANK_GUN,
    Firer.FLAMETHROWER: SuppressionSource.FLAMETHROWER,
    Firer.GAS: SuppressionSource.GAS,
}
"""What a weapon's suppress result counts as where it spreads (FF-SUP-05, FF-SUP-06)."""


def spreads(source: SuppressionSource, book: RuleBook) -> bool:
    """Whether a suppress result from this source reaches the whole company of the stand hit (FF-SUP-06)."""
    return book.table(SPREAD).word(source).value == "company"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressFacts:
    """What one fire action of one weapon did to one unit: its surviving stands and the results they took."""

    source: SuppressionSource = fact("what fired", example="machine_gun")
    unit_class: UnitClass = fact("what was hit", example="rifle_company")
    levels: tuple[int, ...] = fact("levels on each surviving stand before", least=0, most=2, example=(0, 0, 1))
    results: tuple[int, ...] = fact("suppress results on each of them", least=0, most=9, example=(1, 0, 0))
    already: bool = fact("the company has had its level from this fire action", default=False)
    company_suppressions: int = fact("suppressions of the whole company not yet removed", default=0, least=0, most=2)
    command_stand: bool = fact("the stand is a command stand", default=False)
    in_hard_cover: bool = fact("the stand is in Hard or Fortifications", default=False)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Levels and deaths after one fire action, stand by stand, and whether it was the whole company's."""

    levels: tuple[int, ...]
    killed: tuple[bool, ...]
    whole_company: bool


def suppress(facts: SuppressFacts, book: RuleBook) -> Explained[Suppressed] | Refusal:
    """The levels of every stand of a unit after one fire action, and which of them die (FF-SUP-05 to FF-SUP-08).

    Refuses lists of levels and results that do not belong to the same stands.
    """
    if not facts.levels or len(facts.levels) != len(facts.results):
        return Refusal("FF-SUP-04", "Levels and results are not of the same stands", "give one result for each stand")
    reach = book.table(SPREAD).word(facts.source)
    of_company = facts.unit_class in COMPANIES and not facts.command_stand
    spreads = reach.value == "company" and of_company
    added, steps = _spread(facts, reach, book) if spreads else _own(facts, reach)
    after = tuple(was + more for was, more in zip(facts.levels, added, strict=True))
    killed, deaths = _deaths(facts, after, spreads and any(added), book)
    considered = () if of_company else (_no_company(facts),)
    limit = book.table(LIMITS).number("kills").value
    levels = tuple(min(level, limit) for level in after)
    return Explained(Suppressed(levels, killed, spreads and any(added)), None, (*steps, *deaths), considered)


def _no_company(facts: SuppressFacts) -> Considered:
    who = "command stand" if facts.command_stand else facts.unit_class.replace("_", " ")
    return Considered("FF-SUP-06", f"A {who} takes only its own suppression")


def _own(facts: SuppressFacts, reach: Cited[str]) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    taken = sum(facts.results)
    return facts.results, (Step("FF-SUP-05", _levels(taken, "on the stand hit"), None, reach.house),)


def _levels(count: int, where: str) -> str:
    if not count:
        return "No suppress result: the levels stay as they are"
    return f"{count} suppression {'level' if count == 1 else 'levels'} {where}"


def _stands(count: int) -> str:
    return f"{count} {'stand' if count == 1 else 'stands'}"


def _spread(facts: SuppressFacts, reach: Cited[str], book: RuleBook) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    amb_80 = book.ruling("AMB-80")
    counted = amb_80.gives({"one_level": _one_level, "every_result": _every_result})(facts, book)
    if facts.already and not counted and any(facts.results):
        return _to_all(facts, 0), (reach.cites("The company has had its level from this fire action"),)
    says = _levels(counted, "on every stand of the company")
    return _to_all(facts, counted), (Step(reach.clause, says, None, amb_80.mark or reach.house),)


def _to_all(facts: SuppressFacts, count: int) -> tuple[int, ...]:
    return tuple(count for _ in facts.levels)


def _one_level(facts: SuppressFacts, book: RuleBook) -> int:
    fresh = any(facts.results) and not facts.already
    return book.table(LIMITS).number("added_by_one_fire_action").value if fresh else 0


def _every_result(facts: SuppressFacts, _book: RuleBook) -> int:
    return sum(facts.results)


def _deaths(
    facts: SuppressFacts, after: tuple[int, ...], company: bool, book: RuleBook
) -> tuple[tuple[bool, ...], tuple[Step, ...]]:
    limit = book.table(LIMITS).number("kills")
    amb_81 = book.ruling("AMB-81")
    dies = amb_81.gives({"any_stand": _any, "not_commanders": _no_commander, "whole_company": _any})
    shq_51 = book.ruling("SHQ-51")
    if shq_51.gives({"kill": _no_shelter, "hard_survive": _sheltered_from_rifles})(facts):
        return tuple(False for _ in after), (Step("FF-SHO-04", "Only an assault destroys it", None, shq_51.mark),)
    killed = tuple(level >= limit.value and dies(facts) for level in after)
    by_company = amb_81.gives({"any_stand": _never, "not_commanders": _never, "whole_company": _third})
    if company and by_company(facts, limit.value):
        says = f"The company is suppressed for the {limit.value}rd time: it dies as a whole"
        return tuple(True for _ in after), (Step(limit.clause, says, None, amb_81.mark),)
    if not any(killed):
        spared = any(level >= limit.value for level in after)
        mark = amb_81.mark
        return killed, (Step(limit.clause, "A command stand does not die of it", None, mark),) if spared else ()
    return killed, (Step(limit.clause, f"{_stands(sum(killed))} destroyed by {limit.value} levels", None, amb_81.mark),)


def _no_shelter(_facts: SuppressFacts) -> bool:
    return False


def _sheltered_from_rifles(facts: SuppressFacts) -> bool:
    return facts.in_hard_cover and facts.source in (SuppressionSource.RIFLES, SuppressionSource.LIGHT_MACHINE_GUN)


def _any(_facts: SuppressFacts) -> bool:
    return True


def _no_commander(facts: SuppressFacts) -> bool:
    return not facts.command_stand


def _never(_facts: SuppressFacts, _limit: int) -> bool:
    return False


def _third(facts: SuppressFacts, limit: int) -> bool:
    return facts.company_suppressions + 1 >= limit


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverFacts:
    """One action spent on removing suppression."""

    unit_class: UnitClass = fact("what recovers", example="rifle_company")
    levels: tuple[int, ...] = fact("levels on each of its stands", least=0, most=2, example=(1, 2, 0))
    platoon: int = fact(
        "which stand recovers, 0 for the first (only where one platoon recovers)", default=0, least=0, most=47
    )


@lru_cache(maxsize=1024)
def remove_suppression(facts: RecoverFacts, book: RuleBook) -> Explained[tuple[int, ...]] | Refusal:
    """The levels after one action to remove suppression (FF-SUP-09, FF-SUP-10). Refuses if there is none."""
    amb_82 = book.ruling("AMB-82")
    chosen = amb_82.gives({"whole_company": _every_stand, "one_platoon": _one_stand})(facts)
    if not any(level for number, level in enumerate(facts.levels) if number in chosen):
        return Refusal("FF-SUP-10", "There is no level to remove", "spend the action otherwise")
    taken = book.table(LIMITS).number("removed_by_one_action")
    after = tuple(max(0, level - taken.value) if n in chosen else level for n, level in enumerate(facts.levels))
    stands = sum(was > now for was, now in zip(facts.levels, after, strict=True))
    says = f"One action takes {taken.value} level off {_stands(stands)}"
    return Explained(after, None, (Step(taken.clause, says, None, amb_82.mark),))


def _every_stand(facts: RecoverFacts) -> range:
    return range(len(facts.levels))


def _one_stand(facts: RecoverFacts) -> tuple[int, ...]:
    return (facts.platoon,)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderRecovery:
    """A command stand at the end of what its side does under it."""

    level: Level = fact("whose commander it is", example="battalion")
    levels: int = fact("suppression levels on it", least=0, most=2, example=1)


@dataclass(frozen=True, slots=True)
class Shed:
    """Levels left, and whether they fall away before the command stands move."""

    levels: int
    before_moving: bool


def commander_recovers(facts: CommanderRecovery, book: RuleBook) -> Explained[Shed]:
    """A command stand sheds every level without an action (FF-SUP-12, FF-CMD-07)."""
    amb_09 = book.ruling("AMB-09")
    before = amb_09.gives({"before_moving": True, "after_moving": False})
    when = "with its battalion's orders" if facts.level is Level.BATTALION else "before the command stands move"
    moment = when if before else "after the command stands have moved"
    says = f"It sheds {facts.levels} by itself, {moment}" if facts.levels else "It has no level to shed"
    return Explained(Shed(0, before), None, (Step("FF-SUP-12", says, None, amb_09.mark),))


def _suppress(facts: SuppressFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Suppressed] | Refusal:
    return suppress(facts, book)


def _recover(facts: RecoverFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[int, ...]] | Refusal:
    return remove_suppression(facts, book)


def _sheds(facts: CommanderRecovery, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Shed]:
    return commander_recovers(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("suppression", "What suppression does", "Battle suppression", SuppressFacts, no_dice, _suppress),
    Resolution("recovery", "What one action removes", "Battle suppression", RecoverFacts, no_dice, _recover),
    Resolution(
        "commander_recovery", "How a commander recovers", "Battle suppression", CommanderRecovery, no_dice, _sheds
    ),
)
