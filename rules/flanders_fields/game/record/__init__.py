"""What is kept of a game, and set right, taken back or overruled."""
