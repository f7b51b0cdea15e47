"""Specifications, keys, items, extraction, metrics, statistics, results, lifecycle: pure functions and values.

Nothing here reads a clock, a file, the network, the environment or a database, and nothing logs.
"""
