"""What may be asked after which answer, and with what of it (links in the description of the service)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from rules.kernel.values import dataclass

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
SEATED: Final = ("look", "stage", "read_log", "dice", "head", "my_seat")
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
    "look": (Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}), *_at_the_same_game("stage", "head")),
    "stage": _at_the_same_game("asks"),
    "asks": (Follow("command", SAME_GAME, {"expected_seq": f"{IN_ANSWER}number"}),),
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
