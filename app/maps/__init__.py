"""The table drawn as a trench map: from what lies on it to shapes, labels and words, for templates to write down."""
