"""What the map proposes for the forms."""
