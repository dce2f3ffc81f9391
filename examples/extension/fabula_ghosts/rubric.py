"""A rubric with a name: `--rubric ghost-story`."""

from importlib.resources import files

GHOST_STORY = files("fabula_ghosts") / "ghost-story.toml"
