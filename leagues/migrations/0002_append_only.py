"""The audit trail is append-only in the database too."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER leagues_audit_no_{what} BEFORE {event} ON leagues_auditentry
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
"""

POSTGRESQL = """
CREATE FUNCTION leagues_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$;
CREATE TRIGGER leagues_audit_no_change BEFORE UPDATE OR DELETE ON leagues_auditentry
FOR EACH ROW EXECUTE FUNCTION leagues_audit_refuse()
"""


def forward(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "sqlite":
        for what in ("update", "delete"):
            schema_editor.execute(SQLITE.format(what=what, event=what.upper()))
    elif vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)


def backward(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "sqlite":
        for what in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER leagues_audit_no_{what}")
    elif vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER leagues_audit_no_change ON leagues_auditentry")
        schema_editor.execute("DROP FUNCTION leagues_audit_refuse()")


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial")]

    operations = [migrations.RunPython(forward, backward)]
