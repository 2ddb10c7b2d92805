"""Our pictograms: small SVG files and the reader that turns them into polygons."""
