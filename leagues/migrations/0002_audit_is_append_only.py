"""The audit trail is append-only in the database too."""

from django.db import migrations

SQLITE = tuple(
    statement
    for event in ("UPDATE", "DELETE")
    for statement in (
        f"DROP TRIGGER IF EXISTS leagues_audit_no_{event.lower()}",
        f"""
        CREATE TRIGGER leagues_audit_no_{event.lower()} BEFORE {event} ON leagues_auditentry
        BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
        """,
    )
)

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION leagues_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$
    """,
    "DROP TRIGGER IF EXISTS leagues_audit_no_change ON leagues_auditentry",
    """
    CREATE TRIGGER leagues_audit_no_change BEFORE UPDATE OR DELETE ON leagues_auditentry
    FOR EACH ROW EXECUTE FUNCTION leagues_audit_refuse()
    """,
)

BACK = {
    "sqlite": ("DROP TRIGGER leagues_audit_no_update", "DROP TRIGGER leagues_audit_no_delete"),
    "postgresql": (
        "DROP TRIGGER leagues_audit_no_change ON leagues_auditentry",
        "DROP FUNCTION leagues_audit_refuse()",
    ),
}


def forward(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_version_0_1")]

    operations = [migrations.RunPython(forward, backward)]
