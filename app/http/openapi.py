"""The OpenAPI description of the service, with the links between operations."""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import field
from typing import Any, Final

from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import BaseRoute

from app.documents.ownership import Holds, MadeHere
from app.documents.table_routes import components as components_of_tables
from app.games.game_schemas import any_command, components_of, name_seats, roles_of, with_sides
from app.games.json_codec import System
from app.games.system_extensions import Examples
from app.http.guards import Guard
from app.http.openapi_fragments import SCHEMA, always, told
from app.http.problem_details import JSON, PROBLEM
from app.http.rate_limits import kind_of
from app.lookups.lookup_schemas import spread_questions
from app.plugins import Plugins
from app.system_service import service_of
from rules.kernel.frozen_dataclasses import dataclass

# Links between operations

IN_ANSWER: Final = "$response.body#/"
SAME_GAME: Final[Mapping[str, str]] = {"game_id": "$request.path.game_id"}
SAME_PLAN: Final[Mapping[str, str]] = {"plan_id": "$request.path.plan_id"}
SAME_SCENARIO: Final[Mapping[str, str]] = {"scenario_id": "$request.path.scenario_id"}
SAME_FORCE: Final[Mapping[str, str]] = {"force_id": "$request.path.force_id"}
SAME_TABLE: Final[Mapping[str, str]] = {"table_id": "$request.path.table_id"}


@dataclass(frozen=True, slots=True)
class Follow:
    """A request that may follow an answer: its operation, and where its parameters and its body come from."""

    operation: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: object = None


def _at_the_game(*operations: str) -> tuple[Follow, ...]:
    return tuple(Follow(one, {"game_id": f"{IN_ANSWER}game_id"}) for one in operations)


def _at_the_same_game(*operations: str) -> tuple[Follow, ...]:
    return tuple(Follow(one, SAME_GAME) for one in operations)


def _of_the_table() -> tuple[Follow, ...]:
    of_it = {"table_id": f"{IN_ANSWER}id"}
    saved = Follow("save_tabletop", of_it, {"revision": f"{IN_ANSWER}revision"})
    return (
        saved,
        *(Follow(one, of_it) for one in ("one_tabletop", "copy_tabletop", "rename_tabletop", "delete_tabletop")),
    )


def _of_the_plan() -> tuple[Follow, ...]:
    of_it = {"plan_id": f"{IN_ANSWER}id"}
    saved = Follow("save_fire_plan", of_it, {"revision": f"{IN_ANSWER}revision"})
    others = ("seal_fire_plan", "one_fire_plan", "file_of_fire_plan", "copy_fire_plan", "delete_fire_plan")
    return (saved, *(Follow(one, of_it) for one in others))


def built_force_links(named: str) -> Mapping[str, tuple[Follow, ...]]:
    """What may follow an answer about a force that the core builds; `named`: how the operations of its system begin."""
    of_it, same = {"built_id": f"{IN_ANSWER}id"}, {"built_id": "$request.path.built_id"}
    saved = Follow(
        f"{named}save_force", of_it, {"revision": f"{IN_ANSWER}revision", "document": f"{IN_ANSWER}document"}
    )
    others = tuple(
        Follow(f"{named}{one}", of_it) for one in ("one_force", "file_of_force", "copy_force", "delete_force")
    )
    made = {f"{named}{one}": (saved, *others) for one in ("new_force", "bring_force", "copy_force")}
    return {
        **made,
        f"{named}one_force": (Follow(f"{named}copy_force", same),),
        f"{named}file_of_force": (Follow(f"{named}bring_force", {}, "$response.body"),),
        f"{named}save_force": (Follow(f"{named}one_force", same), Follow(f"{named}delete_force", same)),
    }


def _of_the_force() -> tuple[Follow, ...]:
    of_it = {"force_id": f"{IN_ANSWER}id"}
    saved = Follow("save_force", of_it, {"revision": f"{IN_ANSWER}revision"})
    others = ("one_force", "file_of_force", "copy_force", "delete_force")
    return (saved, *(Follow(one, of_it) for one in others))


NO_MORE: Final[Mapping[str, tuple[Follow, ...]]] = {}
SEATED: Final = ("look", "available_commands", "read_log", "dice", "head", "my_seat")
HOSTED: Final = (
    *SEATED,
    "export",
    "invite",
    "invitations",
    "make_recovery_code",
    "devices",
    "close",
    "request_deletion",
)

# By the operation that was answered.
FOLLOWS: Final[Mapping[str, tuple[Follow, ...]]] = {
    "create": _at_the_game(*HOSTED),
    "bring_back": _at_the_game(*HOSTED),
    "join": _at_the_game(*SEATED),
    "mine": tuple(Follow(one, {"game_id": f"{IN_ANSWER}0/game_id"}) for one in ("look", "read_log")),
    "look": (
        Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}),
        *_at_the_same_game("available_commands", "head"),
    ),
    "available_commands": _at_the_same_game("prompts"),
    "prompts": (Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}),),
    "command": (
        Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}),
        *_at_the_same_game("look", "read_log", "export"),
    ),
    "invite": (Follow("join", {}, {"code": f"{IN_ANSWER}code"}),),
    "make_recovery_code": (Follow("join", {}, {"code": f"{IN_ANSWER}code"}),),
    "devices": (Follow("revoke", {**SAME_GAME, "seat_id": f"{IN_ANSWER}0/id"}),),
    "request_deletion": _at_the_same_game("decline_deletion", "agree_to_deletion", "restore_game"),
    "restore_game": _at_the_same_game("look"),
    "close": _at_the_same_game("export", "report_of_game", "dice", "read_log"),
    "export": (Follow("bring_back", {}, "$response.body"),),
    "every_question": (Follow("one_question", {"key": f"{IN_ANSWER}0/key"}),),
    "every_table": (Follow("one_table", {"table": f"{IN_ANSWER}0/id", "date": "$request.query.date"}),),
    **{one: _of_the_table() for one in ("new_tabletop", "bring_tabletop", "copy_tabletop")},
    "every_tabletop": (Follow("one_tabletop", {"table_id": f"{IN_ANSWER}0/id"}),),
    "one_tabletop": (Follow("bring_tabletop", {}, "$response.body"), Follow("copy_tabletop", SAME_TABLE)),
    "save_tabletop": (Follow("one_tabletop", SAME_TABLE), Follow("delete_tabletop", SAME_TABLE)),
    "rename_tabletop": (Follow("one_tabletop", SAME_TABLE),),
    **{one: _of_the_plan() for one in ("new_fire_plan", "bring_fire_plan", "copy_fire_plan")},
    **{one: _of_the_plan() for one in ("new_fire_plan_in_game", "bring_fire_plan_into_game")},
    **{
        one: (Follow("one_fire_plan", {"plan_id": f"{IN_ANSWER}0/id"}),)
        for one in ("every_fire_plan", "fire_plans_of_game")
    },
    "one_fire_plan": (Follow("copy_fire_plan", SAME_PLAN), Follow("compare_fire_plans", SAME_PLAN)),
    "forecast_of_fire_plan": (Follow("one_fire_plan", SAME_PLAN),),
    "sealed_plans": _at_the_same_game("look"),
    "seal_fire_plan": (Follow("one_fire_plan", SAME_PLAN),),
    "file_of_fire_plan": (Follow("bring_fire_plan", {}, "$response.body"),),
    "save_fire_plan": (Follow("one_fire_plan", SAME_PLAN), Follow("delete_fire_plan", SAME_PLAN)),
    **{one: _of_the_force() for one in ("new_force", "bring_force", "copy_force")},
    "every_force": (Follow("one_force", {"force_id": f"{IN_ANSWER}0/id"}),),
    "one_force": (
        Follow("change_force", SAME_FORCE, {"revision": f"{IN_ANSWER}revision", "document": f"{IN_ANSWER}document"}),
        Follow("copy_force", SAME_FORCE),
    ),
    "file_of_force": (Follow("bring_force", {}, "$response.body"),),
    "save_force": (Follow("one_force", SAME_FORCE), Follow("delete_force", SAME_FORCE)),
    "change_force": (Follow("one_force", SAME_FORCE), Follow("file_of_force", SAME_FORCE)),
    "ratio_of_forces": (Follow("one_force", SAME_FORCE),),
    "every_scenario": (Follow("one_scenario", {"scenario_id": f"{IN_ANSWER}0/id"}),),
    "bring_scenario": tuple(
        Follow(one, {"scenario_id": f"{IN_ANSWER}id"}) for one in ("one_scenario", "save_scenario", "delete_scenario")
    ),
    "one_scenario": (
        Follow("bring_scenario", {}, "$response.body"),
        Follow("check_scenario", {}, "$response.body"),
    ),
    "save_scenario": (Follow("one_scenario", SAME_SCENARIO), Follow("delete_scenario", SAME_SCENARIO)),
    "every_clause": (Follow("one_clause", {"clause": f"{IN_ANSWER}0/id"}),),
    "every_ruling": (Follow("one_ruling", {"ruling": f"{IN_ANSWER}0/id"}),),
}


def links(operation: str, more: Mapping[str, tuple[Follow, ...]] = NO_MORE) -> dict[str, Any]:
    """The links of an operation's answer, in the form of OpenAPI; `more`: those that systems bring."""
    return {follow.operation: _link(follow) for follow in FOLLOWS.get(operation) or more.get(operation, ())}


def _link(follow: Follow) -> dict[str, Any]:
    link: dict[str, Any] = {"operationId": follow.operation, "parameters": dict(follow.parameters)}
    return link if follow.body is None else {**link, "requestBody": follow.body}


# The description of the service

# What the framework would answer where a request cannot be read; ours are problems.
PROMISED: Final = {
    "TabletopShown": "app__tabletops__routes__TableShown",
    "TableNamed": "app__tabletops__routes__NameWanted",
    "ForceFindingShown": "app__forces__shown__FindingShown",
    "CellShown": "app__lookups__printed__CellShown",
    "TableShown": "app__lookups__printed__TableShown",
}
"""What schemas of the core are called since two of one name stood in the description, and stay called."""
ITS_OWN: Final = ("HTTPValidationError", "ValidationError")
Described = MutableMapping[str, Any]


def complete(
    description: Described, routes: Sequence[BaseRoute], plugins: Plugins, systems: Mapping[str, System]
) -> None:
    """Add the problems of every route, the commands of the systems, what may follow what, and each question."""
    description.update(with_sides(dict(description), systems))
    services = [service_of(plugin) for plugin in plugins.values()]
    schemas = description["components"]["schemas"]
    for name in ITS_OWN:
        schemas.pop(name, None)
    schemas["Problem"] = dict(SCHEMA)
    schemas.update(components_of(systems))
    schemas.update(components_of_tables())
    schemas["Role"]["enum"] = roles_of(systems)
    name_seats(schemas, systems)
    for service in services:
        schemas.update(service.schemas())
    promised = dict(pair for service in services for pair in service.promised_schemas.items())
    _name_as_promised(description, {**PROMISED, **promised})
    schemas = description["components"]["schemas"]
    built = [service.forces for service in services if service.forces is not None]
    added = {key: after for one in built for key, after in built_force_links(one.operations).items()}
    for operation, statuses in _operations(description["paths"], routes):
        _add_problems(operation, statuses)
        _add_links(operation, added)
        _add_system_example(operation, plugins)
    by_id = {operation["operationId"]: operation for operation, _ in _operations(description["paths"], routes)}
    _add_commands(_content(by_id["command"]["requestBody"])["schema"], systems)
    _add_commands(schemas["GameWanted"], systems)
    for service in services:
        _add_examples(by_id["create"], service.examples.openings)
        _add_examples(by_id["command"], service.examples.commands)
    for lookups in plugins.lookups():
        spread_questions(description["paths"], lookups)


def _name_as_promised(description: Described, names: Mapping[str, str]) -> None:
    """Give schemas the names that were promised, where the classes they are made of are called otherwise now."""
    schemas = description["components"]["schemas"]
    for name in names.keys() & schemas.keys():
        schemas[name]["title"] = re.split(r"__|\.", names[name])[-1]
    renamed = {names.get(name, name): schema for name, schema in schemas.items()}
    if len(renamed) < len(schemas):
        raise ValueError(f"two schemas would be called alike: {sorted(names.values())}")
    description["components"]["schemas"] = renamed
    _refer(description, {f"#/components/schemas/{old}": f"#/components/schemas/{new}" for old, new in names.items()})


def _refer(told: Any, names: Mapping[str, str]) -> None:
    """Let every reference name what it means by its new name."""
    if isinstance(told, list):
        for one in told:
            _refer(one, names)
    if isinstance(told, dict):
        if told.get("$ref") in names:
            told["$ref"] = names[told["$ref"]]
        for one in told.values():
            _refer(one, names)


def _operations(paths: Described, routes: Sequence[BaseRoute]) -> Iterator[tuple[Described, set[int]]]:
    """Every described operation, with what can always go wrong on it."""
    for route in iter_route_contexts(routes):
        offered = paths.get(route.path or "", {}) if isinstance(route.original_route, APIRoute) else {}
        for method in (route.methods or set()) & {method.upper() for method in offered}:
            guards = [
                one.call for one in route.dependant.dependencies if isinstance(one.call, Guard | MadeHere | Holds)
            ]
            statuses = set(always(method, guards, route.body_field is not None))
            is_limited = kind_of(method, route.path or "") is not None
            yield offered[method.lower()], statuses | ({429} if is_limited else set())


def _add_system_example(operation: Described, plugins: Plugins) -> None:
    """Give the parameter `system` a system of this service as its example."""
    for parameter in operation.get("parameters", ()):
        if (parameter["name"], parameter["in"]) == ("system", "query") and plugins:
            parameter["schema"]["examples"] = [plugins.default or next(iter(plugins))]


def _add_problems(operation: Described, statuses: set[int]) -> None:
    # The framework adds its own 422 to whatever takes a parameter, even where any text will do.
    kept = {
        status: answer
        for status, answer in operation["responses"].items()
        if int(status) < 400 or PROBLEM in answer.get("content", {})
    }
    problems = {str(status): told(status) for status in statuses if str(status) not in kept}
    operation["responses"] = dict(sorted({**kept, **problems}.items()))


def _add_links(operation: Described, more: Mapping[str, Any]) -> None:
    if then := links(operation["operationId"], more):
        first = min(operation["responses"], key=int)
        operation["responses"][first]["links"] = then


def _add_commands(schema: Described, systems: Mapping[str, System]) -> None:
    told = schema["properties"]["command"].get("description", "")
    schema["properties"]["command"] = {**any_command(systems), "description": told}


def _add_examples(operation: Described, examples: Examples) -> None:
    if examples:
        content = _content(operation["requestBody"])
        content["examples"] = {**content.get("examples", {}), **examples}


def _content(described: Described) -> Described:
    content: Described = described["content"][JSON]
    return content
