"""French: only its headings and their numbers. All else follows the general rules."""
