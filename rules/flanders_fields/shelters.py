"""Deep shelters and block houses (FF-DSH, FF-BLK)."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from rules.flanders_fields.applicability import early_shelters, no_deep_shelters
from rules.flanders_fields.assault import CREWED, Fighter, named
from rules.flanders_fields.close_combat import NEVER_BELOW
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.morale import LIMITS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import shoot
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Nation, Quality
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown

# Block houses (FF-BLK-03, FF-BLK-07, FF-ASL-29)


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


# Troops in deep shelters (FF-DSH)

T = TypeVar("T")
HARM, LEAVING = "shelters/harm", "shelters/leaving"


IN_PLAY = only("FF-DSH-01", "before_play", {False}, "a stand that goes below in play")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelterFacts:
    """A stand that is to sit in a deep shelter."""

    fighter: Fighter = fact("what it is", default=Fighter.INFANTRY)
    nation: Nation = fact("whose army it belongs to", default=Nation.GERMAN)
    in_own_work: bool = fact("it is in a trench or strong point of its side", default=True)
    marked: bool = fact("the scenario marks a shelter there", default=False)
    before_play: bool = fact("it is set up there before play", default=True)
    move_action: bool = fact("in play: a move action is spent on it", default=False, only=IN_PLAY)
    enemy_above: bool = fact("an enemy stand is in its trench", default=False, only=IN_PLAY)


def may_shelter(facts: ShelterFacts, book: RuleBook) -> Explained[int] | Refusal:
    """Whether a stand may go below, and the move actions it takes: none before play (FF-DSH-01, AMB-360)."""
    refused = next(_no_shelter(facts, book), None)
    if refused:
        return refused
    actions = 0 if facts.before_play else 1
    says = "It may start the game below" if facts.before_play else "It goes below with a move action"
    steps = (Step("FF-DSH-01", says, None, _leave(facts, book)),)
    unseen = Considered("FF-DSH-01", "Below it neither sees nor fires, nor is it seen")
    return Explained(actions, None, steps, (unseen,))


def _leave(facts: ShelterFacts, book: RuleBook) -> HouseMark | None:
    """The mark of the house rule without which it could not go below."""
    early = book.when.period == "early"
    return book.mark("AMB-360") if early or not facts.in_own_work else None


def _no_shelter(facts: ShelterFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.nation is not Nation.GERMAN:
        because = f"{facts.nation.capitalize()} troops have no deep shelters"
        yield Refusal("FF-DSH-07", because, "keep them in their trenches")
    if facts.fighter in NEVER_BELOW:
        because = f"{named(facts.fighter).capitalize()} does not go into a deep shelter"
        yield Refusal("FF-DSH-01", because, "shelter platoons, crewed weapons and command stands")
    too_early = no_deep_shelters(book)
    if too_early:
        yield too_early
    where = book.behaviour(
        "AMB-360", {"any_work": facts.in_own_work, "marked": facts.marked, "early_too": facts.in_own_work}
    )
    if not where:
        yield Refusal("FF-DSH-01", "There is no shelter for it there", "place it in a trench of its side that has one")
    if not facts.before_play and not facts.move_action:
        yield Refusal("FF-DSH-01", "Going below in play takes a move action", "earn an action first")
    if not facts.before_play and facts.enemy_above:
        yield Refusal("FF-DSH-01", "The enemy is in its trench", "fight for the trench")


class Harm(StrEnum):
    """What falls on a trench with a deep shelter under it (FF-DSH-02)."""

    SUPER_HEAVY_ARTILLERY = "super_heavy_artillery"
    HEAVY_MORTAR = "heavy_mortar"
    OTHER_GUNS = "other_guns"
    ROLLING_BARRAGE = "rolling_barrage"
    GAS = "gas"
    SMALL_ARMS = "small_arms"
    AIRCRAFT = "aircraft"


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmFacts:
    """One attack on a stand in a deep shelter."""

    attack: Harm = fact("what attacks", default=Harm.SUPER_HEAVY_ARTILLERY)
    partly_covered: bool = fact("the area covers its base only partly", default=False)
    command_stand: bool = fact("it is a command stand", default=False)
    trench: Cover = fact("the cover of the trench above", default=Cover.MEDIUM)


def harm(facts: HarmFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[FireResult] | Refusal:
    """What an attack does to a stand in a deep shelter (FF-DSH-02, AMB-361)."""
    amb_361 = book.ruling("AMB-361")
    gassed = amb_361.gives(_only("gas_too"))
    if facts.attack is Harm.GAS and gassed:
        return _through_the_trench(facts, dice[0], book)
    mortars = amb_361.gives(_only("heavy_mortars_too"))
    reaches = facts.attack is Harm.SUPER_HEAVY_ARTILLERY or (facts.attack is Harm.HEAVY_MORTAR and mortars)
    if not reaches:
        step = Step("FF-DSH-02", f"{facts.attack.replace('_', ' ').capitalize()}: nothing reaches the shelter")
        return Explained(FireResult.NO_EFFECT, dice[0].pips, (step,))
    return _shelled(facts, dice[0], book)


def _only(option: str) -> dict[str, bool]:
    """Which of the ways to read the ruling is in force."""
    return {one: one == option for one in ("kill_on_6", "suppressed_on_4", "heavy_mortars_too", "gas_too")}


def _shelled(facts: HarmFacts, die: D6, book: RuleBook) -> Explained[FireResult]:
    taken = tuple(_modifiers(facts, book))
    total = die.pips + sum(step.value or 0 for step in taken)
    table = book.table(HARM)
    kills = table.number("killed_from")
    suppresses = table.number("suppressed_from") if table.has("suppressed_from") else None
    result = FireResult.NO_EFFECT
    if total >= kills.value:
        result = FireResult.KILLED
    elif suppresses is not None and total >= suppresses.value:
        result = FireResult.SUPPRESSED
    mortar = book.mark("AMB-361") if facts.attack is Harm.HEAVY_MORTAR else None
    house = suppresses.house if suppresses is not None and result is FireResult.SUPPRESSED else mortar
    read = Step(kills.clause, f"{total}: {result.replace('_', ' ')}, {kills.value} kills", None, house)
    return Explained(result, total, (*taken, read))


def _modifiers(facts: HarmFacts, book: RuleBook) -> Iterator[Step]:
    if facts.partly_covered:
        partly = book.table("artillery/area_modifiers").number("partly")
        yield partly.because(partly.says)
    if facts.command_stand:
        yield book.table("shooting/modifiers").number("command_stand").because("The target is a command stand")


def _through_the_trench(facts: HarmFacts, die: D6, book: RuleBook) -> Explained[FireResult] | Refusal:
    gas = Shot(
        firer=Firer.GAS,
        range_cm=0.0,
        cover=facts.trench,
        target_is_command=facts.command_stand,
        indirect=True,
        on_area=True,
        partly_in_area=facts.partly_covered,
    )
    found = shoot(gas, die, book)
    if isinstance(found, Refusal):
        return found
    lead = Step("FF-DSH-02", "Gas sinks into the shelter", None, book.mark("AMB-361"))
    return Explained(found.value, found.total, (lead, *found.steps), found.considered)


class Moment(StrEnum):
    """When a sheltering platoon tries to come up (AMB-363)."""

    OWN_TURN = "own_turn"
    ASSAULTED = "assaulted"


IN_OWN_TURN = only("FF-DSH-03", "moment", {Moment.OWN_TURN}, "its own turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavingFacts:
    """A sheltering stand that is to come up."""

    quality: Quality = fact("its grade", default=Quality.EXPERIENCED)
    fighter: Fighter = fact("what it is", default=Fighter.INFANTRY)
    moment: Moment = fact("when it tries", default=Moment.OWN_TURN)
    unit_rolled: bool = fact("in its own turn: its unit has rolled for orders", default=False, only=IN_OWN_TURN)
    enemy_above: bool = fact("in its own turn: an enemy stand is in its trench", default=False)
    tried: bool = fact("it has tried at this moment", default=False)


class Where(StrEnum):
    """Where a sheltering platoon is after its die."""

    TRENCH = "trench"
    BELOW = "below"


def come_up(facts: LeavingFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Where] | Refusal:
    """Whether a sheltering stand regains its trench (FF-DSH-03, FF-DSH-04). Refuses moments that are none."""
    refused = next(_no_try(facts, book), None)
    if refused:
        return refused
    table = book.table(LEAVING)
    quality = Quality.EXPERIENCED if facts.fighter in CREWED else facts.quality
    grade = table.number(quality)
    total, needed = dice[0].pips + grade.value, table.number("up_from")
    where = Where.TRENCH if total >= needed.value else Where.BELOW
    steps = (grade.because(grade.says), Step(needed.clause, f"{total}: {_says(where, facts)}"))
    crewed = facts.fighter in CREWED and facts.quality is not Quality.EXPERIENCED
    spared = (Considered("FF-QUA-06", "A crewed weapon is Experienced, whatever its battalion"),) if crewed else ()
    return Explained(where, total, (*steps, *_cleared(where, facts)), spared)


def _no_try(facts: LeavingFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.fighter in NEVER_BELOW:
        because = f"{named(facts.fighter).capitalize()} is in no deep shelter"
        yield Refusal("FF-DSH-01", because, "name what sits in the shelter")
    if facts.tried:
        yield Refusal("FF-DSH-03", "It has tried at this moment", "wait for its side's next turn")
    assaulted = facts.moment is Moment.ASSAULTED
    if assaulted and book.behaviour("AMB-363", {"both": False, "own_turn": True}):
        yield Refusal("FF-DSH-03", "It comes up in its own turn only", "fight it in the shelter")
    if not assaulted and facts.unit_rolled:
        yield Refusal("FF-DSH-03", "Its unit has rolled for orders", "try before the unit's order next turn")
    if not assaulted and facts.enemy_above:
        yield Refusal("FF-DSH-03", "The enemy is in its trench", "clear the trench with other stands")


def _says(where: Where, facts: LeavingFacts) -> str:
    if where is Where.BELOW:
        return "it stays below"
    ordered = "takes part in its company's orders" if facts.moment is Moment.OWN_TURN else "may fire as they close"
    return f"it is in its trench and {ordered}"


def _cleared(where: Where, facts: LeavingFacts) -> tuple[Step, ...]:
    if where is Where.TRENCH or facts.moment is Moment.OWN_TURN:
        return ()
    return (Step("FF-DSH-04", "It is fought below, without closing fire"),)


def _shelters(facts: ShelterFacts, _dice: object, book: RuleBook) -> Explained[int] | Refusal:
    return may_shelter(facts, book)


def _harm(facts: HarmFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[FireResult] | Refusal:
    return no_deep_shelters(book) or _at_its_date(harm(facts, dice, book), book)


def _up(facts: LeavingFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Where] | Refusal:
    return no_deep_shelters(book) or _at_its_date(come_up(facts, dice, book), book)


def _at_its_date(said: Explained[T] | Refusal, book: RuleBook) -> Explained[T] | Refusal:
    """The answer, with the line of the house rule by which there are shelters at a date that knows none (AMB-360)."""
    early = early_shelters(book)
    return replace(said, steps=(*said.steps, early)) if early and isinstance(said, Explained) else said


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "block_house_hit", "A suppressed block house", "Block houses", FacesHit, no_dice, _hit, example_month="1917-11"
    ),
    Resolution(
        "block_house_fire", "Which faces fire", "Block houses", FacesFire, no_dice, _fire, example_month="1917-11"
    ),
    Resolution("shelter", "Who may sit in a deep shelter", "Deep shelters", ShelterFacts, no_dice, _shelters),
    Resolution(
        "shelter_harm",
        "What reaches a deep shelter",
        "Deep shelters",
        HarmFacts,
        one_die,
        _harm,
        thrown(_harm, one_die),
    ),
    Resolution(
        "shelter_leave",
        "Coming up from a deep shelter",
        "Deep shelters",
        LeavingFacts,
        one_die,
        _up,
        thrown(_up, one_die),
    ),
)
