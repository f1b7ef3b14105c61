"""Judging the sealing of a fire plan (FF-FPL-77)."""

from collections.abc import Mapping

from rules.flanders_fields.fire_plan.checks import Force, check, ready
from rules.flanders_fields.fire_plan.document import NotAPlan, canonical_bytes, read_plan
from rules.flanders_fields.fire_plan.findings import Severity
from rules.flanders_fields.fire_plan.sealed import masked, seal
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.plan.draft import force_of
from rules.flanders_fields.game.plan.written import in_play
from rules.flanders_fields.game.sealing.commands import SealingCommand
from rules.flanders_fields.game.sealing.events import PlanFixed, PlanSealed
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.play import Secret
from rules.kernel.sealing import SECRET_BYTES


def judge(table: Table, command: SealingCommand) -> Judgement:
    """Fix a side's plan. Nothing of this can be set aside: a plan sealed late, or unread, would prove nothing."""
    plan, secret = _plan(command.plan), _bytes(command.secret)
    if isinstance(plan, Refusal):
        return plan
    if secret is None:
        return Refusal("", "the secret of a seal is drawn by the service", "send it as not drawn yet")
    refused = table.may_speak_for(plan.side) or _too_late(table.state, plan.side)
    if refused:
        return refused
    force = force_of(table.state, plan.side)
    found = ready(plan, force, table.book)
    return found if isinstance(found, Refusal) else _sealed(table, plan, force, secret, command.secret.about)


def _sealed(table: Table, plan: WrittenPlan, force: Force, secret: bytes, about: str) -> Judgement:
    passed = [one for one in check(plan, force, table.book) if one.severity is Severity.REFUSED]
    own = {unit.id for unit in table.state.units.values() if unit.side is plan.side}
    # What the game plays is called by the masks: its names are seen as it falls.
    played = in_play(masked(plan, secret), own, table.book)
    return (
        PlanFixed(plan.side, seal(plan, secret, about), about, len(passed)),
        PlanSealed(plan.side, plan, secret.hex(), played),
    )


def _plan(document: Mapping[str, object]) -> WrittenPlan | Refusal:
    try:
        return read_plan(canonical_bytes(document))
    except (ValueError, TypeError, RecursionError) as wrong:
        if not isinstance(wrong, NotAPlan):
            return Refusal("", "this is no fire plan", "the open document of one")
        first = wrong.wrong[0]
        return Refusal("", f"{first.line}: {first.because}" if first.line else first.because, first.instead)


def _bytes(secret: Secret) -> bytes | None:
    try:
        drawn = bytes.fromhex(secret.drawn)
    except ValueError:
        return None
    return drawn if len(drawn) == SECRET_BYTES else None


def _too_late(state: GameState, side: Side) -> Refusal | None:
    if any(one.side is side for one in state.sealed):
        name = state.side_facts(side).name
        return Refusal("FF-FPL-77", f"the {name} plan is sealed already", "take the sealing back to change it")
    if state.turn.number or state.turn.running or state.places:
        return Refusal("FF-FPL-77", "a plan is sealed before anybody deploys", "play without a plan of your own")
    return None
