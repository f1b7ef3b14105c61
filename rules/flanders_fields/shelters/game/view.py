"""Deep shelters as each seat may know them: the other side sees nothing of those it does not know of (FF-DSH-01)."""

from collections.abc import Collection
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import fighter_of
from rules.flanders_fields.game.state import GameState, Stand, Unit
from rules.flanders_fields.game.unseen import are_for, have_shelters, hidden_from, is_set_up, may_hide_below
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter, ShelterEvent, ShelterShown, WentBelow
from rules.flanders_fields.shelters.game.throws import assaulted_moment, own_turn_moment, up_key
from rules.flanders_fields.vocabulary import FireResult, Side
from rules.kernel.kept import Former, lying
from rules.kernel.plain import plain
from rules.kernel.seats import Audience, Role


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
        "kept": plain(lying(state, up_key(state, stand.id), Former(moment))),
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
