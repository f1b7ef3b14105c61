"""The deeds of gas: whose each is now, and what it asks (FF-GAS-09, FF-GAS-20, FF-GAS-25, FF-GAS-28)."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.artillery.deviation import IN_ORDER
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.offering import dice, has_armour, lying_each, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.gas.game.attacking import attacks_at_start, attacks_of, entering_shot
from rules.flanders_fields.gas.game.awaited import GasAwaited, GasWanted, awaited, explained_phase
from rules.flanders_fields.gas.game.by_card import carried_out
from rules.flanders_fields.gas.game.commands import (
    EnterGas,
    GasAttacks,
    GasByCard,
    GasCaught,
    LeaveGas,
    ThrowForGas,
    WindByCard,
)
from rules.flanders_fields.gas.game.judge import at_gas
from rules.flanders_fields.gas.game.scenario import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.gas.game.throwing import read, speed_is_stated, wind_is_stated
from rules.flanders_fields.gas.game.throws import (
    attack_key,
    card_key,
    enter_key,
    former_attack_key,
    formerly_thrown,
    gas_key,
)
from rules.flanders_fields.gas.game.words import DRIFTED, ENDS, owner_words, point_words
from rules.flanders_fields.not_yet import no_deep_shelters
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import MoreDice, Refusal, Step
from rules.kernel.kept import Former, apart, lying
from rules.kernel.plain import build
from rules.kernel.stage import AtHand, Deed, Possible

PLACED, WIND, LEAVE = Asks(GasByCard), Asks(WindByCard), Asks(LeaveGas)
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
    yield WIND("dice", least=WIND_DICE, most=WIND_DICE, kept=kept)


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
    kept = lying(state, gas_key(state, due.name), formerly_thrown(state, due.name))
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
    former = former_attack_key(state, cloud)
    names = apart([attack_key(state, cloud, one.told.stand) for one in attacks])
    kept = lying_each(state, [(name, Former(former, place)) for place, name in enumerate(names)])
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
