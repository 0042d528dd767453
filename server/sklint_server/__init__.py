"""The language server: it asks the engine, converts and answers."""
