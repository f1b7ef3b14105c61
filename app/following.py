"""What may be asked after which answer, and with what of it (links in the description of the service)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

IN_ANSWER: Final = "$response.body#/"
SAME_GAME: Final[Mapping[str, str]] = {"game_id": "$request.path.game_id"}
SAME_PLAN: Final[Mapping[str, str]] = {"plan_id": "$request.path.plan_id"}
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


SEATED: Final = ("look", "read_log", "dice", "head", "my_seat")
HOSTED: Final = (*SEATED, "export", "invite", "devices", "close")

# By the operation that was answered.
FOLLOWS: Final[Mapping[str, tuple[Follow, ...]]] = {
    "create": _at_the_game(*HOSTED),
    "bring_back": _at_the_game(*HOSTED),
    "join": _at_the_game(*SEATED),
    "mine": tuple(Follow(one, {"game_id": f"{IN_ANSWER}0/game_id"}) for one in ("look", "read_log")),
    "look": (Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}), *_at_the_same_game("head")),
    "command": (
        Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}),
        *_at_the_same_game("look", "read_log", "export"),
    ),
    "invite": (Follow("join", {}, {"code": f"{IN_ANSWER}code"}),),
    "devices": (Follow("revoke", {**SAME_GAME, "seat_id": f"{IN_ANSWER}0/id"}),),
    "close": _at_the_same_game("export", "dice", "read_log"),
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
    "sealed_plans": _at_the_same_game("look"),
    "seal_fire_plan": (Follow("one_fire_plan", SAME_PLAN),),
    "file_of_fire_plan": (Follow("bring_fire_plan", {}, "$response.body"),),
    "save_fire_plan": (Follow("one_fire_plan", SAME_PLAN), Follow("delete_fire_plan", SAME_PLAN)),
    "every_clause": (Follow("one_clause", {"clause": f"{IN_ANSWER}0/id"}),),
    "every_ruling": (Follow("one_ruling", {"ruling": f"{IN_ANSWER}0/id"}),),
}


def links(operation: str) -> dict[str, Any]:
    """The links of an operation's answer, in the form of OpenAPI."""
    return {follow.operation: _link(follow) for follow in FOLLOWS.get(operation, ())}


def _link(follow: Follow) -> dict[str, Any]:
    link: dict[str, Any] = {"operationId": follow.operation, "parameters": dict(follow.parameters)}
    return link if follow.body is None else {**link, "requestBody": follow.body}
