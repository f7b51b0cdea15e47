"""Speed and memory of BenchToward's statistics beside other packages: the same work, in one run."""
