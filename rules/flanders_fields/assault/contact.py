"""Assault: who may go into contact with whom, and in which order things happen (FF-ASL-01 to -05, -20 to -29)."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Any

from rules.flanders_fields.assault.fighters import ARMOUR, ON_FOOT, TANKS, Fighter, in_concrete, named
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import ARMOURED, BLOCK_HOUSE, SHELTER
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

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


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("assault", "Who may assault whom", "Close combat", AssaultFacts, no_dice, _may),
    Resolution("assault_order", "The order of an assault", "Close combat", OrderOfEventsFacts, no_dice, _order),
)
