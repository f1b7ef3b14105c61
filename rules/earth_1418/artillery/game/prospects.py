"""What a bombardment would bring, in the words of the table."""

from rules.earth_1418.artillery.clouds import cordon_length
from rules.earth_1418.artillery.game.judge import laid_now, shots_together
from rules.earth_1418.firing.attack import AttackReady, made_ready
from rules.earth_1418.firing.volleys import hit_chances
from rules.earth_1418.game.bombarding import shots_at
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.state import BombardmentGiven, Ordered, SharePlanned, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.standing import written
from rules.kernel.asking import Denied, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.numerals import counted


def share_brings(
    table: EarthTable, given: BombardmentGiven, target: SubUnit, shots: int, outside: bool
) -> tuple[Step, ...]:
    """What shots on a target would come to as it stands now: its Resilience, and the hits on the mean (BE-ART-09)."""
    share = SharePlanned(given.id, target.id, 1, shots, outside)
    stands = table.as_target(target, by_map.ground_of(table, target), None, by_map.cordon_of(table, target))
    ready = made_ready(shots_at(table, given, share, stands), table.book) if shots else None
    if not isinstance(ready, AttackReady):
        return ()
    mean = sum(hits * chance for hits, chance in hit_chances(ready.volley, table.book, ready.outside).items())
    lines = [one for one in ready.steps if one.clause.startswith(("BE-COV", "BE-CHR", "BE-INJ", "BE-DIG", "BE-GAS"))]
    says = f"{counted(shots, 'shot')} at Resilience {ready.volley.resilience}: {float(mean):.1f} hits on the mean"
    return (Step("BE-ART-08", target.name), *lines, Step("BE-ART-09", says))


def shots_to_share(table: EarthTable, given: BombardmentGiven) -> tuple[Step, ...]:
    """How many shots a bombardment has, and on whom its side has laid them so far (BE-ART-05, BE-ART-08)."""
    shots = shots_together(table, given.guns)
    laid = (one for one in written(table.state, given.side).shares if one.bombardment == given.id)
    lines = (Step("BE-ART-08", f"{one.shots} laid on {table.state.units[one.unit].name}") for one in laid)
    return (*(() if isinstance(shots, Refusal) else shots.steps), *lines)


def round_brings(table: EarthTable, unit: SubUnit, told: Told) -> tuple[Step, ...]:
    """What guns come to that are told to bombard: their shots, or how long the cordon is (BE-ART-05, BE-GAS-04)."""
    guns = [unit.id, *told.get("guns_too", ())]
    if told.get("lays", Ordered.SHELLS) != Ordered.SHELLS:
        return (cordon_length(len(guns), table.book),)
    shots = shots_together(table, guns)
    return () if isinstance(shots, Refusal) else shots.steps


def lays_denied(table: EarthTable) -> tuple[Denied, ...]:
    """What guns cannot lay in the month of the game, each with its clause (BE-GAS-01)."""
    found = ((one.value, laid_now(table, one)) for one in Ordered)
    return tuple(Denied(kind, refused) for kind, refused in found if refused is not None)
