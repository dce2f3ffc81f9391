"""The rules for a language that has none of its own: letters, spaces, and the marks that most of Europe uses."""
