"""What the toy offers at a seat, and what each deed asks."""

from collections.abc import Iterator

from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import lying
from rules.kernel.explanations import Refusal, Step
from rules.kernel.prompts import NEEDED, Ask, Asks, Denied, Origin, Proposal, Told
from rules.kernel.serialization import build
from rules.tabletop.placement import place_asks
from rules.tabletop.stands import Spot
from tests.stage_toy.commands import Bury, Choose, DrawUp, HoldFire, LaySmoke, Lob, PickHit, Reply, Save, Shoot, Shot
from tests.stage_toy.meadow import CIRCLE_MM, MEADOW, apart, in_rank
from tests.stage_toy.shifting import Shift, Shifted, moved_to
from tests.stage_toy.state import (
    OTHER,
    SIDES,
    State,
    Table,
    dice_of,
    lob_of,
    lobbed_at,
    may_bury,
    may_shoot,
    roll_of,
    save_of,
    too_far,
    unseen,
)

NOT_THROWN = Throw(0)


def choosing(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if not table.state.open and side not in table.state.chosen:
            yield Possible(by=side, owed=True, secret=True)


def choose_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    away = Denied("run", Refusal("TOY-5", "nobody runs in this game", "stand or lie"))
    left = Step("TOY-5", f"{sum(map(len, table.state.stands.values()))} stands are left on the field")
    stances = {"brings": ("is hit on 4 and up", "is hit on 5 and up"), "denied": (away,), "reckoned": (left,)}
    yield Asks(Choose)("stance", **stances)


def burying(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if may_bury(table.state, side):
            yield Possible(by=side, secret=True)


def bury_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    # Only the seat's own side is ever offered this.
    yield Asks(Bury)("stand", among=table.state.stands[table.sides[0]])


def shooting(table: Table) -> Iterator[Possible]:
    refused = may_shoot(table.state)
    yield Possible(by=table.state.turn, barred=refused, lapses="the shot of this round is lost")


def holding(table: Table) -> Iterator[Possible]:
    yield Possible(by=table.state.turn, barred=may_shoot(table.state))


def shoot_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    able, enemies = table.state.stands[table.state.turn], table.state.stands[OTHER[table.state.turn]]
    ask = Asks(Shot)

    def row(shot: Told) -> Iterator[Ask | Refusal]:
        yield ask("firer", among=[one for one in able if one not in [other.get("firer") for other in told["shots"]]])
        yield ask("targets", among=enemies, least=1)
        found = apart(table.field, shot["firer"], shot["targets"]) if table.field else None
        yield ask("range_cm", proposals=(Proposal(found.value, Origin.MAP, found.whence),) if found else ())

    yield Asks(Shoot)("shots", row=row, least=1, most=len(able))
    yield Asks(Shoot)("steady")
    refusal = too_far([shot["range_cm"] for shot in told["shots"]])
    refusal = refusal or unseen(table.state, [(shot["firer"], shot["targets"]) for shot in told["shots"]])
    if refusal and not table.overruled:
        yield refusal
        return
    counts = [dice_of(shot["range_cm"]) for shot in told["shots"]]
    kept = [
        die for shot, count in zip(told["shots"], counts, strict=True) for die in lying_for(table.state, shot, count)
    ]
    yield ask("dice", per="shots", counts=counts, most=max(counts), kept=tuple(kept))


def drawing_up(table: Table) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.places and may_bury(table.state, side):
            yield Possible(by=side, where=AtHand.MORE)


def draw_up_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(DrawUp), MEADOW)
    side = table.sides[0]
    found = in_rank(side, table.state.stands[side], Spot(told["x_mm"], told["y_mm"]))
    if isinstance(found, Refusal):
        yield found


def shift_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    able, ask = table.state.stands[table.sides[0]], Asks(Shifted)

    def row(_so_far: Told) -> Iterator[Ask | Refusal]:
        taken = [one.get("stand") for one in told["stands"][:-1]]
        yield ask("stand", among=[one for one in able if one not in taken])
        yield from place_asks(ask, MEADOW)
        yield ask("facing_deg")

    yield Asks(Shift)("stands", row=row, least=1, most=len(able))
    found = moved_to(table.field, table.state.places, build(Shift, told))
    if isinstance(found, Refusal):
        yield found


def on_the_map(table: Table) -> Iterator[Possible]:
    """What is thrown at a place of the map: whoever is in turn may instead of shooting."""
    if table.state.places:
        yield Possible(by=table.state.turn, barred=may_shoot(table.state))


def smoke_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(LaySmoke), MEADOW)


def lob_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield from place_asks(Asks(Lob), MEADOW, CIRCLE_MM)
    under_it = lobbed_at(table.state, told["x_mm"], told["y_mm"])
    if isinstance(under_it, Refusal):
        yield under_it
        return
    count, name = len(under_it), lob_of(told["x_mm"], told["y_mm"])
    yield Asks(Lob)("dice", least=count, most=count, usual=NEEDED, kept=lying(table.state, name)[:count])


def lying_for(state: State, shot: Told, count: int) -> list[Throw]:
    """The dice of a shot that lie thrown already, in their places."""
    found = lying(state, roll_of(shot["firer"], shot["targets"]))[:count]
    return [*found, *[NOT_THROWN] * (count - len(found))]


def save_asks(table: Table, told: Told) -> Iterator[Ask | Refusal]:
    yield Asks(Save)("die", kept=lying(table.state, save_of(told["stand"]))[:1])


def picking(table: Table) -> Iterator[Possible]:
    if table.state.hittable:
        yield Possible(by=table.state.turn, owed=True)


def saving(table: Table) -> Iterator[Possible]:
    if table.state.hit:
        yield Possible({"stand": table.state.hit}, by=OTHER[table.state.turn], owed=True)


def replying(table: Table) -> Iterator[Possible]:
    if table.state.reply_due:
        yield Possible(by=OTHER[table.state.turn], owed=True)


DEEDS = (
    Deed("choose", "Choose a stance", Choose, choosing, choose_asks),
    Deed(
        "pick_hit",
        "Say who is hit",
        PickHit,
        picking,
        lambda table, told: iter([Asks(PickHit)("stand", among=table.state.hittable)]),
    ),
    Deed("save", "Save the stand", Save, saving, save_asks),
    Deed("reply", "Reply", Reply, replying, lambda table, told: iter([Asks(Reply)("agree")])),
    Deed("shoot", "Shoot", Shoot, shooting, shoot_asks),
    Deed("bury", "Bury the chest", Bury, burying, bury_asks),
    Deed("draw_up", "Draw up its rank", DrawUp, drawing_up, draw_up_asks, AtHand.MORE),
    Deed("shift", "Shift stands", Shift, drawing_up, shift_asks, AtHand.MORE),
    Deed("smoke", "Lay smoke", LaySmoke, on_the_map, smoke_asks, AtHand.MORE),
    Deed("lob", "Throw grenades", Lob, on_the_map, lob_asks),
    Deed("hold_fire", "Hold fire", HoldFire, holding, nothing, AtHand.ON),
)
