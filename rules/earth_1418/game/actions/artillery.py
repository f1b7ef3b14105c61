"""Artillery in a game: bombardments ordered, smoke and gas laid (BE-ART, BE-GAS)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.artillery import (
    Battery,
    Bombarding,
    CordonFacts,
    Shots,
    WindAsked,
    cordon,
    cordon_length,
    is_target,
    most_in_words,
    most_on_one,
    not_yet_or_no_more,
    shots_of,
    wind,
)
from rules.earth_1418.attacks import AttackReady, hit_chances, made_ready
from rules.earth_1418.game import map_proposals
from rules.earth_1418.game.combat import falls_now, own_bombardment, shots_at
from rules.earth_1418.game.sealed_orders import IS_READY, BombardmentAimed, ChoiceWritten, chooses, written
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable, judged
from rules.earth_1418.game.state.game import (
    SIDES,
    BombardmentGiven,
    BoundPhase,
    CordonLying,
    EarthState,
    Ordered,
    SharePlanned,
    SubUnit,
)
from rules.earth_1418.troop_chart import TYPED
from rules.earth_1418.vocabulary import CloudKind
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import D6, Throw, faces_of
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import counted
from rules.kernel.prompts import NEEDED, Ask, Asks, Denied, Origin, Proposal, Told
from rules.kernel.rule_modules import Card, Chapter, EventKind, Telling, judged_by
from rules.kernel.serialization import plain

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBombardment:
    """Write which guns bombard a square of the grid (BE-ART-01, BE-BND-02)."""

    unit: str = fact("the guns that fire")
    square: str = fact("the square of the grid", longest=12)
    lays: Ordered = fact("what they lay", default=Ordered.SHELLS)
    guns_too: tuple[str, ...] = fact("further guns that fire with them", default=(), longest=24)
    x_mm: int | None = fact("where its circle is laid", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareShots:
    """Write how many shots of a bombardment are laid on one sub-unit under its circle (BE-ART-08)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    bases_under: int = fact("how many of its bases lie under the circle", least=0, most=20)
    shots: int = fact("shots laid on it; 0: none", least=0, most=60)
    outside: bool = fact("on bases more than half outside the circle", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayCordon:
    """Lay the smoke or gas that was ordered (BE-GAS-04). What nobody has said of the wind is asked with the first."""

    bombardment: str = fact("the bombardment")
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_thrown: bool = fact("a die says where the wind blows to (G-42)", default=False)
    wind_value: float | None = fact("the scenario's wind value, for gas", default=None, least=0, most=12)
    dice: tuple[Throw, ...] = fact("the die for the wind", default=(), longest=1)


# Events. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class CordonLaid:
    """Smoke or gas lies on the table; with the first what was told of the wind: its die, and its value for gas."""

    bombardment: str
    cordon: CordonLying
    wind: float
    steps: tuple[Step, ...]
    dice: tuple[Throw, ...] = ()
    wind_value: float | None = None

    @property
    def is_wind_typed(self) -> bool:
        """Whether it says where the wind blows to and no die does: a wind that is known has no line of its own."""
        return not self.dice and any(one.clause == "BE-GAS-07" for one in self.steps)


# Names of dice rolls

WIND_KEY: Final = "wind"
"""The name of the die for the wind: it blows once for a game."""


def of_wind(_state: EarthState, event: CordonLaid) -> Dice:
    """The die for the wind by its name."""
    return {WIND_KEY: event.dice} if event.dice else {}


# Bombardments and their shots, written by each side unseen (BE-ART, BE-GAS)


def with_commands(table: EarthTable) -> bool:
    """Whether bombardments are ordered together with the commands (BE-BND-02; G-40)."""
    return table.book.behaviour("G-40", {"square_with_commands": True, "all_in_planning": False})


def guns_of(table: EarthTable, side: str) -> list[SubUnit]:
    """The guns of a side that can be told to bombard now: not packed, they kept still, and no square is theirs yet."""
    state = table.state
    now = state.phase is BoundPhase.COMMANDS if with_commands(table) else state.phase is BoundPhase.PLANNING
    if not now or not chooses(table, side):
        return []
    taken = {gun for one in written(state, side).bombardments for gun in one.guns}
    guns = [one for one in state.of_side(side) if table.is_gun(one) and one.id not in taken]
    if not with_commands(table):
        planned = {one.id for one in table.planned_in(state.step, side)}
        guns = [one for one in guns if one.id in planned]
    return [one for one in guns if table.steps_of(one).shoots is not None]


def laid_now(table: EarthTable, lays: Ordered) -> Refusal | None:
    """Why guns cannot lay something in the month of the game (BE-GAS-01); None where they can."""
    return None if lays is Ordered.SHELLS else not_yet_or_no_more(CloudKind(lays.value), table.book)


def order_bombardment(table: EarthTable, command: OrderBombardment) -> Judgement:
    """Write which guns bombard a square (BE-ART-01, BE-ART-05, BE-BND-02, BE-GAS-01; G-40)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    if unit.side in table.state.ready:
        return IS_READY
    able = {one.id: one for one in guns_of(table, unit.side)}
    guns = (command.unit, *command.guns_too)
    if not set(guns) <= able.keys() or len(set(guns)) < len(guns):
        return Refusal("BE-ART-01", "Only guns that are ready bombard, each one square", "name guns that are ready")
    if not command.square.strip():
        return Refusal("BE-ART-01", "A bombardment is ordered on a square of the grid", "name the square")
    gone = laid_now(table, command.lays)
    if gone is not None:
        return gone
    shots = shots_together(table, guns)
    if isinstance(shots, Refusal):
        return shots
    name = f"{unit.id}-{table.state.bound}"
    made = BombardmentGiven(name, unit.side, guns, command.square.strip(), command.lays, shots.value.shots)
    written_down = ChoiceWritten(unit.side, (), (made,), (), ())
    if command.x_mm is None or command.y_mm is None:
        return (written_down,)
    laid = table.state.ground.laid
    if laid is None or not (0 <= command.x_mm <= laid.table.width_mm and 0 <= command.y_mm <= laid.table.depth_mm):
        return Refusal("BE-ART-06", "The circle is not laid on the table", "lay it on the table")
    return (written_down, BombardmentAimed(unit.side, name, command.x_mm, command.y_mm))


def shots_together(table: EarthTable, guns: Sequence[str]) -> Explained[Shots] | Refusal:
    """How many shots guns have that fire together (BE-ART-05)."""
    units = (table.state.units[gun] for gun in guns)
    batteries = tuple(Battery(unit=one.unit, bases=one.living, typed=one.typed) for one in units)
    return shots_of(Bombarding(guns=batteries), table.book)


def open_bombardments(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """The bombardments of a side whose shots can be shared out now: their guns are planned for in this step."""
    state = table.state
    if state.phase is not BoundPhase.PLANNING or not chooses(table, side):
        return []
    rounds = (*state.bombardments.values(), *written(state, side).bombardments)
    now = {one.id for one in table.planned_in(state.step, side)}
    return [one for one in rounds if one.side == side and one.lays is Ordered.SHELLS and now & set(one.guns)]


def share_shots(table: EarthTable, command: ShareShots) -> Judgement:
    """Write how shots are shared out (BE-ART-05, BE-ART-07, BE-ART-08; G-29)."""
    # Of the other side's it is not even told that there is one.
    own = (one for side in SIDES if side in table.sides for one in open_bombardments(table, side))
    given = next((one for one in own if one.id == command.bombardment), None)
    if given is None:
        return NOT_NOW
    target = table.state.units.get(command.unit)
    if target is None or not target.living:
        return Refusal("BE-ART-08", "There is nobody of that name", "name a sub-unit that is there")
    refused = _shared_badly(table, given, command, target) if command.shots else None
    if refused is not None:
        return refused
    made = SharePlanned(given.id, command.unit, command.bases_under, command.shots, command.outside)
    return (ChoiceWritten(given.side, (), (), (), (made,)),)


def _shared_badly(table: EarthTable, given: BombardmentGiven, wanted: ShareShots, target: SubUnit) -> Refusal | None:
    is_none = wanted.bases_under > target.living or not is_target(target.living, wanted.bases_under)
    if is_none and not table.overruled:
        because = f"{target.name} has not more than one base under the circle"
        return Refusal("BE-ART-07", because, "lay the shots on those under it")
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    others = [one for one in rows if (one.unit, one.outside) != (wanted.unit, wanted.outside)]
    limit = most_on_one(given.shots, table.book)
    on_it = wanted.shots + sum(one.shots for one in others if one.unit == wanted.unit)
    targets = table.book.behaviour("G-29", {"sub_unit": 1, "base": wanted.bases_under})
    if on_it > limit * targets and not table.overruled:
        return Refusal(
            "BE-ART-08", f"More than {most_in_words(table.book)} of the shots on {target.name}", f"lay {limit} at most"
        )
    if wanted.shots + sum(one.shots for one in others) > given.shots:
        return Refusal("BE-ART-05", f"There are {given.shots} shots", f"lay {given.shots} at most")
    return None


def shots_left(table: EarthTable, given: BombardmentGiven, target: SubUnit, anew: bool | None = None) -> int:
    """Return how many shots may still be laid on one target (BE-ART-05, BE-ART-08).

    Args:
        anew: `outside` of the row that is laid anew; its shots count as free. None: no row is.
    """
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    rows = [one for one in rows if (one.unit, one.outside) != (target.id, anew)]
    on_it = sum(one.shots for one in rows if one.unit == target.id)
    left = given.shots - sum(one.shots for one in rows)
    return max(0, left if table.overruled else min(left, most_on_one(given.shots, table.book) - on_it))


def clouds_now(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """Smoke and gas of a side that is laid in this step."""
    return [
        one
        for one in table.state.bombardments.values()
        if one.side == side and one.lays is not Ordered.SHELLS and not one.bonus_spent and falls_now(table, one)
    ]


def lay_cordon(table: EarthTable, command: LayCordon) -> Judgement:
    """Lay a cordon across the wind (BE-GAS-04, BE-GAS-05, BE-GAS-07)."""
    given = own_bombardment(table, command.bombardment)
    if given is None:
        return NOT_NOW
    if given not in clouds_now(table, given.side):
        return NOT_NOW
    dice = settle(table.state, WIND_KEY, command.dice) if command.wind_thrown else ()
    if isinstance(dice, Refusal):
        return dice
    towards = wind_now(table, command, dice)
    if isinstance(towards, Refusal):
        return towards
    kind, value = CloudKind(given.lays.value), table.state.settled.wind_value
    told = command.wind_value if value is None and kind is CloudKind.IMMEDIATE_GAS else None
    asked = CordonFacts(
        kind=kind,
        batteries=len(given.guns),
        wind_towards_deg=towards.value,
        wind_value=told if value is None else value,
    )
    found = cordon(asked, table.book)
    if isinstance(found, Refusal):
        return found
    lies = CordonLying(f"cordon-{len(table.state.cordons) + 1}", kind, given.square, len(given.guns))
    return (CordonLaid(given.id, lies, towards.value, (*towards.steps, *found.steps), dice, told),)


def wind_now(table: EarthTable, command: LayCordon, dice: tuple[Throw, ...]) -> Explained[float] | Refusal:
    """Where the wind blows to: as it is known, else by the die or as it is told (BE-GAS-07; G-42)."""
    if table.state.wind is not None:
        return Explained(table.state.wind, None, ())
    if command.wind_thrown:
        if len(dice) != 1:
            return Refusal("BE-GAS-07", "One die is thrown for the wind", "throw it")
        return wind(WindAsked(), (D6(dice[0].pips),), table.book)
    if command.wind_towards_deg is None:
        return Refusal("BE-GAS-07", "Nobody has said where the wind blows to", "say it, by scenario or die")
    return wind(WindAsked(entered_deg=command.wind_towards_deg), (), table.book)


# What a bombardment would bring, in the words of the table


def share_brings(
    table: EarthTable, given: BombardmentGiven, target: SubUnit, shots: int, outside: bool
) -> tuple[Step, ...]:
    """What shots on a target would come to as it stands now: its Resilience, and the hits on the mean (BE-ART-09)."""
    share = SharePlanned(given.id, target.id, 1, shots, outside)
    stands = table.as_target(
        target, map_proposals.ground_of(table, target), None, map_proposals.cordon_of(table, target)
    )
    ready = made_ready(shots_at(table, given, share, stands), table.book) if shots else None
    if not isinstance(ready, AttackReady):
        return ()
    mean = sum(hits * chance for hits, chance in hit_chances(ready.volley, table.book, ready.outside).items())
    lines = [one for one in ready.steps if one.clause.startswith(("BE-COV", "BE-CHR", "BE-INJ", "BE-DIG", "BE-GAS"))]
    says = f"{counted(shots, 'shot')} at Resilience {ready.volley.resilience}: {float(mean):.1f} hits on the mean"
    return (Step("BE-ART-08", target.name), *lines, Step("BE-ART-09", says))


def shots_to_share(table: EarthTable, given: BombardmentGiven) -> tuple[Step, ...]:
    """How many shots a bombardment has, and on whom its side has laid them so far (BE-ART-05, BE-ART-08)."""
    shots = shots_together(table, given.guns)
    laid = (one for one in written(table.state, given.side).shares if one.bombardment == given.id)
    lines = (Step("BE-ART-08", f"{one.shots} laid on {table.state.units[one.unit].name}") for one in laid)
    return (*(() if isinstance(shots, Refusal) else shots.steps), *lines)


def round_brings(table: EarthTable, unit: SubUnit, told: Told) -> tuple[Step, ...]:
    """What guns come to that are told to bombard: their shots, or how long the cordon is (BE-ART-05, BE-GAS-04)."""
    guns = [unit.id, *told.get("guns_too", ())]
    if told.get("lays", Ordered.SHELLS) != Ordered.SHELLS:
        return (cordon_length(len(guns), table.book),)
    shots = shots_together(table, guns)
    return () if isinstance(shots, Refusal) else shots.steps


def lays_denied(table: EarthTable) -> tuple[Denied, ...]:
    """What guns cannot lay in the month of the game, each with its clause (BE-GAS-01)."""
    found = ((one.value, laid_now(table, one)) for one in Ordered)
    return tuple(Denied(kind, refused) for kind, refused in found if refused is not None)


# Availability and prompts

ROUND, SHARE, LAY = Asks(OrderBombardment), Asks(ShareShots), Asks(LayCordon)


def _ordering(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for gun in guns_of(table, side):
            yield Possible({"unit": gun.id}, by=side, secret=True)


def _order_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    known = [one.value for one in Ordered if laid_now(table, one) is None]
    yield ROUND("lays", among=known, denied=lays_denied(table))
    yield from map_proposals.at(table, ROUND, map_proposals.circle_mm(table))
    brings = (*map_proposals.aimed_at(table, told), *round_brings(table, unit, told))
    yield ROUND("square", proposals=map_proposals.square(table, told), reckoned=brings)
    others = [one.id for one in guns_of(table, unit.side) if one.id != unit.id]
    if others:
        yield ROUND("guns_too", among=others, most=len(others))
    yield from judged(table, OrderBombardment, told, order_bombardment)


def _sharing(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in open_bombardments(table, side):
            left = sum(shots_left(table, one, each) for each in meant_by(table, one))
            again, lost = None if left else AtHand.MORE, _lost_shots(table, one, left)
            yield Possible({"bombardment": one.id}, by=side, secret=True, where=again, lapses=lost)


def _lost_shots(table: EarthTable, given: BombardmentGiven, left: int) -> str:
    """What falls on nobody of a bombardment whose shots could yet be shared out (BE-ART-05)."""
    laid = sum(one.shots for one in written(table.state, given.side).shares if one.bombardment == given.id)
    lost = min(left, given.shots - laid)
    if not lost:
        return ""
    return f"{lost} of {given.shots} shots on {given.square} {'is' if lost == 1 else 'are'} lost"


def open_rounds(table: EarthTable) -> Iterator[BombardmentGiven]:
    """The bombardments of both sides whose shots can be shared out now."""
    for side in SIDES:
        yield from open_bombardments(table, side)


def _share_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    # Those who are meant come first; one's own may lie under the circle too.
    side = next(one.side for one in open_rounds(table) if one.id == told["bombardment"])
    given = next(one for one in open_rounds(table) if one.id == told["bombardment"])
    under = [one.id for one in (*table.enemies(side), *table.state.of_side(side))]
    brings = map_proposals.under_brings(table, given, under)
    shots = shots_to_share(table, given)
    yield SHARE("unit", among=map_proposals.under_first(table, given, under), brings=brings, reckoned=shots)
    target = table.state.units[told["unit"]]
    yield SHARE("bases_under", most=target.living, proposals=map_proposals.bases_under(table, given, target))
    yield SHARE("outside", proposals=map_proposals.outside(table, given, target))
    most = shots_left(table, given, target, bool(told.get("outside", False)))
    if not most:
        yield Refusal("BE-ART-05", f"No shot is left for {target.name}", "lay fewer on another sub-unit first")
        return
    steps = share_brings(table, given, target, int(told.get("shots", most)), bool(told.get("outside", False)))
    as_many = Proposal(most, Origin.ASSUMED, "as many as may be laid on it")
    yield SHARE("shots", most=most, proposals=(as_many,), reckoned=steps, chosen=True)
    yield from judged(table, ShareShots, told, share_shots)


def meant_by(table: EarthTable, given: BombardmentGiven) -> list[SubUnit]:
    """The enemies on whom shots may be laid: whom the map knows to be under the circle, or any."""
    enemies = [one.id for one in table.enemies(given.side)]
    return [table.state.units[one] for one in map_proposals.under_first(table, given, enemies)]


def _laying(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in clouds_now(table, side):
            yield Possible({"bombardment": one.id}, by=side, secret=True)


def _lay_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unknown = table.state.wind is None
    if unknown:
        if table.book.behaviour("G-42", {"sixths": True, "entered_only": False}):
            # Whoever has to tell the wind reads first that a die may say it.
            yield LAY("wind_thrown", usual=NEEDED)
        if not told.get("wind_thrown", False):
            yield LAY("wind_towards_deg", usual=NEEDED)
    gas = table.state.bombardments[told["bombardment"]].lays is Ordered.IMMEDIATE_GAS
    if gas and table.state.settled.wind_value is None:
        yield LAY("wind_value")
    if unknown and told.get("wind_thrown", False):
        yield LAY("dice", least=1, most=1, kept=lying(table.state, WIND_KEY)[:1], usual=NEEDED)
    yield from judged(table, LayCordon, told, lay_cordon)


ARTILLERY_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("order_bombardment", "Bombard a square", OrderBombardment, _ordering, _order_asks, AtHand.HAND, 2),
    Deed("share_shots", "Share out the shots", ShareShots, _sharing, _share_asks, AtHand.HAND, 3),
    Deed("lay_cordon", "Lay smoke or gas", LayCordon, _laying, _lay_asks, AtHand.HAND, 2),
)


# Folds of events into the state


def apply_cordon(state: EarthState, event: CordonLaid) -> None:
    """Smoke or gas lies, and the wind is known."""
    given = state.bombardments[event.bombardment]
    state.bombardments = {**state.bombardments, given.id: replace(given, bonus_spent=True)}
    state.cordons, state.wind = (*state.cordons, event.cordon), event.wind
    state.wind_typed = state.wind_typed or event.is_wind_typed
    if event.wind_value is not None:
        state.facts = replace(state.settled, wind_value=event.wind_value)
    spot = state.ground.aims.get(event.bombardment)
    if spot is not None:
        state.ground = state.ground.aimed(event.cordon.id, spot)
    for gun in given.guns:
        state.change(gun, shot=True)


# Log text


def says(_state: EarthState, event: CordonLaid) -> str:
    """One plain sentence."""
    kind = event.cordon.kind.replace("_", " ")
    return f"A cordon of {kind} on {event.cordon.square}, wind towards {event.wind:g} degrees{_by(event)}"


def _by(event: CordonLaid) -> str:
    """Where a wind comes from that was not known before, and its value for gas."""
    thrown = f" by a {event.dice[0].pips}" if event.dice else f", {TYPED}" if event.is_wind_typed else ""
    value = "" if event.wind_value is None else f", its value {event.wind_value:g}, {TYPED}"
    return thrown + value


def names(_state: EarthState, event: CordonLaid) -> str:
    """What it is called where it is taken back."""
    return f"the cordon on {event.cordon.square}"


def card(event: Any) -> Card | None:
    """The die for the wind, and what it came to."""
    if not event.dice:
        return None
    return {"dice": faces_of(event.dice), "towards_deg": event.wind, "steps": plain(event.steps)}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)


# The rule module

ARTILLERY: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="artillery",
    events=(EventKind(kind="cordon_laid", made=CordonLaid, fold=apply_cordon, dice=of_wind),),
    told=TOLD,
    commands={"lay_cordon": LayCordon},
    drafts={"order_bombardment": OrderBombardment, "share_shots": ShareShots},
    crosses=dict.fromkeys(("order_bombardment", "share_shots"), "said_ready"),
    judge=judged_by({OrderBombardment: order_bombardment, ShareShots: share_shots, LayCordon: lay_cordon}),
    deeds=ARTILLERY_DEEDS,
)
