"""The database itself refuses to change the audit trail, as it does with the log of games.

Whatever alters leagues_auditentry later makes SQLite copy the table, and lose these triggers: it has to create them
again.
"""

from django.db import migrations

FORWARD = {
    "sqlite": (
        """
        CREATE TRIGGER leagues_audit_no_update BEFORE UPDATE ON leagues_auditentry
        BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
        """,
        """
        CREATE TRIGGER leagues_audit_no_delete BEFORE DELETE ON leagues_auditentry
        BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
        """,
        """
        CREATE TRIGGER leagues_audit_no_replace BEFORE INSERT ON leagues_auditentry
        WHEN EXISTS (SELECT 1 FROM leagues_auditentry former WHERE former.id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION leagues_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$
        """,
        """
        CREATE TRIGGER leagues_audit_no_change BEFORE UPDATE OR DELETE ON leagues_auditentry
        FOR EACH ROW EXECUTE FUNCTION leagues_audit_refuse()
        """,
        """
        CREATE TRIGGER leagues_audit_no_truncate BEFORE TRUNCATE ON leagues_auditentry
        FOR EACH STATEMENT EXECUTE FUNCTION leagues_audit_refuse()
        """,
    ),
}

BACKWARD = {
    "sqlite": (
        "DROP TRIGGER leagues_audit_no_update",
        "DROP TRIGGER leagues_audit_no_delete",
        "DROP TRIGGER leagues_audit_no_replace",
    ),
    "postgresql": (
        "DROP TRIGGER leagues_audit_no_change ON leagues_auditentry",
        "DROP TRIGGER leagues_audit_no_truncate ON leagues_auditentry",
        "DROP FUNCTION leagues_audit_refuse()",
    ),
}


def forward(apps, schema_editor):
    for statement in FORWARD.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACKWARD.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    replaces = [
        ("leagues", "0002_audit_is_append_only"),
        ("leagues", "0004_audit_is_not_truncated"),
        ("leagues", "0005_audit_is_not_replaced"),
    ]

    dependencies = [("leagues", "0001_version_0_9")]

    operations = [migrations.RunPython(forward, backward)]
