"""When clocks run and when they rest: calendars, vacations, pauses, absence, reliability (DEF-3 to DEF-7)."""
