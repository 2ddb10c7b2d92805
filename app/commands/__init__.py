"""One module for each command of `vigie` that is no more than a command."""
