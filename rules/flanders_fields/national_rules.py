"""National rules: uses, owners and the parts of a storm battalion (FF-SPR, FF-SCN)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.applicability import SPECIMEN_GAME
from rules.flanders_fields.orders import OrderFacts, level_of_class
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Bonus, Level, MoraleBonus, Nation, Quality, RollKind, Special, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

# National rules (FF-SPR, FF-SCN-22, FF-SCN-32, FF-SCN-33)

USES, TANKS = "national/specials", "national/tanks"
OWNERS = {
    Special.LONG_RANGE_MARKSMANSHIP: Nation.BRITISH,
    Special.MAD_MINUTE: Nation.BRITISH,
    Special.PRUSSIAN_DISCIPLINE: Nation.GERMAN,
    Special.PALS: Nation.BRITISH,
    Special.PROFESSIONALISM: Nation.BRITISH,
    Special.ELAN: Nation.FRENCH,
    Special.STUBBORN_RESISTANCE: Nation.FRENCH,
    Special.MUTINY: Nation.FRENCH,
    Special.STORM_BATTALION: Nation.GERMAN,
}
"""Whose army it is about; a mutiny is the German player's to call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialFacts:
    """One use of a national rule, about to be declared."""

    special: Special = fact("which rule", example="prussian_discipline")
    nation: Nation = fact("whose army", example="german")
    enemy: Nation = fact("the enemy's army", default=Nation.GERMAN)
    roll: RollKind = fact("the die it is to help", default=RollKind.ORDER)
    level: Level | None = fact("whose commander declares it (nothing: the level of the unit's class)", default=None)
    unit_class: UnitClass = fact("what rolls or fires", default=UnitClass.RIFLE_COMPANY)
    quality: Quality = fact("its battalion's grade", default=Quality.EXPERIENCED)
    used: int = fact("uses so far by the same commander or company", default=0, least=0, most=99)
    used_by_battalion: int = fact("uses so far in its battalion", default=0, least=0, most=99)
    used_by_side: int = fact("uses so far by the whole side", default=0, least=0, most=99)
    die_thrown: bool = fact("the die lies on the table already", default=False)
    second_target: bool = fact("its second roll is meant for another target", default=False)
    specimen_game: bool = fact("it is the specimen game of 1914", default=False, dated=SPECIMEN_GAME)
    used_this_turn: bool = fact("its battalion has used it this turn already", default=False)
    tanks_used: int = fact(
        "tanks that have used Professionalism: of its battalion, by house rule of its side", default=0, least=0, most=99
    )
    goes_forward: bool = fact("it is ordered to go forward", default=True)
    defends: bool = fact("its side defends in the scenario", default=True)
    adverse: bool = fact("the result of the morale test is a bad one", default=True)
    turn_begins: bool = fact("a turn of the German player begins", default=True)
    game_begun: bool = fact("the first turn has begun", default=True)


@lru_cache(maxsize=1024)
def may_use(facts: SpecialFacts, book: RuleBook) -> Explained[int | None] | Refusal:
    """How many uses are left after this one, None without limit (FF-SPR-01 to FF-SPR-09, FF-SPR-15).

    Refuses the wrong army, date, commander or die, and uses beyond the last.
    """
    refused = _not_in_force(facts, book) or CHECKS[facts.special](facts, book)
    if refused:
        return refused
    uses = book.table(USES).number(facts.special)
    left = uses.value - _counted(facts, book) - 1 if uses.value else None
    if left is not None and left < 0:
        return Refusal(uses.clause, f"Every use has been made: {uses.says.lower()}", "play on without it")
    says = f"{_name(facts.special).capitalize()}: {uses.says.lower()}"
    steps = [Step(uses.clause, says, None, book.mark(RULINGS[facts.special]) or uses.house)]
    steps.extend(_widened(facts, book))
    if facts.specimen_game and facts.special in SPECIMEN:
        steps.append(Step(SPECIMEN[facts.special], "As in the specimen game of 1914"))
    return Explained(left, None, tuple(steps))


def _widened(facts: SpecialFacts, book: RuleBook) -> Iterator[Step]:
    """The house rules without which the use would have been refused."""
    if facts.die_thrown and facts.special in (Special.PALS, Special.PROFESSIONALISM):
        yield Step(book.table(USES).number(facts.special).clause, "Said after the die", None, book.mark("GAP-38"))
    if facts.special is Special.STUBBORN_RESISTANCE and not facts.defends:
        yield Step("FF-SPR-06", "It was not ordered forward", None, book.mark("GAP-45"))


OF_ARMY = {Special.MUTINY: "befalls the French"}
SPECIMEN = {
    Special.LONG_RANGE_MARKSMANSHIP: "FF-SCN-32",
    Special.MAD_MINUTE: "FF-SCN-33",
    Special.PRUSSIAN_DISCIPLINE: "FF-SCN-22",
}
RULINGS = {
    Special.LONG_RANGE_MARKSMANSHIP: "GAP-35",
    Special.MAD_MINUTE: "GAP-36",
    Special.PRUSSIAN_DISCIPLINE: "GAP-42",
    Special.PALS: "GAP-41",
    Special.PROFESSIONALISM: "GAP-40",
    Special.ELAN: "GAP-43",
    Special.STUBBORN_RESISTANCE: "GAP-44",
    Special.MUTINY: "GAP-46",
    Special.STORM_BATTALION: "GAP-47",
}


def _name(special: Special) -> str:
    return special.replace("_", " ")


def in_force(special: Special, nation: str, book: RuleBook) -> bool:
    """Whether an army has a national rule at the date: where it has not, nothing of its units needs looking at."""
    return nation == OWNERS[special] and book.table(USES).has(special)


def _not_in_force(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    owner = OWNERS[facts.special]
    if facts.nation is not owner:
        whose = OF_ARMY.get(facts.special, f"is {owner.capitalize()}")
        return Refusal("FF-SPR-17", f"{_name(facts.special).capitalize()} {whose}", "play on without it")
    if not book.table(USES).has(facts.special):
        return Refusal(
            "FF-SPR-17",
            f"{_name(facts.special).capitalize()}: not in force in {book.when.month.in_words}",
            "play on without it",
        )
    return None


def _marksmen(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.unit_class is not UnitClass.RIFLE_COMPANY or facts.roll is not RollKind.FIRE:
        return Refusal("FF-SPR-01", "The longer range is for the fire of rifles", "measure by the ordinary range")
    everyone = book.behaviour("GAP-35", {"all": True, "veterans": False})
    if not everyone and facts.quality is not Quality.VETERAN:
        return Refusal("FF-SPR-01", "In this game only Veterans shoot so far", "measure by the ordinary range")
    return None


def _level(facts: SpecialFacts) -> Level:
    return facts.level or level_of_class(facts.unit_class)


def _mad_minute(facts: SpecialFacts, _book: RuleBook) -> Refusal | None:
    if facts.unit_class is not UnitClass.RIFLE_COMPANY or facts.roll is not RollKind.FIRE:
        return Refusal("FF-SPR-02", "A Mad Minute is a fire action of a rifle company", "choose a company's fire")
    if facts.second_target:
        return Refusal("FF-SPR-10", "Both rolls are at the same target", "keep the first target")
    return None


def _discipline(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.die_thrown:
        return Refusal("FF-SPR-11", "It has to be said before the die is thrown", "keep it for another roll")
    everywhere = book.behaviour("GAP-42", {"as_printed": False, "everywhere": True, "side": False})
    widened = facts.specimen_game or everywhere
    if facts.roll is RollKind.FIRE or (facts.roll is RollKind.MORALE and not widened):
        return Refusal("FF-SPR-08", "It helps order rolls only", "keep it for an order roll")
    level = _level(facts)
    if level is Level.DIVISIONAL or (level is Level.REGIMENTAL and not widened):
        return Refusal("FF-SPR-08", "Only battalion commanders have it", "roll without it")
    return None


def _pals(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.roll is RollKind.FIRE:
        return Refusal("FF-SPR-03", "It helps an order roll or a morale test", "keep it for one of them")
    if facts.quality is not Quality.RAW or _level(facts) is not Level.BATTALION:
        return Refusal("FF-SPR-03", "Pals helps Raw battalions only", "roll without it")
    return _too_late("FF-SPR-03", facts, book)


def _professionalism(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.roll is not RollKind.ORDER:
        return Refusal("FF-SPR-04", "It helps order rolls only", "keep it for an order roll")
    if facts.unit_class not in (UnitClass.RIFLE_COMPANY, UnitClass.TANK):
        return Refusal("FF-SPR-04", "It is for companies and the tanks attached to them", "roll without it")
    most = book.table(TANKS).number("tanks").value
    if facts.unit_class is UnitClass.TANK and not facts.used and facts.tanks_used >= most:
        return Refusal("FF-SPR-04", f"{most} tanks have shared it", "roll without it")
    return _too_late("FF-SPR-04", facts, book)


def _too_late(clause: str, facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    before = book.behaviour("GAP-38", {"before": True, "after": False})
    if before and facts.die_thrown:
        return Refusal(clause, "It has to be said before the die is thrown", "keep it for another roll")
    return None


def _elan(facts: SpecialFacts, _book: RuleBook) -> Refusal | None:
    if facts.roll is not RollKind.ORDER or not facts.goes_forward:
        return Refusal("FF-SPR-12", "It helps the order of a unit told to go forward", "roll without it")
    if facts.unit_class is UnitClass.BLOCK_HOUSE:
        return Refusal("FF-SPR-12", "A block house does not go forward", "roll without it")
    return None


def _resists(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    defends = {"scenario": facts.defends, "not_forward": not facts.goes_forward}
    if not book.behaviour("GAP-45", defends):
        return Refusal("FF-SPR-06", "That battalion is not defending", "carry the result out")
    if facts.roll is not RollKind.MORALE or not facts.adverse:
        return Refusal("FF-SPR-13", "It sets a bad result of a morale test aside", "keep it for one")
    return None


def _mutiny(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.enemy is not Nation.GERMAN:
        return Refusal("FF-SPR-07", "The German player names mutinous battalions", "play on without it")
    if facts.used:
        return Refusal("FF-SPR-07", "That battalion has been named already", "name another")
    before = book.behaviour(
        "GAP-46", {**dict.fromkeys(("own_turns", "sideways", "whole_1916"), False), "before_the_game": True}
    )
    if before and facts.game_begun:
        return Refusal("FF-SPR-07", "In this game they are named before the first turn", "play on without it")
    if not before and not facts.turn_begins:
        return Refusal("FF-SPR-07", "They are named at the start of a German turn", "wait for the next")
    return None


def _storm(facts: SpecialFacts, _book: RuleBook) -> Refusal | None:
    if facts.defends:
        return Refusal("FF-SPR-15", "Storm battalions attack", "place an ordinary battalion")
    return None


CHECKS = {
    Special.LONG_RANGE_MARKSMANSHIP: _marksmen,
    Special.MAD_MINUTE: _mad_minute,
    Special.PRUSSIAN_DISCIPLINE: _discipline,
    Special.PALS: _pals,
    Special.PROFESSIONALISM: _professionalism,
    Special.ELAN: _elan,
    Special.STUBBORN_RESISTANCE: _resists,
    Special.MUTINY: _mutiny,
    Special.STORM_BATTALION: _storm,
}


def _counted(facts: SpecialFacts, book: RuleBook) -> int:
    """The uses that count against this one: the commander's or company's, the battalion's, or the side's."""
    if facts.special is Special.PRUSSIAN_DISCIPLINE:
        one = {"as_printed": facts.used, "everywhere": facts.used, "side": facts.used_by_side}
        return book.behaviour("GAP-42", one)
    if facts.special in COUNTED:
        return COUNTED[facts.special](facts, book)
    by_company = book.behaviour("GAP-36", {"as_printed": not facts.specimen_game, "swapped": facts.specimen_game})
    return facts.used if by_company else facts.used_by_battalion


def _of_battalion(facts: SpecialFacts, book: RuleBook) -> int:
    """A battalion's one use; by house rule that of the same turn is not counted again (GAP-40, GAP-41)."""
    if facts.unit_class is UnitClass.TANK:
        return facts.used
    ruling = "GAP-41" if facts.special is Special.PALS else "GAP-40"
    one = "one_roll" if facts.special is Special.PALS else "one_die"
    again = facts.used_this_turn and facts.roll is RollKind.ORDER
    # What one of its companies has used, the battalion has.
    used = max(facts.used, facts.used_by_battalion)
    return book.behaviour(ruling, {one: used, "one_turn": 0 if again else used})


def _resisted(facts: SpecialFacts, book: RuleBook) -> int:
    used = max(facts.used, facts.used_by_battalion)
    return book.behaviour("GAP-44", {"side": max(used, facts.used_by_side), "battalion": used})


def _named(facts: SpecialFacts, _book: RuleBook) -> int:
    return facts.used_by_side


def _in_regiment(facts: SpecialFacts, _book: RuleBook) -> int:
    return facts.used


COUNTED: Mapping[Special, Callable[[SpecialFacts, RuleBook], int]] = {
    Special.PALS: _of_battalion,
    Special.PROFESSIONALISM: _of_battalion,
    Special.STUBBORN_RESISTANCE: _resisted,
    Special.MUTINY: _named,
    Special.STORM_BATTALION: _in_regiment,
}
"""The uses that count against this one. A storm battalion's are those that its regiment has already."""


class Direction(StrEnum):
    """Where a battalion would move, seen from its own side."""

    FORWARD = "forward"
    SIDEWAYS = "sideways"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class MutinyFacts:
    """A mutinous battalion that would move."""

    direction: Direction = fact("where it would go", default=Direction.FORWARD)
    by_morale: bool = fact("a morale result sends it there", default=False, example=True)


def mutinous_move(facts: MutinyFacts, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether a mutinous battalion makes a move (FF-SPR-07, FF-SPR-14, GAP-46). Refuses any but those it makes."""
    if not book.table(USES).has(Special.MUTINY):
        return Refusal("FF-SPR-17", f"There is no mutiny in {book.when.month.in_words}", "play on without it")
    if facts.by_morale:
        return Explained(True, None, (Step("FF-SPR-14", "A morale result is carried out as ever"),))
    gap_46 = book.ruling("GAP-46")
    free = gap_46.gives(
        {
            **dict.fromkeys(("own_turns", "before_the_game", "whole_1916"), False),
            "sideways": facts.direction is not Direction.FORWARD,
        },
    )
    if free:
        return Explained(True, None, (Step("FF-SPR-07", "It moves, but not forward", None, gap_46.mark),))
    return Refusal("FF-SPR-07", "It is mutinous: it stays where it is and defends", "let it fire, recover or wait")


def _moves(facts: MutinyFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return mutinous_move(facts, book)


def _use(facts: SpecialFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[int | None] | Refusal:
    return may_use(facts, book)


# What a force has together (FF-SPR-17, FF-QLM)

LIMITS = "quality/limits"
VETERAN_TANK: Final = (UnitClass.TANK, Quality.VETERAN)
GRADE_OF: Final = {
    "storm_troops": ("quality", "firer_quality"),
    "attacker_storm_troops": ("attacker_quality",),
    "defender_storm_troops": ("defender_quality",),
}
"""Beside each fact that tells of storm troops, those that tell their grade."""
ARMY_OF: Final = {special.value: nation for special, nation in OWNERS.items()}


def of_one_army(bonuses: Iterable[Bonus | MoraleBonus], storm_troops: bool = False) -> Refusal | None:
    """Refuses national rules of two armies on one die: a force has those printed with its own table (FF-SPR-17)."""
    named = {str(bonus): ARMY_OF[bonus] for bonus in bonuses if bonus in ARMY_OF}
    if storm_troops:
        named |= {"storm troops": OWNERS[Special.STORM_BATTALION]}
    if len(set(named.values())) < 2:
        return None
    whose = ", ".join(f"{name.replace('_', ' ').capitalize()} ({nation})" for name, nation in named.items())
    return Refusal("FF-SPR-17", f"One die is of one army: {whose}", "name those of one army")


def well_graded(asked: Resolution[Any, RuleBook]) -> Resolution[Any, RuleBook]:
    """The same question, refusing grades its troops cannot have; a game is not stopped so (FF-QUA-07, FF-QLM-20)."""

    def answer(facts: Any, dice: tuple[D6, ...], book: RuleBook) -> Explained[Any] | Refusal | MoreDice:
        return next(_ill_graded(facts, book), None) or asked.resolve(facts, dice, book)

    return replace(asked, resolve=answer)


def _ill_graded(facts: Any, book: RuleBook) -> Iterator[Refusal]:
    for storm, grades in GRADE_OF.items():
        if getattr(facts, storm, False) and any(getattr(facts, grade, None) is Quality.RAW for grade in grades):
            yield Refusal(
                "FF-QUA-07", "Every storm battalion is Veteran, and these are told to be Raw", "leave one out"
            )
    limits = book.table(LIMITS)
    veteran_tank = isinstance(facts, OrderFacts) and (facts.unit_class, facts.quality) == VETERAN_TANK
    # Before there are tanks the question itself says so.
    if veteran_tank and limits.has("british_tanks.veteran"):
        limit = limits.word("british_tanks.veteran")
        yield Refusal(limit.clause, "No tanks are Veteran", "choose Raw, or Experienced from mid 1917 on")
    for one in fields(facts):
        told = getattr(facts, one.name)
        for part in told if isinstance(told, tuple) else (told,):
            if is_dataclass(part):
                yield from _ill_graded(part, book)


# Companies and support units of a storm battalion that serve with ordinary battalions (FF-SPR-16, GAP-49)


class Whose(StrEnum):
    """One of the two battalions a part of a storm battalion has to do with."""

    HOST = "host"
    STORM_BATTALION = "storm_battalion"


@dataclass(frozen=True, slots=True, kw_only=True)
class StormPartFacts:
    """A company or support unit that is to serve with a battalion."""

    storm: bool = fact("it belongs to a storm battalion", default=True)
    same_regiment: bool = fact("that battalion is of the regiment the storm battalion is under", default=True)
    ordered_this_turn: bool = fact("it has been ordered this turn", default=False)


@dataclass(frozen=True, slots=True)
class StormPart:
    """Whose commander orders it, and in whose morale its platoons count."""

    ordered_by: Whose
    counted_in: Whose


def serve_with(facts: StormPartFacts, book: RuleBook) -> Explained[StormPart] | Refusal:
    """How a part of a storm battalion serves with another battalion (FF-SPR-16, GAP-49, AMB-91).

    Refuses dates before there are any, other units, a battalion of another regiment (FF-SPR-09), and a unit that has
    been ordered this turn.
    """
    table = book.table(USES)
    if not table.has(Special.STORM_BATTALION):
        because = f"There are none in {book.when.month.in_words}: {table.absent[Special.STORM_BATTALION]}"
        return Refusal("FF-SPR-15", because, "leave it with its battalion")
    if not facts.storm:
        return Refusal("FF-SPR-16", "Only a storm battalion is split", "leave it with its battalion")
    if not facts.same_regiment:
        return Refusal("FF-SPR-09", "A storm battalion is under one regiment", "choose a battalion of that regiment")
    if facts.ordered_this_turn:
        return Refusal("FF-TRN-05", "It has been ordered this turn", "let it change battalions in the next")
    gap_49 = book.ruling("GAP-49")
    orders = gap_49.gives({"host": Whose.HOST, "own_commander": Whose.STORM_BATTALION})
    who = "The commander of the battalion it serves with" if orders is Whose.HOST else "Its own commander"
    steps = (
        Step("FF-SPR-16", f"{who} orders it", None, gap_49.mark),
        Step("FF-MOR-01", "Its platoons count in the morale of the battalion it serves with"),
    )
    return Explained(StormPart(orders, Whose.HOST), None, steps)


def _serves(facts: StormPartFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[StormPart] | Refusal:
    return serve_with(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        key="national_rule",
        title="Whether a national rule may be used",
        chapter="National rules",
        facts=SpecialFacts,
        dice=no_dice,
        resolve=_use,
        example_month="1914-08",
    ),
    Resolution(
        key="mutinous_move",
        title="Whether a mutinous battalion moves",
        chapter="National rules",
        facts=MutinyFacts,
        dice=no_dice,
        resolve=_moves,
        example_month="1917-06",
    ),
    Resolution(
        key="storm_part",
        title="Whom a part of a storm battalion serves",
        chapter="National rules",
        facts=StormPartFacts,
        dice=no_dice,
        resolve=_serves,
        example_month="1918-03",
    ),
)
