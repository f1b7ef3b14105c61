"""The look-up pages: each tool answers as the rulebook says, worked by hand."""

import re

import pytest

from tests.app.lookup_page import is_told, part
from tests.client import TestClient


# Each worked from the rulebook's tables: the sheet, the modifiers, the row that is read.
@pytest.mark.parametrize(
    ("address", "says"),
    [
        # FF-ORD-T5: 5-6 earns 2. Veteran +1 (ORD-20) and gas -1 (ORD-14): a 5 stays 5, a 4 stays 4 and earns 1.
        ("order-roll?date=1915-05&asked=1&on_table=true&quality=veteran&in_gas=true&dice=5", "5 ±0 = 5 2 actions"),
        ("order-roll?date=1914-08&dice=4", "4 ±0 = 4 1 action"),
        ("order-roll?date=1914-08&asked=1&on_table=true&quality=veteran&dice=6", "6 +1 = 7 3 actions"),
        ("order-roll?date=1914-08&asked=1&on_table=true&quality=veteran&dice=1", "no action"),
        # FF-PSF-T1: infantry at Soft suppresses on 5, kills on 6; at Open 3 and 4.
        ("shooting?date=1914-08&cover=soft&range_cm=20&dice=5", "suppressed"),
        ("shooting?date=1914-08&cover=soft&range_cm=20&dice=6", "killed"),
        ("shooting?date=1914-08&cover=open&range_cm=20&dice=2", "nothing"),
        # FF-DFM-03: under 5 cm before mid 1917 infantry adds 1, so a 4 is a 5 at Soft.
        ("shooting?date=1914-08&cover=soft&range_cm=4&dice=4", "4 +1 = 5 suppressed"),
        # FF-BZN-05: 0, -1, -2. Machine gun in the Open 3/4: 4 kills, 5-1 kills, 2-2 does nothing.
        (
            "beaten-zone?date=1914-08&first.range_cm=30&first.cover=open&dice=4,5,2",
            "2 killed First target killed Stand 1 killed Stand 2 nothing",
        ),
        # FF-ARM-T1 row 2: a machine gun suppresses armour in the open on 6 and never kills.
        ("armour?date=1918-03&firer=machine_gun&range_cm=30&dice=6", "suppressed"),
        ("armour?date=1918-03&firer=machine_gun&range_cm=30&dice=5", "nothing"),
        # FF-MOV-T3
        ("movement?date=1916-07&mover=infantry&going=shell_torn", "15 cm in one move action"),
        ("movement?date=1916-07&mover=infantry&going=river", "3 actions to cross"),
        ("movement?date=1916-07&mover=cavalry&going=along_trench", "cavalry cannot go there"),
        # FF-WIR-04: 3+ late, 5+ in the middle of the war; on the early sheet the order roll decided already (AMB-57).
        ("wire?date=1914-08&stands=4", "4 of 4 stands across"),
        ("wire?date=1918-03&stands=4&dice=1,3,4,2", "2 of 4 stands across"),
        ("wire?date=1916-07&stands=4&dice=1,3,4,5", "1 of 4 stands across"),
        # FF-ARC-02: half the 3 cm base and 10 cm more, so 11.5 cm aside is in and 12 cm is not; behind is never in.
        ("arc?date=1916-07&right_cm=11.5&ahead_cm=20", "in the arc"),
        ("arc?date=1916-07&right_cm=12&ahead_cm=20", "outside the arc"),
        ("arc?date=1916-07&right_cm=0&ahead_cm=-1", "outside the arc"),
        # FF-ARC-06: a machine gun's arc opens by 45 degrees from its corner: 1 + 20 = 21 cm aside at 20 cm ahead.
        ("arc?date=1916-07&firer=machine_gun&right_cm=21&ahead_cm=20", "in the arc"),
        ("tank-sector?date=1918-03&right_cm=1&ahead_cm=30", "ahead of it"),
        ("base?date=1916-07&stand=infantry", "3 cm wide, 1.5 cm deep, rectangle"),
        # FF-FRM-04: Experienced keep 5 cm, by a chain of stands (AMB-56); Raw touch (FF-FRM-03).
        ("formation?date=1916-07&gaps.0.gap_cm=5&gaps.1.gap_cm=5", "in formation"),
        ("formation?date=1916-07&gaps.0.gap_cm=5&gaps.1.gap_cm=6", "out of it: C"),
        ("formation?date=1916-07&quality=raw&gaps.0.gap_cm=1&gaps.1.gap_cm=0", "out of it: B, C"),
        ("closing-up?date=1916-07&needed_cm=24&move_cm=20", "20 cm, not in formation yet"),
        ("closing-up?date=1916-07&asked=1&suppressed=true", "A suppressed stand does not close up"),
        ("column?date=1916-07&asked=1&touching=true&wholly_on_road=true", "not in column"),
        # FF-MOV-08: soft at the banks, open in mid-stream.
        ("river?date=1916-07&stage=near_bank", "mid-stream, counts as Open"),
        # FF-MOV-17: a machine gun turns 45 degrees as it fires, more is an action of moving first.
        ("turning?date=1916-07&turned_deg=45", "no action"),
        ("turning?date=1916-07&turned_deg=46", "1 move action first"),
        ("limbering?date=1916-07&mover=field_artillery", "1 action"),
        ("limbering?date=1916-07&mover=infantry", "There is nothing to pack or limber"),
        ("passing-through?date=1916-07&through=other_battalion", "may pass, the others stay"),
        ("passing-through?date=1916-07&through=enemy", "Enemy stands are never passed through"),
        # FF-CMD-05: two moves of the infantry column, 20 cm each.
        ("command-move?date=1916-07", "40 cm in 2 moves"),
        # FF-SHO-08: a light machine gun rolls twice; infantry at Soft 5/6 as above, and a kill ends it (SHQ-63).
        ("fire-action?date=1918-03&shot.firer=infantry&shot.cover=soft&shot.range_cm=20&dice=5", "suppressed"),
        ("fire-action?date=1918-03&shot.firer=lmg&shot.cover=open&shot.range_cm=20&dice=1,6", "killed"),
        # FF-TRN-09: after deep suppression, barrages, gas and bombardments come the machine guns of the regiment.
        ("when-ordered?date=1916-07&unit_class=machine_gun&level=regimental", "in phase 5, step II"),
        # FF-SCN-34: turn 2 asks for a 6, turn 4 for a 4; nobody comes in turn 1 (FF-SCN-10).
        ("reinforcements?date=1914-08&turn=2&dice=5", "nobody arrives"),
        ("reinforcements?date=1914-08&turn=4&waiting=3&dice=4,3,6", "2 battalions arrive"),
        ("reinforcements?date=1914-08&turn=1", "Nobody arrives before turn 2"),
        # FF-SET-07: 180 less 30, 75 and 30.
        ("zones?date=1916-07&no_mans_land_cm=75", "45 cm for the defender's rear"),
        ("zones?date=1916-07&no_mans_land_cm=175", "The zones are 55 cm longer than the table"),
        # FF-TOE-50 to -54: sixteen platoons and a commander, four Lewis.
        ("organisation?date=1916-07&table=british_1915&part=infantry_battalion", "17 stands, 4 weapons"),
        ("organisation?date=1917-11&table=british_tanks&part=tank_battalion", "1 stand, 12 weapons"),
        ("organisation?date=1917-11&table=british_tanks&part=infantry_platoon", "has no infantry platoon"),
        # FF-QLM-18: two thirds of twelve.
        ("grades?date=1916-07&table=british_1915", "allowed: 8 to 12 Raw, at most 1 Veteran"),
        ("grades?date=1916-07&table=british_1915&raw=7", "7 of 11 battalions are Raw"),
        # FF-GUN-13, FF-FOR-07, FF-FOR-08, FF-CMP-03
        ("gun?date=1916-07&gun=9.2_inch_howitzer", "super heavy artillery, 9,100 m"),
        ("force-ratio?date=1916-07&attacker=72&defender=64", "1.12 to 1"),
        ("divisional-share?date=1916-07&assets=3&regiments=4&fielded=1", "1 at most, without its commander"),
        ("casualties?date=1916-07&killed=40", "600 men, 200 of them dead"),
        # FF-CMP-05: six drafts want a 7.
        ("after-the-game?date=1916-07&drafts=6&dice=3,4", "stays Experienced"),
        ("after-the-game?date=1916-07&drafts=6&dice=3,3", "now Raw"),
        # FF-SET-10: one after the other, the defender first.
        (
            "deployment?date=1916-07&attacker_battalions=3&defender_battalions=1",
            "defender, attacker 3 times",
        ),
        ("before-play?date=1916-07", "4 steps, in this order"),
        # FF-GAS-25, FF-ORD-14, FF-DFM-11
        ("in-gas?date=1916-07&overlap=whole", "in gas, −1 on orders and −1 on fire"),
        # FF-GAS-15: 17 cm straight ahead from 60 reaches 82 with half its depth: 78 is covered, 130 is not.
        ("gas-sweep?date=1916-07", "1 attack, fully covered"),
        ("gas-sweep?date=1916-07&base.up_cm=130", "not caught"),
        # FF-VIS-T1: infantry see 100 cm in the open, 30 cm into cover.
        ("visibility?date=1916-07&range_cm=60", "seen, up to 100 cm"),
        ("visibility?date=1916-07&asked=1&range_cm=40&in_cover=true", "not seen, up to 30 cm"),
        # FF-MOR-T1: 4 holds; Raw -1 makes it 3, 20 cm back.
        ("morale?date=1914-08&reason=half&dice=4", "holds"),
        ("morale?date=1914-08&reason=half&quality=raw&dice=4", "3 retreats 20 cm"),
        # FF-ASL-X1: +1 +1 -1 against 0: 3 against 4 draws, 4 against 4 wins.
        (
            "close-combat?date=1916-07&asked=1&combat.supported=true&combat.defender_cover=medium&dice=3,4",
            "a draw",
        ),
        (
            "close-combat?date=1916-07&asked=1&combat.supported=true&combat.defender_cover=medium&dice=4,4",
            "attacker wins",
        ),
        # FF-ASL-X14, X15: a machine gun at Soft with +2, from the flank without.
        ("closing-fire?date=1916-07&dice=2", "suppressed"),
        ("closing-fire?date=1916-07&dice=3", "killed"),
        ("closing-fire?date=1916-07&approach=flank&dice=3", "it closes"),
        ("closing-fire?date=1916-07&firer=field_gun", "Artillery and mortars do not fire at closing attackers."),
        # FF-DSH-T1: Raw troops need a 5.
        ("deep-shelter?date=1916-07&quality=raw&dice=4", "4 −1 = 3 stays below"),
        ("deep-shelter?date=1916-07&quality=raw&dice=5", "5 −1 = 4 in its trench"),
        # FF-HER-04
        ("heroic-action?date=1914-08&dice=5", "succeeds"),
        ("heroic-action?date=1914-08&dice=4", "fails"),
        # FF-DIC-06, FF-DIC-08: 3 deviates; 4 and 3 are nine o'clock; 2 and 6 are 8 cm.
        ("deviation?date=1916-07&dice=3&more=4,3,2,6", "8 cm towards 9 o'clock"),
        ("deviation?date=1916-07&dice=5", "on the point"),
        # FF-COV-05
        ("cover?date=1916-07&work=trench", "Medium"),
        # FF-ORD-T6; FF-AIR-X1, X3
        ("air-mission?date=1918-03&dice=5", "they arrive"),
        ("air-mission?date=1918-03&dice=4", "no aircraft"),
        ("air-attack?date=1918-03&cover=soft&dice=3,4", "target suppressed"),
        ("air-attack?date=1918-03&fighter=machine_gun&cover=medium&dice=2,4", "aircraft driven off"),
        ("air-attack?date=1916-07&cover=soft", "There are no aircraft in July 1916"),
        # FF-CRD-08, FF-CRD-04, FF-CRD-23, FF-CRD-27; FF-CRD-24 in 1914; FF-CRD-10: a 5 is a 3, but two were lost
        ("event-card?date=1914-08&suit=hearts&rank=ace", "Big bangs may be played"),
        ("event-card?date=1914-08&suit=clubs&rank=7", "a dummy"),
        ("event-card?date=1914-08&suit=spades&rank=ace", "Counter battery fire must be played at once"),
        ("event-card?date=1914-08&suit=spades&rank=king", "Hard day is handed to the enemy"),
        ("event-card?date=1916-07&suit=spades&rank=king", "Gas Boys, Gas must be played at once"),
        ("event-card?date=1916-07&suit=hearts&rank=queen&platoons_lost=2&dice=5", "2 platoons return"),
        # FF-CRD-03, FF-CRD-02
        ("event-cards-in-hand?date=1914-08&held=3&red=1&dummies=0", "1 must be played"),
        ("event-cards-in-hand?date=1914-08&held=2&red=1&dummies=0", "3 cards in hand"),
        ("event-cards-in-hand?date=1914-08&red=1&dummies=2", "That would be 3 cards drawn, over 2"),
        # FF-GAS-T2, mid 1915 to mid 1917: Medium 4/5, so a 5 kills; partly covered (-2) it is a 3.
        ("gas?date=1916-07&stands.0.cover=medium&dice=5", "killed"),
        ("gas?date=1916-07&stands.0.cover=medium&stands.0.coverage=partly&dice=5", "nothing Stand 1 nothing"),
        ("gas?date=1914-08&stands.0.cover=medium&dice=5", "There is no gas in August 1914"),
        # FF-GAS-X7, X8, X9
        ("wind?date=1916-07&dice=5&more=2,2,3", "10 cm, 90 degrees right of ahead"),
        ("wind?date=1916-07&dice=4&more=6", "11 cm, straight ahead"),
        ("wind?date=1916-07&dice=6", "the gas disperses"),
        ("wind?date=1916-07&dice=5", "the wind turns; one die for the angle, two for the speed"),
        # FF-GAS-X12, X14
        ("gas-cloud?date=1916-07&cloud.kind=denying", "drifts once, attacks and sinks"),
        ("gas-cloud?date=1916-07&cloud.phases=6", "is over and removed"),
        # FF-ART-X7: heavy row at Medium 4/5, only partly inside -2: a 6 is a 4.
        (
            "artillery-fire?date=1916-07&unit_class=heavy_artillery&stands.0.cover=medium&stands.0.overlap=half&dice=6",
            "suppressed Stand 1 suppressed",
        ),
        # FF-ART-T1 knows no bands off the table; guns at Soft 4/5: a 3 does nothing, a 5 kills.
        (
            "artillery-fire?date=1916-07&stands=2&stands.0.cover=soft&stands.1.cover=soft&dice=3,5",
            "1 killed Stand 1 nothing Stand 2 killed",
        ),
        # FF-MTR-12: a heavy mortar on the super heavy row, Soft 2/3.
        (
            "mortar-fire?date=1916-07&unit_class=heavy_mortar&range_cm=40&stands.0.cover=soft&dice=2",
            "suppressed Stand 1 suppressed",
        ),
        # FF-MVZ-X1: Soft 4/5 at -1.
        # FF-ASL-03, FF-ASL-20, FF-ASL-12, FF-ASL-17, FF-ASL-16
        ("who-may-assault?date=1916-07&attacker=infantry&defender=infantry", "may assault"),
        ("who-may-assault?date=1916-07&asked=1&attacker=infantry&defender=infantry", "It has no move action for it."),
        ("assault-support?date=1916-07", "+1 on its combat die"),
        ("drawn-fight?date=1916-07&room_cm=10", "3 cm back, in Soft"),
        ("after-a-win?date=1916-07", "may turn, take its place, follow up"),
        # FF-DSH-07, FF-DSH-01, FF-DSH-02
        (
            "into-a-shelter?date=1916-07&asked=1&nation=british&in_own_work=true&before_play=true",
            "have no deep shelters",
        ),
        ("into-a-shelter?date=1916-07", "may start below"),
        ("shelter-under-fire?date=1916-07&dice=6", "killed"),
        ("shelter-under-fire?date=1916-07&dice=5", "nothing"),
        # FF-RNG-02: 70 is in range, 71 is not; FF-RNG-11: under 10 is short.
        ("range?date=1916-07&firer=machine_gun&range_cm=70", "in range"),
        ("range?date=1916-07&firer=machine_gun&range_cm=71", "out of range"),
        # FF-SUP-06: a machine gun suppresses the whole company.
        ("suppression?date=1916-07&source=machine_gun&unit_class=rifle_company&levels=0,0&results=1,0", "levels 1, 1"),
        (
            "suppression?date=1916-07&source=machine_gun&unit_class=rifle_company&levels=2,0,1&results=0,0,1",
            "levels destroyed, 1, 2",
        ),
        ("suppression?date=1916-07&levels=0,0&results=1", "Levels and results are not of the same stands"),
        # FF-SUP-10: one action takes one level off every stand of a company.
        ("recovery?date=1916-07&unit_class=rifle_company&levels=1, 2, 0", "levels 0, 1, 0"),
        # FF-GAS-13: two dice and 10.
        ("first-wind?date=1916-07&dice=3,4", "17 cm, straight ahead"),
        # FF-ART-14: a redirect, then one action to fire; a point that lies there already costs nothing.
        ("aiming-point?date=1916-07&actions=2", "1 redirect, 1 fire action left"),
        ("aiming-point?date=1916-07&actions=1&before=there", "no action, 1 fire action left"),
        # FF-ART-23, FF-SOS-02, FF-MTR-10
        ("fire-area?date=1916-07&kind=battery", "10 cm across and 10 deep"),
        ("fire-area?date=1916-07&kind=sos", "10 cm across and 5 deep"),
        ("fire-area?date=1916-07&kind=heavy_mortar", "5 cm across and 5 deep"),
        # FF-ART-24, -25: from 45 to 55 up; a base of 3 by 1.5 about 55 lies half in it, about 60 not at all.
        ("coverage?date=1916-07&area.point_up_cm=50&base.along_cm=50&base.up_cm=50", "fully covered"),
        ("coverage?date=1916-07&area.point_up_cm=50&base.along_cm=50&base.up_cm=55", "partly covered"),
        ("coverage?date=1916-07&area.point_up_cm=50&base.along_cm=50&base.up_cm=60", "spared"),
        # FF-MVZ-01: straight through the zone, and past it.
        ("zone-path?date=1916-07&way.0.along_cm=50&way.0.up_cm=60", "fully covered"),
        ("zone-path?date=1916-07&base.along_cm=80&way.0.along_cm=80&way.0.up_cm=60", "spared"),
        # FF-CMD-10, FF-ORD-23
        ("mortar-spotting?date=1916-07", "\u22121 on its order roll"),
        (
            "mortar-spotting?date=1916-07&asked=1&own_sight=true&spotter=nobody&own_commander=true",
            "may fire, nothing off",
        ),
        # FF-ART-30: a natural 1 fails.
        ("indirect-machine-guns?date=1917-11&range_cm=60&stands.0.cover=soft&dice=1", "nothing Stand 1 nothing"),
        # FF-BOM-05: in the turn the plan names, not before.
        ("planned-fire?date=1916-07&turn=2&planned_turn=2", "fire falls and may deviate"),
        # FF-HUR-01, -04: German attackers from late 1917, heavy artillery on a trench; Medium 4/5, so a 5 kills.
        ("hurricane-bombardment?date=1918-03&work=trench&stands.0.cover=medium&dice=5", "1 killed Stand 1 killed"),
        ("hurricane-bombardment?date=1918-03&work=trench&nation=british", "Only German attackers have it."),
        # FF-BAR-09: 4 and a D3, so 5 to 7 turns; FF-BAR-04, -05, -18: 20 on in its second turn, 20 deep.
        ("barrage-duration?date=1917-11&dice=1", "5 turns"),
        ("barrage-duration?date=1917-11&dice=6", "7 turns"),
        ("barrage-band?date=1917-11&start_up_cm=40&turn=1", "from 40 to 60 cm"),
        ("barrage-band?date=1917-11&start_up_cm=40&turn=2", "from 60 to 80 cm"),
        ("barrage-band?date=1917-11&start_up_cm=40&turn=7&duration=6", "it has lifted"),
        # FF-DFA-02, FF-SUI-02: of four regiments.
        ("defending-artillery?date=1916-07&regiments=4&nation=german", "12 field, 6 heavy batteries"),
        ("superimposed-batteries?date=1917-11&regiments=4", "4 field, 2 heavy, 0 super heavy"),
        ("superimposed-order?date=1917-11&unit_class=heavy_artillery&asked=1", "The fire plan names another regiment"),
        # FF-TNK-T1, FF-TNK-03, -05
        ("tank-guns?date=1917-11&tank=whippet", "4 light MGs"),
        ("tank-fire?date=1917-11&tank=whippet", "1 target, 2 rolls"),
        ("tank-guns?date=1914-08&tank=whippet", "no tank took the field before September 1916"),
        # FF-AFV-03
        ("armour-class?date=1917-11&vehicle=whippet", "Light tank"),
        ("armour-class?date=1917-11&vehicle=mark_male", "Heavy tank"),
        # FF-BLK-03, -07
        ("block-house-fire?date=1917-11&firing=front&firing=left", "front, left fire"),
        ("block-house-hit?date=1917-11&hit=front&faces=0, 0, 0", "front 1, left 0, right 0"),
        ("fire-zone?date=1916-07&dice=5", "5 \u22121 = 4 suppressed"),
        ("fire-zone?date=1916-07&move=stays", "no attack"),
        # FF-SOS-X4: a 3 under -2 is a 1.
        ("sos-call?date=1916-07&deep_suppression=-2&dice=3", "3 \u22122 = 1 nothing"),
        ("sos-call?date=1916-07&dice=2", "fire arrives"),
        # FF-DSU-T1
        ("deep-suppression?date=1916-07&dice=5", "\u22122 on orders"),
        ("deep-suppression?date=1916-07&dice=6", "\u22121 and a battery"),
        ("deep-suppression?date=1914-08", "There is no deep suppression in August 1914"),
        # FF-BAR-T1: Soft +1, a 5 kills; Fortifications are immune.
        ("rolling-barrage?date=1917-11&cover=soft&dice=5", "5 +1 = 6 killed"),
        ("rolling-barrage?date=1917-11&cover=fortified", "no roll"),
        # FF-BAR-X7, FF-BAR-X8: 5 cm, a 4 is safe; a 5 is at risk and a 6 at Soft -1 kills.
        ("danger-strip?date=1917-11&distance_cm=5&dice=4", "safe"),
        ("danger-strip?date=1917-11&distance_cm=5&dice=5", "at risk"),
        ("danger-strip?date=1917-11&distance_cm=5&dice=5&more=6", "killed"),
        # FF-ORD-06, FF-ORD-11, FF-ORD-12, FF-ORD-T7: fire twice of three, no fourth, not while suppressed.
        ("spending-actions?date=1916-07&earned=2&kind=fire", "it may, 1 action left after it"),
        ("spending-actions?date=1916-07&earned=3&kind=fire&spent.fire=1", "it may, 1 action left after it"),
        ("spending-actions?date=1916-07&earned=2&kind=fire&spent.move=1", "it may, none left after it"),
        ("spending-actions?date=1916-07&earned=2&kind=fire&spent.move=1&spent.fire=1", "All 2 actions are spent"),
        ("spending-actions?date=1916-07&earned=2&kind=move&suppression=1", "Suppressed: it may not move."),
        ("spending-actions?date=1916-07&earned=2&kind=redirect", "A rifle company cannot redirect."),
        ("spending-actions?date=1916-07&asked=1&unit_class=field_gun&earned=2&kind=move", "no position to change"),
        # FF-CMD-09
        ("field-promotion?date=1916-07", "next turn, touching a rifle stand"),
        ("field-promotion?date=1916-07&level=regimental", "next turn, touching a command stand"),
        ("field-promotion?date=1916-07&asked=1&spotter=true", "nobody replaces him"),
        # FF-ORD-21: any fire ends it for the battalion, gas does not.
        ("fresh-raw-troops?date=1916-07&attack=fire", "the whole battalion loses the bonus"),
        ("fresh-raw-troops?date=1916-07&attack=gas", "the bonus stays"),
        ("fresh-raw-troops?date=1916-07&attack=fire&AMB-15=own_company", "its company loses the bonus"),
        # FF-QUA-02: that of most battalions.
        ("regiments-grade?date=1916-07&battalions.raw=1&battalions.experienced=2", "Experienced"),
        (
            "regiments-grade?date=1916-07&battalions.raw=0&battalions.experienced=4&battalions.veteran=8",
            "Veteran",
        ),
        ("regiments-grade?date=1916-07&battalions.raw=2&battalions.experienced=2", "No grade is that of most"),
        # FF-CAV-08, AMB-490
        ("cavalry?date=1916-07", "counts as mounted"),
        ("cavalry?date=1916-07&asked=1&on_foot_by_scenario=true", "counts as infantry"),
        ("cavalry?date=1916-07&asked=1&leaves_horses=true&action=true", "Nothing turns cavalry into infantry in play."),
        ("cavalry?date=1916-07&asked=1&leaves_horses=true&action=true&AMB-490=in_play", "counts as infantry"),
        # FF-ASL-T3: shelters and standing only where there are any.
        ("order-of-an-assault?date=1916-07", "5 steps, in this order"),
        ("order-of-an-assault?date=1917-11&asked=1&by_armour=true&against_shelters=true", "7 steps, in this order"),
        # FF-ASL-X1, FF-ASL-X2
        (
            "combat-factors?date=1916-07&asked=1&supported=true&defender_cover=medium",
            "attacker +1, defender ±0",
        ),
        (
            "combat-factors?date=1916-07&attacker_quality=raw&defender_quality=veteran",
            "attacker ±0, defender +1",
        ),
        ("combat-factors?date=1916-07&attacker=command_stand", "Command stands start no combat."),
        # FF-ARM-01, SHQ-43: something solid before half of it.
        ("cover-of-armour?date=1917-11&ground=wood", "in cover"),
        ("cover-of-armour?date=1917-11&asked=1&ground=wood", "in the open"),
        ("cover-of-armour?date=1917-11&work=trench", "in the open"),
        ("cover-of-armour?date=1917-11&work=trench&SHQ-43=any_cover", "in cover"),
        ("cover-of-armour?date=1917-11&asked=1&behind_building=true", "in cover"),
        # FF-DIC-01, FF-DIC-02
        ("two-dice?date=1914-08&dice=3,4", "7 on two dice"),
        ("d3?date=1914-08&dice=2", "1 on a D3"),
        ("d3?date=1914-08&dice=5", "3 on a D3"),
        # FF-MVZ-02, FF-MVZ-03, FF-MVZ-01
        ("zone-or-not?date=1916-07", "a fire zone: it attacks"),
        ("zone-or-not?date=1916-07&asked=1", "no zone yet: ranging only"),
        ("zone-or-not?date=1916-07&asked=1&fired_here=true&point_moved=true", "no zone any more"),
        ("zone-or-not?date=1916-07&asked=1&fired_here=true&suppressed=true", "the zone sleeps"),
        ("zone-or-not?date=1916-07&firer=heavy_mortar", "never a zone"),
        # FF-AIR-01
        ("air-targets?date=1916-07", "There are no aircraft in July 1916"),
        # FF-AIR-14, FF-MGN-08
        ("gun-after-aircraft?date=1918-03&actions=2", "on its line again, 1 fire action left"),
        ("gun-after-aircraft?date=1918-03&actions=1", "on its line again, no action left"),
        ("gun-after-aircraft?date=1918-03&actions=1&levels=1", "not on its line yet"),
    ],
)
def test_each_look_up_answers_as_the_book(pages: TestClient, address: str, says: str) -> None:
    assert is_told(says, part(pages, address, "answer"))


# FF-AIR-07, FF-AIR-03, FF-AIR-04: 5 cm along the line from 60, the nearest first, three at most, none in Hard.
@pytest.mark.parametrize(
    ("stands", "said"),
    [
        ("", "A, then B"),
        ("stands.0.base.up_cm=64&stands.1.base.up_cm=61", "B, then A"),
        # A base 1.5 cm deep about 65.7 begins at 64.95, about 65.8 at 65.05.
        ("stands.0.cover=hard&stands.1.base.up_cm=65.7", "B"),
        ("stands.0.cover=hard&stands.1.base.up_cm=65.8", "no target"),
        ("stands.1.base.up_cm=66&stands.1.base.depth_cm=3", "A, then B"),
        ("direction_deg=90&stands.0.base.up_cm=60&stands.0.base.along_cm=63", "A"),
        ("asked=1&stands.0.friend=true", "B"),
        ("asked=1&stands.0.sheltering=true", "B"),
        (
            "stands=4&stands.2.base.along_cm=60&stands.2.base.up_cm=62"
            "&stands.3.base.along_cm=60&stands.3.base.up_cm=63",
            "A, then C, then D",
        ),
    ],
)
def test_aircraft_attack_those_on_their_line(pages: TestClient, stands: str, said: str) -> None:
    head = f"Targets of aircraft {said[:1].upper()}{said[1:]}"
    assert part(pages, f"air-targets?date=1918-03&{stands}", "answer") == head


@pytest.mark.parametrize("says", ["2 3% 3 6%", "7 17%"])
def test_the_odds_of_two_dice_stand_below_the_reasons(pages: TestClient, says: str) -> None:
    # FF-DIC-01: 7 comes up on 6 throws of 36, 2 on one.
    assert says in part(pages, "two-dice?date=1914-08", "odds")


def test_the_chances_of_a_fight_stand_beside_its_factors(pages: TestClient) -> None:
    # FF-ASL-T2: a lead of 1 wins on 21 throws of 36, draws on 5 and loses on 10.
    said = part(pages, "combat-factors?date=1916-07&asked=1&supported=true&defender_cover=medium", "reasons")
    assert "Attacker wins 58% Draw 14% Defender wins 28%" in said
    # The same way round where the defender leads: -2 wins on 6, draws on 4, loses on 26 (a block house is Fortified).
    said = part(pages, "combat-factors?date=1917-11&defender=block_house", "reasons")
    assert "Attacker wins 17% Draw 11% Defender wins 72%" in said


def test_only_the_closest_enemy_may_be_chosen(pages: TestClient) -> None:
    # FF-TGT-T1, step 1.
    address = "target-priority?date=1914-08&enemies.0.distance_cm=40&enemies.1.distance_cm=18"
    assert part(pages, address, "answer") == "Target priority B"


def test_a_deviating_die_asks_for_four_more(pages: TestClient) -> None:
    assert re.search(r'<dice-pad [^>]*count="4"', pages.get("/lookups/deviation?dice=3").text)
    assert "two dice for the clock, two for the distance" in part(pages, "deviation?dice=3", "answer")


def test_the_rules_refuse_in_their_own_words(pages: TestClient) -> None:
    assert "60 cm is beyond 45 cm." in part(pages, "shooting?range_cm=60", "answer")
