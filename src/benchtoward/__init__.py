"""BenchToward: each medical AI model on each benchmark once, under a fixed and versioned definition."""

__version__ = "0.1.0"
