"""Judging the sealing of a fire plan (FF-FPL-77)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rules.flanders_fields.fire_plan.checks import check, ready
from rules.flanders_fields.fire_plan.document import read_plan
from rules.flanders_fields.fire_plan.findings import PlanFinding, Severity
from rules.flanders_fields.fire_plan.game.allowed import more_than_allowed
from rules.flanders_fields.fire_plan.game.commands import SealingCommand
from rules.flanders_fields.fire_plan.game.draft import force_of
from rules.flanders_fields.fire_plan.game.events import PlanFixed, PlanOffered, PlanSealed
from rules.flanders_fields.fire_plan.game.state import UnsealedPlan
from rules.flanders_fields.fire_plan.game.written import in_play
from rules.flanders_fields.fire_plan.sealed import masked, seal
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Command
from rules.kernel.dice import Secret
from rules.kernel.documents import NotFitting, canonical_bytes
from rules.kernel.explain import Refusal
from rules.kernel.numerals import counted
from rules.kernel.record_kinds import ConsentAsked
from rules.kernel.sealing import SECRET_BYTES
from rules.kernel.seats import Role

ASKS: Final = "seal_plan"
"""What a question of this chapter is called."""
LONGEST_REASON: Final = 500


def before_this(table: JudgedTable, _command: Command) -> Refusal | None:
    """Refuses to deploy, or to begin, without a plan where each side must have one (FF-FPL-01, GAP-54)."""
    state = table.state
    if state.turn.number or table.book.behaviour("GAP-54", {"optional": True, "always": False}):
        return None
    for side in Side:
        missing = None if _plays_by_a_plan(state, side) else ready(None, force_of(state, side), table.book)
        if isinstance(missing, Refusal):
            whose = f"the {state.side_facts(side).name} side has no plan (house rule)"
            return Refusal(missing.clause, whose, "let it seal one")
    return None


def _plays_by_a_plan(state: GameState, side: Side) -> bool:
    """Whether a side has sealed a plan, or its scenario has planned something for it."""
    plan, units = state.plan, {one.id for one in state.units.values() if one.side is side}
    of_units = any(one.unit in units for one in plan.points)
    planned = (plan.barrages, plan.fires, plan.works, state.gas.planned, state.sealed)
    return of_units or any(one.side is side for lines in planned for one in lines)


def judge(table: JudgedTable, command: SealingCommand) -> Judgement:
    """Fix a side's plan. Nothing of this can be set aside: a plan sealed late, or unread, would prove nothing.

    A plan that lets pass what the rules refuse is fixed once the other side agrees, or the referee.
    """
    plan, secret = _plan(command.plan), _bytes(command.secret)
    if isinstance(plan, Refusal):
        return plan
    if secret is None:
        return Refusal("", "the secret of a seal is drawn by the service", "send it as not drawn yet")
    refused = table.may_speak_for(plan.side) or too_late(table.state, plan.side) or more_than_allowed(table.state, plan)
    if refused:
        return refused
    # Here, since the map's chapters are loaded with the first map.
    from rules.flanders_fields.fire_plan.game.checking import against_of, on_the_ground

    force = on_the_ground(plan, against_of(table.state, plan.side, table.book), table.book).force
    found = ready(plan, force, table.book)
    if isinstance(found, Refusal):
        return found
    passed = [one for one in check(plan, force, table.book) if one.severity is Severity.REFUSED]
    own = {unit.id for unit in table.state.units.values() if unit.side is plan.side}
    # What the game plays is called by the masks: its names are seen as it falls.
    offer = UnsealedPlan(plan.side, plan, secret.hex(), in_play(masked(plan, secret), own, table.book))
    fixed = PlanFixed(plan.side, seal(plan, secret, command.secret.about), command.secret.about, len(passed))
    if not passed or table.actor.role is Role.REFEREE:
        return _sealed(fixed, offer)
    return _asked(table, fixed, offer, passed, command.reason)


def _sealed(fixed: PlanFixed, offer: UnsealedPlan) -> Judgement:
    return fixed, PlanSealed(offer.side, offer.written, offer.secret, offer.played)


def _asked(
    table: JudgedTable, fixed: PlanFixed, offer: UnsealedPlan, passed: Sequence[PlanFinding], reason: str
) -> Judgement:
    """The question: how many findings, the fingerprint that binds the answer to this plan, nothing of its content."""
    if table.state.asked:
        return Refusal("", "something else is being asked", "wait for the answer")
    if len(reason) > LONGEST_REASON:
        return Refusal("", "the reason is too long", f"say it in at most {LONGEST_REASON} letters")
    asked: dict[str, object] = {
        "kind": ASKS,
        "of": Role.REFEREE.value if table.actor.referee_present else "",
        "fixed": {"side": fixed.side.value, "fingerprint": fixed.fingerprint, "about": fixed.about},
        "allowed": fixed.allowed,
        "reason": reason,
    }
    words = f"let {counted(fixed.allowed, 'finding')} of the rules pass in its fire plan, unseen"
    told = tuple(f"{one.clause}: {one.says} ({one.allowed or 'no reason given'})" for one in passed)
    offered = PlanOffered(offer.side, offer.written, offer.secret, offer.played, told)
    return offered, ConsentAsked(table.actor.role, words, asked)


def agreed(table: JudgedTable, asked: Mapping[str, object]) -> Judgement:
    """The plan is sealed that was asked about: the fingerprint in the question is its own."""
    offer, told = table.state.offered, asked.get("fixed")
    if offer is None or not isinstance(told, Mapping):
        return Refusal("", "the plan that was asked about is gone", "let its side seal it again")
    refused = too_late(table.state, offer.side)
    if refused:
        return refused
    allowed = asked.get("allowed")
    many = allowed if isinstance(allowed, int) else 0
    return _sealed(PlanFixed(offer.side, str(told["fingerprint"]), str(told["about"]), many), offer)


def _plan(document: Mapping[str, object]) -> WrittenPlan | Refusal:
    try:
        return read_plan(canonical_bytes(document))
    except (ValueError, TypeError, RecursionError) as wrong:
        if not isinstance(wrong, NotFitting):
            return Refusal("", "this is no fire plan", "the open document of one")
        first = wrong.wrong[0]
        return Refusal("", f"{first.of}: {first.because}" if first.of else first.because, first.instead)


def _bytes(secret: Secret) -> bytes | None:
    try:
        drawn = bytes.fromhex(secret.drawn)
    except ValueError:
        return None
    return drawn if len(drawn) == SECRET_BYTES else None


def too_late(state: GameState, side: Side, knows_of: Callable[[str], bool] = lambda _: True) -> Refusal | None:
    """Why a side seals no plan (any more), as far as who `knows_of` the stands that are deployed can tell."""
    if any(one.side is side for one in state.sealed):
        name = state.side_facts(side).name
        return Refusal("FF-FPL-77", f"the {name} plan is sealed already", "take the sealing back to change it")
    if state.turn.number or state.turn.running or any(knows_of(stand) for stand in state.places):
        return Refusal("FF-FPL-77", "a plan is sealed before anybody deploys", "play without a plan of your own")
    return None
