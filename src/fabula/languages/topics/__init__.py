"""What differs between languages, one file a topic: the typed rules that each language fills in."""
