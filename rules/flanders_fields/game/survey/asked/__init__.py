"""What the map is asked about each command that has something to measure, beside what the command says."""
