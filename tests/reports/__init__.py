"""Reports: the inbox, the answers, and the cases of reports, each with the test that showed it (`manage.py case`)."""
