"""A whole shot as the game asks for it: the side or face that fires, the face that is hit, the facts of the shot."""

from rules.flanders_fields.assault.fighters import Fighter
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey import zones
from rules.flanders_fields.game.survey.arcs import HOUSE_FACES, hit_face, house_face, reach_of, sector
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.shooting import passed_over, shot
from rules.flanders_fields.game.survey.tape import apart_mm
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.shooting.beaten_zone import BeatenZoneFacts, ZoneStand, sequence_of_shots
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.sight.cover import VEHICLES
from rules.flanders_fields.vocabulary import Cover, TargetKind
from rules.kernel.explain import Refusal
from rules.tabletop.arcs import BaseEdge
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm, values


def aimed(field: Field, firer: str, target: str, book: RuleBook) -> Survey:
    """All that the map says of a stand's fire at a target; nothing where one of them is not placed."""
    if not field.has(firer, target):
        return ()
    side = side_of(field, firer, target, book)
    found = list(shot(field, firer, target, book, face_of(side)))
    first = passed_over(field, firer, target, book)
    found += [first] if first else []
    if side:
        found.append(side)
        if field.stands[firer].mover in VEHICLES:
            found.append(Proposed("in_arc", side.value is not Sector.NONE, side.whence, side.confidence))
    if field.stands[target].fighter is Fighter.BLOCK_HOUSE:
        found = [one for one in found if one.fact != "cover"]
        hit = hit_face(field, firer, target, book)
        found += [hit] if hit else []
    return tuple(found)


def side_of(field: Field, firer: str, target: str, book: RuleBook) -> Proposed | None:
    """The side of a tank or the face of a block house that fires; None for what fires straight ahead."""
    own = field.stands[firer]
    if own.mover in VEHICLES:
        return sector(field, firer, target, book)
    return house_face(field, firer, target, book) if own.fighter is Fighter.BLOCK_HOUSE else None


def face_of(side: Proposed | None) -> BaseEdge:
    """The edge of the base out of which a face of a block house fires; the front for all others."""
    told = {face.value: edge for face, edge in HOUSE_FACES.items()}
    return told.get(str(side.value), BaseEdge.FRONT) if side else BaseEdge.FRONT


def in_zone(field: Field, firer: str, target: str, book: RuleBook) -> tuple[Surveyed, ...]:
    """The stands that the fire of a machine gun or a face attacks behind its first target, in order (FF-BZN-04)."""
    if not field.has(firer, target):
        return ()
    edge = face_of(side_of(field, firer, target, book))
    found = {one.stand: one for one in zones.behind(field, firer, target, book, edge)}
    deep = zones.first_depth(field, firer, target, book, edge)
    weapon = field.stands[firer].firer
    if not found or weapon is None:
        return ()
    far = apart_mm(field.stands[firer].stand, field.stands[target].stand, book)
    most = reach_of(field.stands[firer], weapon, book)
    facts = BeatenZoneFacts(
        # Whether the first shot itself may be fired is another question.
        first=Shot(firer=weapon, range_cm=in_cm(min(far, most.value) if most else far), cover=Cover.OPEN),
        behind=tuple(_behind(field, one) for one in found.values()),
        **values((deep,) if deep else ()),
    )
    answer = sequence_of_shots(facts, book)
    return () if isinstance(answer, Refusal) else tuple(found[one.name] for one in answer.value[1:])


def _behind(field: Field, one: Surveyed) -> ZoneStand:
    own = field.stands[one.stand]
    armoured = own.mover in VEHICLES
    told = {"cover": Cover.OPEN} | values(one.facts)
    return ZoneStand(
        name=one.stand,
        target=TargetKind.ARMOUR if armoured else TargetKind.STAND,
        target_is_command=own.unit_class is None,
        **told,
    )
