"""Drafts of fire plans: kept secret for whoever writes them, saved as they are typed, checked, compared."""
