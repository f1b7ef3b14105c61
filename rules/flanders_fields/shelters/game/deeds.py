"""The deeds of deep shelters: whose each is now, and what it asks (FF-DSH). Of who sits below only his side knows."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.seated import NOT_SEEN, NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state import Stand
from rules.flanders_fields.not_yet import no_deep_shelters
from rules.flanders_fields.shelters.deep_shelters import Harm
from rules.flanders_fields.shelters.game.commands import ComeUp, GoBelow, HitBelow, ShelterCommand, ShowShelter
from rules.flanders_fields.shelters.game.throws import assaulted_moment, harm_key, own_turn_moment, up_key
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, lying
from rules.kernel.plain import build, plain
from rules.kernel.stage import AtHand, Deed, Possible, nothing

BELOW, UP, HIT = Asks(GoBelow), Asks(ComeUp), Asks(HitBelow)


def _below(seated: SeatDeeds) -> Iterator[Stand]:
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
    for stand in _below(seated):
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
    former = own_turn_moment(state, stand.id) if own_turn else assaulted_moment(state, stand.id)
    if _refused(seated, ComeUp, told) is None:
        yield UP("die", kept=lying(state, up_key(state, stand.id), Former(former))[:1])


def _refused(seated: SeatDeeds, command: type[ComeUp] | type[HitBelow], told: Told) -> Refusal | None:
    return seated.refused(build(command, {**told, "die": plain(NOT_SEEN)}))


def _word(seated: SeatDeeds, command: type[ComeUp] | type[HitBelow], told: Told) -> Iterator[Refusal]:
    refused = _refused(seated, command, told)
    if refused:
        yield refused


def _showing(seated: SeatDeeds) -> Iterator[Possible]:
    for stand in _below(seated):
        if seated.state.shelters.hides(stand.id):
            barred = seated.waits(ShowShelter(stand=stand.id))
            yield Possible({"stand": stand.id}, by=stand.side.value, barred=barred)


def _being_hit(seated: SeatDeeds) -> Iterator[Possible]:
    for stand in _below(seated):
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
