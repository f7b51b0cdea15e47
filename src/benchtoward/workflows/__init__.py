"""One use case a file: register, evaluate, import, publish, withdraw, rank, look up, verify."""
