"""The rule module of gas: prompts, view, log messages and corrections (FF-GAS)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.applicability import no_deep_shelters, no_gas
from rules.flanders_fields.fire_areas import IN_ORDER
from rules.flanders_fields.game.actions.gas import gas_events
from rules.flanders_fields.game.actions.gas.cloud_attacks import WIND as WIND_ID
from rules.flanders_fields.game.actions.gas.cloud_attacks import (
    at_gas,
    attacks_at_start,
    attacks_of,
    before_this,
    carried_out,
    corrected_gas,
    entering_shot,
    judge,
    kept_of_gas,
    read,
    speed_is_stated,
    wind_is_stated,
)
from rules.flanders_fields.game.actions.gas.gas_events import (
    NEEDS,
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    EnterGas,
    GasAttacks,
    GasAwaited,
    GasByCard,
    GasCaught,
    GasDiceThrown,
    GasEvent,
    GasGranted,
    GasHit,
    GasReleased,
    GasWanted,
    LeaveGas,
    LeftGas,
    ThrowForGas,
    WindByCard,
    WindChanged,
    WindTurnedByCard,
    attack_key,
    attack_names,
    awaited,
    card_key,
    cloud_on,
    drift_of,
    due_release,
    enter_key,
    explained_phase,
    gas_key,
    lying_beside,
    phase_facts,
)
from rules.flanders_fields.game.decisions import by_shot
from rules.flanders_fields.game.dice_rolls import faces
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, die, stand_name
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.gas_coverage import caught_by, entered, off_table
from rules.flanders_fields.game.outcomes import Asked, beside, covers_of_hits, said_by
from rules.flanders_fields.game.rule_module import (
    SECRET,
    BookChapter,
    Foreseen,
    ForeseenBy,
    Happening,
    InForce,
    LeavesStep,
    LiesBy,
    LyingLine,
    MeasuredBy,
    Prospect,
    SealedLines,
    SeenBySeat,
    ShownBy,
    ThrownFor,
    lines,
    point,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds, dice, has_armour, lying_each, word
from rules.flanders_fields.game.setup.scenario_plans import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.game.state.cards import GAS as GAS_CARD
from rules.flanders_fields.game.state.cards import WIND as WIND_CARD
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.state.gas import Cloud
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, present
from rules.flanders_fields.gas_clouds import WIND_CHANGE, GasKind, Wind, WindChangeFacts, WindFacts
from rules.flanders_fields.gas_effects import GAS_PHASE, CloudFate, has_sunk, turns_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import all_lying, apart, lying
from rules.kernel.explanations import MoreDice, Refusal, Step
from rules.kernel.game_record import Costs
from rules.kernel.odds import chances_shown
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import Corrections, Telling, always
from rules.kernel.seats import Role
from rules.kernel.serialization import build, plain

# Log text

ENDS: Final = {
    CloudFate.DRIFTS: "drifts",
    CloudFate.SINKS: "drifts and sinks to the ground",
    CloudFate.LIES: "lies where it is",
    CloudFate.LEAVES_TABLE: "drifts off the table",
    CloudFate.SPENT: "is spent",
    CloudFate.DISPERSES: "disperses",
    CloudFate.WAITS: "waits",
}


DRIFTED: Final = frozenset({CloudFate.DRIFTS, CloudFate.SINKS})
"""Fates of a cloud that lies elsewhere on the table afterwards."""


def wind_words(wind: Wind) -> str:
    """A wind as it is read at the table: where it blows to, as the attacker sees it, and how fast."""
    return f"{wind.speed_cm:g} cm, {heading(wind.direction_deg)}"


def point_words(along_cm: float, up_cm: float) -> str:
    """A place from its side's left corner: '60 cm along, 82 cm up'."""
    return f"{along_cm:g} cm along, {up_cm:g} cm up"


def heading(direction_deg: int) -> str:
    """Where a wind blows to: "straight ahead", "45 degrees right of it", "straight back"."""
    if direction_deg % 360 == 0:
        return "straight ahead of the attacker"
    if direction_deg % 360 == 180:
        return "straight back at the attacker"
    side = "right" if direction_deg > 0 else "left"
    return f"{abs(direction_deg)} degrees {side} of straight ahead of the attacker"


def name_gas(state: GameState, event: GasEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case GasDiceThrown(what=what):
            return "the dice for the wind" if what.startswith("wind") else "the dice for the release of gas"
        case GasReleased(cloud=cloud):
            return f"the release of {cloud.name.lower()}"
        case WindChanged():
            return "the dice for the wind"
        case CloudWent(cloud=cloud):
            return f"what {called(state, cloud).lower()} did"
        case EnteredGas(hit=hit):
            return f"{stand_name(state, hit.stand)} entering gas"
        case GasGranted():
            return "the gas attack of the card"
        case WindTurnedByCard():
            return "the wind of the card"
        case _:
            return says_gas(state, event)


def called(state: GameState, cloud: str) -> str:
    """A cloud's name; that of one which is gone by its number."""
    known = state.gas.cloud(cloud)
    return known.name if known else f"Gas cloud {cloud.removeprefix('cloud')}"


def says_gas(state: GameState, event: GasEvent) -> str:
    """One plain sentence."""
    match event:
        case GasDiceThrown(dice=dice, says=says):
            # What the first die of a release brings names that die itself.
            brings = says.removeprefix(f"{dice[0].pips}: ") if len(dice) == 1 else says
            return f"Gas, {_dice(dice)}: {brings}"
        case GasReleased(cloud=cloud, common_wind=wind, dice=dice):
            side = state.side_facts(cloud.owner).name
            drifts = f", wind {wind_words(blows)}" if (blows := wind or cloud.wind) else ""
            thrown = f", {_dice(dice)}" if dice else ""
            lies = f", its middle {_lies_at(cloud)} {owner_words(state, cloud.owner)}"
            return f"{side} {cloud.kind} gas is released: {cloud.name}{thrown}{lies}{drifts}"
        case WindChanged(wind=wind, change=change, cloud=cloud, dice=dice):
            whose = f"The wind of {called(state, cloud).lower()}" if cloud else "The wind"
            return f"{whose}, {_dice(dice)}: {change}, {wind_words(wind)}"
        case CloudDieThrown(cloud=cloud, die=thrown):
            return f"{called(state, cloud)} stays: its own {die(thrown)}"
        case CloudGone(cloud=cloud, fate=fate, dice=dice):
            thrown = f", its own {_dice(dice)}" if dice else ""
            return f"{called(state, cloud)} {ENDS[fate]} and is removed{thrown}"
        case CloudWent():
            return _went(state, event)
        case EnteredGas(cloud=cloud, hit=hit, attacked=attacked):
            what = _hit(hit) if attacked else "not attacked"
            return f"{stand_name(state, hit.stand)} enters {called(state, cloud).lower()}: {what}"
        case GasGranted(plan=plan):
            side = state.side_facts(plan.side).name
            return f"The card brings the {side} side an extra gas attack, in turn {plan.turn}"
        case WindTurnedByCard(wind=wind, dice=dice):
            return f"The card turns the wind, {_dice(dice)}: {wind_words(wind)}"
        case LeftGas(stands=stands):
            return f"Out of the gas: {'; '.join(stand_name(state, one) for one in stands)}"


def _went(state: GameState, event: CloudWent) -> str:
    hits = "; ".join(f"{stand_name(state, one.stand)} {_hit(one)}" for one in event.hits)
    ends = f", its middle now {point_words(event.along_cm, event.up_cm)}" if event.fate in DRIFTED else ""
    return f"{called(state, event.cloud)} {ENDS[event.fate]}{ends}: {hits or 'it touches nobody'}"


def _lies_at(cloud: Cloud) -> str:
    return f"{point_words(cloud.along_cm, cloud.up_cm)} the table"


def _hit(hit: GasHit) -> str:
    return " and ".join(RESULTS[result] for result in hit.results) or "is safe"


def _dice(dice: tuple[Throw, ...]) -> str:
    """One die by itself; several in their order, and where they were thrown."""
    if len(dice) < 2:
        return "".join(die(one) for one in dice)
    here = ", rolled here" if all(one.source == "rolled" for one in dice) else ""
    return f"dice {', '.join(str(one.pips) for one in dice)}{here}"


def owner_words(state: GameState, side: Side) -> str:
    """From which corner a cloud is measured."""
    return f"from the {state.side_facts(side).name} left corner"


def corrected_gas_text(what: str, after: int | float | bool | str) -> str:
    """What a correction has set, in words; empty where it is not about gas."""
    said = {
        "in_gas": "it stands in gas" if after else "it does not stand in gas",
        "direction_deg": f"it blows {after} degrees clockwise from straight ahead",
        "speed_cm": f"its speed is {after} cm",
        "along_cm": f"its middle lies {after} cm along",
        "up_cm": f"its middle lies {after} cm up the table",
        "phases": f"it has been through {after} gas phases",
    }
    return said.get(what, "")


def gas_thing(state: GameState, of: str) -> str:
    """What is corrected, where it is the wind or a cloud; else empty."""
    if of == "wind":
        return "the wind"
    return called(state, of) if of.startswith("cloud") and of not in state.units else ""


# Availability and prompts (FF-GAS-09, FF-GAS-20, FF-GAS-25, FF-GAS-28)

PLACED, WIND_PROMPT, LEAVE = Asks(GasByCard), Asks(WindByCard), Asks(LeaveGas)
THROW, ATTACK, CAUGHT, ENTER = Asks(ThrowForGas), Asks(GasAttacks), Asks(GasCaught), Asks(EnterGas)
WIND_DICE: Final = 2


def _placing(seated: SeatDeeds) -> Iterator[Possible]:
    for side in carried_out(seated.state, GasByCard):
        barred = seated.refused_all(side, [GasByCard(along_cm=0.0, up_cm=0.0)])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _placing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield PLACED("along_cm", least=0, most=FARTHEST_CM)
    yield PLACED("up_cm", least=0, most=FARTHEST_CM)
    yield PLACED("wind_deg", least=-HALF_TURN, most=HALF_TURN)
    yield from word(seated, GasByCard, told)


def _turning(seated: SeatDeeds) -> Iterator[Possible]:
    for side in carried_out(seated.state, WindByCard):
        barred = seated.refused_all(side, [WindByCard(dice=(NOT_SEEN,) * WIND_DICE)])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _turning_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    kept = lying(seated.state, card_key(seated.state))[:WIND_DICE]
    yield WIND_PROMPT("dice", least=WIND_DICE, most=WIND_DICE, kept=kept)


def _in_gas(seated: SeatDeeds, side: Side) -> list[str]:
    state = seated.state
    there = (stand for stand in state.stands.values() if stand.side is side and stand.alive and stand.in_gas)
    return [stand.id for stand in there if not state.off_table(stand.id)]


def _leaving(seated: SeatDeeds) -> Iterator[Possible]:
    for side in Side:
        if (stands := _in_gas(seated, side)) and seated.state.turn.running:
            barred = seated.refused_all(side, [LeaveGas(stands=(stand,)) for stand in stands])
            yield Possible(by=side.value, barred=barred)


def _leaving_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    own = [stand for side in Side if side.value in seated.sides for stand in _in_gas(seated, side)]
    yield LEAVE("stands", among=own, least=1, most=len(own))


def _throwing(seated: SeatDeeds) -> Iterator[Possible]:
    """What the gas step throws next; that planned gas is to come down only its side knows."""
    due = _due(seated)
    if due is not None and due.what is not GasWanted.ATTACK:
        side = seated.state.turn.side
        barred = seated.waits(ThrowForGas(what=due.name))
        secret = due.what is GasWanted.RELEASE and not seated.state.gas.dice
        yield Possible({"what": due.name}, by=side.value, owed=barred is None, barred=barred, secret=secret)


def _due(seated: SeatDeeds) -> GasAwaited | None:
    return awaited(seated.state, seated.table.book) if at_gas(seated.table) else None


def _throw_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, book, due = seated.state, seated.table.book, _due(seated)
    if due is None:
        return
    if due.what is GasWanted.RELEASE and not state.gas.dice:
        if wind_is_stated(state, book):
            yield THROW("wind_deg", least=-HALF_TURN, most=HALF_TURN, usual=NEEDED)
        if speed_is_stated(state, book):
            yield THROW("written_cm", usual=NEEDED, least=0)
    asked = read(state, book, due, build(ThrowForGas, told), faces(state.gas.dice))
    wanted = asked.count if isinstance(asked, MoreDice) else 0
    kept = lying(state, gas_key(state, due.name))
    words: dict[str, Any] = {"says": asked.says} if isinstance(asked, MoreDice) else {}
    if wanted == len(IN_ORDER) - 1:
        # Where a release comes down is told by dice of which each is read for itself.
        words["each"] = IN_ORDER[1:]
    yield from dice(seated, THROW, told, wanted, kept, **words)


def _attacking(seated: SeatDeeds) -> Iterator[Possible]:
    due = _due(seated)
    if due is not None and due.what is GasWanted.ATTACK:
        barred = seated.waits(GasAttacks(cloud=due.cloud))
        yield Possible({"cloud": due.cloud}, by=seated.state.turn.side.value, owed=barred is None, barred=barred)


def _attack_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, cloud = seated.state, told["cloud"]

    def caught(row: Told) -> Iterator[Ask | Refusal]:
        yield CAUGHT("stand", among=seated.on_table)
        yield from _of_caught(seated, CAUGHT, row["stand"], "")
        if attacks_at_start(seated.table.book):
            yield CAUGHT("at_start")

    yield ATTACK("caught", row=caught, most=len(seated.on_table), reckoned=_its_way(seated, cloud))
    yield ATTACK("off_table")
    attacks = attacks_of(seated.table, build(GasAttacks, told))
    if isinstance(attacks, Refusal):
        yield attacks
        return
    names = apart([attack_key(state, cloud, one.told.stand) for one in attacks])
    kept = lying_each(state, names)
    yield from dice(seated, ATTACK, told, len(attacks), kept)


def _its_way(seated: SeatDeeds, of: str) -> tuple[Step, ...]:
    """Where a cloud lies and where this phase takes it: nobody finds on the table whom it touches without."""
    cloud = seated.state.gas.cloud(of)
    phase = explained_phase(seated.state, cloud, seated.table.book) if cloud else None
    if cloud is None or phase is None:
        return ()
    ends = phase.value
    lies = f"its middle lies {point_words(cloud.along_cm, cloud.up_cm)}, {owner_words(seated.state, cloud.owner)}"
    goes = f"it {ENDS[ends.fate]}" + (f", to {point_words(ends.along_cm, ends.up_cm)}" if ends.fate in DRIFTED else "")
    return Step("FF-GAS-25", lies), Step("FF-GAS-15", goes)


def _of_caught(seated: SeatDeeds, asks: Asks[Any], stand: str, inside: str) -> Iterator[Ask]:
    """What is seen on the table of a stand that a cloud touches."""
    for name in ("cover", "coverage", "ends"):
        yield asks(inside + name)
    if not no_deep_shelters(seated.table.book):
        yield asks(inside + "sheltering")
    if has_armour(seated.state, [stand]):
        yield asks(inside + "armour_in_cover")


def _entering(seated: SeatDeeds) -> Iterator[Possible]:
    state = seated.state
    for cloud in state.gas.clouds if state.turn.running else ():
        for side in Side:
            if any(state.stands[stand].side is side for stand in seated.on_table):
                yield Possible({"cloud": cloud.id}, by=side.value)


def _enter_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state = seated.state
    own = [stand for stand in seated.on_table if state.stands[stand].side.value in seated.sides]
    yield ENTER("caught.stand", among=own)
    stand = told["caught"]["stand"]
    yield from _of_caught(seated, ENTER, stand, "caught.")
    yield ENTER("began_inside")
    shots = entering_shot(seated.table, build(EnterGas, told))
    if isinstance(shots, Refusal):
        yield shots
        return
    yield from dice(seated, ENTER, told, len(shots), lying(state, enter_key(state, told["cloud"], stand)))


GAS_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("gas_by_card", "Place its gas", GasByCard, _placing, _placing_asks),
    Deed("wind_by_card", "The wind turns", WindByCard, _turning, _turning_asks),
    Deed("throw_for_gas", "The gas", ThrowForGas, _throwing, _throw_asks),
    Deed("gas_attacks", "The cloud attacks", GasAttacks, _attacking, _attack_asks),
    Deed("enter_gas", "Into the gas", EnterGas, _entering, _enter_asks, AtHand.MORE),
    Deed("leave_gas", "Out of the gas", LeaveGas, _leaving, _leaving_asks, AtHand.MORE),
)
"""In the order in which they are owed."""


# Views of a seat


def gas_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """What a seat may know of gas; attacks still to come are their own side's and the referee's."""
    gas = state.gas
    mine = [one for one in gas.planned if role is Role.REFEREE or role.value == one.side.value]
    return {
        # At a date without gas nobody is asked who stands in it.
        "possible": bool(gas.clouds) or no_gas(book) is None,
        "wind": _wind(gas.wind),
        "clouds": [_cloud_view(state, one, book) for one in gas.clouds],
        "planned": [_planned(state, one) for one in mine],
        "next": _next(state, role, book),
        "card": _card(state),
    }


def _card(state: GameState) -> dict[str, Any] | None:
    """A card on the table that brings gas or turns the wind, and whose it is to carry out (FF-GAS-28)."""
    lying = next((one for one in state.cards.lying if one.acts_as in (GAS_CARD, WIND_CARD)), None)
    if lying is None:
        return None
    return {"what": "gas" if lying.acts_as == GAS_CARD else "wind", "side": lying.side.value}


def _wind(wind: Wind | None) -> dict[str, Any] | None:
    return None if wind is None else plain(wind) | {"words": wind_words(wind)}


def _cloud_view(state: GameState, cloud: Cloud, book: RuleBook) -> dict[str, Any]:
    return {
        "id": cloud.id,
        "name": cloud.name,
        "owner": cloud.owner.value,
        "kind": cloud.kind.value,
        "along_cm": cloud.along_cm,
        "up_cm": cloud.up_cm,
        "turned_deg": cloud.turned_deg,
        "measured": owner_words(state, cloud.owner),
        "phases": cloud.phases,
        "sunk": has_sunk(cloud.facts, book),
        "within": [name for name in cloud.within if state.stands[name].alive and not state.off_table(name)],
        "wind": _wind(cloud.wind),
    }


def _planned(state: GameState, attack: PlannedGas) -> dict[str, Any]:
    told: dict[str, Any] = plain(attack)
    missed = (attack.turn, attack.side is Side.DEFENDER) < (state.turn.number, state.turn.side is Side.DEFENDER)
    return told | {"measured": owner_words(state, attack.side), "missed": missed}


def _next(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the gas step asks for next; None outside it, and where nothing is left to do."""
    if not state.turn.running or not (state.gas.planned or state.gas.clouds):
        return None
    here, due = present(state, book), awaited(state, book)
    if due is None or here is None or here.step.needs != "no_gas_planned":
        return None
    told = {"what": due.what.value, "name": due.name, "cloud": due.cloud, "side": state.turn.side.value}
    if due.what is GasWanted.ATTACK:
        return told | _attack(state, due.cloud, book)
    return told | _throw(state, role, due, book)


def _throw(state: GameState, role: Role, due: GasAwaited, book: RuleBook) -> dict[str, Any]:
    """The dice that are thrown now, and what they may bring; the plan itself only for those who may know it."""
    naming = ThrowForGas(what=due.name, wind_deg=0, written_cm=0.0)
    asked = read(state, book, due, naming, faces(state.gas.dice))
    release = due.what is GasWanted.RELEASE
    plan = due_release(state, book) if release and (role is Role.REFEREE or role.value == state.turn.side) else None
    return {
        "count": asked.count if isinstance(asked, MoreDice) else 0,
        "says": asked.says if isinstance(asked, MoreDice) else "",
        "refused": plain(asked) if isinstance(asked, Refusal) and (plan or not release) else None,
        "rolls": plain(state.gas.dice),
        "kept": plain(lying(state, gas_key(state, due.name))),
        "chances": [] if state.gas.dice else _chances(state, due, book),
        "plan": _planned(state, plan) if plan else None,
        "names_direction": release and book.behaviour("GAP-62", {"in_the_plan": False, "on_release": True}),
        "names_speed": release and book.behaviour("GAP-67", {"rolled": False, "written": True}),
    }


def _chances(state: GameState, due: GasAwaited, book: RuleBook) -> list[dict[str, Any]]:
    """What the first die of it may bring. Of a release nothing: all may know that it comes, not what."""
    found: Mapping[str, Fraction] | Refusal = {}
    cloud = state.gas.cloud(due.cloud)
    if due.what is GasWanted.WIND and WIND_CHANGE.odds:
        wind = (cloud.wind if cloud else state.gas.wind) or Wind(0, 0.0)
        before = WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)
        found = WIND_CHANGE.odds(WindChangeFacts(wind=before, turn_of=state.turn.side), book)
    elif due.what is GasWanted.FATE and cloud and GAS_PHASE.odds:
        found = GAS_PHASE.odds(phase_facts(state, cloud), book)
    return chances_shown(found)


def _attack(state: GameState, name: str, book: RuleBook) -> dict[str, Any]:
    cloud = state.gas.cloud(name)
    found = explained_phase(state, cloud, book) if cloud else None
    if cloud is None or found is None:
        return {}
    phase = found.value
    return {
        "from": [cloud.along_cm, cloud.up_cm],
        "to": [phase.along_cm, phase.up_cm],
        "measured": owner_words(state, cloud.owner),
        "fate": phase.fate.value,
        "says": f"{cloud.name} {ENDS[phase.fate]}",
        "steps": plain(found.steps),
        "twice": book.behaviour("AMB-447", {"once": False, "start_and_path": True}),
        "kept": plain(all_lying(state, *attack_names(state, name))),
    }


def gas_card(event: GasEvent) -> dict[str, Any] | None:
    """The reasons of what happened, for the card and the log."""
    told: dict[str, Any]
    match event:
        case GasReleased(dice=dice, reasons=reasons):
            told = {"dice": plain(dice), "outcome": "released"}
        case WindChanged(dice=dice, change=change, reasons=reasons):
            told = {"dice": plain(dice), "outcome": change}
        case WindTurnedByCard(dice=dice, reasons=reasons):
            told = {"dice": plain(dice), "outcome": "turned"}
        case CloudGone(dice=dice, fate=fate, reasons=reasons):
            told = {"dice": plain(dice), "outcome": fate.value}
        case CloudWent(hits=hits, changes=changes, fate=fate, reasons=reasons):
            told = {"cloud": event.cloud, "hits": plain(hits), "changes": plain(changes), "outcome": fate.value}
        case EnteredGas(hit=hit, changes=changes):
            reasons = hit.reasons
            told = {"cloud": event.cloud, "hits": [plain(hit)], "changes": plain(changes), "outcome": "entered"}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why


TOLD: Final = Telling(says_gas, name_gas, gas_card)


# The wind, the clouds, and the gas that is to come

Shown = Mapping[str, Any]


def _gas_in_effect(seen: SeenBySeat) -> InForce | None:
    gas = seen.view["gas"]
    wind = lines([f"Wind: {gas['wind']['words']}"], "FF-GAS-13") if gas["wind"] else []
    names = seen.names
    clouds = [LyingLine(_cloud_in_effect(seen, one, names), "FF-GAS-25") for one in gas["clouds"]]
    return InForce("Gas", [*wind, *clouds, *lines([_gas_to_come(seen, one) for one in gas["planned"]])])


def _cloud_in_effect(seen: SeenBySeat, one: Shown, names: Mapping[str, str]) -> str:
    lasts = (
        ", sunk to the ground"
        if one["sunk"]
        else f", {one['phases']} of {turns_of(GasKind(one['kind']), seen.book)} turns"
        if one["phases"]
        else ""
    )
    turned = f", turned {one['turned_deg']}°" if one["turned_deg"] else ""
    wind = f"; wind {one['wind']['words']}" if one["wind"] else ""
    inside = "; ".join(names.get(stand, "a stand") for stand in one["within"])
    within = f". In it: {inside}" if inside else ""
    whose = f"{one['name']}: {seen.side(one['owner'])}, {one['kind']}{lasts}"
    return f"{whose}. Its middle {point(one)}{turned}{wind}{within}"


def _gas_to_come(seen: SeenBySeat, one: Shown) -> str:
    whose = f"{seen.side(one['side'])}, " if seen.by_referee else ""
    how = "from projectors, the trench at" if one["delivery"] == "projector" else "from guns, at"
    missed = ", not released" if one["missed"] else ""
    wind = f"wind wanted {one['wind_deg']}° clockwise from straight ahead"
    return f"To come: {whose}turn {one['turn']}, {one['kind']}, {how} {point(one)}; {wind}{missed}. {SECRET}"


LIES: Final[LiesBy] = {6: _gas_in_effect}


# Parts of a sealed plan that events reveal


def _shown(_state: GameState, event: GasReleased, sealed: SealedLines) -> Iterator[str]:
    """The line of it that has not come yet; several may be written alike."""
    if event.plan.side is not sealed.side:
        return
    for line in sealed.plan.gas:
        if sealed.comes_as(line) == (event.plan,) and not sealed.has_shown(f"gas/{line.id}"):
            yield f"gas/{line.id}"
            return


SHOWN: Final[ShownBy] = {
    GasReleased: _shown,
}


# Odds before the dice


def _gas_odds(table: JudgedTable, command: GasAttacks | EnterGas) -> Foreseen:
    found = attacks_of(table, command) if isinstance(command, GasAttacks) else entering_shot(table, command)
    if isinstance(found, Refusal):
        return found
    return tuple(by_shot(one.shot, table.book, Prospect(one.told.stand, ())) for one in found)


FORESEEN: Final[ForeseenBy] = {
    GasAttacks: _gas_odds,
    EnterGas: _gas_odds,
}


# Map facts of the commands


def _gas_facts(table: JudgedTable, field: Field, command: GasAttacks) -> Asked:
    drift = drift_of(table.state, field, table.book, command.cloud)
    if drift is None:
        return
    yield from beside((off_table(field, drift.cloud, drift.step),), said_by(command))
    told = {caught.stand: said_by(caught) for caught in command.caught}
    for found in caught_by(field, drift.cloud, drift.step, table.book, drift.beside):
        yield from beside(found.facts, told.get(found.stand, {"coverage": "spared"}), found.stand)


def _into_gas(table: JudgedTable, field: Field, command: EnterGas) -> Asked:
    lying = cloud_on(field, command.cloud)
    cloud, name = table.state.gas.cloud(command.cloud), command.caught.stand
    if lying is None or cloud is None:
        return
    used = said_by(command.caught)
    used["began_inside"] = name in cloud.within if command.began_inside is None else command.began_inside
    others = lying_beside(table.state, field, table.book, command.cloud)
    yield from beside(entered(field, name, lying, table.book, others), used, name)


BY_MAP: Final[MeasuredBy] = {
    GasAttacks: _gas_facts,
    EnterGas: _into_gas,
}


# The rule module


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_gas(table.state, of),
    fold=lambda state, event: corrected_gas(state, event.of, event.what, event.after),
    costs={"in_gas": Costs.MORE},
    named=lambda state: (*(cloud.id for cloud in state.gas.clouds), WIND_ID),
    says=corrected_gas_text,
    thing=gas_thing,
)


def _busy(state: GameState, _place: StepPlace) -> bool:
    any_gas = state.gas.planned or state.gas.clouds
    return bool(any_gas) and awaited(state, state.book()) is not None


GAS: Final[BookChapter] = BookChapter(
    key="gas",
    steps={NEEDS: StepOfChapter(_busy, "no gas to come or to move", planned=True)},
    events=(
        Happening(
            kind="gas_dice_thrown", made=GasDiceThrown, fold=gas_events.gas_dice_thrown, dice=gas_events.part_throws
        ),
        Happening(
            kind="gas_released",
            made=GasReleased,
            fold=gas_events.gas_released,
            dice=gas_events.release_throws,
            tells=always,
            became=lambda state, event: [(event.plan, f"came in turn {state.turn.number}")],
        ),
        Happening(kind="wind_changed", made=WindChanged, fold=gas_events.wind_changed, dice=gas_events.wind_throws),
        Happening(
            kind="cloud_die_thrown", made=CloudDieThrown, fold=gas_events.cloud_die_thrown, dice=gas_events.own_die
        ),
        Happening(kind="cloud_gone", made=CloudGone, fold=gas_events.cloud_gone, dice=gas_events.gone_throws),
        Happening(
            kind="cloud_went",
            made=CloudWent,
            fold=gas_events.cloud_went,
            dice=gas_events.attack_throws,
            roll=ThrownFor.GAS,
            whose=gas_events.of_cloud,
            covers=covers_of_hits,
        ),
        Happening(
            kind="entered_gas",
            made=EnteredGas,
            fold=gas_events.entered_gas,
            dice=gas_events.enter_throws,
            roll=ThrownFor.GAS,
            whose=gas_events.of_cloud,
            covers=gas_events.cover_told,
            forgets=gas_events.entered,
            with_map=gas_events.with_map,
            map_of=gas_events.map_of,
        ),
        Happening(kind="left_gas", made=LeftGas, fold=gas_events.left_gas, moves=gas_events.leaving),
        Happening(kind="gas_granted", made=GasGranted, fold=gas_events.gas_granted),
        Happening(
            kind="wind_turned_by_card",
            made=WindTurnedByCard,
            fold=gas_events.wind_turned_by_card,
            dice=gas_events.card_throws,
        ),
    ),
    folds_before={"game_created": gas_events.planned, "turn_started": gas_events.turn_begins},
    told=TOLD,
    commands={
        "throw_for_gas": ThrowForGas,
        "gas_attacks": GasAttacks,
        "enter_gas": EnterGas,
        "leave_gas": LeaveGas,
        "gas_by_card": GasByCard,
        "wind_by_card": WindByCard,
    },
    judge=judge,
    shows=SHOWN,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=5,
    corrections=_CORRECTIONS,
    deeds=GAS_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"gas": gas_view},
    lies=LIES,
)
