"""SQLite refuses to replace an entry of the audit trail as well, as it does with the log of games."""

from django.db import migrations

SQLITE = (
    "DROP TRIGGER IF EXISTS leagues_audit_no_replace",
    """
    CREATE TRIGGER leagues_audit_no_replace BEFORE INSERT ON leagues_auditentry
    WHEN EXISTS (SELECT 1 FROM leagues_auditentry former WHERE former.id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END
    """,
)

BACK = ("DROP TRIGGER leagues_audit_no_replace",)


def forward(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else ():
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK if schema_editor.connection.vendor == "sqlite" else ():
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_audit_is_not_truncated")]

    operations = [migrations.RunPython(forward, backward)]
