"""What each face of the die does to a platoon under fire or in gas, by its cover; the chapters are asked once each."""

from functools import lru_cache
from typing import Final

from rules.flanders_fields.artillery.area_fire import AreaFireFacts, AreaShots, AreaStand, shots_on_area
from rules.flanders_fields.artillery.areas import Coverage, Overlap
from rules.flanders_fields.artillery.bombardments import HurricaneFacts, hurricane_shots
from rules.flanders_fields.artillery.mortars import MortarFireFacts, MortarPoint, mortar_shots
from rules.flanders_fields.barrages.fire import BarrageFacts, Under, under_the_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import WorkLine
from rules.flanders_fields.gas.attack import GasAttackFacts, GasStand, gas_shots
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.indirect_guns import IndirectGunFacts, StripStand, strip_shots
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.vocabulary import Cover, FireResult, Nation, Side, UnitClass
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Explained, Refusal
from rules.tabletop.chances import FIRST, NOTHING, SECOND

RESULTS: Final = {FireResult.NO_EFFECT: NOTHING, FireResult.SUPPRESSED: FIRST, FireResult.KILLED: SECOND}
BLANK: Final = (NOTHING,) * len(ALL_D6)
Faces = tuple[int, ...]
_IN_RANGE_CM: Final = 50.0


@lru_cache(maxsize=512)
def area_faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """What each face of the die does to a platoon in the area of an unseen battery's fire (FF-ART-24 to FF-ART-26)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = AreaStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    found = shots_on_area(AreaFireFacts(unit_class=kind, stands=(stand,)), book)
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


def faces_of(shot: Shot, book: RuleBook) -> Faces:
    return tuple(RESULTS[effect(shot, face, book).value] for face in ALL_D6)


@lru_cache(maxsize=128)
def barrage_faces(cover: Cover, under: Under, book: RuleBook) -> Faces:
    """What each face does to a platoon under the band (FF-BAR-13 to FF-BAR-16)."""
    facts = BarrageFacts(cover=cover, under=under)
    answers = [under_the_barrage(facts, (face,), book) for face in ALL_D6]
    return tuple(RESULTS[one.value.result] if isinstance(one, Explained) else NOTHING for one in answers)


@lru_cache(maxsize=128)
def hurricane_faces(work: WorkLine, nation: Nation, side: Side, cover: Cover, book: RuleBook) -> Faces:
    """What each face does to a platoon in a work under the hurricane (FF-HUR-03, FF-HUR-04)."""
    assert work.work
    turn = work.turn or 1
    stand = AreaStand(name="it", cover=cover)
    facts = HurricaneFacts(work=work.work, stands=(stand,), nation=nation, side=side, turn=turn, planned_turn=turn)
    found = hurricane_shots(facts, book)
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


def of_shots(found: Explained[AreaShots] | Refusal, book: RuleBook) -> Faces:
    """What each face of the one die does that an area throws; nothing where it throws none."""
    return faces_of(found.value.shots[0].shot, book) if isinstance(found, Explained) and found.value.shots else BLANK


@lru_cache(maxsize=128)
def gas_faces(cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in a cloud (FF-GAS-21, FF-GAS-22)."""
    stand = GasStand(name="it", cover=cover, coverage=Coverage.PARTLY if partly else Coverage.FULLY)
    return of_shots(gas_shots(GasAttackFacts(stands=(stand,)), book), book)


@lru_cache(maxsize=256)
def mortar_faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in the square of a mortar on its registered point (FF-MTR-09, FF-MTR-10)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = AreaStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    facts = MortarFireFacts(unit_class=kind, stands=(stand,), range_cm=_IN_RANGE_CM, point=MortarPoint.REGISTERED)
    return of_shots(mortar_shots(facts, book), book)


@lru_cache(maxsize=128)
def strip_faces(cover: Cover, partly: bool, book: RuleBook) -> Faces:
    """The same in the strip of a machine gun that fires indirectly (FF-IMG-02 to FF-IMG-05)."""
    lies = Overlap.UNDER_HALF if partly else Overlap.WHOLE
    stand = StripStand(name="it", cover=cover, overlap=lies, centre_inside=not partly)
    return of_shots(strip_shots(IndirectGunFacts(stands=(stand,), range_cm=_IN_RANGE_CM), book), book)
