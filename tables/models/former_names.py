"""Former names of tables: a projection of the tables' logs."""

from django.db import models

from tables.models.rooms import Table


class FormerTableName(models.Model):
    """A name that a table had until it was renamed; a projection of the table's log."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=20)
    seq = models.BigIntegerField(help_text="The entry of the log that ended it.")
    until = models.DateTimeField()

    class Meta:
        ordering = ("seq",)
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="former_name_once_an_entry")
        ]
        indexes = [models.Index(fields=["name"], name="former_names")]

    def __str__(self) -> str:
        return self.name
