"""Folding events into the state. Total, and no rule in it: events carry their results."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.game import events as ev
from rules.earth_1418.game.naming import name_of
from rules.earth_1418.game.state import BoundPhase, EarthState, PendingHits, SealedChoices, SubUnit
from rules.earth_1418.game.throws import TELLS, throws_of
from rules.earth_1418.vocabulary import BaseMark, Plan, Terrain
from rules.kernel.deeds import remember
from rules.kernel.kept import kept_under_names
from rules.kernel.play import Recorded
from rules.kernel.record_kinds import ConsentAnswered, Corrected
from rules.kernel.recording import RECORD_KINDS, forget_agreeing
from rules.tabletop.stands import Spot

NO_DEED: Final = frozenset({ev.EarthBegun, *(one.made for one in RECORD_KINDS if not one.is_deed)})


def apply(state: EarthState, recorded: Recorded[Any]) -> EarthState:
    """Fold one event in, in place."""
    event = recorded.event
    if type(event) not in NO_DEED and not (isinstance(event, ConsentAnswered) and not event.agreed):
        dice = kept_under_names(state, throws_of(state, event))
        remember(state, recorded, name_of(state, event), dice, state.span, isinstance(event, TELLS))
        if isinstance(event, ev.SaidReady) and state.deeds:
            # What was written comes with Ready: that is what is taken back.
            state.deeds = state.deeds._replace(name=name_of(state, event))
    forget_agreeing(state, recorded)
    state.seq = recorded.seq
    if isinstance(event, ev.StepBegan | ev.BoundEnded):
        state.span_began = recorded.seq
    FOLDS[type(event)](state, event)
    return state


def _change(state: EarthState, unit: str, **values: Any) -> None:
    state.units[unit] = replace(state.units[unit], **values)


def _begun(state: EarthState, event: ev.EarthBegun) -> None:
    state.facts, state.wind = event.facts, event.wind
    # What a ready game says of its wind nobody has typed.
    state.wind_typed = event.wind is not None and not event.facts.scenario
    state.formations = {one.id: one for one in event.formations}
    state.units = {one.id: one for one in event.units}


def _written(state: EarthState, event: ev.ChoiceWritten) -> None:
    was = state.sealed.get(event.side, SealedChoices())
    chosen = was.then(event.commands, event.bombardments, event.plans, event.shares)
    state.sealed = {**state.sealed, event.side: chosen}


def _ready(state: EarthState, event: ev.SaidReady) -> None:
    state.ready, state.ready_last = (*state.ready, event.side), event.side


def _commands_opened(state: EarthState, event: ev.CommandsOpened) -> None:
    state.commands = {one.formation: one.command for one in event.commands}
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def _take_rounds(state: EarthState) -> None:
    for chosen in state.sealed.values():
        state.bombardments = {**state.bombardments, **{one.id: one for one in chosen.bombardments}}
        state.shares = (*state.shares, *chosen.shares)


def _plans_opened(state: EarthState, event: ev.PlansOpened) -> None:
    """Those of a secret step are taken from what was sealed, and stay secret."""
    opened = {one.unit for one in event.plans}
    for chosen in state.sealed.values():
        for one in chosen.plans:
            _change(state, one.unit, plan=one.plan, target=one.target, packs=one.packs, open_plan=one.unit in opened)
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def _volley(state: EarthState, event: ev.VolleyFired) -> None:
    if event.how == "shell":
        given = state.bombardments[event.bombardment]
        state.bombardments = {**state.bombardments, given.id: replace(given, bonus_spent=True)}
        state.shares = tuple(
            replace(one, fired=True)
            if (one.bombardment, one.unit, one.outside) == (event.bombardment, event.target, event.outside)
            else one
            for one in state.shares
        )
        for gun in given.guns:
            _change(state, gun, shot=True)
    elif event.how == "fight":
        _change(state, event.unit, fought=True)
    else:
        _change(state, event.unit, shot=True, open_plan=True)
    target = state.units[event.target]
    by = event.bombardment or event.unit
    shooters = target.shot_at_by if event.how == "fight" else (*target.shot_at_by, by)
    terrain = event.terrain if not target.dug_in or target.left_terrain is None else target.terrain
    _change(
        state,
        target.id,
        shot_at_by=tuple(dict.fromkeys(shooters)),
        terrain=terrain,
        hit_now=target.hit_now or event.hits > 0,
    )
    if event.again or event.hits:
        waits = PendingHits(
            event.side, by, event.target, event.volley, event.dice, event.again, 0 if event.again else event.hits
        )
        state.pending = {**state.pending, pending_key(by, event.target): waits}


def pending_key(unit: str, target: str) -> str:
    """UnderCircle which name a volley waits."""
    return f"{unit}>{target}"


def _again(state: EarthState, event: ev.DiceThrownAgain) -> None:
    key = pending_key(event.unit, event.target)
    waits = state.pending[key]
    if event.hits:
        state.pending = {**state.pending, key: replace(waits, again=0, hits=event.hits)}
        _change(state, event.target, hit_now=True)
    else:
        state.pending = {name: one for name, one in state.pending.items() if name != key}


def _placed(state: EarthState, event: ev.HitsPlaced) -> None:
    key = pending_key(event.unit, event.target)
    state.pending = {name: one for name, one in state.pending.items() if name != key}
    unit = state.units[event.target]
    hurt = [was is not now and now is BaseMark.INJURED for was, now in zip(unit.bases, event.bases, strict=True)]
    by = tuple(event.unit if new else old for new, old in zip(hurt, unit.hurt_by, strict=True))
    bound = tuple(state.bound if new else old for new, old in zip(hurt, unit.hurt_in, strict=True))
    _change(state, unit.id, bases=event.bases, hurt_by=by, hurt_in=bound)
    _let_go(state)


def _let_go(state: EarthState) -> None:
    """Contacts with those who are gone, hits on them, and assaults that fell short of them, are over."""
    for one in [*state.units.values()]:
        if one.assaulting and not state.units[one.assaulting].living:
            _change(state, one.id, assaulting="")
    state.contacts = tuple(
        one for one in state.contacts if state.units[one.first].living and state.units[one.second].living
    )
    state.pending = {name: one for name, one in state.pending.items() if state.units[one.target].living}


def _recovered(state: EarthState, event: ev.RecoveryRolled) -> None:
    unit = state.units[event.unit]
    _change(state, event.unit, tried=(*unit.tried, event.base))
    if event.recovered:
        _restore(state, event.unit, event.base)


def _restore(state: EarthState, unit: str, base: int) -> None:
    marks = list(state.units[unit].bases)
    marks[base] = BaseMark.OLD_INJURY
    _change(state, unit, bases=tuple(marks))


def _moved(state: EarthState, event: ev.SubUnitMoved) -> None:
    unit = state.units[event.unit]
    went = event.moved_mm > 0
    _change(
        state,
        event.unit,
        moved=True,
        open_plan=True,
        terrain=event.ends_in if went else unit.terrain,
        left_terrain=event.left_terrain if went else unit.left_terrain,
        assaulting=event.short_of,
        dug_in=unit.dug_in and not went,
        bounds_dug_in=0 if went else unit.bounds_dug_in,
    )
    if went:
        state.ground = state.ground.moved(event.unit)
        state.contacts = tuple(one for one in state.contacts if event.unit not in (one.first, one.second))
    if event.contact:
        state.contacts = (*state.contacts, event.contact)
        if event.contact.both:
            # Who came halfway has not fallen short: the other has come the rest.
            _change(state, event.contact.second, assaulting="")


def _cordon(state: EarthState, event: ev.CordonLaid) -> None:
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
        _change(state, gun, shot=True)


def _closed(state: EarthState, event: ev.StepClosed) -> None:
    state.closed, state.ready_last = (*state.closed, event.side), event.side


def _step(state: EarthState, event: ev.StepBegan) -> None:
    state.phase, state.step, state.closed = event.phase, event.step, ()
    state.at_step = {one.id: one.living for one in state.units.values()}
    for one in event.restored:
        _restore(state, one.unit, one.base)


def _bound_ended(state: EarthState, event: ev.BoundEnded) -> None:
    """Clouds drift, digging is done, and what was done now is of the last bound (BE-BND-03, BE-DIG-02)."""
    state.bound, state.phase, state.step = event.bound, BoundPhase.COMMANDS, 0
    state.closed, state.sealed, state.ready, state.pending = (), {}, (), {}
    state.commands, state.bombardments, state.shares, state.named = {}, {}, (), {}
    state.cordons = tuple(replace(one, bounds=one.bounds + 1) for one in state.cordons)
    state.units = {one.id: _at_the_end(one) for one in state.units.values()}
    state.ground = state.ground.keeping_aims(frozenset(one.id for one in state.cordons))


def _at_the_end(unit: SubUnit) -> SubUnit:
    dug = unit.plan is Plan.DIG_IN and not unit.moved
    return replace(
        unit,
        under_fire=bool(unit.shot_at_by),
        hit_last=unit.hit_now,
        moved_last=unit.moved or unit.packs,
        dug_last=dug,
        dug_in=unit.dug_in or dug,
        bounds_dug_in=unit.bounds_dug_in + 1 if unit.dug_in and not dug else 0,
        packed=not unit.packed if unit.packs else unit.packed,
        plan=None,
        target="",
        packs=False,
        open_plan=False,
        shot=False,
        moved=False,
        fought=False,
        shot_at_by=(),
        hit_now=False,
        tried=(),
        left_terrain=None,
    )


def _corrected(state: EarthState, event: Corrected) -> None:
    unit = state.units[event.of]
    if event.what.startswith("base "):
        marks, place = list(unit.bases), int(event.what.removeprefix("base ")) - 1
        marks[place] = BaseMark(str(event.after))
        _change(state, event.of, bases=tuple(marks))
        _let_go(state)
    elif event.what == "terrain":
        _change(state, event.of, terrain=Terrain(str(event.after)))
    else:
        _change(state, event.of, **{event.what: event.after})


def _laid(state: EarthState, event: ev.TerrainLaid) -> None:
    state.ground = replace(state.ground.lifted(event.lifted), laid=event.ground)


def _bases_placed(state: EarthState, event: ev.BasesPlaced) -> None:
    state.ground = state.ground.placed(event.bases)


def _bases_lifted(state: EarthState, event: ev.BasesLifted) -> None:
    state.ground = state.ground.lifted(event.bases)


def _aimed(state: EarthState, event: ev.BombardmentAimed) -> None:
    state.ground = state.ground.aimed(event.bombardment, Spot(event.x_mm, event.y_mm))


FOLDS: Final[Mapping[type[Any], Callable[[EarthState, Any], None]]] = {
    ev.EarthBegun: _begun,
    ev.ChoiceWritten: _written,
    ev.SaidReady: _ready,
    ev.CommandsOpened: _commands_opened,
    ev.PlansOpened: _plans_opened,
    ev.VolleyFired: _volley,
    ev.DiceThrownAgain: _again,
    ev.HitsPlaced: _placed,
    ev.RecoveryRolled: _recovered,
    ev.SubUnitMoved: _moved,
    ev.CordonLaid: _cordon,
    ev.StepClosed: _closed,
    ev.StepBegan: _step,
    ev.BoundEnded: _bound_ended,
    ev.TerrainLaid: _laid,
    ev.BasesPlaced: _bases_placed,
    ev.BasesLifted: _bases_lifted,
    ev.BombardmentAimed: _aimed,
    Corrected: _corrected,
    **{one.made: one.fold for one in RECORD_KINDS},
}
