from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0015_programs_are_places"),
    ]

    operations = [
        migrations.RemoveField(model_name="delivery", name="webhook"),
        migrations.DeleteModel(name="Webhook"),
    ]
