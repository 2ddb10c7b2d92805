"""The pages before and around a game: title, menus, setting up, how to play."""
