"""Judging deep shelters: going below, coming up, being found, being hit (FF-DSH-01 to -06)."""

from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import fighter_of, quality_of_stand
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.spending import spend as spend_action
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import is_set_up, waiting
from rules.flanders_fields.morale.suppression import LIMITS
from rules.flanders_fields.shelters.deep_shelters import (
    HarmFacts,
    LeavingFacts,
    Moment,
    ShelterFacts,
    Where,
    come_up,
    harm,
    may_shelter,
)
from rules.flanders_fields.shelters.game.commands import ComeUp, GoBelow, HitBelow, ShelterCommand, ShowShelter
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter, ShelterShown, WentBelow
from rules.flanders_fields.shelters.game.throws import assaulted_moment, harm_key, own_turn_moment, up_key
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Action, FireResult, Nation
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import Former, settle

UNKNOWN = Refusal("FF-DSH-01", "no stand of that name sits in a deep shelter", "choose one from the list")


def judge(table: JudgedTable, command: ShelterCommand) -> Judgement:
    """Judge a command about deep shelters."""
    match command:
        case GoBelow():
            return go_below(table, command)
        case ComeUp():
            return try_to_come_up(table, command)
        case ShowShelter():
            below = _below(table, command.stand)
            if isinstance(below, Refusal):
                return below
            if not table.state.shelters.hides(command.stand):
                return Refusal("FF-DSH-04", "the other side knows of it", "go on")
            return (ShelterShown(command.stand),)
        case HitBelow():
            return hit_below(table, command)


def _below(table: JudgedTable, name: str) -> Stand | Refusal:
    """A living stand below that this seat may speak for; to others it says what it says of any name."""
    stand = table.state.stands.get(name)
    if stand is None or not stand.alive or not table.knows_of(name) or name not in table.state.shelters.below:
        return UNKNOWN
    return table.may_speak_for(stand.side) or stand


def go_below(table: JudgedTable, command: GoBelow) -> Judgement:
    """Stands go into a deep shelter (FF-DSH-01, FF-DSH-07, AMB-360)."""
    before_play = is_set_up(table.state)
    stands = [table.state.stands.get(name) for name in dict.fromkeys(command.stands)]
    named = [stand for stand in stands if stand is not None and stand.alive and table.knows_of(stand.id)]
    if not named or len(named) < len(stands):
        return Refusal("FF-DSH-01", "no stand of that name is there", "choose stands from the list")
    if any(stand.id in table.state.shelters.below for stand in named):
        return Refusal("FF-DSH-01", "it sits below already", "choose others")
    refused = table.may_speak_for(named[0].side) or _waits(table, named) or _of_one_unit(named, before_play)
    if refused:
        return refused
    if not before_play:
        leave = _leave(table, named)
        if isinstance(leave, Refusal):
            return leave
    answers = [may_shelter(_shelter_facts(table, command, stand, before_play), table.book) for stand in named]
    refusal = next((one for one in answers if isinstance(one, Refusal)), None)
    if refusal and not table.overruled:
        return refusal
    why = next((reasons(one) for one in answers if isinstance(one, Explained)), None)
    unit = "" if before_play else named[0].unit
    return (WentBelow(tuple(stand.id for stand in named), unit, why or Reasons(), seen=not before_play),)


def _waits(table: JudgedTable, stands: list[Stand]) -> Refusal | None:
    """Refuses whoever has not arrived: it stands in no work of its side (AMB-360)."""
    battalion = next(filter(None, (waiting(table.state, stand.id) for stand in stands)), None)
    if battalion is None:
        return None
    return Refusal(
        "FF-DSH-01", f"{battalion.name} is off the table", "shelter those who stand in a trench of their side"
    )


def _of_one_unit(stands: list[Stand], before_play: bool) -> Refusal | None:
    if len({stand.side for stand in stands}) > 1:
        return Refusal("FF-DSH-01", "they belong to two sides", "choose stands of one side")
    if not before_play and len({stand.unit for stand in stands}) > 1:
        return Refusal("FF-DSH-01", "they belong to several units", "each unit spends an action of its own on it")
    return None


def _leave(table: JudgedTable, stands: list[Stand]) -> Refusal | None:
    """The move action of their unit; a command stand moves freely (FF-CMD-05)."""
    if not stands[0].unit:
        return table.in_turn()
    acting = table.acting(stands[0].unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    leave = spend_action(table, unit, orders, Action.MOVE, max(stand.levels for stand in stands))
    return leave if isinstance(leave, Refusal) else None


def _shelter_facts(table: JudgedTable, command: GoBelow, stand: Stand, before_play: bool) -> ShelterFacts:
    return ShelterFacts(
        fighter=fighter_of(table.state, stand.id, table.book),
        nation=Nation(table.state.side_facts(stand.side).nation),
        in_own_work=command.in_own_work,
        marked=command.marked,
        before_play=before_play,
        move_action=not before_play,
        enemy_above=command.enemy_above,
    )


def try_to_come_up(table: JudgedTable, command: ComeUp) -> Judgement:
    """A stand below tries to regain its trench (FF-DSH-03, FF-DSH-04, AMB-363)."""
    stand = _below(table, command.stand)
    if isinstance(stand, Refusal):
        return stand
    state = table.state
    is_due = state.turn.running and state.turn.side is stand.side
    own_turn = is_due or (table.overruled and not _is_assaulted(state))
    if not own_turn and not _is_assaulted(state):
        return Refusal("FF-DSH-03", "it comes up in its own turn, or when its trench is assaulted", "wait for that")
    key = own_turn_moment(state, stand.id) if own_turn else assaulted_moment(state, stand.id)
    facts = LeavingFacts(
        quality=quality_of_stand(state, stand.id),
        fighter=fighter_of(state, stand.id, table.book),
        moment=Moment.OWN_TURN if own_turn else Moment.ASSAULTED,
        unit_rolled=own_turn and stand.unit in state.orders and not table.overruled,
        enemy_above=own_turn and command.enemy_above and not table.overruled,
        tried=key in state.shelters.tried and not table.overruled,
    )
    contact = None if own_turn else _met(table, command)
    if isinstance(contact, Refusal):
        return contact
    dice = settle(state, up_key(state, stand.id), (command.die,), Former(key))
    if isinstance(dice, Refusal):
        return dice
    answer = come_up(facts, faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    up = answer.value is Where.TRENCH
    return (CameUp(stand.id, dice[0], up, not own_turn, key, reasons(answer), contact if up else None),)


def _is_assaulted(state: GameState) -> bool:
    """While stands move in, and until the first die of the fights lies there."""
    going = state.assault
    return going is not None and bool(state.contacts()) and not going.dice and not going.fought


def _met(table: JudgedTable, command: ComeUp) -> Contact | Refusal | None:
    """The contact it comes into: with the attacker that came into its trench, unless that assaults it already."""
    met = table.state.contacts()
    if any(one.defender == command.stand for one in met) or not command.against:
        return None
    theirs = next((one for one in met if one.attacker == command.against), None)
    if theirs is None:
        return Refusal("FF-DSH-03", "that attacker has not come into its trench", "name one that assaults there")
    return Contact(
        attacker=theirs.attacker,
        defender=command.stand,
        cover=command.cover,
        ground_outside=theirs.ground_outside,
        approach=theirs.approach,
        began_cm=theirs.began_cm,
        sector=Sector.FRONT,
    )


def hit_below(table: JudgedTable, command: HitBelow) -> Judgement:
    """What falls on the work over a stand below (FF-DSH-02, AMB-361)."""
    stand = _below(table, command.stand)
    if isinstance(stand, Refusal):
        return stand
    dice = settle(table.state, harm_key(table.state, stand.id), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    facts = HarmFacts(
        attack=command.attack,
        partly_covered=command.partly_covered,
        command_stand=not stand.unit,
        trench=command.trench,
    )
    answer = harm(facts, faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    changes = _harmed(table, stand, answer.value)
    event = HitInShelter(stand.id, command.attack, dice[0], answer.value, changes, reasons(answer))
    return (event, *after_losses(table, changes))


def _harmed(table: JudgedTable, stand: Stand, result: FireResult) -> tuple[StandChange, ...]:
    if result is FireResult.NO_EFFECT:
        return ()
    if result is FireResult.KILLED:
        return (StandChange(stand.id, stand.levels, alive=False),)
    last = table.book.table(LIMITS).number("kills").value
    return (StandChange(stand.id, stand.levels + 1, alive=stand.levels + 1 < last),)
