"""The pages of the studio: a file a room, each with a `router`."""
