"""A small evening: a British brigade with a battalion, and an enemy."""

from typing import Final

from playsheets.flanders_fields.print_context import Command, Muster, Troop

RIFLES: Final = Troop("A Company", "rifle_company", ("1st Platoon", "2nd Platoon", "3rd Platoon", "4th Platoon"))
VICKERS: Final = Troop("Vickers", "machine_gun", ("Vickers",))
GUNS: Final = Troop("18-pounder, 1st Battery", "field_gun", ("18-pounder",))
MORTAR: Final = Troop("2 inch mortar", "medium_mortar", ("2 inch mortar",))
TANK: Final = Troop("Mark V", "tank", ("Mark V",), "heavy_male")
BATTALION: Final = Command("1st Pals", "british", "battalion", "Colonel", (RIFLES, VICKERS), "raw", platoons=16)
BRIGADE: Final = Command("The Brigade", "british", "regiment", "Brigadier", (GUNS, MORTAR))
ENEMY: Final = Command("I / Regt", "german", "battalion", "Major", (RIFLES,), "experienced", platoons=12, own=False)
MUSTER: Final = Muster("An evening", (BRIGADE, BATTALION, ENEMY))
