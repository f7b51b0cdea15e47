"""The `benchtoward` command. Heavy parts are imported by the command that needs them."""
