"""What a rolling barrage does to stands: under its band, moved into it, too close behind it (FF-BAR-11 to -25)."""

from collections.abc import Sequence

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.barrages.fire import BarrageFacts, StripFacts, Under, danger_strip, under_the_barrage
from rules.flanders_fields.barrages.game.commands import (
    AllUnderBarrage,
    RiskBarrage,
    RollUnderBarrage,
    SufferBarrage,
)
from rules.flanders_fields.barrages.game.events import (
    BarrageFell,
    BarrageRisked,
    BarrageRolled,
    How,
    Struck,
)
from rules.flanders_fields.barrages.game.moving import Planned, known, own
from rules.flanders_fields.barrages.game.state import AtRisk
from rules.flanders_fields.barrages.game.throws import formerly_at_risk, formerly_under, risk_key, under_key
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import target_kind
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import (
    Cover,
    FireResult,
    Side,
    SuppressionSource,
)
from rules.kernel.dice import Throw
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance


def barrage_facts(state: GameState, side: Side, stand: Stand, command: RollUnderBarrage, again: bool) -> BarrageFacts:
    """What the band looks at in one stand; `again`: it has rolled for moving in this turn."""
    return BarrageFacts(
        cover=command.cover,
        under=Under.MOVED_INTO_IT if command.moved_in else Under.SWEPT,
        overlap=command.overlap,
        target=target_kind(state, stand.id),
        target_armour_in_cover=command.armour_in_cover,
        target_is_command=not stand.unit,
        in_shelter=stand.id in state.shelters.below,
        friend=stand.side is side,
        rolled_this_turn=again,
    )


def on_table(table: JudgedTable, stand: str) -> Stand | Refusal:
    """A stand that is there to be hit; of those off the table nobody is told even that they are there."""
    one = table.on_table(stand)
    return one or Refusal("FF-BAR-11", "that stand is not on the table", "choose a stand that is still there")


def asked_under(table: JudgedTable, command: RollUnderBarrage) -> tuple[tuple[Stand, bool], ...] | Refusal:
    """The stands of a roll, each with whether it takes a die. Refuses what cannot be rolled for now."""
    there = may_be_under(table, command)
    if isinstance(there, Refusal):
        return there
    found, stands = there
    return tuple((stand, _takes_a_die(table, found, command, stand)) for stand in stands)


def may_be_under(table: JudgedTable, command: RollUnderBarrage) -> tuple[Planned, Sequence[Stand]] | Refusal:
    """The barrage and the stands of a roll. Refuses what cannot be rolled for now, whatever its dice would show."""
    found = known(table, command.barrage) if command.moved_in else own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    if not command.stands or len(set(command.stands)) != len(command.stands):
        return Refusal("FF-BAR-11", "no stand was named, or one of them twice", "name each stand once")
    stands = list[Stand]()
    for name in command.stands:
        stand = on_table(table, name)
        if isinstance(stand, Refusal):
            return stand
        stands.append(stand)
    return _not_under(table, found, command, stands) or (found, stands)


def _takes_a_die(table: JudgedTable, found: Planned, command: RollUnderBarrage, stand: Stand) -> bool:
    plan, one = found
    facts = barrage_facts(table.state, plan.side, stand, command, stand.id in one.entered)
    return isinstance(under_the_barrage(facts, (), table.book), MoreDice)


def _not_under(table: JudgedTable, found: Planned, command: RollUnderBarrage, stands: list[Stand]) -> Refusal | None:
    plan, one = found
    if not one.lies:
        return Refusal("FF-BAR-06", "the barrage does not lie on the table", "advance it first")
    if command.overlap is Overlap.NONE:
        return Refusal("FF-BAR-11", "the band does not touch it", "name the stands that it touches")
    if command.moved_in:
        refusals = (_moved_in(table, plan.side, one.entered, stand) for stand in stands)
        return next((refused for refused in refusals if refused), None)
    if not one.rolling:
        return Refusal("FF-BAR-11", "the stands under it have been rolled for", "go on with the turn")
    again = None if table.overruled else next((stand for stand in stands if stand.id in one.rolled), None)
    if again:
        return Refusal("FF-BAR-11", f"{again.name} has been rolled for in this phase", "leave it out")
    return None


def _moved_in(table: JudgedTable, side: Side, entered: tuple[str, ...], stand: Stand) -> Refusal | None:
    if not table.state.turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    if stand.id in entered and not table.overruled:
        return Refusal("FF-BAR-12", f"{stand.name} has rolled for moving in this turn", "leave it where it stands")
    return table.may_speak_for(stand.side) if table.may_speak_for(side) else None


def roll_under(table: JudgedTable, command: RollUnderBarrage) -> Judgement:
    """The dice for stands under the band (FF-BAR-11 to -17)."""
    asked = asked_under(table, command)
    if isinstance(asked, Refusal):
        return asked
    wanted = sum(rolls for _, rolls in asked)
    if len(command.dice) != wanted:
        return Refusal("FF-BAR-11", f"{wanted} of these stands take a die", f"enter {wanted}")
    how = How.MOVED_IN if command.moved_in else How.SWEPT
    effects, struck, left = Effects(table), list[Struck](), list(command.dice)
    for stand, rolls in asked:
        thrown = (left.pop(0),) if rolls else ()
        under = (table.state, command.barrage, stand.id, how)
        dice = settle(table.state, under_key(*under), thrown, formerly_under(*under))
        if isinstance(dice, Refusal):
            return dice
        hit = _strike(effects, command, stand, dice)
        if isinstance(hit, Refusal):
            return hit
        struck.append(hit)
    return _fell(effects, command.barrage, how, command.cover, tuple(struck))


def _strike(effects: Effects, command: RollUnderBarrage, stand: Stand, dice: tuple[Throw, ...]) -> Struck | Refusal:
    table = effects.table
    plan = table.state.plan.barrage(command.barrage)
    side = plan.side if plan else stand.side.other
    answer = under_the_barrage(barrage_facts(table.state, side, stand, command, again=False), faces(dice), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "enter it")
    if isinstance(answer, Refusal):
        return answer
    _mark(effects, stand, answer.value.result, command.cover, SuppressionSource.ROLLING_BARRAGE)
    return Struck(stand.id, dice, answer.value.result, answer.value.stops_at_edge, reasons(answer))


def _mark(effects: Effects, stand: Stand, result: FireResult, cover: Cover, source: SuppressionSource) -> None:
    if result is FireResult.KILLED:
        effects.kill(stand.id)
    elif result is FireResult.SUPPRESSED:
        effects.suppress(stand.id, source, cover)


def _fell(effects: Effects, barrage: str, how: How, cover: Cover, struck: tuple[Struck, ...]) -> Judgement:
    changes = tuple(effects.touched.values())
    rolled = tuple(one.stand for one in struck if one.dice)
    event = BarrageFell(
        barrage=barrage,
        how=how,
        cover=cover,
        struck=struck,
        changes=changes,
        fired_on=tuple(shaken_by(effects.table, rolled, effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, tuple(effects.steps)),
    )
    return (event, *after_losses(effects.table, changes))


def all_under(table: JudgedTable, command: AllUnderBarrage) -> Judgement:
    """Every stand under the band has been rolled for."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    if not found[1].rolling:
        return Refusal("FF-BAR-11", "no stands are to be rolled for now", "go on with the turn")
    return (BarrageRolled(command.barrage),)


def strip_facts(table: JudgedTable, side: Side, stand: Stand, risk: RiskBarrage | AtRisk) -> StripFacts:
    """What the danger strip looks at."""
    return StripFacts(
        distance_cm=risk.distance_cm,
        cover=risk.cover,
        attacker=stand.side is side,
        ended_move=risk.ended_move,
        target=target_kind(table.state, stand.id),
        target_armour_in_cover=risk.armour_in_cover,
        target_is_command=not stand.unit,
    )


def risk(table: JudgedTable, command: RiskBarrage) -> Judgement:
    """The die of a stand that has come close behind the band (FF-BAR-22, FF-BAR-23)."""
    found, stand = known(table, command.barrage), on_table(table, command.stand)
    if isinstance(found, Refusal):
        return found
    if isinstance(stand, Refusal):
        return stand
    plan, _ = found
    refused = may_be_at_risk(table, found, stand)
    if refused:
        return refused
    try:
        facts = strip_facts(table, plan.side, stand, command)
        safe = danger_strip(facts, (), table.book)
        if isinstance(safe, Refusal):
            return safe
        if isinstance(safe, Explained):
            return Refusal(safe.steps[0].clause, safe.steps[0].says, "go on, no die is thrown")
        risk = (table.state, plan.id, stand.id)
        dice = settle(table.state, risk_key(*risk), (command.die,), formerly_at_risk(*risk))
        if isinstance(dice, Refusal):
            return dice
        answer = danger_strip(facts, faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-BAR-22", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    return (_risked(command, plan.id, stand.id, dice[0], answer),)


def _risked(
    command: RiskBarrage, barrage: str, stand: str, die: Throw, answer: Explained[object] | MoreDice
) -> BarrageRisked:
    if isinstance(answer, Explained):
        return BarrageRisked(barrage, stand, command.distance_cm, die, None, reasons(answer))
    danger = AtRisk(stand, command.distance_cm, command.cover, command.armour_in_cover, command.ended_move, die)
    return BarrageRisked(barrage, stand, command.distance_cm, die, danger, Reasons())


def may_be_at_risk(table: JudgedTable, barrage: Planned, stand: Stand) -> Refusal | None:
    """Refuses the die for a stand's risk behind a barrage, whatever its distance (FF-BAR-22, FF-BAR-24)."""
    _, one = barrage
    lies, at_risk = one.lies, one.at_risk
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    if not table.state.turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    if not lies:
        return Refusal("FF-BAR-22", "the barrage does not lie on the table", "go on with the turn")
    if at_risk:
        name = table.state.stands[at_risk.stand].name
        return Refusal("FF-BAR-24", f"{name} is at risk: its attack is to be rolled first", "roll it")
    return None


def suffer(table: JudgedTable, command: SufferBarrage) -> Judgement:
    """The attack of field artillery on a stand at risk (FF-BAR-24, AMB-359)."""
    found = known(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    if one.at_risk is None:
        return Refusal("FF-BAR-24", "no stand is at risk behind it", "go on with the turn")
    stand = table.state.stands[one.at_risk.stand]
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    under = (table.state, plan.id, stand.id, How.TOO_CLOSE)
    dice = settle(table.state, under_key(*under), (command.die,), formerly_under(*under))
    if isinstance(dice, Refusal):
        return dice
    facts = strip_facts(table, plan.side, stand, one.at_risk)
    answer = danger_strip(facts, faces((one.at_risk.die, *dice)), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "enter it")
    if isinstance(answer, Refusal):
        return answer
    effects = Effects(table)
    spreads = SuppressionSource.ARTILLERY if answer.value.whole_company else SuppressionSource.ROLLING_BARRAGE
    _mark(effects, stand, answer.value.result, one.at_risk.cover, spreads)
    hit = Struck(stand.id, dice, answer.value.result, False, reasons(answer))
    return _fell(effects, plan.id, How.TOO_CLOSE, one.at_risk.cover, (hit,))
