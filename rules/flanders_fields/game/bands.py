"""A rolling barrage as the rules look at it: by its plan, at the date and under the house rules of the game."""

from rules.flanders_fields.barrages.game.state import Barrage
from rules.flanders_fields.barrages.rolling import SIZES, BandFacts
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedBarrage
from rules.flanders_fields.not_yet import no_hurricane
from rules.flanders_fields.vocabulary import Side


def band_facts(book: RuleBook, plan: PlannedBarrage, one: Barrage, turn: int) -> BandFacts:
    """A barrage as its plan stands at this game's date and under its house rules (AMB-343, AMB-370).

    Before there is a hurricane bombardment its band is one like any other: where it was to roll back, it halts.
    """
    rolls_back = plan.hurricane and no_hurricane(book) is None
    halts = plan.halts if rolls_back else (*plan.halts, *plan.back)
    fixed = book.table(SIZES).number("speed").value / 10
    return BandFacts(
        start_up_cm=max(0, plan.start_cm + one.shift_cm),
        duration=one.turns,
        turn=turn,
        speed_cm=book.behaviour("AMB-343", {"planned": float(plan.speed_cm), "fixed": fixed}),
        halts=tuple(halt for halt in halts if halt <= one.turns),
        back=tuple(back for back in plan.back if rolls_back and back <= one.turns),
        unplanned_halt=one.halted,
        hurricane=rolls_back,
        attacker=plan.side is Side.ATTACKER,
    )
