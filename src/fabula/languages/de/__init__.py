"""German: its headings, their numbers, and what sites add to a novel. All else follows the general rules."""
