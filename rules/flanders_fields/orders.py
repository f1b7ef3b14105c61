"""Orders: commanders, order roll facts, actions, heroic actions (FF-CMD, FF-ORD, FF-HER)."""

from enum import StrEnum
from functools import lru_cache
from typing import Any

from rules.flanders_fields.applicability import ARMOURED, BLOCK_HOUSE, GAS, SPECIMEN_GAME, STORM_BATTALION
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    HEAVIER_MORTARS,
    MORTARS,
    Action,
    Bonus,
    Level,
    Quality,
    UnitClass,
)
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.numerals import spelt

# What an order roll looks at

NEVER_ON_WIRE = ARTILLERY | {UnitClass.BLOCK_HOUSE, UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.CAVALRY}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFacts:
    """One unit, its commander, and what stands round them when its die is thrown."""

    unit_class: UnitClass = fact("what kind of unit is ordered", example="rifle_company", dated=BLOCK_HOUSE)
    level: Level | None = fact("whose orders it waits for (nothing: the level of its class)", default=None)
    quality: Quality = fact("its battalion's grade; crewed weapons ignore it", default=Quality.EXPERIENCED)
    storm_troops: bool = fact("it belongs to a storm battalion", default=False, dated=STORM_BATTALION)
    fired_on: bool = fact("its battalion has been fired on in this game", default=False)
    in_gas: bool = fact("the unit stands in a gas cloud", default=False, dated=GAS)
    commander_in_gas: bool = fact("its commander stands in a gas cloud", default=False, dated=GAS)
    farthest_platoon_cm: float | None = fact(
        "from its farthest platoon to the battalion commander",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        example=25.0,
    )
    battalion_farthest_cm: float | None = fact(
        "from the battalion's farthest platoon to its commander", default=None, unit="cm", least=0, most=1000
    )
    field_promotion: bool = fact("its commander is a field promotion", default=False)
    commander_lost: bool = fact("its commander is dead and not replaced", default=False)
    commander_suppression: int = fact(
        "suppression levels on its commander (a third kills him, but by house rule)", default=0, least=0, most=9
    )
    tank_failed_last_turn: bool = fact("this tank earned no action last turn", default=False, dated=ARMOURED)
    own_sight: bool = fact(
        "the battery or mortar itself sees the enemy",
        default=False,
        only=only("FF-ORD-19", "unit_class", ARTILLERY | MORTARS, "a battery or a mortar"),
    )
    registered_point: bool = fact(
        "the mortar will fire on a point registered in the fire plan",
        default=False,
        only=only("FF-ORD-23", "unit_class", MORTARS, "a mortar"),
    )
    open_sights: bool = fact(
        "the battery will fire over open sights",
        default=False,
        only=only("FF-ART-06", "unit_class", ARTILLERY, "a battery"),
    )
    limbered: bool = fact(
        "the battery is limbered", default=False, only=only("FF-ORD-19", "unit_class", ARTILLERY, "a battery")
    )
    on_table: bool = fact("it stands on the table", default=True)
    fired_by_plan: bool = fact(
        "the battery has fired by the fire plan this turn",
        default=False,
        only=only("FF-BOM-05", "unit_class", ARTILLERY, "a battery"),
    )
    crossing_wire: bool = fact(
        "the company means to get through wire",
        default=False,
        only=only("FF-ORD-22", "unit_class", set(UnitClass) - NEVER_ON_WIRE, "troops on foot"),
    )
    staff_bonus: bool = fact("the staff bonus is declared for this die", default=False)
    bonuses: tuple[Bonus, ...] = fact("other bonuses declared for this die", default=())
    specimen_game: bool = fact("it is the specimen game of 1914", default=False, dated=SPECIMEN_GAME)
    deep_suppression: int = fact("deep suppression in force against its side", default=0, least=-2, most=0)
    front_trench_cm: float | None = fact(
        "from the unit to its side's front trench", default=None, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BattalionOrders:
    """The rifle companies of one battalion, in the order they roll."""

    companies: tuple[OrderFacts, ...] = fact("the companies, each as for its own roll", fewest=1)


def level_of(facts: OrderFacts) -> Level:
    """The level a unit is ordered at: as given, or where its class belongs (FF-ORG-03, FF-ORG-09 to FF-ORG-11)."""
    return facts.level or level_of_class(facts.unit_class)


def level_of_class(unit_class: UnitClass) -> Level:
    """Whose orders a class of unit waits for where nothing else is said (FF-ORG-03, FF-ORG-09 to FF-ORG-11)."""
    higher = unit_class in ARTILLERY | HEAVIER_MORTARS or unit_class is UnitClass.BLOCK_HOUSE
    return Level.REGIMENTAL if higher else Level.BATTALION


# Command stands (FF-CMD, FF-QUA)


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


# Spending earned actions (FF-ORD-04 to FF-ORD-12)

KINDS, LIMITS = "orders/kinds", "suppression/death"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendFacts:
    """One action about to be spent by a unit that has rolled for orders this turn."""

    unit_class: UnitClass = fact("what kind of unit it is", example="rifle_company", dated=BLOCK_HOUSE)
    kind: Action = fact("what the action is spent on", example="fire")
    earned: int = fact("actions its die earned this turn", least=0, most=3, example=2)
    spent: tuple[Action, ...] = fact("what it has spent actions on this turn", default=())
    suppression: int = fact("suppression levels on it, or on the platoon that acts", default=0, least=0, most=2)
    beside: tuple[Action, ...] = fact("what other platoons of the company do with this same action", default=())
    on_table: bool = fact("it stands on the table", default=True)


@lru_cache(maxsize=1024)
def permitted_actions(unit_class: UnitClass, book: RuleBook) -> tuple[Action, ...]:
    """The kinds of action a class may spend its orders on at this date; none for a class it does not know."""
    table = book.table(KINDS)
    if not table.has(unit_class):
        return ()
    return tuple(Action(kind.strip()) for kind in table.word(unit_class).value.split(","))


@lru_cache(maxsize=1024)
def spend_action(facts: SpendFacts, book: RuleBook) -> Explained[int] | Refusal:
    """How many actions are left after spending one (FF-ORD-06, FF-ORD-11).

    Refuses kinds the class does not have, moving and firing while suppressed, and what the game's house rules forbid.
    """
    refused = _not_permitted(facts, book) or _none_left(facts) or _suppressed(facts, book) or _repeats(facts, book)
    if refused:
        return refused
    left = facts.earned - len(facts.spent) - 1
    kinds = book.table(KINDS).word(facts.unit_class)
    steps = [kinds.cites(f"{_name(facts.kind).capitalize()}: {left} of {facts.earned} left")]
    if facts.kind in facts.spent:
        steps.append(Step("FF-ORD-11", "The same kind of action may be repeated"))
    if any(kind is not facts.kind for kind in facts.beside):
        steps.append(Step("FF-ORD-11", "Each platoon of the company chooses", None, book.mark("AMB-23")))
    if facts.kind is Action.REMOVE_SUPPRESSION:
        removed = book.table(LIMITS).number("removed_by_one_action")
        levels = "level" if removed.value == 1 else "levels"
        steps.append(removed.cites(f"One action removes {spelt(removed.value)} {levels}"))
    return Explained(left, None, tuple(steps))


def _name(kind: Action) -> str:
    return kind.replace("_", " ")


def _not_permitted(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    kinds = permitted_actions(facts.unit_class, book)
    unit = facts.unit_class.replace("_", " ")
    if facts.kind not in kinds:
        instead = f"choose one of: {', '.join(map(_name, kinds))}" if kinds else "choose a later date"
        return Refusal("FF-ORD-05", f"A {unit} cannot {_name(facts.kind)}", instead)
    if facts.kind is Action.MOVE and not facts.on_table:
        return Refusal("FF-ORD-05", f"A {unit} off the table has no position to change", "choose another action")
    return None


def _none_left(facts: SpendFacts) -> Refusal | None:
    if not facts.earned:
        return Refusal("FF-ORD-09", "Its die earned no action, which ends its turn", "go on to the next unit")
    if len(facts.spent) >= facts.earned:
        return Refusal(
            "FF-ORD-06",
            "Its one action is spent" if facts.earned == 1 else f"All {facts.earned} actions are spent",
            "go on to the next unit",
        )
    return None


def _suppressed(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    if facts.kind is Action.REMOVE_SUPPRESSION:
        return (
            None if facts.suppression else Refusal("FF-SUP-10", "There is no level to remove", "choose another action")
        )
    barred = book.behaviour(
        "AMB-84",
        {"may_redirect": (Action.MOVE, Action.FIRE), "barred": (Action.MOVE, Action.FIRE, Action.REDIRECT)},
    )
    if not facts.suppression or facts.kind not in barred:
        return None
    return Refusal("FF-ORD-12", f"Suppressed: it may not {_name(facts.kind)}", "remove the suppression first")


def _repeats(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    fires_again = facts.kind is Action.FIRE and Action.FIRE in facts.spent
    if fires_again and book.behaviour("AMB-24", {"repeat": False, "one_fire": True}):
        return Refusal("FF-ORD-11", "This game allows one fire action a turn", "choose another action")
    mixes = any(kind is not facts.kind for kind in facts.beside)
    if mixes and book.behaviour("AMB-23", {"one_kind": True, "mixed": False}):
        return Refusal("FF-ORD-11", "A company spends an action on one kind", "let the others decline or do the same")
    return None


def _spend(facts: SpendFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    return spend_action(facts, book)


# Heroic actions (FF-HER)

RESULT, CARD = "heroic/result", "heroic/card"


class HeroicResult(StrEnum):
    """How a heroic action ends."""

    SUCCESS = "success"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroicFacts:
    """A deed both sides have talked over."""

    agreed: bool = fact("both sides agree that it is possible and heroic", default=True)
    tried: bool = fact("this player has tried one in this game", default=False)
    tried_by_side: bool = fact("his side has tried one in this game", default=False)
    own_turn: bool = fact("it is his own turn", default=True)
    company_rolled: bool = fact("the platoon's company has rolled for orders this turn", default=False)
    hearts_jack: bool = fact("the jack of Hearts was played for it", default=False)


def try_heroic_action(facts: HeroicFacts, die: D6, book: RuleBook) -> Explained[HeroicResult] | Refusal:
    """Whether a heroic action succeeds (FF-HER-01 to FF-HER-07). Refuses a second one, and one nobody agreed to.

    Success: the platoon stands where the deed leaves it and the agreed effect happens. Failure: the platoon is dead.
    """
    refused = may_try(facts, book)
    if refused:
        return refused
    card = book.table(CARD).number("hearts_jack")
    steps: tuple[Step, ...] = (card.because(card.says),) if facts.hearts_jack else ()
    if not facts.own_turn:
        steps += (Step("FF-HER-01", "Tried in the enemy's turn", None, book.mark("AMB-94")),)
    total = die.pips + sum(step.value or 0 for step in steps)
    band = book.table(RESULT).read("heroic_action", total)
    deed = HeroicResult(band.value)
    outcome = {
        HeroicResult.SUCCESS: Step(
            "FF-HER-05", "The agreed effect happens, and the platoon stands where the deed leaves it"
        ),
        HeroicResult.FAILURE: Step("FF-HER-06", "The platoon is destroyed"),
    }
    return Explained(deed, total, (*steps, band.cites(f"{total}: {deed}"), outcome[deed]))


def may_try(facts: HeroicFacts, book: RuleBook) -> Refusal | None:
    """Why no deed may be tried now, whatever the die shows (FF-HER-01, FF-HER-02, AMB-94)."""
    if not facts.agreed:
        return Refusal("FF-HER-02", "Both sides must agree that it is possible and heroic", "talk it over first")
    whose = {"each_player": facts.tried, "each_side": facts.tried_by_side, "any_turn": facts.tried}
    amb_94 = book.ruling("AMB-94")
    if amb_94.gives(whose):
        return Refusal("FF-HER-01", "The one heroic action of this game has been tried", "play on without it")
    any_turn = amb_94.gives({"each_player": False, "each_side": False, "any_turn": True})
    if not facts.own_turn and not any_turn:
        return Refusal("FF-HER-01", "A heroic action is tried in one's own turn", "wait for it")
    if facts.own_turn and facts.company_rolled:
        return Refusal("FF-HER-01", "Its company has rolled for orders this turn", "try it next turn")
    return None


def _try(facts: HeroicFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[HeroicResult] | Refusal:
    return try_heroic_action(facts, dice[0], book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("field_promotion", "Who replaces a commander", "Command stands", CommanderKilled, no_dice, _promote),
    Resolution("raw_bonus", "Whether Raw troops are still fresh", "Command stands", UnderFire, no_dice, _ends),
    Resolution("mortar_spotting", "Whether a mortar may fire at it", "Command stands", MortarFire, no_dice, _mortar),
    Resolution(
        "formation_grade", "Grade of a regiment or division", "Command stands", BattalionGrades, no_dice, _grade
    ),
    Resolution(
        key="spend_action",
        title="Whether it may spend an action so",
        chapter="Orders and actions",
        facts=SpendFacts,
        dice=no_dice,
        resolve=_spend,
    ),
    Resolution(
        "heroic_action", "Whether a deed succeeds", "Heroic actions", HeroicFacts, one_die, _try, thrown(_try, one_die)
    ),
)
