"""Artillery: aiming points, areas of fire, deviation, mortars, SOS and fire by the plan (FF-ART, FF-MTR)."""
