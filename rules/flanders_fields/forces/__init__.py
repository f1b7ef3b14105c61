"""Forces: tables of organisation, guns, quality limits, and the trees that players make of them."""
