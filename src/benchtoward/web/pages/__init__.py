"""Views: one module a kind of page. Each asks `workflows.reading`, makes text, and renders a template."""
