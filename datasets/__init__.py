"""Drawn cards, rendered scenes and films, training and measuring."""
