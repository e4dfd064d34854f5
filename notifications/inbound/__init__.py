"""Mail that comes in: read, judged, kept until it is dealt with, and handed to whoever it is for.

`parser` turns bytes into an `Incoming`; it is pure. `store` keeps and hands on; `listener`, `imap` and the
provider's webhook are three doors to it.
"""
