"""The pages: readable without JavaScript, in English and Korean. No queries here: see `workflows`."""
