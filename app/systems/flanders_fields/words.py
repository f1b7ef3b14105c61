"""How the words of Flanders Fields are written for people."""

from functools import cache
from typing import Final

from app.lookups import words as of_any_system
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.vocabulary import MoraleResult

RETREATS: Final = (MoraleResult.RETREAT_20, MoraleResult.RETREAT_40)
WORDS: Final = {
    "lmg": "Light MG",
    "lmg_platoon": "Light MG platoon",
    "tank_lmg": "Tank's light MG",
    "none": "Nothing",
    "mid_stream": "Mid-stream",
    "fieldwork": "Field work",
    "hearts_10": "10 of Hearts",
    "clubs_10": "10 of Clubs",
    "clubs_queen": "Queen of Clubs",
    "spades_10": "10 of Spades",
    "diamonds_jack": "Jack of Diamonds",
    "diamonds_10": "10 of Diamonds",
    "hearts_ace": "Ace of Hearts",
    "hearts_king": "King of Hearts",
    "hearts_queen": "Queen of Hearts",
    "hearts_jack": "Jack of Hearts",
    "clubs_ace": "Ace of Clubs",
    "clubs_king": "King of Clubs",
    "clubs_jack": "Jack of Clubs",
    "diamonds_ace": "Ace of Diamonds",
    "diamonds_king": "King of Diamonds",
    "diamonds_queen": "Queen of Diamonds",
    "spades_ace": "Ace of Spades",
    "spades_king": "King of Spades",
    "spades_queen": "Queen of Spades",
    "spades_jack": "Jack of Spades",
    "gas_boys_gas": "Gas Boys, Gas",
    "elan": "Élan",
    "sos": "SOS",
    "sos_call": "SOS call",
    "sos_fire": "SOS fire",
    "a7v": "A7V",
    "st_chamond": "St. Chamond",
    "renault_gun": "Renault, gun",
    "renault_lmg": "Renault, light MG",
    "mark_male": "Heavy tank, male",
    "mark_female": "Heavy tank, female",
    "lmgs": "Light MGs",
    "divisional": "Division",
    "british_1914": "British division, 1914 to 1915",
    "british_1915": "British division, late 1915 to 1916",
    "british_1917": "British division, from spring 1917",
    "british_tanks": "British tank battalion",
    "british_cavalry": "British cavalry regiment",
    "french_1914": "French division, 1914 to 1915",
    "french_1917": "French division, from 1917",
    "german_1914": "German division, 1914 to 1915",
    "german_1916": "German division, 1916 to 1918",
    "german_storm": "German storm battalion",
    "attached": "Single units to attach",
    "division_hq": "Division HQ",
    "brigade_hq": "Brigade HQ",
    "regimental_hq": "Regimental HQ",
    "battalion_hq": "Battalion HQ",
    "pioneer_hq": "Pioneer HQ",
    "mmg_platoon": "MMG platoon",
    "mmg_company": "MMG company",
    "pioneer_lmg_platoon": "Light MG platoon of pioneers",
    "regimental": "Regiment",
}
# The same key means another thing in another choice.
WORDS_OF: Final = {
    ("Cover", "fortified"): "Fort.",
    ("Obstacle", "stand"): "Another stand",
    ("TargetKind", "stand"): "A stand",
    ("Overlap", "none"): "Not at all",
    ("PointUse", "first"): "First point",
    ("PointUse", "shift"): "A shift",
    ("PointUse", "fire"): "Fire in a turn",
    ("ChangedBy", "choice"): "A player's choice",
    ("Approach", "front"): "Its front",
    ("Approach", "flank"): "Its flank",
    ("Approach", "rear"): "Its rear",
    ("Moment", "assaulted"): "Its trench is assaulted",
    ("Caught", "cross"): "Try to cross",
    ("MoraleReason", "half"): "Half lost",
    ("MoraleReason", "three_quarters"): "Three quarters lost",
    ("MoraleReason", "support_lost"): "Its riflemen are gone",
    ("MoraleReason", "armour"): "Armour attacks",
}


def words(key: str, choice: str = "") -> str:
    """A word of the rules as a label: "machine_gun" is "Machine gun". `choice` names the class it is chosen from."""
    said = WORDS_OF.get((choice, key)) or WORDS.get(key)
    if said is None and key in RETREATS:
        return f"Retreat {retreat_figure(key)} cm"
    return said or of_any_system.words(key)


@cache
def retreat_figure(result: str) -> str:
    """How far a morale result sends a battalion back, in cm, from the table (FF-MOR-07): "20"."""
    book = RuleBook.for_game(calendar().periods[0].first)
    return f"{book.table('morale/retreats').number(result).value / 10:g}"
