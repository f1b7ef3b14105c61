"""Around a fight: who may support it, how a draw ends, what the victor may do (FF-ASL-12, -16 to -19, -26)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.assault.contact import MEASURES, starting
from rules.flanders_fields.assault.fighters import ARMOUR, COMPANIES, Fighter, named
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, mm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


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
    Resolution("assault_support", "Support from behind", "Close combat", SupportFacts, no_dice, _support),
    Resolution("draw", "After a drawn fight", "Close combat", DrawFacts, no_dice, _draw),
    Resolution("victory", "After a fight that was won", "Close combat", VictorFacts, no_dice, _victory),
)
