"""Japanese: only what it shares with Chinese."""
