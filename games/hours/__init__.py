"""When clocks run and when they rest: calendars, vacations, pauses, absence, reliability (FEATURES 7.3 to 7.7)."""
