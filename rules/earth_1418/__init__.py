"""Battle for 2mm Earth 1418: battalions at the scale of platoon bases, commanded and planned by both sides at once."""
