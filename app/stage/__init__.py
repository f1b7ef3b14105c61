"""What may be done now at a seat, and what each deed asks: drawn from what the rule system says of its deeds."""
