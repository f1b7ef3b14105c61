"""Folding volleys into the state. No rule in it: events carry their results."""

from dataclasses import replace

from rules.earth_1418.firing.game.events import DiceThrownAgain, HitsPlaced, VolleyFired
from rules.earth_1418.firing.game.throws import pending_key
from rules.earth_1418.game.state import EarthState, PendingHits
from rules.earth_1418.vocabulary import BaseMark


def volley(state: EarthState, event: VolleyFired) -> None:
    """Who shot, at whom, and what waits of it."""
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
            state.change(gun, shot=True)
    elif event.how == "fight":
        state.change(event.unit, fought=True)
    else:
        state.change(event.unit, shot=True, open_plan=True)
    target = state.units[event.target]
    by = event.bombardment or event.unit
    shooters = target.shot_at_by if event.how == "fight" else (*target.shot_at_by, by)
    terrain = event.terrain if not target.dug_in or target.left_terrain is None else target.terrain
    state.change(
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


def again(state: EarthState, event: DiceThrownAgain) -> None:
    """What stands of dice thrown again."""
    key = pending_key(event.unit, event.target)
    waits = state.pending[key]
    if event.hits:
        state.pending = {**state.pending, key: replace(waits, again=0, hits=event.hits)}
        state.change(event.target, hit_now=True)
    else:
        state.pending = {name: one for name, one in state.pending.items() if name != key}


def placed(state: EarthState, event: HitsPlaced) -> None:
    """The bases after the hits, and who made them."""
    key = pending_key(event.unit, event.target)
    state.pending = {name: one for name, one in state.pending.items() if name != key}
    unit = state.units[event.target]
    hurt = [was is not now and now is BaseMark.INJURED for was, now in zip(unit.bases, event.bases, strict=True)]
    by = tuple(event.unit if new else old for new, old in zip(hurt, unit.hurt_by, strict=True))
    bound = tuple(state.bound if new else old for new, old in zip(hurt, unit.hurt_in, strict=True))
    state.change(unit.id, bases=event.bases, hurt_by=by, hurt_in=bound)
    pairs = enumerate(zip(unit.bases, event.bases, strict=True))
    fell = tuple(n for n, (was, now) in pairs if now is BaseMark.KILLED and was is not BaseMark.KILLED)
    if fell:
        state.fallen = {**state.fallen, unit.id: (*state.fallen.get(unit.id, ()), *fell)}
    state.let_go()
