"""The data of the play screen, and its adapter for a rule system."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol

from pydantic import BaseModel, Field

from app.games.open_game import OpenGame
from app.maps.layers import Overlay, PlacedStand
from app.play.command_responses import MeetingShown, OddsShown, StageShown
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Actor, Role
from rules.tabletop.table_coordinates import Squares
from rules.tabletop.terrain import Table

# The length of a game


class EndNow(StrEnum):
    """How a turn stands to the length that was settled for its game."""

    NOT_YET = ""
    LAST = "last"
    OVER = "over"


# The play screen as JSON


class MarkShown(BaseModel):
    """What lies on a stand beside its suppression."""

    kind: str = Field(description="the sign that is drawn", examples=["wire"])
    says: str = Field(description="that in words", examples=["on the wire"])


class CoverShown(BaseModel):
    """The cover of a stand, and where it is known from."""

    short: str = Field(description="its letter", examples=["M"])
    says: str = Field(description="in words", examples=["Medium"])
    origin: str = Field(description="measured, map, remembered or assumed")


class CounterShown(BaseModel):
    """One stand."""

    id: str = Field(description="its id")
    short: str = Field(description="what stands on its counter", examples=["1"])
    name: str = Field(description="its name in full", examples=["1st Platoon, A Company"])
    brief: str = Field(description="that where room is scarce", examples=["1st Platoon, A Coy"])
    unit: str = Field(description="the unit that it belongs to")
    levels: int = Field(description="levels of suppression on it")
    out: bool = Field(description="whether it is out of the game")
    head: bool = Field(description="whether it is a commander")
    cover: CoverShown | None = Field(description="its cover where something is known of it")
    marks: list[MarkShown] = Field(description="what else lies on it")
    state: str = Field("", description="of a gun, how it stands, in a word", examples=["ready"])


class RowShown(BaseModel):
    """Stands that are pointed at together: a company, or the weapons of a battalion."""

    label: str = Field(description="its letter or number", examples=["A"])
    name: str = Field(description="its name", examples=["A Company"])
    unit: str = Field(description="the unit that acts as one; empty where each stand does by itself")
    state: str = Field(description="how it stands in this step, in words")
    levels: int = Field(description="the most levels on any of its stands")
    counters: list[CounterShown] = Field(description="its stands")
    last: list[CounterShown] = Field(description="those that stand in the last column: weapons and commanders")


class BlockShown(BaseModel):
    """A battalion, or what stands beside the battalions."""

    key: str = Field(description="what tells it from the others")
    name: str = Field(description="its name", examples=["1st Pals"])
    quality: str = Field(description="its quality in words")
    strength: str = Field(description="what is left of it", examples=["13 of 16"])
    loose: bool = Field(description="whether it holds no companies: its stands are one row")
    away: bool = Field(description="whether it is off the table, or gone: its name says all")
    rows: list[RowShown] = Field(description="its rows")
    left: int = Field(0, description="how many of those that are counted are left")
    begun: int = Field(0, description="how many there were; 0 where nobody counts them, or the seat cannot")
    tests_at: list[int] = Field([], description="it is tested as soon as no more than so many are left", examples=[[8]])
    owes: str = Field("", description="what it owes now, in a word", examples=["test due, 50%"])


class FaceShown(BaseModel):
    """The stands of one side, as this seat may know of them."""

    side: str = Field(description="the side", examples=["{first_side}"])
    name: str = Field(description="its name", examples=["British"])
    letter: str = Field(description="its letter", examples=["B"])
    nation: str = Field(description="its nation, which chooses its colour and shape", examples=["british"])
    own: bool = Field(description="whether the seat speaks for it")
    blocks: list[BlockShown] = Field(description="its battalions, and what stands beside them")


class StepShown(BaseModel):
    """One step of the turn."""

    number: str = Field(description="its number in the book", examples=["6 IV"])
    words: str = Field(description="its name where room is scarce", examples=["Companies"])
    full: str = Field(description="its name in full", examples=["Rifle companies"])
    small: str = Field(description="why it is passed over, where it is")
    state: str = Field(description="done, now, next, todo or none", examples=["now"])
    sub: bool = Field(description="whether it is part of a phase")


class UnitShown(BaseModel):
    """A unit that acts in this step."""

    id: str = Field(description="its id")
    name: str = Field(description="its name", examples=["A Company"])
    short: str = Field(description="its name where room is scarce", examples=["A"])
    state: str = Field(description="how it stands: to order, 2 actions left, done", examples=["to order"])
    left: int = Field(description="actions that are left to it")
    levels: int = Field(description="the most levels on any of its stands")
    stands: list[str] = Field(description="its stands")


class TagShown(BaseModel):
    """An outcome in one word."""

    kind: str = Field(description="killed, suppressed, none, good, some, more or most")
    word: str = Field(description="the word", examples=["suppressed"])


class LineShown(BaseModel):
    """One line of a reckoning."""

    value: str = Field(description="what it adds; empty where it adds nothing", examples=["+1"])
    says: str = Field(description="the reason")
    clause: str = Field(description="the clause of the rules")


class ResultRowShown(BaseModel):
    """What one die, or the dice at one stand, came to."""

    dice: list[int] = Field(description="the faces that fell")
    name: str = Field(description="whom it concerns")
    reckoning: str = Field(description="how it was reckoned", examples=["4 - 1 = 3 in Soft"])
    tags: list[TagShown] = Field(description="what it came to")
    lines: list[LineShown] = Field(description="the reasons, by clause")
    stand: str = Field(description="the stand that it concerns; empty where there is none")


class ResultShown(BaseModel):
    """What a deed with dice came to."""

    number: int = Field(description="the event's number in the seat's own numbering")
    kind: str = Field(description="the kind of the event")
    label: str = Field(description="whose deed it was, and which", examples=["1st Vickers, fire"])
    headline: str = Field(description="the outcome in few words", examples=["1 killed, 2 suppressed"])
    small: str = Field(description="what is left, or how it stands now")
    rows: list[ResultRowShown] = Field(description="die by die")
    said: str = Field(description="what follows, in a sentence; empty where nothing does")
    side: str = Field(description="the side that did it")
    unit: str = Field(description="the unit that did it; empty where none did")
    changed: list[str] = Field(description="the stands that it changed")
    command: str = Field(description="the id of its command")
    dice: int = Field(description="how many dice fell")
    dealt: bool = Field(False, description="whether they were told by count, and dealt by lot among stands alike")
    between: list[str] = Field(
        [],
        description="of two dice that met: the stand of each, in the order of the dice; empty for one without a stand",
    )


class SaidShown(BaseModel):
    """One sentence of the log."""

    number: int = Field(description="its number in the seat's own numbering")
    says: str = Field(description="the sentence")
    side: str = Field(description="whose it is")
    gone: bool = Field(description="whether it was taken back")
    begins: bool = Field(False, description="whether a step or a turn begins or ends with it: nobody did anything yet")
    at: str = Field("", description="when it was written, in UTC", examples=["2026-11-21T14:03:07.250Z"])


class BackShown(BaseModel):
    """The newest deed that this seat may take back."""

    command: str = Field(description="the id of its command")
    name: str = Field(description="what it was", examples=["A Company's order"])
    dice: list[int] = Field(description="the dice that stay thrown")
    asks: bool = Field(description="whether somebody else has to agree")
    written: bool = Field(False, description="whether it is written beside the log, and counts with Ready")


class RequestShown(BaseModel):
    """A request that waits for an answer."""

    says: str = Field(description="what is asked")
    side: str = Field(description="who asks")


class DeletionShown(BaseModel):
    """A request to delete the game that not every side has agreed to."""

    by: str = Field(description="the name of the host who asks; may be empty", examples=["Ann"])
    waiting_for: list[str] = Field(description="the seats that have not agreed yet, by name", examples=[["German"]])
    is_asked: bool = Field(description="whether this seat has to answer")
    is_host: bool = Field(description="whether this seat asks itself, and may withdraw it")


class MistypedShown(BaseModel):
    """A die of the newest deed may still be read again."""

    command: str = Field(description="the id of its command")
    until_ms: int = Field(description="for so many milliseconds more")


class WayShown(BaseModel):
    """A page of the game beside its table."""

    sign: str = Field(description="the sign that is drawn", examples=["map"])
    says: str = Field(description="what it is", examples=["Map"])
    address: str = Field(description="where it is", examples=["/games/1/map"])
    now: bool = Field(False, description="whether it is wanted at this moment, and stands on the card too")
    deed: str = Field("", description="the kind of the deed that is done there, where one is", examples=["set_table"])


class SheetLineShown(BaseModel):
    """One thing that lies on the table or is in force."""

    says: str = Field(description="in words", examples=["Wind: 10 cm, straight ahead of the {first_side}"])
    clause: str = Field(description="the clause behind it; empty where none is", examples=["FF-GAS-13"])


class ScoreShown(BaseModel):
    """What each side has won so far."""

    says: str = Field(description="of what", examples=["Objectives"])
    points: dict[str, int] = Field(
        description="how many, by the side", examples=[{"{first_side}": 0, "{last_side}": 3}]
    )


class StretchShown(BaseModel):
    """Part of a section of the table."""

    kind: str = Field(description="now, before or danger")
    says: str = Field(description="that in a word", examples=["now"])
    from_cm: float = Field(description="where it begins, in centimetres")
    to_cm: float = Field(description="where it ends, in centimetres")


class MarkedShown(BaseModel):
    """A place by which one knows where one is on a section of the table."""

    at_cm: float = Field(description="where it is, in centimetres")
    says: str = Field(description="its name", examples=["Adler Trench"])
    side: str = Field(description="who holds it; empty where nobody does")


class SectionShown(BaseModel):
    """The table from the side, in cm up from an edge: what lies across the whole of it."""

    id: str = Field(description="what it is of, as deeds name it", examples=["{first_side}.barrage1"])
    title: str = Field(description="where it lies", examples=["It lies 53 to 73 cm"])
    small: list[str] = Field(description="what else one must know", examples=[["danger strip", "47 to 53 cm"]])
    least_cm: float = Field(description="where the drawing begins, in centimetres")
    most_cm: float = Field(description="where it ends, in centimetres")
    bands: list[StretchShown] = Field(description="what lies on it")
    marks: list[MarkedShown] = Field(description="places by which one finds one's way")


class SheetShown(BaseModel):
    """What lies on the table or is in force beside the stands, of one kind."""

    title: str = Field(description="of what kind", examples=["Gas"])
    lines: list[SheetLineShown] = Field(description="each of them")
    sections: list[SectionShown] = Field([], description="those that lie across the table, drawn from the side")


class HampersShown(BaseModel):
    """What hampers a stand, as its counter shows it."""

    word: str = Field(description="in a word", examples=["suppressed"])
    most: int = Field(description="how many levels of it there are; 1: a stand is hampered or is not")


class SceneShown(BaseModel):
    """All that the screen of play shows at one number of the seat's log."""

    number: int = Field(description="the number in the seat's own numbering at which this stands")
    hash: str = Field(description="of what the seat may know")
    role: str = Field(description="who sits here")
    sides: list[str] = Field(description="the sides that the seat speaks for")
    title: str = Field(description="the name of the game")
    turn: str = Field(description="the turn in words", examples=["Turn 3"])
    step: StepShown | None = Field(description="the step in hand")
    whose: str = Field(description="the side in turn; empty where none is")
    whose_name: str = Field(description="its name")
    steps: list[StepShown] = Field(description="the steps of the turn")
    faces: list[FaceShown] = Field(description="the sides' stands, the seat's own first")
    units: list[UnitShown] = Field(description="the seat's own units that act in this step, in their order")
    stage: StageShown = Field(description="what is owed and offered, and whom the seat waits for")
    results: list[ResultShown] = Field(description="what deeds with dice came to in this step, oldest first")
    lines: list[SaidShown] = Field(description="the newest of the log, newest first")
    back: BackShown | None = Field(description="what Take back means now")
    request: RequestShown | None = Field(description="what this seat is asked to agree to")
    asking: RequestShown | None = Field(
        description="what this seat has asked for itself; of who only looks on, what any seat has"
    )
    mistyped: MistypedShown | None = Field(description="whether a die may still be read again")
    others: int = Field(description="1 where another side's device sits at the game, or a referee's; else 0")
    closed: bool = Field(description="whether the game is closed")
    declined: RequestShown | None = Field(None, description="who said no to what this seat asked last")
    ways: list[WayShown] = Field([], description="the pages of the game beside its table")
    sheets: list[SheetShown] = Field([], description="what lies on the table or is in force beside the stands")
    has_map: bool = Field(False, description="whether its table is drawn: the board has a map")
    score: ScoreShown | None = Field(None, description="what the sides have won so far, where that is counted")
    end: str = Field("", description="last: this turn is the last of the game; over: that is over; else empty")
    hampers: HampersShown = Field(
        HampersShown(word="hampered", most=1), description="what hampers stands in this game, and in how many levels"
    )
    deletion: DeletionShown | None = Field(None, description="a request to delete the game, while it is open")


@dataclass(frozen=True, slots=True)
class TurnNow:
    """Where a game stands: its turn in words, the side in turn and its name, the steps, and what was won so far.

    `end`: whether this is the last turn of the length that was settled, or that is over: players may go on.
    """

    turn: str = ""
    whose: str = ""
    whose_name: str = ""
    steps: tuple[StepShown, ...] = ()
    score: ScoreShown | None = None
    end: EndNow = EndNow.NOT_YET


@dataclass(frozen=True, slots=True)
class Drag:
    """A deed that dragging a stand may be; its field `rows` tells where stands are, by the fields of a place."""

    kind: str
    rows: str


@dataclass(frozen=True, slots=True)
class OnGround:
    """The table of a game and what a seat knows to stand and lie on it. `far` is the side at its far edge.

    `squares`: the grid with references that its rules measure by, where they have one. `drags`: the deeds that
    dragging a stand may be, the first that is offered of its unit or side.
    """

    name: str
    table: Table
    stands: Sequence[PlacedStand] = ()
    overlays: Sequence[Overlay] = ()
    far: str = ""
    squares: Squares | None = None
    drags: Sequence["Drag"] = ()


class Scenery(Protocol):
    """What only a rule system knows of its screen. Everything comes from what the seat may know: its view, its log."""

    def as_seen(self, game: OpenGame, role: Role, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The view that all else is drawn from, without numbers that would tell of what is hidden."""
        ...

    def place(self, view: Mapping[str, Any]) -> TurnNow:
        """Turn, side in turn and steps."""
        ...

    def hampers(self) -> HampersShown:
        """What hampers a stand, and in how many levels."""
        ...

    def faces(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[FaceShown]:
        """The stands of every side as counters; `sides`: those that the seat speaks for, which come first."""
        ...

    def units(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[UnitShown]:
        """The seat's own units that act in this step."""
        ...

    def result(self, view: Mapping[str, Any], told: Mapping[str, Any], event: object) -> ResultShown | None:
        """What an event with dice came to, as the seat was told of it; None for one without.

        `event` is the event itself, of which a seat is told no less than that it happened.
        """
        ...

    def begins_step(self, told: Mapping[str, Any]) -> bool:
        """Whether an event ends what the results of the step before are shown for."""
        ...

    def ways(self, view: Mapping[str, Any], game_id: str) -> list[WayShown]:
        """The pages that the system has for a game beside its table."""
        ...

    def sheets(self, view: Mapping[str, Any]) -> list[SheetShown]:
        """What lies on the table or is in force beside the stands."""
        ...

    def has_map(self, view: Mapping[str, Any]) -> bool:
        """Whether the table is drawn on a map."""
        ...

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        """What a role knows of the table and of who stands on it; None where no table is drawn."""
        ...

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        """Every die that a command would throw, in the order in which they are read."""
        ...

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        """Of a command whose die meets one of another side: what each pair brings; None of any other."""
        ...
