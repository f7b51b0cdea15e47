"""The database itself refuses to change or remove events, also by raw SQL."""

from django.db import migrations

MESSAGE = "events are append-only"

SQLITE = {
    "event_update_refused": f"""
        CREATE TRIGGER event_update_refused BEFORE UPDATE ON store_event
        BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    "event_delete_refused": f"""
        CREATE TRIGGER event_delete_refused BEFORE DELETE ON store_event
        BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,
    # REPLACE removes the earlier row without firing the trigger above.
    "event_replace_refused": f"""
        CREATE TRIGGER event_replace_refused BEFORE INSERT ON store_event
        WHEN EXISTS (SELECT 1 FROM store_event WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END
    """,  # noqa: S608 (a constant)
}

POSTGRESQL = (
    f"""
        CREATE FUNCTION store_event_refused() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
        CREATE TRIGGER event_change_refused BEFORE UPDATE OR DELETE ON store_event
        FOR EACH ROW EXECUTE FUNCTION store_event_refused()
    """,
    """
        CREATE TRIGGER event_truncate_refused BEFORE TRUNCATE ON store_event
        FOR EACH STATEMENT EXECUTE FUNCTION store_event_refused()
    """,
)


def refuse_changes(_apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in POSTGRESQL if vendor == "postgresql" else SQLITE.values():
        schema_editor.execute(statement, params=None)


def allow_changes(_apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION store_event_refused() CASCADE")
        return
    for name in SQLITE:
        schema_editor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    dependencies = [("store", "0001_initial")]

    operations = [migrations.RunPython(refuse_changes, allow_changes)]
