"""Where the nets come from: pictures to learn from, and the recipes. Not part of the installed package."""
