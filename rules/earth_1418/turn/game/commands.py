"""What a seat asks for of setting up and of the steps. The kinds and fields are stored for ever."""

from rules.earth_1418.forces.written import FormationWritten
from rules.earth_1418.game.state import EarthState
from rules.kernel.chapters import BeginsGame
from rules.kernel.record import Judgement
from rules.kernel.resolve import fact
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEarth(BeginsGame):
    """Set up a game: a ready one by its name, or with forces of one's own."""

    scenario: str = fact("the ready game; empty for forces of one's own", default="")
    title: str = fact("what it is called", default="", longest=80)
    date: str = fact("the month of the game", default="1915-05")
    house_rules: tuple[HouseRule, ...] = fact("the house rules of the game", default=())
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_value: float | None = fact("the scenario's wind value", default=None, least=0, most=12)
    bounds: int | None = fact("after how many bounds it is over; none: nobody says", default=None, least=1, most=99)
    formations: tuple[FormationWritten, ...] = fact("the formations of both sides", default=(), longest=24)
    on_table: bool = fact("the table of the ready game is laid, and its sub-units stand on it", default=False)
    table: LaidTable | None = fact("the table that is laid for a game of forces; none: no table yet", default=None)

    def begun(self, state: EarthState) -> Judgement:
        """The forces as they begin; what is read of ready games is loaded with the first one."""
        from rules.earth_1418.turn.game.creating import create

        return create(state, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady:
    """A side is ready with its commands, or with its plans of this step. Who has no plan stays put.

    `written` are its drafts, each with its `kind`, in the order in which they were written.
    """

    side: str = fact("who is ready")
    written: tuple[dict[str, object], ...] = fact(
        "its drafts, as they were sent: the keeper of the game puts them in", default=(), longest=400
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStep:
    """A side has nothing more to do in this step; the second that says so closes it."""

    side: str = fact("who closes it")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSubUnits:
    """Take sub-units out of a game that has not begun to be played."""

    units: tuple[str, ...] = fact("the sub-units that are removed", fewest=1, longest=200)
