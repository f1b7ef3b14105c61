"""Routes of forces as JSON, and new games of two forces."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from app.documents.document_repository import DocumentKind, DocumentShelf, KeptDocument
from app.documents.forces import (
    FORCES,
    BuiltForce,
    BuiltId,
    ForceShown,
    ForcesOffered,
    GameAsked,
    ListedForce,
    kind_of,
    listed,
    listed_of,
    no_such_force,
    owned_by_this_device,
)
from app.documents.ownership import key_of
from app.documents.routes import (
    ONE_LINE,
    SMALL,
    DocumentRoutes,
    DocumentUse,
    RouteWords,
    at_once,
    is_this_devices,
    not_fitting,
    of_system,
    system_asked,
)
from app.games.app_services import keeper_of
from app.http.bodies import Strict, shown_as
from app.http.guards import anyone
from app.http.openapi_fragments import Examples, body, body_of_save, documented, file_of, one
from app.http.problem_details import Problem
from app.lookups.vocabulary import month_words
from app.pages.form_fields import months
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role
from rules.kernel.serialization import NotFitting

# A game of two forces

LONGEST_TITLE: Final = 80
Short = Annotated[str, Field(max_length=40)]


class RuleChosen(Strict):
    """A house rule of the game."""

    ruling: Short = Field(description="the contested point")
    option: Short = Field(description="the answer that is chosen")


class GameOfTwoWanted(Strict):
    """A game of two saved forces, as far as its form is filled in."""

    forces: dict[Short, Short] = Field(max_length=4, description="the id of a saved force by the word of its side")
    title: str = Field("", max_length=LONGEST_TITLE, description="what the game is called; left out: after its forces")
    date: str = Field("", max_length=7, description="the month of the game; left out: that of both forces")
    length: int | None = Field(None, ge=1, description="after how many turns it is over; left out: no limit")
    table: Short = Field("", description="the id of a table of the library; left out: none is laid yet")
    options: dict[Short, Short] = Field({}, max_length=12, description="the answers of the system's own fields")
    house_rules: list[RuleChosen] | None = Field(
        None, max_length=200, description="those of the game; left out: those of its forces"
    )


class WrongInGame(BaseModel):
    """Something that prevents a game, or that its rules would have otherwise."""

    where: str = Field(description="what it is about")
    because: str = Field(description="what is wrong")
    instead: str = Field(description="what would be right")


class SideOfTwo(BaseModel):
    """One of the two forces."""

    side: str = Field(description="the word of the side")
    says: str = Field(description="how strong it is, in words")


class GameOfTwo(BaseModel):
    """A game of two forces as far as it is chosen; `command` begins it, once nothing prevents it."""

    sound: bool = Field(description="whether it can be opened")
    strength: str = Field(description="how strong the forces are beside each other, in words")
    date: str = Field(description="the month of the game; empty: it has to be chosen")
    title: str = Field(description="what it is called")
    wrong: list[WrongInGame] = Field(description="what prevents it, and what the rules would have otherwise")
    sides: list[SideOfTwo] = Field(description="the forces that are chosen")
    house_rules: list[RuleChosen] = Field(description="the house rules of the game")
    command: Mapping[str, Any] | None = Field(description="what begins it, to be sent with a new game")


EXAMPLES: Final = {
    "empty": {"summary": "Nothing chosen yet", "value": {"forces": {"attacker": "", "defender": ""}}},
}
Wanted = Annotated[GameOfTwoWanted, Body(openapi_examples=dict(EXAMPLES))]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The forces that are chosen, by the words of their sides, in the order of the sides."""

    forces: Mapping[str, KeptDocument[ListedForce, object]]
    sides: Sequence[str]

    @property
    def complete(self) -> bool:
        """Whether every side has one."""
        return len(self.forces) == len(self.sides)


def new_game_router(offered: ForcesOffered, use: DocumentUse[ListedForce, object]) -> APIRouter:
    """The route that checks a game of two saved forces."""
    router = APIRouter(prefix=f"/api/v1/{offered.key}", tags=["forces"])

    @router.post(
        "/game-of-forces",
        dependencies=[Depends(anyone)],
        max_body_size=SMALL * 4,
        name=f"{offered.operations}game_of_forces",
        response_description="What prevents the game, how strong its forces are, and what begins it",
        responses=documented(),
    )
    def game_of_forces(wanted: Wanted, request: Request) -> GameOfTwo:
        """Check a game of two saved forces before it is opened; nothing is kept."""
        sides = list(offered.sides)
        shelf = use.shelf(keeper_of(request))
        kept = {side: shelf.get(name) for side in sides if (name := wanted.forces.get(side, ""))}
        chosen = Chosen({side: one for side, one in kept.items() if one is not None}, sides)
        no_table = bool(wanted.table) and keeper_of(request).tabletops.get(wanted.table) is None
        return checked(offered, chosen, wanted, no_table)

    return router


def checked(offered: ForcesOffered, chosen: Chosen, wanted: GameOfTwoWanted, no_table: bool = False) -> GameOfTwo:
    """Return what prevents a game of two forces, how strong they are, and the command that begins it."""
    own = [one.document for one in chosen.forces.values()]
    date = wanted.date or date_of([offered.counted(force).date for force in own])
    is_known = date in map(str, months(offered.new_game.questions()))
    forces = [offered.new_game.dated(force, date) if is_known else force for force in own]
    rules = _rules(offered, forces, wanted)
    title = wanted.title.strip() or " against ".join(offered.counted(force).name for force in forces)[:LONGEST_TITLE]
    wrong = list(_findings(offered, forces)) + list(_missing(offered, chosen, date))
    prevents = list(_out_of_bounds(offered, wanted, date))
    if no_table:
        prevents.append(WrongInGame(where="table", because="it is not in the library", instead="choose another"))
    wrong += prevents
    command = None
    if chosen.complete and date and not prevents:
        try:
            asked = GameAsked(title, date, wanted.length, wanted.options, tuple(rules))
            command = dict(offered.new_game.opening(forces, asked))
            if wanted.table:
                command["table"] = {"id": wanted.table}
        except NotFitting as bad:
            first = bad.wrong[0]
            wrong.append(WrongInGame(where=first.of, because=first.because, instead=first.instead))
    return GameOfTwo(
        sound=command is not None,
        strength=_strength(offered, chosen),
        date=date,
        title=title,
        wrong=wrong,
        sides=[SideOfTwo(side=side, says=_says(offered, one.document)) for side, one in chosen.forces.items()],
        house_rules=[RuleChosen(ruling=one.ruling, option=one.option) for one in rules],
        command=command,
    )


def date_of(dates: Sequence[str]) -> str:
    """Return the month that forces have in common; empty where they differ, so that somebody has to choose."""
    return dates[0] if len(set(dates)) == 1 else ""


def _missing(offered: ForcesOffered, chosen: Chosen, date: str) -> Sequence[WrongInGame]:
    """What is still to be chosen."""
    found = [
        WrongInGame(where=side, because="no force is chosen", instead="choose one that is saved here")
        for side in chosen.sides
        if side not in chosen.forces
    ]
    if chosen.complete and not date:
        dates = {offered.counted(one.document).date for one in chosen.forces.values()}
        of = " and ".join(month_words(one) for one in sorted(dates))
        found.append(
            WrongInGame(where="date", because=f"the forces are of {of}", instead="choose the month of the game")
        )
    return found


def _out_of_bounds(offered: ForcesOffered, wanted: GameOfTwoWanted, date: str) -> Iterator[WrongInGame]:
    """The month or the length, if no game of the system has it."""
    known = [str(month) for month in months(offered.new_game.questions())]
    if date and date not in known:
        instead = f"choose one from {month_words(known[0])} to {month_words(known[-1])}"
        yield WrongInGame(where="date", because=f"the rules know no {date}", instead=instead)
    most = offered.new_game.length.most
    if wanted.length is not None and wanted.length > most:
        instead = f"give 1 to {most}, or leave it empty"
        yield WrongInGame(where="length", because=f"no game lasts {wanted.length}", instead=instead)


def _findings(offered: ForcesOffered, forces: Sequence[object]) -> Sequence[WrongInGame]:
    """What the rules would have otherwise; of a force that fights itself once."""
    different = [force for n, force in enumerate(forces) if force not in forces[:n]]
    return [
        WrongInGame(where=offered.counted(force).name, because=one.says, instead=one.instead)
        for force in different
        for one in offered.findings(force)
        if one.grave
    ]


def _rules(offered: ForcesOffered, forces: Sequence[object], wanted: GameOfTwoWanted) -> Sequence[HouseRule]:
    """The house rules that are chosen; while nobody has chosen, those of the forces, the attacker's first."""
    if wanted.house_rules is not None:
        return [HouseRule(one.ruling, one.option) for one in wanted.house_rules]
    found: dict[str, HouseRule] = {}
    for force in forces:
        for rule in offered.new_game.own_rules(force):
            found.setdefault(rule.ruling, rule)
    return list(found.values())


def _strength(offered: ForcesOffered, chosen: Chosen) -> str:
    if not chosen.complete:
        return "Choose a force for each side"
    return " against ".join(f"{offered.counted(one.document).bases} bases" for one in chosen.forces.values())


def _says(offered: ForcesOffered, force: object) -> str:
    one = offered.counted(force)
    formations = f"{one.formations} formation{'' if one.formations == 1 else 's'}"
    return f"{one.name}, {month_words(one.date)}: {formations}, {one.bases} bases in all"


def roles(sides: Sequence[str]) -> list[dict[str, str]]:
    """The seats that whoever sets up a game may take."""
    return [{"value": word, "word": word.capitalize()} for word in (Role.REFEREE.value, *sides)]


# The forces of one rule system as JSON

ForceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=ONE_LINE)]
BuiltKept = KeptDocument[ListedForce, Any]


class BuiltForceWanted(Strict):
    """A force to be built, or a copy: what it shall be called."""

    name: ForceName = Field(description="what the force is called, on one line")


NAMED: Final = {"named": {"summary": "A name", "value": {"name": "The old guard"}}}
WantedName = Annotated[BuiltForceWanted, Body(openapi_examples=dict(NAMED))]


def use_of(offered: ForcesOffered) -> DocumentUse[ListedForce, Any]:
    """The saved forces of a system as one use of kept documents."""

    def columns(force: Any) -> Mapping[str, Any]:
        one = offered.counted(force)
        size = {"battalions": one.formations, "stands": one.bases}
        return {"name": one.name, "nation": "", "date": one.date, **size}

    kind = DocumentKind(FORCES, ListedForce, offered.read, offered.write, columns)

    def read(_request: Request, document: bytes) -> Any:
        try:
            return offered.read(document)
        except NotFitting as bad:
            raise Problem(no_force(bad)) from None

    return DocumentUse(
        "force",
        kind_of(offered),
        lambda keeper: DocumentShelf(keeper.database.engine, kind, offered.key),
        read,
        offered.write,
        no_such_force,
        instead="look at what stands there now, and make the change again",
        elsewhere="this force was made on another device: copy it, and change the copy",
    )


def no_force(bad: NotFitting) -> Any:
    """Why a document is no force: the first fault as every problem tells it, and all of them by what they are about."""
    return not_fitting("That cannot be read", "of", bad)


def built(offered: ForcesOffered, kept: BuiltKept, is_yours: bool) -> BuiltForce:
    """A force as it is answered: with what the rules say of it and what it comes to."""
    return shown_as(
        BuiltForce,
        kept.listed,
        is_yours=is_yours,
        findings=list(offered.findings(kept.document)),
        sums=list(offered.sums(kept.document)),
        document=json.loads(offered.write(kept.document)),
    )


def _named(built_id: BuiltId) -> str:
    return built_id


def _called(wanted: WantedName) -> str:
    return wanted.name


def force_router(offered: ForcesOffered) -> APIRouter:
    """The addresses of one system's forces."""
    router = APIRouter(prefix=f"/api/v1/{offered.key}/forces", tags=["forces"])
    use = use_of(offered)

    def answered(kept: BuiltKept, is_yours: bool) -> BuiltForce:
        return built(offered, kept, is_yours)

    routes = DocumentRoutes(
        use,
        router,
        _named,
        writes=[Depends(use.maker("built_id"))],
        most_bytes=offered.most_bytes,
        new=answered,
        saved=at_once(answered),
        new_model=BuiltForce,
        saved_model=BuiltForce,
        owner=owned_by_this_device,
    )
    _add_one_and_new(routes, offered)
    _add_others(routes, offered)
    every = APIRouter()
    every.include_router(router)
    every.include_router(new_game_router(offered, use))
    return every


def _add_one_and_new(routes: DocumentRoutes[ListedForce, Any], offered: ForcesOffered) -> None:
    @routes.router.get(
        "/{built_id}",
        dependencies=[Depends(anyone)],
        name=f"{offered.operations}one_force",
        response_description="The force, what the rules say of it, and what it comes to",
        responses=documented(404),
    )
    def one_force(built_id: BuiltId, request: Request) -> BuiltForce:
        """One force, whole, with what the rules would have otherwise and its sums."""
        kept = routes.use.found(request, built_id)
        return built(offered, kept, is_this_devices(kept, request))

    @routes.router.post(
        "",
        status_code=201,
        dependencies=[Depends(anyone)],
        max_body_size=SMALL,
        name=f"{offered.operations}new_force",
        response_model=BuiltForce,
        response_description="The force, with nothing in it; this device may change it",
        responses=documented(429, 507),
    )
    def new_force(wanted: WantedName, request: Request, response: Response) -> Any:
        """Begin a force with nothing in it; this device may change it."""
        return routes.add_new(offered.fresh(wanted.name), request, response)


def _add_others(routes: DocumentRoutes[ListedForce, Any], offered: ForcesOffered) -> None:
    named, document = offered.operations, {"$ref": f"#/components/schemas/{offered.schema}"}
    routes.add_file(
        RouteWords(
            f"{named}file_of_force",
            "One force as a file, to keep, to share, or to take to another server.",
            "The force as an open document of its system",
        ),
        file_of(document),
        below="/file",
    )
    routes.add_import(
        RouteWords(
            f"{named}bring_force",
            "Take in a force from a file, as a whole or not at all; this device may change it.",
            "The force; this device may change it",
        ),
        body(document, _small(offered.sample), "what `file_of_force` gave, here or elsewhere"),
    )
    routes.add_copy(
        RouteWords(
            f"{named}copy_force",
            "Copy a force, whoever made it, to change the copy.",
            "The copy; this device may change it",
        ),
        _called,
        offered.renamed,
    )
    routes.add_save(
        RouteWords(
            f"{named}save_force",
            "Keep a force as it is now. What was saved from elsewhere meanwhile is not overwritten: 409, `stands`.",
            "It is kept as it was sent; what the rules say of it now",
        ),
        body_of_save(
            document,
            _small({"revision": 1, "document": dict(offered.sample)}),
            "the whole force as it shall be, and which revision it was made from",
        ),
    )
    routes.add_delete(
        RouteWords(
            f"{named}delete_force",
            "Throw a force away. Games that were begun with it have their own copy.",
            "It is gone",
        )
    )


def _small(value: Mapping[str, Any]) -> Examples:
    return one("small", "A small force", dict(value))


# The list of saved forces

listing_router = APIRouter(prefix="/api/v1/forces", tags=["forces"])
OfSystem = Annotated[str, of_system("forces")]


@listing_router.get(
    "",
    dependencies=[Depends(anyone)],
    response_description="The forces, newest change first",
    responses=documented(422),
)
def every_force(request: Request, system: OfSystem = "") -> list[ForceShown]:
    """Every force that was saved on this server."""
    return forces_of(request, system_asked(request, system))


def forces_of(request: Request, system: str) -> list[ForceShown]:
    """The saved forces of a system, as this device is shown them."""
    key = key_of(request)
    return [listed(one, one.is_made_by(key)) for one in listed_of(keeper_of(request).database.engine, system)]
