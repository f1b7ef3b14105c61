"""Orders: the roll, what it gives, what is done with it, and who commands (FF-ORD, FF-ORG, FF-CMD, FF-HER)."""
