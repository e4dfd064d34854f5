"""PostgreSQL refuses to empty the audit trail as well, as it does with the log of games."""

from django.db import migrations

POSTGRESQL = (
    "DROP TRIGGER IF EXISTS leagues_audit_no_truncate ON leagues_auditentry",
    """
    CREATE TRIGGER leagues_audit_no_truncate BEFORE TRUNCATE ON leagues_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION leagues_audit_refuse()
    """,
)

BACK = ("DROP TRIGGER leagues_audit_no_truncate ON leagues_auditentry",)


def forward(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(statement)


def backward(apps, schema_editor):
    for statement in BACK if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_facts_and_teams")]

    operations = [migrations.RunPython(forward, backward)]
