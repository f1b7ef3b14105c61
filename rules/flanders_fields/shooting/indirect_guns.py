"""Indirect machine gun fire: a strip of ground under the bullets of a gun that need not see it (FF-IMG)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.flanders_fields.artillery.area_fire import (
    AreaFire,
    AreaShot,
    AreaShots,
    AreaStand,
    dice_for,
    odds_for,
    read_dice,
    shot_at,
)
from rules.flanders_fields.artillery.areas import (
    MACHINE_GUN,
    USUAL_COMPANY,
    Coverage,
    attacked_as,
    coverage_step,
    strip_of_a_gun,
)
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import GAS
from rules.flanders_fields.vocabulary import Firer, Level, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm
from rules.kernel.resolve import Resolution
from rules.kernel.values import dataclass

NOT_SO = frozenset({UnitClass.BLOCK_HOUSE, UnitClass.LMG_PLATOON, UnitClass.TANK})


@dataclass(frozen=True, slots=True, kw_only=True)
class StripStand(AreaStand):
    """A stand in a gun's strip or near it."""

    whole_in_joined: bool = fact("strips laid edge to edge cover all of its base (house rule)", default=False)
    rolled_for: bool = fact("another gun of the block has attacked it in this fire (house rule)", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndirectGunFacts:
    """One indirect fire action of one machine gun, and the stands near its point."""

    unit_class: UnitClass = fact("what fires", default=UnitClass.MACHINE_GUN)
    level: Level = fact("whose gun it is", default=Level.REGIMENTAL)
    stands: tuple[StripStand, ...] = fact(
        "the stands in its strip",
        default=(),
        example=[{"name": "2nd Platoon", "cover": "soft", "overlap": "half"}],
        called="name",
    )
    range_cm: float = fact("from the gun to its point", unit="cm", least=0, most=1000, example=60.0)
    in_arc: bool = fact("the point lies in its arc", default=True)
    suppressed: bool = fact("it is suppressed", default=False)
    packed: bool = fact("it is packed", default=False)
    firer_in_gas: bool = fact("it stands in a gas cloud", default=False, dated=GAS)
    company_guns: int = fact("machine guns in its company (house rule)", default=USUAL_COMPANY, least=1, most=12)


def strip_shots(facts: IndirectGunFacts, book: RuleBook, overridden: bool = False) -> Explained[AreaShots] | Refusal:
    """Whom one gun's strip attacks, a die for each (FF-IMG-02 to FF-IMG-05, FF-IMG-09).

    Refuses dates and guns that do not fire indirectly, and points out of arc or range. With `overridden` it refuses
    dates and other weapons alone.
    """
    refused = next(_never(facts, book), None) or (None if overridden else next(_objections(facts, book), None))
    if refused:
        return refused
    width, depth = strip_of_a_gun(facts.company_guns, book)
    shape = width.cites(f"A strip of {cm(width.value)} by {cm(depth.value)}, no sight needed, no deviation")
    caught = [(stand, _caught(stand, book)) for stand in facts.stands]
    shots = tuple(_shot(stand, how, facts, book) for stand, how in caught if how is not Coverage.SPARED)
    spared = tuple(Considered("FF-IMG-04", f"{stand.name}: spared") for stand, how in caught if how is Coverage.SPARED)
    usual = Considered("FF-IMG-09", "No short range, no beaten zone, no target priority")
    steps = (Step(shape.clause, shape.says, None, shape.house or _leave(facts, book)), *_once(facts, book))
    return Explained(AreaShots(False, shots), None, steps, (*spared, usual))


def _caught(stand: StripStand, book: RuleBook) -> Coverage:
    """How the strip attacks a base: each gun by itself, by house rule with its neighbours (AMB-307, AMB-332)."""
    if stand.friend and book.behaviour("AMB-307", {"everyone": False, "enemies_only": True}):
        return Coverage.SPARED
    if stand.rolled_for and book.behaviour("AMB-332", {"apart": False, "joined": False, "one_roll": True}):
        return Coverage.SPARED
    found = attacked_as(stand, book)
    joined = stand.whole_in_joined and book.behaviour("AMB-332", {"apart": False, "joined": True, "one_roll": False})
    return Coverage.FULLY if joined and found is Coverage.PARTLY else found


def _shot(stand: StripStand, caught: Coverage, facts: IndirectGunFacts, book: RuleBook) -> AreaShot:
    shot = replace(
        shot_at(stand, Firer.MACHINE_GUN, facts.range_cm),
        indirect=True,
        direct_sight=False,
        firer_in_gas=facts.firer_in_gas,
        on_area=True,
        partly_in_area=caught is Coverage.PARTLY,
    )
    line = coverage_step(caught, stand.name, book)
    joined = book.mark("AMB-332") if stand.whole_in_joined and caught is Coverage.FULLY else None
    return AreaShot(stand.name, caught, replace(line, house=line.house or joined), shot)


def _once(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Step]:
    """The house rules that leave stands out of the strip's attack."""
    block = book.mark("AMB-332")
    if block and block.option == "one_roll" and any(stand.rolled_for for stand in facts.stands):
        yield Step("FF-IMG-03", "The block rolls once for each stand", None, block)
    friends = book.mark("AMB-307")
    if friends and any(stand.friend for stand in facts.stands):
        yield Step("FF-ART-28", "Friends in the area are spared", None, friends)


def _leave(facts: IndirectGunFacts, book: RuleBook) -> HouseMark | None:
    """The house rule without which this gun could not fire so."""
    limit = book.table(MACHINE_GUN).number("range")
    return book.mark("AMB-330") if facts.level is Level.BATTALION else limit.house


def _never(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.unit_class is not UnitClass.MACHINE_GUN:
        because = "It cannot lay its fire so" if facts.unit_class in NOT_SO else "Only machine guns fire so"
        yield Refusal("FF-IMG-01", because, "choose a machine gun")
    rows = book.table("shooting/rows")
    if not rows.has("machine_gun.indirect"):
        yield Refusal("FF-IMG-01", f"Not at this date: {rows.absent['machine_gun.indirect']}", "fire directly")


def _objections(facts: IndirectGunFacts, book: RuleBook) -> Iterator[Refusal]:
    any_gun = book.behaviour("AMB-330", {"regimental": False, "any_gun": True, "range_140": False})
    if facts.level is Level.BATTALION and not any_gun:
        yield Refusal("FF-IMG-01", "A battalion's machine guns do not fire so", "use those of the regiment or above")
    if facts.suppressed:
        yield Refusal("FF-SUP-02", "The gun is suppressed", "remove its suppression first")
    if facts.packed:
        yield Refusal("FF-RCB-12", "The gun is packed", "unpack it first")
    if not facts.in_arc:
        yield Refusal("FF-ARC-06", "The point lies outside its arc", "choose a point in its arc, or turn it first")
    limit = book.table(MACHINE_GUN).number("range")
    if beyond(facts.range_cm, limit.value):
        yield Refusal("FF-IMG-01", f"{facts.range_cm:g} cm is beyond {cm(limit.value)}", "choose a point in range")


def fire_strip(
    facts: IndirectGunFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What each stand in a gun's strip suffers, a die each. Refuses what `strip_shots` refuses."""
    return read_dice(strip_shots(facts, book), dice, book)


def _dice(facts: IndirectGunFacts, book: RuleBook) -> int:
    return dice_for(strip_shots(facts, book))


def _odds(facts: IndirectGunFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(strip_shots(facts, book), book)


RESOLUTIONS: tuple[Resolution[IndirectGunFacts, RuleBook], ...] = (
    Resolution(
        "indirect_fire",
        "A machine gun's indirect fire",
        "Indirect machine gun fire",
        IndirectGunFacts,
        _dice,
        fire_strip,
        _odds,
    ),
)
