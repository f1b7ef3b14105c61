"""The toy game with places that are marked: commands about different places do not conflict. Also as a program."""

import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import uvicorn

from app.http.server import StoppingServer
from app.main import create_app
from app.settings import Settings
from rules.kernel.commands import OnStage, Stage
from rules.kernel.play import Past, Recorded, no_past
from rules.kernel.prompts import Filled
from rules.kernel.seats import Actor, Role
from tests.app.toy import Counter, Toy
from tests.unlimited import UNLIMITED


@dataclass(frozen=True, slots=True)
class Mark:
    place: str


@dataclass(frozen=True, slots=True)
class Marked:
    place: str


class MarkingToy(Toy):
    """Every player may mark a place at any time, and asks nothing for it."""

    commands: Mapping[str, Any] = {**Toy.commands, "mark": Mark}
    events: Mapping[str, Any] = {**Toy.events, "marked": Marked}

    def names(self, state: Counter, role: Role, of: Collection[str]) -> Mapping[str, str]:
        return {one: one for one in of if one.startswith("place")}

    def stage(self, state: Counter, actor: Actor, past: Past = no_past) -> Stage:
        return Stage((), (OnStage("mark", "Mark it", {}, "", None, at_once=True),), ())

    def asked(self, *_: Any, **__: Any) -> Filled[Any]:
        return Filled((), Mark("place1"))

    def decide(self, state: Counter, command: Any, actor: Actor, past: Past = no_past) -> Any:
        return [Marked(command.place)] if isinstance(command, Mark) else super().decide(state, command, actor, past)

    def apply(self, state: Counter, recorded: Recorded[Any]) -> Counter:
        return state if isinstance(recorded.event, Marked) else super().apply(state, recorded)

    def tell(self, state: Counter, recorded: Recorded[Any], role: Role) -> Mapping[str, Any]:
        if isinstance(recorded.event, Marked):
            return {"kind": "marked", "says": f"{recorded.event.place} is marked"}
        return super().tell(state, recorded, role)


def marking_service(url: str, port: int) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The service with this toy on the database at `url`: the command to run, and its settings."""
    return ("-m", "tests.torture.marking", url, str(port)), {}


def main(url: str, port: int) -> None:
    """Serve until stopped or killed."""
    # One device sends what a whole club would: the limits of a device are tested elsewhere.
    app = create_app(Settings(database_url=url, demo=False, log_level="warning", **UNLIMITED), {"toy": MarkingToy()})
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")
    StoppingServer(config, lambda: app.state.keeper.hub.end()).run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
