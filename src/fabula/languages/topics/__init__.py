"""What differs between languages, one file per topic: the typed rules that each language provides."""
