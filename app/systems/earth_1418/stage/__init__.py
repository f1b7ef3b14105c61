"""The table of Battle for 2mm Earth 1418 on the stage."""
