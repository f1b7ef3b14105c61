"""The description of the service (OpenAPI), completed: what the framework cannot know of our routes."""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Final

from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import BaseRoute

from app.documented import SCHEMA, always, told
from app.documents.makers import MadeHere
from app.documents.secret import Holds
from app.documents.table_examples import components as components_of_tables
from app.games.described import any_command, components_of, name_seats, roles_of, with_sides
from app.games.examples import Examples
from app.games.problems import JSON, PROBLEM
from app.games.wire import System
from app.limits import kind_of
from app.links import built_force_links, links
from app.lookups.described import spread_questions
from app.plugins import Plugins
from app.seats.guard import Guard

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
    services = [plugin.service for plugin in plugins.values()]
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
