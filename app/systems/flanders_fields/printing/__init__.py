"""What is printed of games, forces, plans and scenarios of Flanders Fields."""
