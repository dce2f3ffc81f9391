"""The studio: what the commands do, in a browser."""
