"""Deep shelters: stands below, stands that come up, hits below (FF-DSH)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_deep_shelters
from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.game.concealment import (
    are_for,
    have_shelters,
    hidden_from,
    is_set_up,
    may_hide_below,
    waiting,
)
from rules.flanders_fields.game.decisions import one_die
from rules.flanders_fields.game.dice_rolls import faces, turn_key, which_assault
from rules.flanders_fields.game.event_folding import change_stands, spend
from rules.flanders_fields.game.fire_effects import after_losses
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.handler_context import spend as spend_action
from rules.flanders_fields.game.log_text import RESULTS, die, stand_name
from rules.flanders_fields.game.map_facts import cover_and_sight, trenches_and_wire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import Asked, Reasons, StandChange, beside, reasons, said_by
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    ForeseenBy,
    Happening,
    MeasuredBy,
    ThrownFor,
    against,
    of,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.stand_types import fighter_of, quality_of_stand
from rules.flanders_fields.game.state.assault import Contact
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.morale import LIMITS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import (
    Harm,
    HarmFacts,
    LeavingFacts,
    Moment,
    ShelterFacts,
    Where,
    come_up,
    harm,
    may_shelter,
)
from rules.flanders_fields.vocabulary import Action, Cover, FireResult, Nation, Side
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Telling, always
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBelow:
    """Put stands into a deep shelter under their work: free before the first turn, by a unit's move action later.

    `marked`: the scenario marks a shelter there; `enemy_above`: an enemy stand is in their trench (FF-DSH-01, AMB-360).
    """

    stands: tuple[str, ...] = fact("the stands that go below")
    in_own_work: bool = fact("they are in their own work", default=True)
    marked: bool = fact("the scenario marks a shelter there", default=False)
    enemy_above: bool = fact("an enemy stand is in their trench", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeUp:
    """A stand below tries to regain its trench: in its own turn, or when its trench is assaulted (FF-DSH-03, AMB-363).

    `against` is the attacker that came into its trench, whom it then may fire at; `cover` is that of the trench.
    """

    stand: str = fact("the stand that comes up")
    die: Throw = fact("its die")
    enemy_above: bool = fact("an enemy stand is in its trench", default=False)
    against: str = fact("the attacker that came into its trench", default="")
    cover: Cover = fact("the cover of the trench", default=Cover.MEDIUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowShelter:
    """Tell the other side that a stand sits below, without bringing it up: it can be assaulted there (FF-DSH-04)."""

    stand: str = fact("the stand below")


@dataclass(frozen=True, slots=True, kw_only=True)
class HitBelow:
    """An attack falls on the work over a deep shelter; its owner throws what it does below (FF-DSH-02)."""

    stand: str = fact("the stand below")
    attack: Harm = fact("what falls on the work")
    die: Throw = fact("its die")
    partly_covered: bool = fact("the attack covers the work in part only", default=False)
    trench: Cover = fact("the cover of the trench", default=Cover.MEDIUM)


ShelterCommand = GoBelow | ComeUp | ShowShelter | HitBelow


# Events


@dataclass(frozen=True, slots=True)
class WentBelow:
    """Stands went into a deep shelter; `unit` spent an action on it. In play they were `seen` to go."""

    stands: tuple[str, ...]
    unit: str
    reasons: Reasons
    seen: bool = False

    @property
    def openly(self) -> bool:
        """Whether everybody saw it; logs of 0.1.0 say it by the unit alone."""
        return self.seen or bool(self.unit)


@dataclass(frozen=True, slots=True)
class CameUp:
    """A stand below tried to regain its trench; `moment` names the try.

    `assaulted`: its trench was assaulted, so that the enemy knows of it. `contact` is the one it comes into, and with
    `fires` it may fire as they close.
    """

    stand: str
    die: Throw
    up: bool
    assaulted: bool
    moment: str
    reasons: Reasons
    contact: Contact | None = None
    fires: bool = False


@dataclass(frozen=True, slots=True)
class ShelterShown:
    """The other side was told that a stand sits below."""

    stand: str


@dataclass(frozen=True, slots=True)
class HitInShelter:
    """Something fell on the work over a stand below."""

    stand: str
    attack: Harm
    die: Throw
    result: FireResult
    changes: tuple[StandChange, ...]
    reasons: Reasons


ShelterEvent = WentBelow | CameUp | ShelterShown | HitInShelter


# Names of dice rolls


def own_turn_moment(state: GameState, stand: str) -> str:
    """The name of a stand's try to come up in its own turn."""
    return turn_key(state, "shelter", stand)


def assaulted_moment(state: GameState, stand: str) -> str:
    """The name of a stand's try to come up in the present assault."""
    return turn_key(state, "shelter", f"{stand}/{which_assault(state)}")


def harm_key(state: GameState, stand: str) -> str:
    """The name of the die for what falls on the work over a stand."""
    return turn_key(state, "harm", f"{stand}/{state.shelters.hit.count(stand)}")


def up_key(state: GameState, stand: str) -> str:
    """The name of the die with which a stand tries to come up, in its own turn or as it is assaulted."""
    return turn_key(state, "shelter", stand)


def up_throws(state: GameState, event: CameUp) -> Dice:
    """The dice of it by the name of their roll."""
    return {up_key(state, event.stand): (event.die,)}


def harm_throws(state: GameState, event: HitInShelter) -> Dice:
    """The dice of it by the name of their roll."""
    return {harm_key(state, event.stand): (event.die,)}


# Folds of events into the state


def went_below(state: GameState, event: WentBelow) -> None:
    """Below; whoever went in play was seen to go."""
    sheltering = state.shelters
    known = (*sheltering.known, *event.stands) if event.openly else sheltering.known
    state.shelters = replace(sheltering, below=(*sheltering.below, *event.stands), known=known)
    if event.unit:
        spend(state, event.unit, Action.MOVE)


def came_up(state: GameState, event: CameUp) -> None:
    """In its trench again, or still below."""
    sheltering = replace(state.shelters, tried=(*state.shelters.tried, event.moment))
    if event.up:
        sheltering = sheltering.without(event.stand)
    elif event.assaulted and event.stand not in sheltering.known:
        sheltering = replace(sheltering, known=(*sheltering.known, event.stand))
    state.shelters = sheltering


def shelter_shown(state: GameState, event: ShelterShown) -> None:
    """Everybody knows of it now."""
    state.shelters = replace(state.shelters, known=(*state.shelters.known, event.stand))


def hit_in_shelter(state: GameState, event: HitInShelter) -> None:
    """What it did to the stand below."""
    state.shelters = replace(state.shelters, hit=(*state.shelters.hit, event.stand))
    change_stands(state, event.changes)


def turn_begins(state: GameState, _event: object) -> None:
    """In a new player turn everybody may try again."""
    if state.shelters.tried or state.shelters.hit:
        state.shelters = replace(state.shelters, tried=(), hit=())


def gone_below(_state: GameState, event: WentBelow) -> Sequence[str]:
    """Those that sit below now."""
    return event.stands


def risen(_state: GameState, event: CameUp) -> Sequence[str]:
    """The stand that tried to come up."""
    return (event.stand,)


# Judging deep shelters (FF-DSH-01 to -06)

UNKNOWN = Refusal("FF-DSH-01", "no stand of that name sits in a deep shelter", "choose one from the list")


def judge(table: JudgedTable, command: ShelterCommand) -> Judgement:
    """Judge a command about deep shelters."""
    match command:
        case GoBelow():
            return go_below(table, command)
        case ComeUp():
            return try_to_come_up(table, command)
        case ShowShelter():
            below = _stand_below(table, command.stand)
            if isinstance(below, Refusal):
                return below
            if not table.state.shelters.hides(command.stand):
                return Refusal("FF-DSH-04", "the other side knows of it", "go on")
            return (ShelterShown(command.stand),)
        case HitBelow():
            return hit_below(table, command)


def _stand_below(table: JudgedTable, name: str) -> Stand | Refusal:
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
    stand = _stand_below(table, command.stand)
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
    dice = settle(state, up_key(state, stand.id), (command.die,))
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
    stand = _stand_below(table, command.stand)
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


# Views of a seat (FF-DSH-01)


def shelter_audience(state: GameState, event: ShelterEvent) -> Audience:
    """Who may know of it: only its own side while the other does not know of the stand."""
    match event:
        case WentBelow(stands=stands):
            return Audience.ALL if event.openly else Audience(state.stands[stands[0]].side.value)
        case CameUp(stand=stand, up=up, assaulted=assaulted):
            open_to_all = up or assaulted
        case HitInShelter(stand=stand, result=result):
            open_to_all = result is FireResult.KILLED
        case ShelterShown():
            return Audience.ALL
    hidden = state.shelters.hides(stand) and not open_to_all
    return Audience(state.stands[stand].side.value) if hidden else Audience.ALL


def as_seen(state: GameState, role: Role, sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The forces as a seat may see them: of those it does not know of nothing shows."""
    hidden = hidden_from(state, role)
    if not hidden and not state.shelters.below:
        return sides
    for side in sides:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                _hide_in(holder, hidden)
                _mark_in(holder, state.shelters.below)
    return sides


def _mark_in(holder: dict[str, Any], below: Collection[str]) -> None:
    for stand in (holder["commander"], *(stand for unit in holder["units"] for stand in unit["stands"])):
        if stand["id"] in below:
            stand["below"] = True


def may_go_below(state: GameState, unit: Unit, book: RuleBook) -> list[str]:
    """The deed of going below in play, where there are such shelters at all (FF-DSH-01, FF-DSH-07)."""
    if not have_shelters(state, unit.side, book):
        return []
    fighter = fighter_of(state, unit.stands[0], book)
    return ["go_below"] if are_for(fighter, state.side_facts(unit.side).nation, book) else []


def _hide_in(holder: dict[str, Any], hidden: Collection[str]) -> None:
    gone: list[dict[str, Any]] = []
    units = []
    for unit in holder["units"]:
        seen = [stand for stand in unit["stands"] if stand["id"] not in hidden]
        if unit["kind"] == "rifle_company":
            gone += [stand for stand in unit["stands"] if stand["id"] in hidden]
        living = [stand for stand in seen if stand["alive"]]
        # That somebody of it lives who is not seen would tell of him.
        unit |= {"stands": seen, "alive": bool(living), "levels": max((one["levels"] for one in living), default=0)}
        if seen:
            units.append(unit)
    holder["units"] = units
    if "started" in holder:
        left = holder["left"] - sum(stand["alive"] for stand in gone)
        holder |= {"started": holder["started"] - len(gone), "left": left}
    if holder["commander"]["id"] in hidden:
        holder["commander"] |= {"id": "", "alive": False, "levels": 0, "unseen": True}


def shelters_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What a side may do with its shelters: whether it has any, whether play has begun, who is below (FF-DSH-T1)."""
    sides = [side.side for side in state.settled.sides if role.value in (side.side.value, Role.REFEREE.value)]
    below = [_sheltering(state, stand) for side in sides for stand in _of(state, side)]
    may = [side.value for side in sides if is_set_up(state) and have_shelters(state, side, book)]
    return {"may_go_below": may, "below": below} if may or below else None


def _of(state: GameState, side: Side) -> list[Stand]:
    stands = (state.stands[name] for name in state.shelters.below)
    return [stand for stand in stands if stand.alive and stand.side is side]


def uncounted(state: GameState, role: Role) -> tuple[Side, ...]:
    """The sides whose platoons a role cannot count: it is shown those in sight, which are not all there may be."""
    sides = (side.side for side in state.settled.sides if role.value not in (side.side.value, Role.REFEREE.value))
    return tuple(side for side in sides if may_hide_below(state, side))


def _sheltering(state: GameState, stand: Stand) -> dict[str, Any]:
    own_turn = state.turn.running and state.turn.side is stand.side
    going = state.assault
    assaulted = not own_turn and going is not None and bool(state.contacts()) and not going.dice and not going.fought
    moment = assaulted_moment(state, stand.id) if assaulted else own_turn_moment(state, stand.id)
    ready = (assaulted or (own_turn and stand.unit not in state.orders)) and moment not in state.shelters.tried
    return {
        "stand": stand.id,
        "side": stand.side.value,
        "known": stand.id in state.shelters.known,
        "may_try": ready,
        "assaulted": assaulted,
        "attackers": sorted({one.attacker for one in state.contacts()}) if assaulted else [],
        "kept": plain(lying(state, up_key(state, stand.id))),
    }


def shelter_card(event: ShelterEvent) -> dict[str, Any] | None:
    """The reasons of what was decided below."""
    told: dict[str, Any]
    match event:
        case WentBelow(reasons=reasons):
            told = {"outcome": "below"}
        case CameUp(stand=stand, die=die, up=up, reasons=reasons):
            told = {"stand": stand, "dice": [plain(die)], "outcome": up}
        case HitInShelter(stand=stand, die=die, result=result, reasons=reasons):
            told = {"stand": stand, "dice": [plain(die)], "outcome": [result.value]}
        case ShelterShown():
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why


# Availability and prompts (FF-DSH)

BELOW, UP, HIT = Asks(GoBelow), Asks(ComeUp), Asks(HitBelow)


def _stands_below(seated: SeatDeeds) -> Iterator[Stand]:
    stands = (seated.state.stands[name] for name in seated.state.shelters.below)
    return (stand for stand in stands if stand.alive)


def _going_below(seated: SeatDeeds) -> Iterator[Possible]:
    if no_deep_shelters(seated.table.book):
        return
    for side in Side:
        if seated.refused_all(side, _each_going(seated, side)) is None:
            yield Possible(by=side.value)


def _each_going(seated: SeatDeeds, side: Side) -> Iterator[GoBelow]:
    """Each stand that could go: in play those of units with an action, and commanders."""
    own = (stand for stand in seated.state.stands.values() if stand.side is side and stand.alive)
    if not seated.sets_up:
        units = {"", *(unit.id for unit in seated.able)}
        own = (stand for stand in own if stand.unit in units)
    return (GoBelow(stands=(stand.id,), marked=True) for stand in own if stand.id not in seated.state.shelters.below)


def _below_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = [
        command.stands[0]
        for side in Side
        if side.value in seated.sides
        for command in _each_going(seated, side)
        if seated.refused(command) is None
    ]
    yield BELOW("stands", among=able, least=1)
    for name in ("in_own_work", "marked", "enemy_above"):
        yield BELOW(name)
    refused = seated.refused(build(GoBelow, told))
    if refused:
        yield refused


def _coming_up(seated: SeatDeeds) -> Iterator[Possible]:
    for stand in _stands_below(seated):
        barred = seated.refused_all(stand.side, [ComeUp(stand=stand.id, die=NOT_SEEN)])
        yield Possible({"stand": stand.id}, by=stand.side.value, barred=barred)


def _up_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, stand = seated.state, seated.state.stands[told["stand"]]
    own_turn = state.turn.running and state.turn.side is stand.side
    if own_turn:
        yield UP("enemy_above")
    elif not any(one.defender == stand.id for one in state.contacts()):
        yield UP("against", among=[one.attacker for one in state.contacts()])
        yield UP("cover")
    yield from _word(seated, ComeUp, told)
    if _refused(seated, ComeUp, told) is None:
        yield UP("die", kept=lying(state, up_key(state, stand.id))[:1])


def _refused(seated: SeatDeeds, command: type[ComeUp] | type[HitBelow], told: Told) -> Refusal | None:
    return seated.refused(build(command, {**told, "die": plain(NOT_SEEN)}))


def _word(seated: SeatDeeds, command: type[ComeUp] | type[HitBelow], told: Told) -> Iterator[Refusal]:
    refused = _refused(seated, command, told)
    if refused:
        yield refused


def _showing(seated: SeatDeeds) -> Iterator[Possible]:
    for stand in _stands_below(seated):
        if seated.state.shelters.hides(stand.id):
            barred = seated.waits(ShowShelter(stand=stand.id))
            yield Possible({"stand": stand.id}, by=stand.side.value, barred=barred)


def _being_hit(seated: SeatDeeds) -> Iterator[Possible]:
    for stand in _stands_below(seated):
        command: ShelterCommand = HitBelow(stand=stand.id, attack=next(iter(Harm)), die=NOT_THROWN)
        yield Possible({"stand": stand.id}, by=stand.side.value, barred=seated.waits(command))


def _hit_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    for name in ("attack", "partly_covered", "trench"):
        yield HIT(name)
    yield from _word(seated, HitBelow, told)
    if _refused(seated, HitBelow, told) is None:
        yield HIT("die", kept=lying(seated.state, harm_key(seated.state, told["stand"]))[:1])


SHELTER_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("come_up", "Come up", ComeUp, _coming_up, _up_asks),
    Deed("hit_below", "Hit below", HitBelow, _being_hit, _hit_asks, AtHand.MORE),
    Deed("show_shelter", "Show the shelter", ShowShelter, _showing, nothing, AtHand.MORE),
    Deed("go_below", "Go below", GoBelow, _going_below, _below_asks, AtHand.MORE),
)
"""None of them is owed."""


# Log text


def shelter_says(state: GameState, event: ShelterEvent) -> str:
    """One plain sentence."""
    match event:
        case WentBelow(stands=stands):
            names = ", ".join(stand_name(state, stand) for stand in stands)
            return f"{names}: into the deep shelter" if event.openly else f"In deep shelters from the start: {names}"
        case CameUp(stand=stand, up=up, die=thrown):
            where = "comes up from the deep shelter" if up else "stays in the deep shelter"
            return f"{stand_name(state, stand)} {where}: {die(thrown)}"
        case ShelterShown(stand=stand):
            return f"{stand_name(state, stand)} is found in a deep shelter"
        case HitInShelter(stand=stand, result=result, die=thrown):
            return f"{stand_name(state, stand)}, shelled in its deep shelter: {die(thrown)}, {RESULTS[result]}"


def shelter_name(state: GameState, event: ShelterEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case WentBelow():
            return "the stands in deep shelters"
        case CameUp(stand=stand):
            return f"{stand_name(state, stand)}'s die to come up"
        case _:
            return shelter_says(state, event)


TOLD: Final = Telling(shelter_says, shelter_name, shelter_card)


# Odds before the dice

FORESEEN: Final[ForeseenBy] = {
    ComeUp: one_die(CameUp, "stand", lambda event: int(event.up)),
    HitBelow: one_die(HitInShelter, "stand", lambda event: event.result),
}


# Map facts of the commands


def _below_facts(_table: JudgedTable, field: Field, command: GoBelow) -> Asked:
    for name in command.stands:
        yield from beside(trenches_and_wire.in_own_work(field, name), said_by(command), name)


def _up(table: JudgedTable, field: Field, command: ComeUp) -> Asked:
    """In its own turn whether an enemy is in its trench; when that is assaulted, its cover there (FF-DSH-03)."""
    if table.state.turn.side is table.state.stands[command.stand].side:
        found = [one for one in trenches_and_wire.in_own_work(field, command.stand) if one.fact == "enemy_above"]
    else:
        found = list(cover_and_sight.protection(field, command.stand, table.book)) if command.against else []
    yield from beside(found, said_by(command))


def _hit_below(table: JudgedTable, field: Field, command: HitBelow) -> Asked:
    yield from beside(trenches_and_wire.hit_below(field, command.stand, table.book), said_by(command))


BY_MAP: Final[MeasuredBy] = {
    GoBelow: _below_facts,
    ComeUp: _up,
    HitBelow: _hit_below,
}


# The rule module


SHELTERS: Final[BookChapter] = BookChapter(
    key="shelters",
    events=(
        Happening(kind="went_below", made=WentBelow, fold=went_below, heard=shelter_audience, forgets=gone_below),
        Happening(
            kind="came_up",
            made=CameUp,
            fold=came_up,
            dice=up_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
            heard=shelter_audience,
            forgets=risen,
        ),
        Happening(kind="shelter_shown", made=ShelterShown, fold=shelter_shown, tells=always, heard=shelter_audience),
        Happening(
            kind="hit_in_shelter",
            made=HitInShelter,
            fold=hit_in_shelter,
            dice=harm_throws,
            roll=ThrownFor.SHELLS,
            whose=against("stand"),
            heard=shelter_audience,
        ),
    ),
    folds_before={"turn_started": turn_begins},
    told=TOLD,
    commands={
        "go_below": GoBelow,
        "come_up": ComeUp,
        "show_shelter": ShowShelter,
        "hit_below": HitBelow,
    },
    judge=judge,
    begins_below=lambda stands: WentBelow(stands, "", Reasons()),
    deeds=SHELTER_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"shelters": shelters_view},
)
