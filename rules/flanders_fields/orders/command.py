"""Command stands: who follows a dead commander, and when Raw troops lose their first eagerness (FF-CMD, FF-QUA)."""

from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Level, Quality
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderKilled:
    """A command stand that has just died."""

    level: Level = fact("whose commander it was", example="battalion")
    spotter: bool = fact("it was a specialist officer such as a spotter", default=False)


class Appears(StrEnum):
    """When a field promotion stands on the table."""

    NEVER = "never"
    AT_ONCE = "at_once"
    NEXT_TURN = "next_turn"


@dataclass(frozen=True, slots=True)
class Promotion:
    """When he appears, what he touches ('rifle_stand', 'command_stand' or ''), and whether a platoon goes."""

    appears: Appears
    beside: str
    platoon_lost: bool


def field_promotion(facts: CommanderKilled, book: RuleBook) -> Explained[Promotion]:
    """Who replaces a dead commander (FF-CMD-09, AMB-28). Until he appears, nobody under him can be ordered."""
    if facts.spotter:
        step = Step("FF-CMD-09", "Specialist officers are not replaced")
        return Explained(Promotion(Appears.NEVER, "", False), None, (step,))
    amb_28 = book.ruling("AMB-28")
    appears = amb_28.gives(
        {"next_turn": Appears.NEXT_TURN, "at_once": Appears.AT_ONCE, "from_a_platoon": Appears.NEXT_TURN},
    )
    costs = amb_28.gives({"next_turn": False, "at_once": False, "from_a_platoon": True})
    of_battalion = facts.level is Level.BATTALION
    beside = "rifle_stand" if of_battalion else "command_stand"
    lost = costs and of_battalion
    when = "At once" if appears is Appears.AT_ONCE else "At the start of its side's next turn"
    where = f"touching the nearest surviving {beside.replace('_', ' ')}"
    says = f"{when}, {'in place of a rifle platoon' if lost else where}"
    return Explained(Promotion(appears, beside, lost), None, (Step("FF-CMD-09", says, None, amb_28.mark),))


class Attack(StrEnum):
    """What came at Raw troops."""

    FIRE = "fire"
    GAS = "gas"
    ASSAULT = "assault"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderFire:
    """An attack on a stand of a Raw battalion."""

    attack: Attack = fact("what came at it", example="fire")
    suffered: bool = fact("a stand was suppressed or killed", default=False)


class Shaken(StrEnum):
    """Who has lost the bonus of fresh Raw troops."""

    NOBODY = "nobody"
    COMPANY = "company"
    BATTALION = "battalion"


def raw_bonus_ends(facts: UnderFire, book: RuleBook) -> Explained[Shaken]:
    """Who counts as fired on from now to the end of the game (FF-ORD-21, AMB-15)."""
    if facts.attack is not Attack.FIRE:
        return Explained(Shaken.NOBODY, None, (Step("FF-ORD-21", f"{facts.attack.capitalize()} is no fire"),))
    by_result = Shaken.BATTALION if facts.suffered else Shaken.NOBODY
    ends = {"any_fire": Shaken.BATTALION, "own_company": Shaken.COMPANY, "result": by_result}
    amb_15 = book.ruling("AMB-15")
    shaken = amb_15.gives(ends)
    says = {
        Shaken.NOBODY: "Nobody was suppressed or killed: the bonus stays",
        Shaken.COMPANY: "The company fired at has lost its bonus",
        Shaken.BATTALION: "The whole battalion has lost its bonus",
    }
    return Explained(shaken, None, (Step("FF-ORD-21", says[shaken], None, amb_15.mark),))


class Spotter(StrEnum):
    """Who looks for a mortar that does not itself see its target."""

    NOBODY = "nobody"
    BATTALION_COMMANDER = "battalion_commander"
    SOMEONE_ELSE = "someone_else"


SPOTTED = only("FF-CMD-10", "spotter", set(Spotter) - {Spotter.NOBODY}, "a spotter")


@dataclass(frozen=True, slots=True, kw_only=True)
class MortarFire:
    """A mortar that is to fire, and how its target is seen."""

    own_sight: bool = fact("the mortar itself sees its target", example=True)
    spotter: Spotter = fact("who spots for it", default=Spotter.NOBODY)
    sees_target: bool = fact("the spotter himself sees the target", default=False, only=SPOTTED)
    sees_mortar: bool = fact("the spotter himself sees the mortar", default=False, only=SPOTTED)
    own_commander: bool = fact(
        "he commands its own battalion (light mortars) or one of its regiment (heavier ones)",
        default=True,
        only=SPOTTED,
    )
    spotter_suppressed: bool = fact("the spotter is suppressed", default=False, only=SPOTTED)
    registered: bool = fact("the point was registered in the fire plan", default=False)


def mortar_may_fire(facts: MortarFire, book: RuleBook) -> Explained[int] | Refusal:
    """What its sight adds to a mortar's order roll: nothing, or what spotting costs (FF-CMD-10, FF-ORD-23, AMB-35).

    Refuses fire that neither the mortar nor a battalion command stand sees, but at a registered point.
    """
    if facts.own_sight:
        return Explained(0, None, (Step("FF-CMD-10", "The mortar itself sees its target"),))
    if not facts.registered:
        refused = _cannot_spot(facts, book)
        if refused:
            return refused
    how = "The point is registered" if facts.registered else "The battalion commander spots for it"
    steps, table = (Step("FF-CMD-10", how),), book.table("orders/master")
    if not table.has("mortar_without_sight"):
        free = Step("FF-ORD-23", "Firing without own sight costs nothing at this date", None, book.mark("AMB-35"))
        return Explained(0, None, (*steps, free))
    if facts.registered and registered_free(book):
        planned = Step("FF-ORD-23", "Firing on a registered point costs nothing", None, book.mark("AMB-393"))
        return Explained(0, None, (*steps, planned))
    minus = table.number("mortar_without_sight")
    return Explained(minus.value, None, (*steps, minus.because(minus.says)))


def registered_free(book: RuleBook) -> bool:
    """Whether a mortar without sight loses nothing on a registered point: by house rule (AMB-393)."""
    return book.behaviour("AMB-393", {"always": False, "planned_free": True, "suppressed_blind": False})


def _cannot_spot(facts: MortarFire, book: RuleBook) -> Refusal | None:
    if facts.spotter is not Spotter.BATTALION_COMMANDER:
        return Refusal("FF-CMD-10", "Nobody spots for the mortar", "let its battalion command stand spot")
    if not facts.own_commander:
        return Refusal("FF-MTR-14", "He commands no battalion of that mortar", "let its own commander spot")
    blind = book.behaviour("AMB-393", {"always": False, "planned_free": False, "suppressed_blind": True})
    if facts.spotter_suppressed and blind:
        return Refusal("FF-MTR-14", "A suppressed spotter sees nothing (house rule)", "let another commander spot")
    unseen = [name for name, seen in (("target", facts.sees_target), ("mortar", facts.sees_mortar)) if not seen]
    if not unseen:
        return None
    return Refusal("FF-CMD-10", f"The spotter does not see the {' and the '.join(unseen)}", "place him to see both")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattalionGrades:
    """The battalions of a regiment or division."""

    battalions: tuple[Quality, ...] = fact(
        "the grade of each battalion", example=["experienced", "experienced", "raw"], fewest=1
    )


def grade_of_formation(facts: BattalionGrades, _book: RuleBook) -> Explained[Quality] | Refusal:
    """A regiment's or division's grade: that of most of its battalions (FF-QUA-02). Refuses where none has most."""
    counted = sorted(Quality, key=facts.battalions.count, reverse=True)
    most, next_most = (facts.battalions.count(grade) for grade in counted[:2])
    if most == next_most:
        return Refusal("FF-QUA-02", "No grade is that of most battalions", "let the scenario name the grade")
    says = f"{most} of {len(facts.battalions)} battalions are {counted[0].capitalize()}"
    return Explained(counted[0], None, (Step("FF-QUA-02", says),))


def _mortar(facts: MortarFire, _dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    return mortar_may_fire(facts, book)


def _grade(facts: BattalionGrades, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Quality] | Refusal:
    return grade_of_formation(facts, book)


def _promote(facts: CommanderKilled, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Promotion]:
    return field_promotion(facts, book)


def _ends(facts: UnderFire, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Shaken]:
    return raw_bonus_ends(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("field_promotion", "Who replaces a commander", "Command stands", CommanderKilled, no_dice, _promote),
    Resolution("raw_bonus", "Whether Raw troops are still fresh", "Command stands", UnderFire, no_dice, _ends),
    Resolution("mortar_spotting", "Whether a mortar may fire at it", "Command stands", MortarFire, no_dice, _mortar),
    Resolution(
        "formation_grade", "Grade of a regiment or division", "Command stands", BattalionGrades, no_dice, _grade
    ),
)
