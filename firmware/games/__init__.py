"""The referees, a room for each game; `choices` is what games of choices share."""
