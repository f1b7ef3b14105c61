"""The deeds of national rules that no die declares: whose each is now, and what it asks (FF-SPR)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.forces.game.commands import (
    AttachStormPart,
    NameMutinous,
    ResistStubbornly,
    SayAfterTheDie,
)
from rules.flanders_fields.forces.game.judge import AFTER_THE_DIE
from rules.flanders_fields.forces.game.storm import storm_parts
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role
from rules.kernel.stage import AtHand, Deed, Possible, nothing

AFTER, ATTACH = Asks(SayAfterTheDie), Asks(AttachStormPart)


def _naming(seated: SeatDeeds) -> Iterator[Possible]:
    """A battalion of the French is named by its enemy, before the first step of his turn."""
    state = seated.state
    for side in Side:
        french = state.side_facts(side).nation == Nation.FRENCH and not state.turn.step
        for battalion in state.battalions.values() if french else ():
            nameable = battalion.side is side and battalion.on_table
            if nameable and seated.refused_all(side.other, [NameMutinous(battalion=battalion.id)]) is None:
                yield Possible({"battalion": battalion.id}, by=side.other.value)


def _resisting(seated: SeatDeeds) -> Iterator[Possible]:
    bad = seated.state.national.bad_result
    if bad is not None:
        side = seated.state.battalions[bad.battalion].side
        if seated.refused_all(side, [ResistStubbornly(battalion=bad.battalion)]) is None:
            yield Possible({"battalion": bad.battalion}, by=side.value)


def _saying_after(seated: SeatDeeds) -> Iterator[Possible]:
    last = seated.state.cards.last_order
    if last is not None and seated.table.book.option("GAP-38") == "after":
        side = seated.state.units[last.unit].side
        commands = [SayAfterTheDie(unit=last.unit, special=special) for special in AFTER_THE_DIE]
        if seated.refused_all(side, commands) is None:
            yield Possible({"unit": last.unit}, by=side.value)


def _after_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    allowed = (one for one in AFTER_THE_DIE if not seated.refused(SayAfterTheDie(unit=told["unit"], special=one)))
    yield AFTER("special", among=[one.value for one in allowed])


def _attaching(seated: SeatDeeds) -> Iterator[Possible]:
    for part in storm_parts(seated.state, Role.REFEREE):
        side = Side(part["side"])
        commands = [AttachStormPart(unit=part["unit"], battalion=host) for host in part["to"]]
        barred = seated.refused_all(side, commands)
        yield Possible({"unit": part["unit"]}, by=side.value, barred=barred)


def _attach_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    part = next(one for one in storm_parts(seated.state, Role.REFEREE) if one["unit"] == told["unit"])
    hosts = (one for one in part["to"] if not seated.refused(AttachStormPart(unit=told["unit"], battalion=one)))
    yield ATTACH("battalion", among=list(hosts))


NATIONAL_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("resist_stubbornly", "Stubborn Resistance", ResistStubbornly, _resisting, nothing),
    Deed("say_after_the_die", "Say it after the die", SayAfterTheDie, _saying_after, _after_asks),
    Deed("name_mutinous", "Name it mutinous", NameMutinous, _naming, nothing),
    Deed("attach_storm_part", "Serve with another battalion", AttachStormPart, _attaching, _attach_asks, AtHand.MORE),
)
"""None of them is owed."""
