"""R14: evenings that were kept before the house was rebuilt, sent again: the same comes of every step."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from tests.frozen.evenings import BLOCK, difference, evenings_of, outcomes_of, scenarios_kept
from tests.torture.report import Report


def play_again(steps: int) -> Report:
    """The first of the kept steps, so many in all, of every evening alike."""
    report, scenarios = Report(), scenarios_kept()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for played, differ in pool.map(partial(_played_again, steps // len(scenarios)), scenarios):
            report.count("steps", played)
            report.lost.extend(differ)
    return report


def _played_again(steps: int, scenario: str) -> tuple[int, list[str]]:
    """How many steps of a scenario were played, and which differ."""
    kept, evenings, played, differ = outcomes_of(scenario), evenings_of(scenario), 0, list[str]()
    for evening in evenings:
        # Whole blocks: only at the end of one there is a hash that leaves no doubt.
        blocks = -(-steps // len(evenings) // BLOCK)
        most = min(blocks * BLOCK, len(evening.sent))
        if found := difference(evening, kept[evening.number][:blocks], most):
            differ.append(str(found))
        played += most
    return played, differ
