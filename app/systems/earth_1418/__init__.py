"""What the service shows of Battle for 2mm Earth 1418 beside what it shows of every system."""
