"""What a seat knows of each stand from the unit in hand, for its board: its cover, how far off it is, what it is in."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import GameState, Stand
from rules.kernel.asking import Origin, Proposal
from rules.kernel.play import Past, no_past
from rules.kernel.seats import Actor

TOLD: Final = "told before, and it has not moved since"
Facts = Mapping[str, Proposal]


def known(state: GameState, actor: Actor, unit: str, past: Past = no_past) -> Mapping[str, Facts]:
    """The facts of each stand on the table that the seat may know of, by their names; nothing before there is a game.

    `range_cm` is the distance to the nearest stand of the `unit` in hand, of its enemies alone; `cover`, `on_wire`,
    `in_gas`, `moved` (since it was placed) and `line_crosses` are told where they are so. What nobody told and no map
    has is not there.
    """
    if state.facts is None:
        return {}
    seated = SeatDeeds(state, actor, past)
    own = _in_hand(seated, unit)
    if seated.field is not None:
        # Where they all stand is asked at once: one at a time it takes three times as long.
        seated.field.ground.holding(*(one.stand for one in seated.field.stands.values()))
    found = {name: dict(_of(seated, state.stands[name], own)) for name in seated.on_table}
    return {name: facts for name, facts in found.items() if facts}


def _in_hand(seated: SeatDeeds, unit: str) -> tuple[Stand, ...]:
    """The living stands of the unit in hand that the seat may know of."""
    there = seated.state.units.get(unit)
    living = seated.state.living(there) if there else ()
    return tuple(stand for stand in living if seated.table.knows_of(stand.id))


def _of(seated: SeatDeeds, stand: Stand, own: tuple[Stand, ...]) -> Iterator[tuple[str, Proposal]]:
    yield from _flags(seated, stand)
    cover = seated.remembered.cover_of(stand.id)
    if cover is not None:
        yield "cover", Proposal(cover.cover.value, Origin.REMEMBERED, TOLD)
    enemies = tuple(one for one in own if one.side is not stand.side)
    told = [one for mine in enemies if (one := seated.remembered.between(mine.id, stand.id))]
    if told:
        yield "range_cm", Proposal(min(one.cm for one in told), Origin.REMEMBERED, TOLD)
    for fact, proposal in _by_map(seated, stand, enemies):
        if not (fact == "cover" and cover) and not (fact == "range_cm" and told):
            yield fact, proposal


def _flags(seated: SeatDeeds, stand: Stand) -> Iterator[tuple[str, Proposal]]:
    """What the game keeps of it."""
    if stand.on_wire:
        yield "on_wire", Proposal(True, Origin.REMEMBERED, "it hangs on the wire")
    if stand.in_gas:
        yield "in_gas", Proposal(True, Origin.REMEMBERED, "it stands in gas")
    if stand.id in seated.state.ground.unsure:
        yield "moved", Proposal(True, Origin.REMEMBERED, "it has moved since it was placed")


def _by_map(seated: SeatDeeds, stand: Stand, own: tuple[Stand, ...]) -> Iterator[tuple[str, Proposal]]:
    field, unsure = seated.field, seated.state.ground.unsure
    # Who goes in keeps his place on the map until he is placed anew: he is fired at there, and stands there no more.
    if field is None or not field.has(stand.id) or stand.id in unsure:
        return
    # The libraries of the map are loaded with the first map, not with the service.
    from rules.flanders_fields.game.facts_by_map import by_map, seen_from

    names = [mine.id for mine in own]
    for one in seen_from(seated, field, stand.id, names if not any(one in unsure for one in names) else []):
        yield one.fact, by_map(one)
