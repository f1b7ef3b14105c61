"""The deeds of air support: whose each is now, and what it asks (FF-AIR)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.air.game.commands import (
    CallAircraft,
    EndAirAttack,
    NameAirTargets,
    RelayGun,
    ThrowInAirAttack,
    WatchFromAir,
)
from rules.flanders_fields.air.game.state import AirTarget
from rules.flanders_fields.air.game.throws import attack_key, call_key, formerly_called
from rules.flanders_fields.air.game.watching import may_watch
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import AtHand, Deed, Possible, nothing

CALL, NAME, TARGET, ATTACK = Asks(CallAircraft), Asks(NameAirTargets), Asks(AirTarget), Asks(ThrowInAirAttack)


def _calling(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered to the regiment in hand, in the step of its own; of missions left its side alone knows."""
    side = seated.state.turn.side
    for regiment in seated.state.regiments.values() if seated.state.turn.running else ():
        if regiment.side is side:
            barred = seated.refused_all(side, [CallAircraft(regiment=regiment.id, die=NOT_SEEN)])
            if barred is None:
                yield Possible({"regiment": regiment.id}, by=side.value)


def _call_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    kept = lying(seated.state, call_key(seated.state, told["regiment"]), formerly_called(seated.state))
    yield CALL("die", kept=kept[:1])


def _naming(seated: SeatDeeds) -> Iterator[Possible]:
    strike = seated.state.air.strike
    if strike is not None and not strike.named:
        yield Possible(by=strike.side.value, owed=True)


def _name_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    table, strike = seated.table, seated.state.air.strike
    enemies = [stand.id for stand in seated.state.stands.values() if strike and stand.side is not strike.side]
    there = [name for name in enemies if table.on_table(name) and table.knows_of(name)]
    if seated.state.ground.laid is not None:
        for name in ("along_cm", "up_cm", "direction_deg"):
            yield NAME(name)

    def on_the_line(_row: Told) -> Iterator[Ask | Refusal]:
        yield TARGET("stand", among=there)
        for name in ("distance_cm", "cover", "sheltering"):
            yield TARGET(name)

    yield NAME("targets", row=on_the_line, least=1)
    yield from word(seated, NameAirTargets, told)


def _attacking(seated: SeatDeeds) -> Iterator[Possible]:
    """Both sides throw at once for the next target."""
    strike = seated.state.air.strike
    if strike is None or not strike.targets:
        return
    for side in Side:
        target = strike.targets[0].stand
        barred = seated.refused_all(side, [ThrowInAirAttack(target=target, side=side, die=NOT_SEEN)])
        yield Possible({"target": target, "side": side.value}, by=side.value, owed=barred is None, barred=barred)


def _attack_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield ATTACK("die", kept=lying(seated.state, attack_key(seated.state, told["target"], Side(told["side"])))[:1])


def _ending(seated: SeatDeeds) -> Iterator[Possible]:
    strike = seated.state.air.strike
    if strike is not None and not strike.named:
        yield Possible(by=strike.side.value, owed=True)


def _laying_again(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if unit.id in seated.state.air.off_line:
            barred = seated.refused_all(unit.side, [RelayGun(unit=unit.id)])
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _watching(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for unit in may_watch(seated.state, seated.of(side).actor.role, seated.table.book):
        barred = seated.refused_all(side, [WatchFromAir(unit=unit)])
        yield Possible({"unit": unit}, by=side.value, barred=barred)


AIR_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("throw_in_air_attack", "Air attack", ThrowInAirAttack, _attacking, _attack_asks),
    Deed("name_air_targets", "Name the targets", NameAirTargets, _naming, _name_asks),
    Deed("end_air_attack", "Let the aircraft go", EndAirAttack, _ending, nothing, AtHand.ON),
    Deed("call_aircraft", "Call aircraft", CallAircraft, _calling, _call_asks),
    Deed("relay_gun", "Lay it on its line again", RelayGun, _laying_again, nothing),
    Deed("watch_from_air", "Observe from the air", WatchFromAir, _watching, nothing),
)
"""In the order in which they are owed."""
