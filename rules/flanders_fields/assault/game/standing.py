"""Whether what armour assaults holds its ground, before any fire (FF-ASL-25, FF-MOR-10)."""

from rules.flanders_fields.assault.fighters import ARMOUR
from rules.flanders_fields.assault.game.commands import StandAgainstArmour
from rules.flanders_fields.assault.game.events import StoodAgainstArmour
from rules.flanders_fields.assault.game.throws import formerly_standing, standing_key
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game import card_modifiers as cards
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import fighter_of, quality_of_stand
from rules.flanders_fields.game.outcomes import StandChange, reasons
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.morale.nerve import Morale
from rules.flanders_fields.morale.standing import StandFacts, stands_against_armour
from rules.flanders_fields.morale.suppression import LIMITS
from rules.flanders_fields.vocabulary import MoraleResult
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle


def stand_facts(state: GameState, stand: str, book: RuleBook) -> StandFacts | None:
    """What the roll of an assaulted stand looks at; None where no armour assaults it.

    Cards that help or harm a morale roll count on it, being for any such roll (FF-CRD-12, FF-CRD-15, FF-CRD-27). Pals
    and Prussian Discipline are for a morale test of a battalion, Stubborn Resistance for its result (FF-SPR-03, GAP-41,
    FF-SPR-08, FF-SPR-06): this one is of a stand alone (AMB-92).
    """
    comers = (fighter_of(state, one.attacker, book) for one in state.contacts() if one.defender == stand)
    armour = next((fighter for fighter in comers if fighter in ARMOUR), None)
    if armour is None:
        return None
    return StandFacts(
        defender=fighter_of(state, stand, book),
        quality=quality_of_stand(state, stand),
        attacker=armour,
        bonuses=cards.morale_bonuses(state, stand),
    )


def tests_to_stand(table: JudgedTable, stand: str) -> bool:
    """Whether an assaulted stand rolls morale before it fights (FF-ASL-25, AMB-421)."""
    facts = stand_facts(table.state, stand, table.book)
    if stand in table.state.shelters.below:
        return False
    return facts is not None and isinstance(stands_against_armour(facts, (), table.book), MoreDice)


def stand_against_armour(table: JudgedTable, command: StandAgainstArmour) -> Judgement:
    """An assaulted stand tests whether it stands; if not, its morale's result is carried out and nobody fights it."""
    going, stand = table.state.assault, table.state.stands.get(command.stand)
    if going is None or stand is None or command.stand not in going.standing:
        return Refusal("FF-ASL-25", "that stand does not test to stand against armour", "go on with the assault")
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    name, former = standing_key(table.state, stand.id), formerly_standing(table.state, stand.id)
    dice = settle(table.state, name, (command.die,), former)
    if isinstance(dice, Refusal):
        return dice
    facts = stand_facts(table.state, stand.id, table.book)
    if facts is None:
        return Refusal("FF-ASL-25", "no armour assaults it any more", "go on with the assault")
    answer = stands_against_armour(facts, faces(dice), table.book)
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "throw its die")
    found, morale = answer.value, answer.value.morale
    changes = _changes(table, stand, morale) if morale and not found.stands else ()
    event = StoodAgainstArmour(
        stand=stand.id,
        die=dice[0],
        stands=found.stands,
        result=morale.result if morale else MoraleResult.HOLDS,
        retreat_cm=morale.retreat_cm if morale and not found.stands else 0.0,
        changes=changes,
        reasons=reasons(answer),
        cards=cards.for_morale(table.state, stand.id),
    )
    return (event, *after_losses(table, changes))


def _changes(table: JudgedTable, stand: Stand, morale: Morale) -> tuple[StandChange, ...]:
    """The stand after a roll that did not hold: gone, or suppressed (FF-MOR-07, AMB-89)."""
    if morale.removed:
        return (StandChange(stand.id, stand.levels, alive=False),)
    levels = {"nothing": stand.levels, "to_one": max(1, stand.levels), "one_more": stand.levels + 1}[morale.suppresses]
    if levels == stand.levels:
        return ()
    last = table.book.table(LIMITS).number("kills").value
    return (StandChange(stand.id, levels, alive=levels < last, on_wire=stand.on_wire and not morale.retreat_cm),)
