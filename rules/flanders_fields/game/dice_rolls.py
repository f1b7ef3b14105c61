"""Dice rolls of a turn: names, and the cards and national rules that change them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace as dataclasses_replace
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.cards import TOUCHES
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.game.state.cards import HERO, INSPIRES, LINES_DOWN, LyingCard
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment, Unit
from rules.flanders_fields.national_rules import SpecialFacts, in_force, may_use
from rules.flanders_fields.order_roll import roll_orders
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    Bonus,
    Level,
    MoraleBonus,
    Nation,
    RollKind,
    Side,
    Special,
    UnitClass,
)
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import OneForAll
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass, replace

# What the rolls of a player turn are called


def faces(throws: tuple[Throw, ...]) -> tuple[D6, ...]:
    """The thrown dice as the rules read them."""
    return tuple(D6(throw.pips) for throw in throws)


def turn_key(state: GameState, what: str, of: str) -> str:
    """The name of a roll in this player turn. `of` begins with the one whose roll it is, then at whom or where."""
    return f"{what}/{of}/{state.turn.number}/{state.turn.side}"


def order_key(state: GameState, unit: Unit) -> str:
    """The name of a unit's order roll; by house rule the rifle companies of a battalion have one together (AMB-22)."""
    if rolls_together(state, unit):
        return OneForAll(turn_key(state, "order", unit.ordered_from or unit.of))
    return turn_key(state, "order", unit.id)


def fire_key(state: GameState, firer: str, target: str) -> str:
    """The name of what a stand throws at a target."""
    return turn_key(state, "fire", f"{firer}/{target}")


def wire_key(state: GameState, stand: str) -> str:
    """The name of the die with which a stand tries the wire."""
    return turn_key(state, "wire", stand)


def heroic_key(stand: str, deed: str, removes: Sequence[str]) -> str:
    """The name of the die of a heroic action, of which a player has one in a game."""
    return f"heroic/{stand}/{deed}/{'+'.join(sorted(removes))}"


def rolls_together(state: GameState, unit: Unit) -> bool:
    """Whether one die counts for all rifle companies of its battalion (AMB-22)."""
    if unit.kind is not UnitClass.RIFLE_COMPANY:
        return False
    return state.book().behaviour("AMB-22", {"company": False, "battalion": True})


def which_assault(state: GameState) -> str:
    """Which assault of the turn this is: its unit, its actions spent, how often stands of it have followed up."""
    going = state.assault
    if going is None:
        return ""
    spent = len(state.orders[going.unit].spent) if going.unit in state.orders else 0
    return f"{going.unit}/{spent}/{len(going.followed_up)}"


# What the cards on the table add to a die or forbid


def for_order(state: GameState, unit: Unit) -> tuple[LyingCard, ...]:
    """The cards that count on the order roll of a unit: its own and those of its commander."""
    on = {unit.id, unit.of}
    return tuple(one for one in state.cards.lying if one.roll is RollKind.ORDER and on & {*one.on})


def order_bonuses(state: GameState, unit: Unit) -> tuple[Bonus, ...]:
    """What they add to it (FF-ORD-30)."""
    return tuple(Bonus(one.acts_as) for one in for_order(state, unit))


def spent_on(lying: tuple[LyingCard, ...]) -> tuple[LyingCard, ...]:
    """Those of them that are used up by one die; the others go on till their turn is over."""
    return tuple(one for one in lying if one.acts_as != INSPIRES)


def for_morale(state: GameState, of: str) -> tuple[LyingCard, ...]:
    """The cards that count on the morale roll of a battalion, a crewed weapon, or a stand before armour."""
    return tuple(one for one in state.cards.lying if one.roll is RollKind.MORALE and of in one.on)


def morale_bonuses(state: GameState, of: str) -> tuple[MoraleBonus, ...]:
    """What they add to it (FF-MOR-05)."""
    return tuple(MoraleBonus(one.acts_as) for one in for_morale(state, of))


def for_deed(state: GameState, side: Side) -> tuple[LyingCard, ...]:
    """The cards that count on the next heroic action of a side (FF-HER-07)."""
    return tuple(one for one in state.cards.lying if one.acts_as == HERO and one.side is side)


def helps_fire(state: GameState, unit: str, card: str) -> bool:
    """Whether the fire of a unit is helped by this card (FF-CRD-18, FF-CRD-20)."""
    return any(one.acts_as == card and unit in one.on for one in state.cards.lying)


def lines_are_down(state: GameState, unit: Unit, book: RuleBook, in_sight: bool = False) -> Refusal | None:
    """Refuses any order to a battery of a side whose lines are down; by house rule not to one in sight (GAP-86)."""
    down = any(one.acts_as == LINES_DOWN and one.side is unit.side for one in state.cards.lying)
    if not down or unit.kind not in ARTILLERY:
        return None
    touches = book.table(TOUCHES).word(LINES_DOWN)
    if in_sight and touches.value == "artillery_out_of_sight":
        return None
    return Refusal(touches.clause, "the lines to the artillery are down this turn", "wait for the next turn")


def over_with(state: GameState) -> Iterator[LyingCard]:
    """The cards that stop counting when the present player turn ends."""
    now = (state.turn.number, state.turn.side is Side.DEFENDER)
    for one in state.cards.lying:
        if one.until and (one.until[0], one.until[1] is Side.DEFENDER) <= now:
            yield one


# National rules declared for a die (FF-SPR)

ON_ORDERS: Final = {
    Special.PALS: Bonus.PALS,
    Special.PROFESSIONALISM: Bonus.PROFESSIONALISM,
    Special.ELAN: Bonus.ELAN,
}
"""Those of them that are used up."""


def use_discipline(table: JudgedTable, formation: str, roll: RollKind) -> str | Refusal:
    """The formation whose commander declares Prussian Discipline, or why he may not."""
    state = table.state
    commander: Battalion | Regiment = state.battalions.get(formation) or state.regiments[formation]
    answer = discipline(state, commander, roll, table.book)
    return answer if isinstance(answer, Refusal) else formation


def discipline(
    state: GameState, formation: Battalion | Regiment, roll: RollKind, book: RuleBook
) -> Explained[int | None] | Refusal:
    """Whether a commander may declare Prussian Discipline now, and his uses left after it (FF-SPR-08, FF-SCN-22)."""
    commanders: tuple[Battalion | Regiment, ...] = (*state.battalions.values(), *state.regiments.values())
    facts = SpecialFacts(
        special=Special.PRUSSIAN_DISCIPLINE,
        nation=Nation(state.side_facts(formation.side).nation),
        roll=roll,
        level=Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL,
        used=formation.discipline_used,
        used_by_side=sum(one.discipline_used for one in commanders if one.side is formation.side),
        specimen_game=state.settled.specimen_game,
    )
    return may_use(facts, book)


def special_facts(
    state: GameState, special: Special, battalion: Battalion, unit: Unit | None = None, **more: Any
) -> SpecialFacts:
    """What a national rule looks at for a battalion, or for one unit of it."""
    used, side = state.national, battalion.side
    tank = unit is not None and unit.kind is UnitClass.TANK
    four_of_side = state.book().behaviour("GAP-40", {"one_die": False, "one_turn": True})
    known: dict[str, Any] = {
        "special": special,
        "nation": Nation(state.side_facts(side).nation),
        "enemy": Nation(state.side_facts(side.other).nation),
        "unit_class": unit.kind if unit else UnitClass.RIFLE_COMPANY,
        "quality": battalion.quality,
        "used": used.of_tank(special, unit.id) if unit and tank else 0,
        "used_by_battalion": used.of_battalion(special, battalion.id),
        "used_by_side": used.of_side(special, side),
        "used_this_turn": used.in_turn(special, battalion.id, state.turn.number),
        "tanks_used": used.tanks(special, side, "" if four_of_side else battalion.id),
        "specimen_game": state.settled.specimen_game,
    }
    return SpecialFacts(**known | more)


def allowed(
    state: GameState, special: Special, battalion: Battalion, book: RuleBook, unit: Unit | None = None, **more: Any
) -> bool:
    """Whether a national rule may be used for a battalion now, or for one unit of it; `more` see `SpecialFacts`."""
    if not in_force(special, state.side_facts(battalion.side).nation, book):
        return False
    return not isinstance(may_use(special_facts(state, special, battalion, unit, **more), book), Refusal)


def use_pals(table: JudgedTable, battalion: Battalion) -> Refusal | None:
    """Why a battalion may not say Pals for its morale test (FF-SPR-03)."""
    facts = special_facts(table.state, Special.PALS, battalion, roll=RollKind.MORALE)
    answer = may_use(facts, table.book)
    return answer if isinstance(answer, Refusal) else None


def storms_serving(scenario: Scenario, units: Iterable[Unit], book: RuleBook) -> Iterator[Unit]:
    """The units of a force: parts of a storm battalion before its date are ordinary ones (FF-SPR-15, FF-SPR-16)."""
    nations = {facts.side: Nation(facts.nation) for facts in scenario.sides}
    for unit in units:
        facts = SpecialFacts(
            special=Special.STORM_BATTALION,
            nation=nations[unit.side],
            enemy=nations[unit.side.other],
            defends=unit.side is Side.DEFENDER,
        )
        yield replace(unit, storm=False) if unit.storm and isinstance(may_use(facts, book), Refusal) else unit


def storms_allowed(scenario: Scenario, battalions: tuple[Battalion, ...], book: RuleBook) -> tuple[Battalion, ...]:
    """The battalions of a force; a storm battalion beyond its date or number is an ordinary one (FF-SPR-09, -15)."""
    nations = {facts.side: facts for facts in scenario.sides}
    found = list[Battalion]()
    for battalion in battalions:
        facts = SpecialFacts(
            special=Special.STORM_BATTALION,
            nation=Nation(nations[battalion.side].nation),
            enemy=Nation(nations[battalion.side.other].nation),
            used=sum(one.storm and one.regiment == battalion.regiment for one in found),
            defends=battalion.side is Side.DEFENDER,
        )
        refused = battalion.storm and isinstance(may_use(facts, book), Refusal)
        found.append(replace(battalion, storm=False) if refused else battalion)
    return tuple(found)


# The newest order roll, read once more with what was said or played after its die (FF-CRD-22, GAP-38, GAP-92)

_earned_by = lru_cache(maxsize=256)(roll_orders)
"""The same order is asked about by every stage until the next one is rolled."""


@dataclass(frozen=True, slots=True)
class RereadOrder:
    """What an order earns now; `changes` frees those that its failure had left hanging on wire."""

    earned: int
    changes: tuple[StandChange, ...]
    reasons: Reasons


def read_again(table: JudgedTable, unit: Unit, bonus: Bonus) -> RereadOrder | Refusal:
    """The order of a unit with one bonus more; a natural 1 fails all the same (FF-NAT-04)."""
    last, orders = table.state.cards.last_order, table.state.orders.get(unit.id)
    if last is None or last.unit != unit.id or orders is None:
        return Refusal("FF-CRD-22", f"{unit.name}'s is not the order rolled last", "keep it for a later roll")
    bonuses, specimen = (*last.facts.bonuses, bonus), table.state.settled.specimen_game
    again = _earned_by(
        dataclasses_replace(last.facts, bonuses=bonuses, specimen_game=specimen), D6(last.pips), table.book
    )
    if not isinstance(again, Explained):
        return again if isinstance(again, Refusal) else Refusal(again.clause, again.says, "keep it for a later roll")
    # What it has spent meanwhile stays spent, and nothing takes an action away.
    earned = max(again.value, orders.earned)
    freed = earned and not orders.earned and last.facts.crossing_wire
    living = table.state.living(unit) if freed else ()
    changes = tuple(StandChange(stand.id, stand.levels) for stand in living if stand.on_wire)
    return RereadOrder(earned, changes, Reasons(again.total, again.steps, again.considered))
