"""What a ready scenario settles beside its forces, from its file: zones, arrivals, fire plans, objectives."""

from collections.abc import Iterator

from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Arrival, Objective, PlanAllowed
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.strict import Reader

SORTS = ("bombardments", "barrages", "gas", "works", "missions")
NOBODY = "nobody"


def zones_of(entry: Reader, side: Side) -> Iterator[Zone]:
    """A side's [[zone]] tables, cm from the attacker's rear left corner. Raises BadData for one without ground."""
    for one in entry.tables("zone", ()):
        left, near, right, far = (one.whole(f"{edge}_cm") * MM_A_CM for edge in ("left", "near", "right", "far"))
        if not (0 <= left < right and 0 <= near < far):
            raise one.wrong("far_cm", "leaves no ground", "write left before right, and near before far")
        one.close()
        yield Zone(side, left, near, right, far)


def arrivals_of(entry: Reader, side: Side, waiting: frozenset[str]) -> Iterator[Arrival]:
    """A side's [[reserve]] tables. Raises BadData for a battalion that is on the table."""
    for one in entry.tables("reserve", ()):
        arrival = Arrival(
            one.text("battalion"), one.whole("first_turn"), one.wholes("needed", ()), one.text("where", "")
        )
        if arrival.battalion not in waiting:
            raise one.wrong("battalion", "does not wait off the table", f"name one of the {side.value}'s off_table")
        if arrival.first_turn < 1 or not arrival.needed or not all(1 <= face <= 6 for face in arrival.needed):
            raise one.wrong("needed", "cannot be rolled for", "write a turn from 1 on, and faces from 1 to 6")
        one.close()
        yield arrival


def allowed_of(entry: Reader, side: Side) -> Iterator[PlanAllowed]:
    """How much fire a side may plan; nothing where its file does not say."""
    for one in entry.tables("fire_plan", ()):
        lines = {sort: one.whole(sort) for sort in SORTS if one.has(sort)}
        one.close()
        yield PlanAllowed(side, **lines)


def settled_by(
    file: Reader, zones: tuple[Zone, ...], arrivals: tuple[Arrival, ...], plans: tuple[PlanAllowed, ...]
) -> ScenarioSettled:
    """What a scenario settles for its sides, with its last turn, its objectives and who has won."""
    return ScenarioSettled(
        zones=zones,
        arrivals=arrivals,
        plans=plans,
        turns=file.whole("turns") if file.has("turns") else 0,
        objectives=tuple(objectives_of(file)),
        decides=file.texts("decides", ()),
    )


def objectives_of(file: Reader) -> Iterator[Objective]:
    """The [[objective]] tables of a scenario: what counts, for whom, where, and who holds it when play begins."""
    sides = {side.value: side for side in Side}
    for one in file.tables("objective", ()):
        along, up = (one.whole(key) * MM_A_CM if one.has(key) else None for key in ("along_cm", "up_cm"))
        objective = Objective(
            one.text("name"),
            sides[one.text("side")] if one.has("side") else None,
            one.whole("points"),
            along,
            up,
            one.word("holder", {**sides, NOBODY: None}, NOBODY),
        )
        one.close()
        yield objective
