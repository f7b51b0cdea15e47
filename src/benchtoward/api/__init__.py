"""The HTTP API under `/v1`: JSON, CSV, Parquet and problem documents. No queries here: see `workflows`."""
