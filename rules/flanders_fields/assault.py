"""Assaults: fighters, contact, support, draws and victory (FF-ASL-01 to 05, 12, 16 to 29)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from rules.flanders_fields.applicability import ARMOURED, BLOCK_HOUSE, SHELTER
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Side, UnitClass
from rules.kernel.distances import beyond, cm, mm
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import Only, fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# What a stand is in close combat (FF-ASL-02, AMB-412, AMB-417)


class Fighter(StrEnum):
    """A stand as close combat tells stands apart. Engineers are infantry here."""

    INFANTRY = "infantry"
    LMG_PLATOON = "lmg_platoon"
    FLAMETHROWER = "flamethrower"
    CAVALRY = "cavalry"
    HEAVY_TANK = "heavy_tank"
    LIGHT_TANK = "light_tank"
    ARMOURED_CAR = "armoured_car"
    MACHINE_GUN = "machine_gun"
    ANTI_TANK_RIFLE = "anti_tank_rifle"
    MORTAR = "mortar"
    ARTILLERY = "artillery"
    BLOCK_HOUSE = "block_house"
    COMMAND_STAND = "command_stand"


ON_FOOT = frozenset({Fighter.INFANTRY, Fighter.LMG_PLATOON, Fighter.FLAMETHROWER})
TANKS = frozenset({Fighter.HEAVY_TANK, Fighter.LIGHT_TANK})
ARMOUR = TANKS | {Fighter.ARMOURED_CAR}
WEAPONS_ON_FOOT = frozenset({Fighter.MACHINE_GUN, Fighter.ANTI_TANK_RIFLE, Fighter.MORTAR})
SUPPORT_WEAPONS = WEAPONS_ON_FOOT | {Fighter.LMG_PLATOON, Fighter.ARTILLERY}
CREWED = frozenset({Fighter.MACHINE_GUN, Fighter.MORTAR, Fighter.ARTILLERY, Fighter.BLOCK_HOUSE})
COMPANIES = frozenset({Fighter.INFANTRY, Fighter.CAVALRY})
NEVER_STORM_TROOPS = ARMOUR | {Fighter.CAVALRY, Fighter.BLOCK_HOUSE}
NEVER_IN_CONCRETE = ARMOUR | {Fighter.CAVALRY}

FIGHTS_AS: Mapping[UnitClass, Fighter] = {
    UnitClass.RIFLE_COMPANY: Fighter.INFANTRY,
    UnitClass.ENGINEERS: Fighter.INFANTRY,
    UnitClass.LMG_PLATOON: Fighter.LMG_PLATOON,
    UnitClass.FLAMETHROWER: Fighter.FLAMETHROWER,
    UnitClass.CAVALRY: Fighter.CAVALRY,
    UnitClass.TANK: Fighter.HEAVY_TANK,
    UnitClass.ARMOURED_CAR: Fighter.ARMOURED_CAR,
    UnitClass.MACHINE_GUN: Fighter.MACHINE_GUN,
    UnitClass.ANTI_TANK_RIFLE: Fighter.ANTI_TANK_RIFLE,
    UnitClass.LIGHT_MORTAR: Fighter.MORTAR,
    UnitClass.MEDIUM_MORTAR: Fighter.MORTAR,
    UnitClass.HEAVY_MORTAR: Fighter.MORTAR,
    UnitClass.FIELD_GUN: Fighter.ARTILLERY,
    UnitClass.FIELD_HOWITZER: Fighter.ARTILLERY,
    UnitClass.HEAVY_ARTILLERY: Fighter.ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Fighter.ARTILLERY,
    UnitClass.BLOCK_HOUSE: Fighter.BLOCK_HOUSE,
}
"""How the stands of a unit fight; a light tank and a command stand are named as such by whoever knows the stand."""


def named(fighter: Fighter) -> str:
    """A fighter in the words of the table: "a heavy tank", "infantry"."""
    mass = fighter in (Fighter.INFANTRY, Fighter.CAVALRY, Fighter.ARTILLERY)
    if fighter is Fighter.LMG_PLATOON:
        return "an LMG platoon"
    says = fighter.replace("_", " ")
    return says if mass else f"{'an' if says[0] in 'aeiou' else 'a'} {says}"


def storm_troops(who: str) -> Only:
    """Storm troops are infantry and its weapons (FF-QUA-07)."""
    return only("FF-QUA-07", who, set(Fighter) - NEVER_STORM_TROOPS, "troops on foot and their weapons")


def in_concrete(who: str) -> Only:
    """Neither horsemen nor vehicles are in fortifications (FF-COV-07)."""
    fitting = set(Fighter) - NEVER_IN_CONCRETE
    return only("FF-COV-07", who, fitting, "troops on foot and their weapons", {Cover.FORTIFIED})


def below_ground(who: str) -> Only:
    """Horsemen, vehicles and block houses do not go into deep shelters (FF-DSH-01)."""
    fitting = set(Fighter) - NEVER_IN_CONCRETE - {Fighter.BLOCK_HOUSE}
    return only("FF-DSH-01", who, fitting, "troops on foot and their weapons")


# Assault (FF-ASL-01 to -05, -20 to -29)

MEASURES, FACTORS, STEPS = "assault/measures", "assault/factors", "assault/steps"
STARTERS = ON_FOOT | TANKS | {Fighter.CAVALRY}
RIDDEN_DOWN = (Cover.OPEN, Cover.SOFT)


class AssaultKind(StrEnum):
    """The kinds of assault (FF-ASL-02); armour against armour is a house rule (AMB-424)."""

    GENERAL = "general"
    CAVALRY_AGAINST_INFANTRY = "cavalry_against_infantry"
    INFANTRY_AGAINST_ARMOUR = "infantry_against_armour"
    ARMOUR_AGAINST_INFANTRY = "armour_against_infantry"
    FORTIFIED_POSITION = "fortified_position"
    ARMOUR_AGAINST_ARMOUR = "armour_against_armour"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultFacts:
    """One stand that is to go into contact with one enemy stand."""

    attacker: Fighter = fact("what assaults", example="infantry")
    defender: Fighter = fact("what is assaulted", example="infantry", dated=BLOCK_HOUSE)
    defender_cover: Cover = fact("the defender's class of cover", default=Cover.SOFT, only=in_concrete("defender"))
    move_action: bool = fact("a move action is spent on it", default=True)
    attacker_suppressed: bool = fact("the attacker is suppressed", default=False)
    gap_cm: float = fact("left between the bases when its move ends", default=0.0, unit="cm", least=0, most=1000)


@lru_cache(maxsize=1024)
def may_assault(facts: AssaultFacts, book: RuleBook) -> Explained[AssaultKind] | Refusal:
    """Whether a stand may assault another, and which kind of assault it is (FF-ASL-01 to -03, -20, -21, -27).

    Refuses attackers that may not, targets they may not have, and moves that end short of contact.
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    kind = kind_of(facts.attacker, facts.defender, facts.defender_cover, book)
    mark = _mark(kind, facts, book)
    says = f"{named(facts.attacker).capitalize()} against {named(facts.defender)}: {kind.replace('_', ' ')}"
    steps = (Step("FF-ASL-02", says, None, mark), Step("FF-ASL-03", "A move action leads into contact"))
    return Explained(kind, None, (*steps, *_in_contact(facts, book), *_first(kind)))


def _mark(kind: AssaultKind, facts: AssaultFacts, book: RuleBook) -> HouseMark | None:
    """The house rule that shaped the kind of this assault."""
    if kind is AssaultKind.ARMOUR_AGAINST_ARMOUR:
        return book.mark("AMB-424")
    by_cover = facts.defender_cover is Cover.FORTIFIED and facts.defender is not Fighter.BLOCK_HOUSE
    return book.mark("AMB-422") if by_cover else None


def kind_of(attacker: Fighter, defender: Fighter, cover: Cover, book: RuleBook) -> AssaultKind:
    """The kind of an assault (FF-ASL-02, AMB-422)."""
    if attacker in ARMOUR:
        return AssaultKind.ARMOUR_AGAINST_ARMOUR if defender in ARMOUR else AssaultKind.ARMOUR_AGAINST_INFANTRY
    if defender in ARMOUR:
        return AssaultKind.INFANTRY_AGAINST_ARMOUR
    if fortified(defender, cover, book):
        return AssaultKind.FORTIFIED_POSITION
    if attacker is Fighter.CAVALRY and defender in ON_FOOT:
        return AssaultKind.CAVALRY_AGAINST_INFANTRY
    return AssaultKind.GENERAL


def fortified(defender: Fighter, cover: Cover, book: RuleBook) -> bool:
    """Whether a stand is a fortified position, which only infantry and flamethrowers assault (FF-ASL-27, AMB-422)."""
    by_cover = book.behaviour("AMB-422", {"any_fortified": cover is Cover.FORTIFIED, "bunkers_only": False})
    return defender is Fighter.BLOCK_HOUSE or (by_cover and defender not in ARMOUR)


def cover_counted(defender: Fighter, cover: Cover) -> Cover:
    """The cover a fight is read with: a block house is Fortified whatever stands around it (FF-BLK-08)."""
    return Cover.FORTIFIED if defender is Fighter.BLOCK_HOUSE else cover


def pairing(attacker: Fighter, defender: Fighter, cover: Cover, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why this attacker may never fight this defender, in rule-book order."""
    yield from starting(attacker, book)
    yield from _not_yet(defender, book)
    if defender is Fighter.BLOCK_HOUSE and not book.table("orders/rolls").has(defender):
        yield Refusal("FF-BLK-01", f"There is no block house in {book.when.month.in_words}", "choose a later date")
    if attacker is Fighter.CAVALRY and defender in ARMOUR:
        yield Refusal("FF-ASL-20", f"Cavalry does not assault {named(defender)}", "keep away from it, or ride on")
    if attacker in ARMOUR and defender in ARMOUR and not _armour_fights_armour(book):
        yield Refusal("FF-ASL-02", "Armour does not assault armour", "fire at it")
    if fortified(defender, cover, book) and attacker not in ON_FOOT:
        because = f"{named(attacker).capitalize()} does not assault a fortified position"
        yield Refusal("FF-ASL-27", because, "assault it with infantry or flamethrowers")
    if attacker is Fighter.CAVALRY and cover not in RIDDEN_DOWN:
        yield Refusal("FF-ASL-20", f"The enemy is in {cover.capitalize()} cover", "assault enemies in the Open or Soft")


def starting(attacker: Fighter, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why this attacker assaults nobody at this date (FF-ASL-02, FF-ASL-21, AMB-417)."""
    if attacker is Fighter.COMMAND_STAND:
        yield Refusal("FF-ASL-21", "Command stands start no combat", "assault with the stands they command")
    elif attacker not in STARTERS and not (attacker is Fighter.ARMOURED_CAR and _armour_fights_armour(book)):
        because = f"{named(attacker).capitalize()} starts no assault"
        yield Refusal("FF-ASL-02", because, "assault with infantry, cavalry or tanks")
    yield from _not_yet(attacker, book)


def _not_yet(one: Fighter, book: RuleBook) -> Iterator[Refusal]:
    if one in TANKS and not book.table(FACTORS).has(one):
        because = f"There is no {one.replace('_', ' ')} in {book.when.month.in_words}"
        yield Refusal("FF-TYP-09", f"{because}: {book.table(FACTORS).absent[one]}", "choose a later date")


def _armour_fights_armour(book: RuleBook) -> bool:
    return book.behaviour("AMB-424", {"never": False, "normal": True})


def _objections(facts: AssaultFacts, book: RuleBook) -> Iterator[Refusal]:
    yield from pairing(facts.attacker, facts.defender, facts.defender_cover, book)
    if not facts.move_action:
        yield Refusal("FF-ASL-03", "It has no move action for it", "earn an action first")
    if facts.attacker_suppressed:
        yield Refusal("FF-SUP-02", "It is suppressed and does not move", "remove its suppression first")
    contact = book.table(MEASURES).number("contact")
    if beyond(facts.gap_cm, contact.value):
        because = f"{facts.gap_cm:g} cm are left between the bases"
        yield Refusal("FF-ASL-01", because, "move until the bases touch, or stay away")


def _in_contact(facts: AssaultFacts, book: RuleBook) -> Iterator[Step]:
    if facts.gap_cm:
        yield book.table(MEASURES).number("contact").cites(f"{facts.gap_cm:g} cm apart counts as contact")


def _first(kind: AssaultKind) -> Iterator[Step]:
    """What the special kinds ask for before the dice of combat."""
    if kind is AssaultKind.INFANTRY_AGAINST_ARMOUR:
        yield Step("FF-ASL-24", "First the tank may fire at its attackers")
    if kind is AssaultKind.ARMOUR_AGAINST_INFANTRY:
        yield Step("FF-ASL-25", "First the infantry rolls morale to stand")


class MovedTogether(StrEnum):
    """Whose moves into contact are over before the first die (AMB-401)."""

    COMPANY = "company"
    BATTALION = "battalion"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderOfEventsFacts:
    """What is special about an assault."""

    against_shelters: bool = fact("defenders sit in deep shelters", default=False, dated=SHELTER)
    by_armour: bool = fact("armour assaults", default=False, dated=ARMOURED)


@dataclass(frozen=True, slots=True)
class OrderOfEvents:
    """The steps of an assault in their order, and whose moves are made together."""

    steps: tuple[str, ...]
    moved_together: MovedTogether


def order_of_events(facts: OrderOfEventsFacts, book: RuleBook) -> Explained[OrderOfEvents]:
    """What happens in an assault, one thing after the other (FF-ASL-T3, FF-ASL-04, FF-ASL-05, FF-ASL-11)."""
    table = book.table(STEPS)
    left_out = {"3_shelters": not facts.against_shelters, "4_stand": not facts.by_armour}
    rows = [table.word(key) for key in sorted(table) if not left_out.get(key, False)]
    amb_401 = book.ruling("AMB-401")
    together = amb_401.gives({"company": MovedTogether.COMPANY, "battalion": MovedTogether.BATTALION})
    moved = Step("FF-ASL-05", f"All moves of the {together} come before its first die", None, amb_401.mark)
    steps = tuple(row.cites(f"{row.says}: {row.value}") for row in rows)
    return Explained(OrderOfEvents(tuple(row.value for row in rows), together), None, (*steps, moved))


def _may(facts: AssaultFacts, _dice: object, book: RuleBook) -> Explained[AssaultKind] | Refusal:
    return may_assault(facts, book)


def _order(facts: OrderOfEventsFacts, _dice: object, book: RuleBook) -> Explained[OrderOfEvents]:
    return order_of_events(facts, book)


# Around a fight (FF-ASL-12, -16 to -19, -26)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportFacts:
    """A stand behind one that fights."""

    supporter: Fighter = fact("what stands behind", default=Fighter.INFANTRY)
    of_defender: bool = fact("it is the defender's", default=False)
    touching_behind: bool = fact("it touches the fighter from right behind", default=True)
    suppressed: bool = fact("it is suppressed", default=False)
    in_contact: bool = fact("it touches an enemy itself", default=False)
    others: int = fact("others that support the same fighter", default=0, least=0, most=10)


def may_support(facts: SupportFacts, book: RuleBook) -> Explained[int] | Refusal:
    """What a stand behind adds to the fighter's die (FF-ASL-12, AMB-407). Refuses stands that give no support."""
    refused = next(_no_support(facts, book), None)
    if refused:
        return refused
    bonus = book.table("assault/factors").number("support")
    mark = book.mark("AMB-407") if facts.of_defender else None
    return Explained(bonus.value, None, (Step(bonus.clause, bonus.says, bonus.value, mark),))


def _no_support(facts: SupportFacts, book: RuleBook) -> Iterator[Refusal]:
    clause = "FF-ASL-12"
    if facts.of_defender and not book.behaviour("AMB-407", {"attackers": False, "both": True}):
        yield Refusal(clause, "Only attackers are supported", "fight without it")
    if facts.supporter not in COMPANIES:
        because = f"{named(facts.supporter).capitalize()} supports nobody"
        yield Refusal(clause, because, "support with a platoon of infantry or cavalry")
    if not facts.touching_behind:
        yield Refusal(clause, "It does not touch the fighter from behind", "move it up before the dice are thrown")
    if facts.suppressed:
        yield Refusal(clause, "It is suppressed", "fight without it")
    if facts.in_contact:
        yield Refusal(clause, "It touches an enemy itself", "let it fight its own fight")
    if facts.others:
        yield Refusal(clause, "One stand only may support", "fight with one of them")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFacts:
    """An attacker after a fight that nobody won."""

    attacker: Fighter = fact("what had assaulted", default=Fighter.INFANTRY)
    supported: bool = fact("a platoon behind supports it", default=False)
    room_cm: float = fact("free ground behind it", default=3.0, unit="cm", least=0, most=1000)
    wire: bool = fact("any part of it comes to lie in wire", default=False)
    ground: Cover = fact("what the ground it falls back to gives it", default=Cover.OPEN)


@dataclass(frozen=True, slots=True)
class FallBack:
    """How far it falls back, its cover there (None: armour has no class), who goes along, whether it is suppressed."""

    distance_mm: int
    cover: Cover | None
    with_supporter: bool
    suppressed: bool


def fall_back(facts: DrawFacts, book: RuleBook) -> Explained[FallBack]:
    """What a drawn fight does to the attacker; the defender stays (FF-ASL-17, FF-ASL-18, FF-ASL-26, AMB-411)."""
    full, tank = book.table(MEASURES).number("falls_back"), facts.attacker in ARMOUR
    distance = min(full.value, mm(facts.room_cm))
    amb_411 = book.ruling("AMB-411")
    suppressed = amb_411.gives({"nothing": False, "suppressed": True})
    blocked = "" if distance == full.value else ", as far as there is room"
    along = " with its supporter" if facts.supported else ""
    says = f"It falls back {cm(distance)} straight from the defender{along}{blocked}"
    steps = [Step("FF-ASL-26" if tank else full.clause, says, None, full.house)]
    cover = None if tank else _cover(facts)
    if cover is not None:
        steps.append(Step("FF-ASL-18" if facts.wire else "FF-COV-15", f"There it is in {_in(cover)}"))
    if suppressed:
        steps.append(Step("FF-ASL-17", "It is suppressed as well", None, amb_411.mark))
    stays = Considered("FF-ASL-17", "The defender stays where it is")
    return Explained(FallBack(distance, cover, facts.supported, suppressed), None, tuple(steps), (stays,))


def _in(cover: Cover) -> str:
    return "the Open" if cover is Cover.OPEN else f"{cover.capitalize()} cover"


def _cover(facts: DrawFacts) -> Cover:
    """Soft on foot, better ground in full; wire leaves it in the Open, and horsemen have what the ground gives."""
    if facts.wire:
        return Cover.OPEN
    if facts.attacker is Fighter.CAVALRY:
        return facts.ground
    classes = tuple(Cover)
    return max(Cover.SOFT, facts.ground, key=classes.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class VictorFacts:
    """A stand that has won its fight."""

    side: Side = fact("whether it had assaulted or been assaulted", default=Side.ATTACKER)
    follow_ups: int = fact("times it has followed up in this action", default=0, least=0, most=20)
    move_left_cm: float = fact("what is left of its move", default=3.0, unit="cm", least=0, most=1000)
    new_opponent: bool = fact("it can reach an enemy it has not fought", default=True)


@dataclass(frozen=True, slots=True)
class Victor:
    """What the winner may do: turn, stand where the loser stood, and assault once more."""

    may_reface: bool
    takes_place: bool
    may_follow_up: bool


def victory(facts: VictorFacts, book: RuleBook) -> Explained[Victor]:
    """What the winner of a fight may do (FF-ASL-16, FF-ASL-19, AMB-410)."""
    refused = _no_follow_up(facts, book)
    attacks = facts.side is Side.ATTACKER
    steps = [Step("FF-ASL-19", "The platoons that fought may reface, free of actions")]
    if attacks:
        steps.append(Step("FF-ASL-16", "It may take the place of the beaten"))
    if refused is None:
        says = "It may go on to a new opponent as a new assault, closing fire and all"
        steps.append(Step("FF-ASL-16", says, None, book.mark("AMB-410")))
        return Explained(Victor(True, attacks, True), None, tuple(steps))
    return Explained(Victor(True, attacks, False), None, tuple(steps), (Considered("FF-ASL-16", refused),))


def _no_follow_up(facts: VictorFacts, book: RuleBook) -> str | None:
    amb_410 = book.ruling("AMB-410")
    defender_may = amb_410.gives({"once": False, "unlimited": False, "defender_too": True})
    if facts.side is Side.DEFENDER and not defender_may:
        return "Defenders do not follow up"
    unlimited = amb_410.gives({"once": False, "unlimited": True, "defender_too": False})
    if facts.follow_ups and not unlimited:
        return "It has followed up in this action"
    if not facts.new_opponent:
        return "There is no new opponent in reach"
    if facts.side is Side.ATTACKER and not facts.move_left_cm:
        return "Nothing is left of its move"
    return None


def _support(facts: SupportFacts, _dice: object, book: RuleBook) -> Explained[int] | Refusal:
    return may_support(facts, book)


def _draw(facts: DrawFacts, _dice: object, book: RuleBook) -> Explained[FallBack] | Refusal:
    """Refuses what starts no assault: nothing of it can have been drawn."""
    return next(starting(facts.attacker, book), None) or fall_back(facts, book)


def _victory(facts: VictorFacts, _dice: object, book: RuleBook) -> Explained[Victor]:
    return victory(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("assault", "Who may assault whom", "Close combat", AssaultFacts, no_dice, _may),
    Resolution("assault_order", "The order of an assault", "Close combat", OrderOfEventsFacts, no_dice, _order),
    Resolution("assault_support", "Support from behind", "Close combat", SupportFacts, no_dice, _support),
    Resolution("draw", "After a drawn fight", "Close combat", DrawFacts, no_dice, _draw),
    Resolution("victory", "After a fight that was won", "Close combat", VictorFacts, no_dice, _victory),
)
