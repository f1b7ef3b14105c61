"""A cloud of gas turn by turn, as its wind would carry it: where it lies, its way, whom it catches (FF-GAS)."""

from dataclasses import replace

from rules.flanders_fields.artillery.areas import Coverage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import covered_by
from rules.flanders_fields.gas.clouds import CloudFacts, lie
from rules.flanders_fields.gas.phase import REMOVED, CloudFate, CloudPhaseFacts, cloud_phase
from rules.flanders_fields.gas.wind import WindFacts
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.shapes import Outline, moved
from rules.kernel.values import dataclass
from rules.tabletop.stands import Rectangle
from rules.tabletop.templates import clipped, swept

GONE = (*REMOVED, CloudFate.LEAVES_TABLE)


@dataclass(frozen=True, slots=True)
class Drift:
    """A cloud in one of its gas phases: where it began, how it ends, what of it lies on the table then, its way there.

    `middle_cm` is counted from its owner's corner; a cloud that is removed lies nowhere.
    """

    phase: int
    fate: CloudFate
    says: str
    middle_cm: tuple[float, float]
    began: Outline
    lies: Outline = ()
    way: Outline = ()
    fully: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


def drifts(
    field: Field, cloud: CloudFacts, wind: WindFacts, phases: int, book: RuleBook
) -> tuple[Drift, ...] | Refusal:
    """The next so many gas phases of a cloud, or as many as it lasts, in a wind that stays as it is.

    Cloud and wind are seen from the cloud owner's edge. No 6 for the wind is thrown. Refuses what the chapter refuses.
    """
    found = list[Drift]()
    while len(found) < phases and not (found and found[-1].fate in GONE):
        drift = _phase(field, cloud, wind, book)
        if isinstance(drift, Refusal):
            return drift
        found.append(drift)
        along, up = drift.middle_cm
        cloud = replace(cloud, along_cm=along, up_cm=up, phases=drift.phase)
    return tuple(found)


def _phase(field: Field, cloud: CloudFacts, wind: WindFacts, book: RuleBook) -> Drift | Refusal:
    lying = lie(cloud, book)
    if isinstance(lying, Refusal):
        return lying
    later = book.behaviour("AMB-453", {"attacker": Side.ATTACKER, "own_turn": cloud.owner})
    asked = CloudPhaseFacts(
        cloud=cloud,
        wind=wind,
        phase_of=later if cloud.phases else cloud.owner,
        table_across_cm=field.table.width_mm / 10,
        table_up_cm=field.table.depth_mm / 10,
    )
    answer = cloud_phase(asked, (), book)
    if isinstance(answer, Refusal):
        return answer
    end = answer.value
    table = Rectangle(field.table.width_mm, field.table.depth_mm)
    on_table = field.laid(cloud.owner, lying.outline)
    told = (end.phases, end.fate, answer.steps[-1].says, (end.along_cm, end.up_cm), clipped(on_table, table))
    if end.fate in REMOVED:
        return Drift(*told)
    step = (end.along_cm * 10 - lying.middle[0], end.up_cm * 10 - lying.middle[1])
    drift = step if cloud.owner is Side.ATTACKER else (-step[0], -step[1])
    lies, way = (clipped(one, table) for one in (moved(on_table, drift), swept(on_table, drift)))
    met = tuple(covered_by(field, on_table, drift))
    fully, partly = (tuple(name for name, how in met if how is wanted) for wanted in (Coverage.FULLY, Coverage.PARTLY))
    return Drift(*told, lies, way, fully, partly)
