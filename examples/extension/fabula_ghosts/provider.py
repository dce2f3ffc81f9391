"""A server with a name of its own: `--model attic/NAME`."""

from fabula.models.providers import Provider

ATTIC = Provider(base_url="http://127.0.0.1:8099/v1", key_variable="ATTIC_API_KEY", concurrency=4)
