"""Block houses: which faces fire, and how suppression marks them one by one (FF-BLK-03, FF-BLK-07, FF-ASL-29)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.morale.suppression import LIMITS
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass


class Face(StrEnum):
    """The faces of a block house that fire; its rear has none (FF-BLK-12)."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"


FACES = tuple(Face)


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesHit:
    """A suppress result on a block house."""

    faces: tuple[int, ...] = fact(
        "suppression levels on its front, its left and its right face", least=0, most=3, example=(1, 0, 0)
    )
    hit: Face | None = fact("the face in whose fan the firer stands (nothing: fire on an area)", default=None)
    by_rifles: bool = fact("rifles or LMGs did it", default=False)


@dataclass(frozen=True, slots=True)
class Faces:
    """The levels on the front, left and right face after it, and whether the block house is destroyed."""

    levels: tuple[int, ...]
    killed: bool


def suppress_faces(facts: FacesHit, book: RuleBook) -> Explained[Faces] | Refusal:
    """The faces of a block house after a suppress result, and whether it dies of it (FF-BLK-07, SHQ-23, SHQ-51).

    Refuses dates without block houses, and other than three faces.
    """
    refused = _no_such_house(facts.faces, book)
    if refused:
        return refused
    limit = book.table(LIMITS).number("kills").value
    shq_23 = book.ruling("SHQ-23")
    most = shq_23.gives({"by_face": limit, "total": limit, "face_lost": limit, "never": limit - 1})
    marked = tuple(
        min(level + 1, most) if facts.hit in (None, face) else level
        for face, level in zip(FACES, facts.faces, strict=True)
    )
    counted = shq_23.gives({"by_face": max(marked), "total": sum(marked), "face_lost": 0, "never": max(marked)})
    spared = facts.by_rifles and book.behaviour("SHQ-51", {"kill": False, "hard_survive": True})
    killed = counted >= limit and not spared
    where = f"its {facts.hit} face" if facts.hit else "every face"
    steps = [Step("FF-BLK-07", f"1 suppression level on {where}", None, shq_23.mark)]
    if killed:
        steps.append(Step("FF-SUP-08", "Three suppressions destroy it", None, shq_23.mark))
    return Explained(Faces(marked, killed), None, tuple(steps))


def recover_faces(faces: tuple[int, ...], book: RuleBook) -> Explained[tuple[int, ...]] | Refusal:
    """The faces after an action that removes suppression: one level off each; a lost face stays lost (SHQ-23).

    Refuses what `suppress_faces` does, and where no level can be removed.
    """
    refused = _no_such_house(faces, book)
    if refused:
        return refused
    lost = _lost_from(book)
    after = tuple(level if level >= lost else max(0, level - 1) for level in faces)
    if after == faces:
        return Refusal("FF-SUP-10", "There is no level to remove", "choose another action")
    return Explained(after, None, (Step("FF-SUP-10", "One level off each of its faces", None, book.mark("SHQ-23")),))


def level_at(faces: tuple[int, ...], face: Face | None) -> int:
    """The suppression of a face in a fight; to the rear it counts where all faces have it (AMB-423)."""
    return min(faces) if face is None else faces[FACES.index(face)]


def _lost_from(book: RuleBook) -> int:
    """From how many levels a face is lost for good; more than can be where no house rule loses faces."""
    limit = book.table(LIMITS).number("kills").value
    never = limit + 1
    return book.behaviour("SHQ-23", {"by_face": never, "total": never, "face_lost": limit, "never": never})


def _no_such_house(faces: tuple[int, ...], book: RuleBook) -> Refusal | None:
    if not book.table("orders/rolls").has("block_house"):
        return Refusal("FF-BLK-01", f"There is no block house in {book.when.month.in_words}", "choose a later date")
    if len(faces) != len(FACES):
        return Refusal("FF-BLK-12", "A block house has three faces", "give the front, the left and the right one")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesFire:
    """A fire action of a block house: the faces that are to fire, in its owner's order."""

    firing: tuple[Face, ...] = fact("the faces that fire", example=("front", "left"))
    faces: tuple[int, ...] = fact(
        "suppression levels on its front, its left and its right face", least=0, most=3, default=(0, 0, 0)
    )


def faces_fire(facts: FacesFire, book: RuleBook) -> Explained[tuple[Face, ...]] | Refusal:
    """Which faces fire with one action (FF-BLK-03, FF-BLK-07, SHQ-22).

    Refuses a face named twice or suppressed, and more than one where a house rule allows one face an action.
    """
    refused = _no_such_house(facts.faces, book) or next(_silent(facts, book), None)
    if refused:
        return refused
    house = _one_face(book)
    says = f"{', '.join(facts.firing).capitalize()}: each with its own target and beaten zone"
    return Explained(facts.firing, None, (Step("FF-BLK-03", says, None, house),))


def _one_face(book: RuleBook) -> HouseMark | None:
    shq_22 = book.ruling("SHQ-22")
    one = shq_22.gives({"each_face": False, "one_face": True})
    return shq_22.mark if one else None


def _silent(facts: FacesFire, book: RuleBook) -> Iterator[Refusal]:
    if not facts.firing:
        yield Refusal("FF-BLK-03", "No face fires", "name the front, the left or the right one")
    if len(set(facts.firing)) < len(facts.firing):
        yield Refusal("FF-BLK-03", "A face fires once in an action", "give each face one first target")
    if len(facts.firing) > 1 and _one_face(book):
        yield Refusal("FF-BLK-03", "One face fires for each action (house rule)", "fire the others with other actions")
    for face in facts.firing:
        if level_at(facts.faces, face):
            yield Refusal("FF-BLK-07", f"Its {face} face is suppressed", "fire from the others, or remove it first")


def _hit(facts: FacesHit, _dice: object, book: RuleBook) -> Explained[Faces] | Refusal:
    return suppress_faces(facts, book)


def _fire(facts: FacesFire, _dice: object, book: RuleBook) -> Explained[tuple[Face, ...]] | Refusal:
    return faces_fire(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "block_house_hit", "A suppressed block house", "Block houses", FacesHit, no_dice, _hit, example_month="1917-11"
    ),
    Resolution(
        "block_house_fire", "Which faces fire", "Block houses", FacesFire, no_dice, _fire, example_month="1917-11"
    ),
)
