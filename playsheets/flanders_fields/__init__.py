"""What is printed of Flanders Fields."""
