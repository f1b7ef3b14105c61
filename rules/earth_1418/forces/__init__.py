"""Forces that players make for Battle for 2mm Earth 1418: formations and their sub-units out of the troop chart."""
