"""The eyes: frames, card detection and reading, and what happens on the table over time."""
