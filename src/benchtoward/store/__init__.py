"""Tables, artifacts, responses, locks: what BenchToward keeps, and the configuration it reads."""
