"""The command line and the window, on top of all other rooms."""
