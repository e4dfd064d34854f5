"""The games app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import exports, kinds, names, panels
        from games.acts import about_game, about_time, registry
        from games.chat import rooms
        from games.hours import quiet_hours  # noqa: F401 - listens for new time zones
        from games.ledger import hooks
        from games.letters import addresses, mailbox, receipts
        from games.lobby import departures  # noqa: F401 - listens for accounts that are closed
        from games.management import migrations
        from games.notices import digest, for_chat, for_groups, for_reports, for_seats, keys
        from games.orders import execution, orders, selection
        from games.planning import boards, notes  # noqa: F401 - listen for accounts that are closed
        from games.play import partners, positions
        from games.reports import departures as reporters

        kinds.register()
        for_seats.register()
        for_groups.register()
        for_chat.register()
        for_reports.register()
        mailbox.register()
        receipts.register()
        digest.register()
        exports.register()
        keys.register()
        panels.register()
        names.register()

        hooks.asked[:] = [selection.prepare]
        hooks.at_once[:] = [execution.at_once]
        hooks.seat_passed_on[:] = [
            rooms.part,
            addresses.forget,
            orders.forget,
            partners.forget,
            reporters.forget_guest,
        ]
        hooks.may_wait[:] = [addresses.has_unread]
        hooks.gone_back[:] = [orders.position_gone]

        post_migrate.connect(migrations.remind, sender=self)

        registry.register(about_game.ACTS)
        registry.register(about_time.ACTS)
        positions.CAN[:] = [registry.can_in_game]
