"""The clauses that the pages of Flanders Fields name beside their own words, by what they are about there."""

from collections.abc import Mapping
from typing import Final

CLAUSES: Final[Mapping[str, str]] = {
    "barrage_leads": "FF-BAR-04",
    "cards": "FF-CRD-02",
    "counters": "FF-TOE-11",
    "crews": "FF-QLM-07",
    "gas_drifts": "FF-GAS-13",
    "grade_after": "FF-CMP-04",
    "guns_to_read": "FF-GUN-06",
    "long_range": "FF-SCN-32",
    "mad_minute": "FF-SCN-33",
    "men_lost": "FF-CMP-01",
    "men_who_come_back": "FF-CMP-02",
    "playsheet_of_a_date": "AMB-01",
    "prussian": "FF-SCN-22",
    "ratio": "FF-FOR-07",
    "structures": "FF-FOR-19",
    "superimposed": "FF-SUI-02",
    "veterans": "FF-SCN-29",
    "waits": "FF-SCN-10",
    "zones": "FF-SET-07",
}
