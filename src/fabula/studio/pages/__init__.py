"""The pages of the studio: a file a room with its `router`, and beside it, under the room's name, what it lays out."""
