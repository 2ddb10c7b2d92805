"""The treasure map: an engraved sea chart, another one for every seed."""
