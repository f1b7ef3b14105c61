"""All rolls of one stand at one target for one fire action: LMGs and the Mad Minute roll twice (FF-SHO-08)."""

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import MAD_MINUTE
from rules.flanders_fields.shooting.facts import TANK_WEAPONS, Shot
from rules.flanders_fields.shooting.may_shoot import may_shoot
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.vocabulary import Firer, FireResult, TargetKind
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

Results = tuple[FireResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAction:
    """One stand's fire action at one target."""

    shot: Shot = fact("The shot")
    mad_minute: bool = fact(
        "The company fires its Mad Minute",
        default=False,
        only=only("FF-SPR-02", "shot.firer", {Firer.INFANTRY}, "a rifle company"),
        dated=MAD_MINUTE,
    )
    renault: bool = fact(
        "The firer is a Renault tank", default=False, only=only("FF-TNK-07", "shot.firer", TANK_WEAPONS, "a tank")
    )
    next_target: Shot | None = fact(
        "The shot at the closest remaining target, where a house rule allows it", default=None
    )


def rolls(action: FireAction, book: RuleBook) -> Cited[int] | Refusal:
    """How many dice a fire action gives at its target (FF-SHO-08..10, FF-SPR-02, FF-TNK-07).

    Refuses the Mad Minute to others than riflemen, and after the British list of 1914-15.
    """
    counts, firer = book.table("shooting/counts"), action.shot.firer
    if action.mad_minute:
        if firer is not Firer.INFANTRY:
            return Refusal("FF-SPR-02", "the Mad Minute is for rifle companies", "fire as usual")
        if not counts.has("rolls.mad_minute"):
            return Refusal("FF-SPR-02", counts.absent["rolls.mad_minute"], "fire as usual")
        return counts.number("rolls.mad_minute")
    at_armour = firer is Firer.TANK_LMG and action.shot.target is TargetKind.ARMOUR
    moving = action.renault and firer is Firer.TANK_LMG and action.shot.fired_on_the_move
    own = "rolls.renault_on_the_move" if moving else f"rolls.{firer}"
    key = "rolls.tank_lmg_at_armour" if at_armour else own
    return counts.number(key if counts.has(key) else "rolls.one")


def fire(action: FireAction, dice: tuple[D6, ...], book: RuleBook) -> Explained[Results] | Refusal | MoreDice:
    """The results of a fire action's rolls in order; a kill ends them (FF-RCB-04, FF-SHO-08, SHQ-63).

    Refuses what `rolls` and `may_shoot` refuse; asks for a further die while one is due.
    """
    due = rolls(action, book)
    if isinstance(due, Refusal):
        return due
    return may_shoot(action.shot, book) or _throw(action, due, dice, book)


def _throw(action: FireAction, due: Cited[int], dice: tuple[D6, ...], book: RuleBook) -> Explained[Results] | MoreDice:
    results: list[FireResult] = []
    count = f"{due.value} rolls at one target" if due.value > 1 else "One roll at one target"
    steps = [due.cites(count)] if due.value > 1 or due.house else []
    shot: Shot | None = action.shot
    thrown = list(dice)
    for roll in range(due.value):
        if shot is None:
            return _answer(results, steps, (Considered(due.clause, "the target is dead, the second roll is lost"),))
        if not thrown:
            return MoreDice(due.clause, f"roll {roll + 1} at the target", due.value - roll)
        answer = effect(shot, thrown.pop(0), book)
        results.append(answer.value)
        steps.extend(answer.steps)
        follows = _after(action, shot, answer.value, book)
        if follows is not None and follows is not shot:
            steps.append(
                Step(due.clause, "The next roll goes to the closest remaining target", None, book.mark("SHQ-63"))
            )
        shot = follows
    return _answer(results, steps, ())


def _answer(results: list[FireResult], steps: list[Step], considered: tuple[Considered, ...]) -> Explained[Results]:
    return Explained(tuple(results), None, tuple(steps), considered)


def _after(action: FireAction, shot: Shot, result: FireResult, book: RuleBook) -> Shot | None:
    """What the next roll is thrown at: the same target while it lives (SHQ-63)."""
    if result is not FireResult.KILLED:
        return shot
    follows = book.behaviour("SHQ-63", {"lost": None, "next_target": action.next_target})
    return follows if follows is not None and may_shoot(follows, book) is None else None


def _dice(action: FireAction, book: RuleBook) -> int:
    due = rolls(action, book)
    return 0 if isinstance(due, Refusal) else due.value


RESOLUTIONS: tuple[Resolution[FireAction, RuleBook], ...] = (
    Resolution(
        "fire_action",
        "All rolls of a fire action at one target",
        "Shooting",
        FireAction,
        _dice,
        fire,
        thrown(fire, _dice, ", ".join),
    ),
)
