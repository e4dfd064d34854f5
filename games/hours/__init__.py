"""The hours in which clocks run or rest: calendars, vacations, pauses, absence, reliability (DEF-3 to DEF-7)."""
