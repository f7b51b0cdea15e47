"""Files: definitions in YAML, items, bundles, submitted predictions, exports and citations."""
