"""Who sees what on the map: how far off it is, what hides it, and what lies on the line between them (FF-VIS)."""

from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.cover import is_hidden
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.tape import apart_mm, measured
from rules.flanders_fields.sight.visibility import (
    DEAD_GROUND,
    OBSTACLES,
    SEEN_AS,
    SEES_AS,
    ObserverFacts,
    Obstacle,
    SightFacts,
    Target,
    Viewer,
    can_see,
    observes,
)
from rules.kernel.measure import cm
from rules.tabletop.field import named
from rules.tabletop.ground import height_at
from rules.tabletop.proposed import Confidence, Proposed, Survey, in_cm, values
from rules.tabletop.sight import Effect, InTheWay, LineOfSight, Looking, Screen, line_of_sight
from rules.tabletop.stands import Placed, Spot, StandingBase
from rules.tabletop.terrain import AreaKind, Hill

SCREENS: Final = {Obstacle.WOOD: AreaKind.WOOD, Obstacle.BUILDING: AreaKind.BUILDINGS}


def viewer_of(own: FieldStand) -> Viewer:
    """Whose eyes a stand has."""
    return SEES_AS[own.unit_class] if own.unit_class else Viewer.COMMAND


def target_of(own: FieldStand) -> Target:
    """What a stand is to whoever looks at it."""
    return SEEN_AS[own.unit_class] if own.unit_class else Target.COMMAND


def looking(book: RuleBook) -> Looking:
    """What blocks sight in this game (FF-VIS-01, FF-VIS-06, AMB-78, AMB-79)."""
    obstacles, dead = book.table(OBSTACLES), book.table(DEAD_GROUND)
    return Looking(
        tuple(
            Screen(kind, dead.number(obstacle).value if dead.has(obstacle) else None)
            for obstacle, kind in SCREENS.items()
            if obstacles.word(obstacle).value == "blocks"
        ),
        hills_block=obstacles.word(Obstacle.HILL).value == "blocks",
        stands_block=obstacles.word(Obstacle.STAND).value == "blocks",
    )


def line(field: Field, viewer: Placed, target: Placed, book: RuleBook) -> LineOfSight:
    """The line between two stands or places, with all that is on it."""
    others = [one.stand for one in field.stands.values()]
    return line_of_sight(field.ground, viewer, target, looking(book), others)


def sight(field: Field, viewer: str, target: str, book: RuleBook) -> Survey:
    """What the map says of one stand that looks at another: distance, cover, what lies between them."""
    if not field.has(viewer, target):
        return ()
    one, other, sure = field.stands[viewer], field.stands[target], field.sure(viewer, target)
    far = in_cm(apart_mm(one.stand, other.stand, book))
    hidden = is_hidden(field, target, book)
    where = "it stands in cover, map" if hidden else "it stands in the open, map"
    return (
        Proposed("range_cm", far, f"{far:g} cm {measured(book)}, map", sure),
        Proposed("in_cover", hidden, where, field.sure(target)),
        *_between(line(field, one.stand, other.stand, book), sure),
    )


def sees(field: Field, viewer: str, target: str, book: RuleBook) -> Proposed | None:
    """Whether one stand sees another, with what decides it; None where one of them is not on the map."""
    found = sight(field, viewer, target, book)
    if not found:
        return None
    one, other = field.stands[viewer], field.stands[target]
    asked = SightFacts(
        viewer=viewer_of(one),
        target=target_of(other),
        has_fired=other.has_fired,
        target_quality=other.quality,
        **values(found),
    )
    answer = can_see(asked, book)
    far = f"{asked.range_cm:g} cm"
    between = next(said.whence for said in found if said.fact == "between")
    if answer.value.seen:
        says = f"{far}, within {cm(answer.value.limit_mm)}; {between}"
    elif round(asked.range_cm * 10) > answer.value.limit_mm:
        says = f"{far}, over the {cm(answer.value.limit_mm)} at which it is seen, map"
    else:
        says = between
    return Proposed("direct_sight", answer.value.seen, says, found[0].confidence)


def sees_point(field: Field, viewer: str, spot: Spot, book: RuleBook) -> Survey:
    """What the map says of somebody who might observe a point: how far it is, whether the line to it is clear."""
    if not field.has(viewer):
        return ()
    one, sure = field.stands[viewer], field.sure(viewer)
    far = in_cm(apart_mm(one.stand, spot, book))
    seen = line(field, one.stand, spot, book)
    return (
        Proposed("range_cm", far, f"{far:g} cm to the point, map", sure),
        Proposed("clear_line", seen.seen, _on_the_line(seen), sure),
    )


def observed(field: Field, viewer: str, spot: Spot, book: RuleBook) -> Proposed | None:
    """Whether a stand observes fire on a point, for one that is on the map and in action (FF-DEV-01)."""
    found = sees_point(field, viewer, spot, book)
    if not found:
        return None
    own = field.stands[viewer]
    asked = ObserverFacts(viewer=viewer_of(own), deployed=not own.packed, **values(found))
    answer = observes(asked, book)
    says = f"{own.name}: {answer.steps[0].says}, map" if found[1].value else f"{own.name}: {found[1].whence}"
    return Proposed("observed", answer.value, says, field.sure(viewer))


def _between(seen: LineOfSight, sure: Confidence) -> Survey:
    """What lies between, as the chapter asks for it: the first thing that hides, else one that is looked over."""
    hiding = next((one for one in seen.in_the_way if one.hides), None)
    over = next((one for one in seen.in_the_way if _looked_over(one)), None)
    told = hiding or over
    says = _on_the_line(seen)
    if told is None:
        return (Proposed("between", Obstacle.NONE, says, sure),)
    high = told.effect is not Effect.BLOCKS
    height = f"it stands at height {seen.viewer_height}, the target at {seen.target_height}, map"
    behind = in_cm(told.behind_mm)
    return (
        Proposed("between", _obstacle(told), says, sure),
        Proposed("on_high_ground", high, height, sure),
        Proposed("behind_cm", behind, f"{behind:g} cm behind {_name(told)}, map", sure),
    )


def _looked_over(one: InTheWay) -> bool:
    return one.effect is Effect.LOOKED_OVER and not isinstance(one.what, Hill | StandingBase)


def _on_the_line(seen: LineOfSight) -> str:
    hiding = next((one for one in seen.in_the_way if one.hides), None)
    if hiding is None:
        return "nothing in the way, map"
    if hiding.effect is Effect.DEAD_GROUND:
        return f"in the dead ground behind {_name(hiding)}, {cm(hiding.behind_mm)} from it, map"
    return f"{_name(hiding)} lies between, {cm(hiding.enters_mm)} along the line, map"


def _name(one: InTheWay) -> str:
    return "another stand" if isinstance(one.what, StandingBase) else named(one.what)


def _obstacle(one: InTheWay) -> Obstacle:
    if isinstance(one.what, StandingBase):
        return Obstacle.STAND
    if isinstance(one.what, Hill):
        return Obstacle.HILL
    kinds = {kind: obstacle for obstacle, kind in SCREENS.items()}
    return kinds[one.what.kind]  # type: ignore[union-attr]  # what blocks is a screen, and screens are areas


def height(field: Field, placed: Placed) -> int:
    """How high a place lies, in contours."""
    return height_at(field.ground, placed)
