"""`python -m tests.frozen check|write|show|record`: what must stay while the house is rebuilt.

`check` compares, all of it or what is named; `write` keeps what is so now, and where something that was promised is
otherwise, only with `--corrected`; `show EVENING STEP` tells all of one step, to be laid beside an older tree's;
`record` chooses new commands for the evenings, which nobody needs for a correction.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.frozen import documents, evenings, games, kinds, service, terminal
from tests.frozen.evenings import Difference
from tests.frozen.promised import Promise
from tests.torture.report import only_errors_logged

PROMISES: Final[Mapping[str, Promise]] = {
    one.name: one
    for one in (
        Promise(
            "kinds",
            "event and command kinds, their versions and fields in order",
            kinds.kinds,
            readable=True,
            may_gain=True,
        ),
        Promise("rejudged", "what `rejudge` says of each golden log", games.rejudged),
        Promise("golden_seats", "what each seat is shown and told of the golden logs", games.shown),
        Promise("exports", "the files of the golden games, brought in and taken along", service.exported),
        Promise("documents", "tables, forces, scenarios and plans as they are written", documents.written),
        Promise("terminal", "what the terminal answers", terminal.answered),
        Promise("examples", "every example of the description with its answer", service.answered),
        Promise("description", "the description of the service", service.description, may_gain=True),
    )
}
EVENINGS: Final = "evenings"
CORRECTED: Final = Path(__file__).parent / "corrected.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 1 where something is otherwise than it was promised."""
    asked = parser().parse_args(arguments)
    if asked.do == "show":
        evening, step = asked.names
        print(msgspec.json.format(msgspec.json.encode(evenings.shown(evening, int(step))), indent=1).decode())
        return 0
    if asked.do == "record":
        return _record(asked.names)
    names = asked.names or [*PROMISES, EVENINGS]
    if unknown := [name for name in names if name not in PROMISES and not _scenarios(name)]:
        print(f"nothing is called {', '.join(unknown)}: {', '.join([*PROMISES, EVENINGS, *evenings.scenarios_kept()])}")
        return 2
    return write(names, asked.corrected) if asked.do == "write" else check(names)


def parser() -> argparse.ArgumentParser:
    """What may be written behind the command."""
    made = argparse.ArgumentParser(prog="frozen", description="What must stay byte for byte.")
    made.add_argument("do", choices=("check", "write", "show", "record"))
    made.add_argument("names", nargs="*", help=f"{', '.join([*PROMISES, EVENINGS])}, a scenario; all if none")
    made.add_argument("--corrected", default="", help='the clause and why: "FF-RNG-11: the depth is 15 cm"')
    return made


def check(names: Sequence[str]) -> int:
    """Compare what is so now with what was kept, and say what differs."""
    wrong = list(broken(names))
    for line in wrong:
        print(line, end="\n\n")
    for name in () if wrong else names:
        if name in PROMISES and (new := PROMISES[name].added()):
            print(f"{name}: {len(new)} are new and not kept yet, such as {new[0]}; `write {name}` keeps them")
    print(f"{len(wrong)} promises are broken" if wrong else "everything is as it was")
    return 1 if wrong else 0


def broken(names: Sequence[str]) -> Iterator[str]:
    """What was promised and is otherwise now, in words."""
    for name in names:
        if promise := PROMISES.get(name):
            yield from (f"{name}, {entry}\n{told}" for entry, told in promise.broken().items())
    for one in differences([scenario for name in names for scenario in _scenarios(name)]):
        yield f"{EVENINGS}, {one}"


def differences(scenarios: Sequence[str]) -> list[Difference]:
    """Where the evenings of these scenarios differ, played on all cores."""
    return [one for them in _played(evenings.differences_of, scenarios) for one in them]


def write(names: Sequence[str], corrected: str) -> int:
    """Keep what is so now. What was promised is only given up with the clause that was corrected."""
    wrong = list(broken([name for name in names if _is_kept(name)]))
    if wrong and not corrected:
        print("\n\n".join([*wrong, "that was promised: say with --corrected which clause was corrected, and why"]))
        return 1
    if wrong:
        told = "\n\n".join(f"```\n{one}\n```" for one in wrong)
        with CORRECTED.open("a", encoding="utf-8") as page:
            page.write(f"\n## {corrected}\n\n{told}\n")
    for name in names:
        if promise := PROMISES.get(name):
            promise.keep(promise.texts())
    for scenario in dict.fromkeys(scenario for name in names for scenario in _scenarios(name)):
        keep_evenings(scenario)
    return 0


def keep_evenings(scenario: str) -> None:
    """Keep what comes of the evenings of a scenario now."""
    found = _played(evenings.blocks, evenings.evenings_of(scenario))
    evenings.keep_outcomes(scenario, dict(enumerate(found)))


def _record(names: Sequence[str]) -> int:
    """New commands, and what comes of them; the old ones are gone."""
    from rules.flanders_fields.game.scenario_roster import scenarios
    from tests.frozen.recording import record, record_requests

    if not names or service.REQUESTS.stem.partition(".")[0] in names:
        record_requests()
    chosen = [name for name in names if name in scenarios()] if names else sorted(scenarios())
    list(_played(record, chosen))
    return 0


def _is_kept(name: str) -> bool:
    if promise := PROMISES.get(name):
        return promise.path.exists()
    return all((evenings.FOLDER / f"{one}.json").exists() for one in _scenarios(name))


def _scenarios(name: str) -> list[str]:
    kept = evenings.scenarios_kept()
    return kept if name == EVENINGS else [one for one in kept if one == name]


def _played(do: Callable[[Any], Any], among: Sequence[Any]) -> list[Any]:
    """The same for each of several, on all cores; where there is nothing to share out, here."""
    if len(among) < 2:
        return [do(one) for one in among]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return list(pool.map(do, among))


if __name__ == "__main__":
    with only_errors_logged():
        sys.exit(main())
