"""The ears: from samples to spoken UNO calls."""
