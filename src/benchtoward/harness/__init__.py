"""The harness: prompts, models, predictors and the runner; needs no database."""
