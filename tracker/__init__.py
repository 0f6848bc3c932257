"""The rules of UNO: cards, events and the game. Pure Python; knows nothing of cameras or windows."""
