"""The side of a record's seat: the seat itself in all records before."""

from django.db import migrations, models
from django.db.models import F


def forward(apps, schema_editor):
    apps.get_model("leagues", "RecordSeat").objects.filter(side="").update(side=F("seat"))


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_terms")]

    operations = [
        migrations.AddField("recordseat", "side", models.CharField(default="", max_length=40)),
        migrations.RunPython(forward, migrations.RunPython.noop),
    ]
