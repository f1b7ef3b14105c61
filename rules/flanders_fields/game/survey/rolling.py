"""A rolling barrage turn by turn, as it would go by its plan: the band, its danger strip, and who is near (FF-BAR)."""

from dataclasses import replace

from rules.flanders_fields.barrages.rolling import SIZES, band
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.bands import Rolling, piece_on, pieces_across
from rules.flanders_fields.game.survey.barrage import danger, under
from rules.flanders_fields.game.survey.field import Field
from rules.kernel.explain import Refusal
from rules.kernel.shapes import Outline
from rules.kernel.values import dataclass
from rules.tabletop.proposed import values


@dataclass(frozen=True, slots=True)
class Station:
    """Where a barrage lies in one turn of its side: its pieces from the left, each with its outline on the table.

    `reaches_cm` is from where to where each lies up the table from its side's edge; nothing lies once it has lifted.
    """

    turn: int
    says: str
    reaches_cm: tuple[tuple[float, float], ...] = ()
    lies: tuple[Outline, ...] = ()
    swept: tuple[Outline, ...] = ()
    strip: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """The stands a barrage meets: those it comes over or stays on, those in its danger strip with their distance."""

    under: tuple[str, ...] = ()
    endangered: tuple[tuple[str, float], ...] = ()


def station(field: Field, plan: Rolling, turn: int, book: RuleBook) -> Station | Refusal:
    """Where a barrage lies in a turn by its plan. Refuses plans that the chapter refuses."""
    strip_cm = book.table(SIZES).number("strip").value / 10
    reaches, lies, swept, strip = [], list[Outline](), list[Outline](), list[Outline]()
    for across, lead in pieces_across(field, plan.leads):
        answer = band(replace(plan.facts, turn=turn, lead_cm=lead), book)
        if isinstance(answer, Refusal):
            return answer
        at, says = answer.value, answer.steps[0].says
        if not at.on_table:
            return Station(turn, says)
        reaches.append((at.rear_cm, at.front_cm))
        lies.append(piece_on(field, plan.side, across, (at.rear_cm, at.front_cm)))
        swept.append(piece_on(field, plan.side, across, (at.swept_from_cm, at.swept_to_cm)))
        strip.append(piece_on(field, plan.side, across, (at.rear_cm - strip_cm, at.rear_cm)))
    return Station(turn, says, tuple(reaches), tuple(lies), tuple(swept), tuple(strip))


def near(field: Field, plan: Rolling, at: Station, book: RuleBook) -> Near:
    """Whom a barrage would meet in a turn, of the stands as they stand now (FF-BAR-11, FF-BAR-12, FF-BAR-23)."""
    met = tuple(one.stand for one in under(field, (*at.lies, *at.swept), plan.side, book))
    strip_mm = book.table(SIZES).number("strip").value
    behind = ((name, danger(field, name, at.lies, plan.side, strip_mm, book)) for name in field.stands)
    far = tuple((name, float(values(found)["distance_cm"])) for name, found in behind if found)
    return Near(met, tuple(one for one in far if one[0] not in met))
